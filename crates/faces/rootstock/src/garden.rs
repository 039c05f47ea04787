//! A garden as inputs, read when something of it is asked for.

pub(crate) mod name;
#[cfg(feature = "cluster")]
mod reading;
#[cfg(not(feature = "cluster"))]
mod unreached;

#[cfg(feature = "cluster")]
pub(crate) use reading::Garden;
#[cfg(not(feature = "cluster"))]
pub(crate) use unreached::Garden;
