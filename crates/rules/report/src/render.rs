//! The renderers: one file each, each a function over a [`ReportAnswer`](crate::ReportAnswer).

#[cfg(feature = "ci")]
mod fingerprint;
#[cfg(feature = "ci")]
pub mod github;
#[cfg(feature = "ci")]
pub mod gitlab;
#[cfg(feature = "ci")]
pub mod junit;
#[cfg(feature = "ci")]
pub mod markdown;
#[cfg(feature = "ci")]
pub mod sarif;
#[cfg(feature = "terminal")]
pub mod text;

/// Replaces control characters other than line breaks, for output to a terminal or a page.
#[cfg(feature = "ci")]
fn clean(text: &str) -> String {
    text.split('\n').map(annotate_snippets::normalize_untrusted_str).collect::<Vec<_>>().join("\n")
}
