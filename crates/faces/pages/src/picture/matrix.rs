//! The compatibility matrix as a picture, and as an HTML table for wikis.

use std::io;

use askama::Template;
use rootstock_queries::{MatrixAnswer, MatrixCell, MatrixColumn, MatrixRow};

use super::{LINE, MARGIN, widest, width};
use crate::assets::{PICTURE_STYLE, TABLE_STYLE};
use crate::compatibility::{CellState, label};
use crate::picture::shortened;
use crate::prose as filters;
use crate::report::write_template;

/// The width of a column, in pixels.
const COLUMN: usize = 30;

/// Writes a matrix as an SVG: a row per class of machine types, a column per class of versions.
///
/// # Errors
///
/// Returns an error if writing to `out` fails.
pub fn write_matrix_picture(answer: &MatrixAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    write_template(&MatrixPicture::new(&answer.without_flavors()), out)
}

/// Writes a matrix as a page with a single table that can be pasted into a wiki: its cells are legible without the style sheet.
///
/// # Errors
///
/// Returns an error if writing to `out` fails.
pub fn write_matrix_table(answer: &MatrixAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let answer = &answer.without_flavors();
    write_template(&MatrixTable { css: TABLE_STYLE, answer, heading: Heading::new(answer) }, out)
}

/// The heading of a matrix.
struct Heading {
    profile: String,
    /// The region and the requirements of the workers, if any.
    asked: String,
}

impl Heading {
    fn new(answer: &MatrixAnswer) -> Self {
        let region = answer.region.iter().map(|region| format!("in region {region}"));
        let own = answer.asked.iter().flat_map(|asked| asked.iter());
        let own = own.map(|(name, values)| format!("{name} {}", values.join(" or ")));
        Self { profile: answer.profile.clone(), asked: region.chain(own).collect::<Vec<_>>().join(", ") }
    }
}

/// Returns the states that occur in a matrix.
fn states(answer: &MatrixAnswer) -> Vec<CellState> {
    let has =
        |state: &CellState| answer.rows.iter().flat_map(|row| &row.cells).any(|cell| CellState::of(cell) == *state);
    CellState::ALL.into_iter().filter(has).collect()
}

#[derive(Template)]
#[template(path = "matrix.svg")]
struct MatrixPicture<'a> {
    css: &'static str,
    heading: Heading,
    columns: Vec<Column>,
    rows: Vec<PictureRow<'a>>,
    states: Vec<(usize, CellState)>,
    /// The left end of the first column, and the top of the first row.
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

struct Column {
    x: usize,
    label: String,
    all: String,
}

struct PictureRow<'a> {
    y: usize,
    label: String,
    all: String,
    cells: Vec<(usize, &'a MatrixCell)>,
}

/// Returns the centre of a column.
const fn middle(left: usize, column: usize) -> usize {
    left + column * COLUMN + COLUMN / 2
}

impl<'a> MatrixPicture<'a> {
    fn new(answer: &'a MatrixAnswer) -> Self {
        let types: Vec<String> = answer.rows.iter().map(|row| shortened(&label(&row.machine_types))).collect();
        let named = |column: &MatrixColumn| shortened(&format!("{} {}", column.image, label(&column.versions)));
        let versions: Vec<String> = answer.columns.iter().map(named).collect();
        let heading = Heading::new(answer);
        // Column labels are rotated by 50 degrees.
        let longest = widest(versions.iter().map(String::as_str));
        let left = MARGIN + widest(types.iter().map(String::as_str)) + MARGIN;
        let top = 2 * LINE + longest * 77 / 100 + MARGIN;
        let columns = answer.columns.iter().zip(versions).enumerate().map(|(place, (column, label))| Column {
            x: middle(left, place),
            label,
            all: format!("{}: {}", column.image, column.versions.join(", ")),
        });
        let columns: Vec<Column> = columns.collect();
        let row = |(place, (row, label)): (usize, (&'a MatrixRow, String))| PictureRow {
            y: top + place * LINE + LINE / 2,
            label,
            all: row.machine_types.join(", "),
            cells: row.cells.iter().enumerate().map(|(place, cell)| (middle(left, place), cell)).collect(),
        };
        let rows: Vec<PictureRow<'a>> = answer.rows.iter().zip(types).enumerate().map(row).collect();
        let legend = top + rows.len() * LINE + LINE;
        let states: Vec<(usize, CellState)> =
            states(answer).into_iter().enumerate().map(|(place, state)| (legend + place * LINE, state)).collect();
        let words = states.iter().map(|(_, state)| 2 * MARGIN + width(state.in_words()) + MARGIN);
        let titles = [MARGIN + width(&heading.profile) * 5 / 4, MARGIN + width(&heading.asked)];
        let least = words.chain(titles).max().unwrap_or_default();
        Self {
            css: PICTURE_STYLE,
            width: (left + columns.len() * COLUMN + longest * 65 / 100).max(least) + MARGIN,
            height: legend + states.len() * LINE,
            heading,
            columns,
            rows,
            states,
            left,
            top,
        }
    }

    /// Returns the right end of the last column.
    fn right(&self) -> usize {
        self.left + self.columns.len() * COLUMN
    }
}

#[derive(Template)]
#[template(path = "matrix_table.html")]
struct MatrixTable<'a> {
    css: &'static str,
    answer: &'a MatrixAnswer,
    heading: Heading,
}

impl MatrixTable<'_> {
    /// Returns the images with the number of columns of each.
    fn images(&self) -> Vec<(&str, usize)> {
        let groups = self.answer.columns.chunk_by(|one, next| one.image == next.image);
        groups.map(|group| (group.first().map(|one| one.image.as_str()).unwrap_or_default(), group.len())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_adjacent() {
        assert_eq!([0, 1, 2].map(|column| middle(100, column)), [115, 145, 175]);
    }
}
