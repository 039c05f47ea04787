//! A garden as a source of inputs, read on demand.

#[cfg(feature = "cluster")]
mod connected;
pub(crate) mod name;
#[cfg(not(feature = "cluster"))]
mod stub;

#[cfg(feature = "cluster")]
pub(crate) use connected::Garden;
#[cfg(not(feature = "cluster"))]
pub(crate) use stub::Garden;
