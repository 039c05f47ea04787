//! Answers as pictures for documents and wikis: standalone SVG files, and an HTML table.
//!
//! A picture includes its colours for light and dark mode, loads nothing, and has a text alternative.

mod matrix;
mod versions;

pub use matrix::{write_matrix_picture, write_matrix_table};
pub use versions::write_versions_picture;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The margin around a picture and between its columns, in pixels.
const MARGIN: usize = 16;
const LINE: usize = 24;
/// The longest name that is shown in full, in terminal columns; the title element has the full name.
const MAX_COLUMNS: usize = 48;

/// Returns an upper bound for the width of a text in pixels, in a 12 px monospaced font.
fn width(text: &str) -> usize {
    (text.width() * 75).div_ceil(10)
}

/// Returns the width of the widest text, in pixels.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(width).max().unwrap_or_default()
}

/// Shortens a name to [`MAX_COLUMNS`].
pub(crate) fn shortened(name: &str) -> String {
    if name.width() <= MAX_COLUMNS {
        return name.to_owned();
    }
    let mut columns = 1;
    let fits = |character: &char| {
        columns += character.width().unwrap_or_default();
        columns <= MAX_COLUMNS
    };
    name.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_by_display_width() {
        assert_eq!(shortened("m5.large"), "m5.large");
        assert_eq!(shortened(&"a".repeat(48)), "a".repeat(48));
        assert_eq!(shortened(&"a".repeat(49)), format!("{}…", "a".repeat(47)));
        assert_eq!(shortened(&"漢".repeat(40)), format!("{}…", "漢".repeat(23)));
        assert_eq!(width("漢字"), width("abcd"));
    }
}
