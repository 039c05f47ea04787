//! The renderers: one file each, each a function over a [`Report`](crate::Report).

pub mod json;
pub mod text;
