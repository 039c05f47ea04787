//! What every page carries: the style sheet and the script, and the policy that lets nothing else run.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// The style sheet.
pub(crate) const STYLE: &str = include_str!("../assets/pages.css");
/// The script: filters, keys, one part at a time, times in the reader's zone.
pub(crate) const SCRIPT: &str = include_str!("../assets/pages.js");

/// The style sheet of a picture, in plain colours: not every program that shows pictures knows variables.
pub(crate) const PICTURE_STYLE: &str = include_str!("../assets/picture.css");
/// The style sheet of a table for a wiki.
pub(crate) const TABLE_STYLE: &str = include_str!("../assets/table.css");

/// The sign of Rootstock.
const ICON: &str = include_str!("../assets/icon.svg");

/// What pages are served with. It never changes under its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// The path, with a hash of the content in it.
    pub path: String,
    /// The media type.
    pub content_type: &'static str,
    /// The content.
    pub text: &'static str,
}

/// Everything that served pages load.
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

/// A hash that tells one version of a text from another.
fn short_hash(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The Content-Security-Policy of a page in one file: this style sheet and this script, by their hashes, and nothing else from
/// nowhere. Whatever gets into a page in spite of all is not run.
pub(crate) fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}
