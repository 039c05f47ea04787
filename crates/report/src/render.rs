//! The renderers: one file each, each a function over a [`Report`](crate::Report).

pub mod json;
#[cfg(feature = "terminal")]
pub mod text;
