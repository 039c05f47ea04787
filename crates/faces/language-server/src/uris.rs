//! Conversion between the URIs of editors and the names of inputs.

use std::path::Path;
use std::str::FromStr as _;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that need no escape in the path of a URI.
const IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Returns the name of the input behind a URI: the path of a file, and the URI itself otherwise. Editors write a path in several
/// ways (`%3A` and `:`), which must result in one name.
pub(crate) fn name(uri: &Uri) -> String {
    let Some(path) = uri.as_str().strip_prefix("file://") else { return uri.as_str().to_owned() };
    let path = percent_decode_str(path).decode_utf8_lossy();
    // `/c:/profiles` is a Windows path.
    match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => path.get(1..).unwrap_or_default().to_owned(),
        _ => path.into_owned(),
    }
}

/// Returns the URI of a file, or `None` if a URI cannot express the path.
pub(crate) fn from_path(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", utf8_percent_encode(&path, IN_PATHS))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_uris_have_one_name() {
        let uri = from_path(Path::new("/a b/ä/c:d.yaml")).unwrap();
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%A4/c%3Ad.yaml");
        assert_eq!(name(&uri), "/a b/ä/c:d.yaml");
        let names = ["file:///c%3A/a.yaml", "file:///c:/a.yaml"].map(|uri| name(&Uri::from_str(uri).unwrap()));
        assert_eq!(names, ["c:/a.yaml", "c:/a.yaml"]);
        assert_eq!(name(&Uri::from_str("untitled:Untitled-1").unwrap()), "untitled:Untitled-1");
    }
}
