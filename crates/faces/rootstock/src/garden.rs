//! A garden as a source of inputs, read on demand.

pub(crate) mod name;
#[cfg(feature = "cluster")]
mod reading;
#[cfg(not(feature = "cluster"))]
mod unreached;

#[cfg(feature = "cluster")]
pub(crate) use reading::Garden;
#[cfg(not(feature = "cluster"))]
pub(crate) use unreached::Garden;
