//! The renderers: one file each, each a function over a [`Report`](crate::Report).

#[cfg(feature = "terminal")]
pub mod text;
