//! The style sheet and the script of every page, and the policy that blocks everything else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

pub(crate) const STYLE: &str = include_str!("../assets/pages.css");
/// The script: filters, keyboard shortcuts, one section at a time, times in the reader's time zone.
pub(crate) const SCRIPT: &str = include_str!("../assets/pages.js");

/// The style sheet of a picture, with literal colours because not every SVG viewer supports CSS variables.
pub(crate) const PICTURE_STYLE: &str = include_str!("../assets/picture.css");
/// The style sheet of a table that is pasted into a wiki.
pub(crate) const TABLE_STYLE: &str = include_str!("../assets/table.css");

/// The logo.
pub(crate) const ICON: &str = include_str!("../assets/icon.svg");

/// A static file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// The path. That of [`assets`] contains a hash of the content, which therefore never changes.
    pub path: String,
    /// The media type.
    pub content_type: &'static str,
    /// The content.
    pub text: &'static str,
}

/// Returns all static files of served pages.
///
/// ```
/// let assets = rootstock_pages::assets();
/// assert!(assets.iter().any(|asset| asset.path.starts_with("/assets/pages-") && asset.path.ends_with(".css")));
/// ```
#[must_use]
pub fn assets() -> [Asset; 3] {
    let asset = |name: &str, ending: &str, content_type, text| Asset {
        path: format!("/assets/{name}-{}.{ending}", short_hash(text)),
        content_type,
        text,
    };
    [
        asset("pages", "css", "text/css; charset=utf-8", STYLE),
        asset("pages", "js", "text/javascript; charset=utf-8", SCRIPT),
        asset("icon", "svg", "image/svg+xml", ICON),
    ]
}

/// Returns a hash for cache busting.
fn short_hash(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the Content-Security-Policy of a single-file page: only this style sheet and this script, by their hashes. Anything
/// injected into the page despite escaping does not run.
pub(crate) fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}
