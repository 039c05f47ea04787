//! The renderers: one file each, each a function over a [`ReportAnswer`](crate::ReportAnswer).

#[cfg(feature = "terminal")]
pub mod text;
