//! Answers as pictures, for documents and wikis: an SVG by itself, and a table as HTML.
//!
//! A picture has its colours in it, for light and dark, loads nothing, and says in words what it shows.

mod lives;
mod matrix;

pub use lives::write_versions_picture;
pub use matrix::{write_matrix_picture, write_matrix_table};

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Around a picture, and between its columns, in pixels.
const MARGIN: usize = 16;
/// The height of a line, in pixels.
const LINE: usize = 24;
/// Columns of a name before the rest of it is left to its title.
const MOST_COLUMNS: usize = 48;

/// How wide a text is in the type of pictures, in pixels: 12 px of a monospaced one, and some room.
fn width(text: &str) -> usize {
    (text.width() * 75).div_ceil(10)
}

/// The widest of some texts, in pixels.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(width).max().unwrap_or_default()
}

/// A name as far as a picture has room for it.
pub(crate) fn shortened(name: &str) -> String {
    if name.width() <= MOST_COLUMNS {
        return name.to_owned();
    }
    let mut columns = 1;
    let fits = |character: &char| {
        columns += character.width().unwrap_or_default();
        columns <= MOST_COLUMNS
    };
    name.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_by_what_is_seen_of_them() {
        assert_eq!(shortened("m5.large"), "m5.large");
        assert_eq!(shortened(&"a".repeat(48)), "a".repeat(48));
        assert_eq!(shortened(&"a".repeat(49)), format!("{}…", "a".repeat(47)));
        assert_eq!(shortened(&"漢".repeat(40)), format!("{}…", "漢".repeat(23)));
        assert_eq!(width("漢字"), width("abcd"));
    }
}
