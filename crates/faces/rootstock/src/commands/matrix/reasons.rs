//! The reasons for incompatibility, each once below all its pairs.

use std::collections::HashMap;
use std::io::{self, Write as _};

use rootstock_core_model::counted;
use rootstock_queries::{MatrixAnswer, MatrixCell};

use super::cell::{reason, word};
use super::labels::Labels;
use crate::page::Page;

/// The number of pairs to list per reason before the rest is counted.
const MAX_PAIRS: usize = 5;

pub(super) fn write(answer: &MatrixAnswer, labels: &Labels, page: &mut Page<'_>) -> io::Result<()> {
    for Group { word, reason, pairs } in groups(answer) {
        page.blank()?;
        // A single pair is shorter than "1 more".
        let named = if pairs.len() <= MAX_PAIRS + 1 { pairs.len() } else { MAX_PAIRS };
        for (row, column) in pairs.iter().take(named) {
            let [row, column] = [labels.rows.get(*row), labels.columns.get(*column)]
                .map(|label| label.map(|label| label.text.as_str()).unwrap_or_default());
            page.paragraph(0, format!("{row} x {column}: {word}"))?;
        }
        if named < pairs.len() {
            let more = counted(pairs.len() - named, "more pair");
            writeln!(page, "and {more}: {word}; to see them: --machine-type NAME, --version VERSION")?;
        }
        if let Some(reason) = reason {
            page.paragraph(4, &reason)?;
        }
    }
    Ok(())
}

/// The cells with the same answer and the same reason.
struct Group {
    word: &'static str,
    reason: Option<String>,
    /// The row and column of each cell.
    pairs: Vec<(usize, usize)>,
}

/// Groups all cells other than "yes" by their reason, in the order of first occurrence.
fn groups(answer: &MatrixAnswer) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(&str, Option<String>), usize> = HashMap::new();
    for (row, cells) in answer.rows.iter().map(|row| &row.cells).enumerate() {
        for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !matches!(cell, MatrixCell::Yes { .. })) {
            let (word, reason) = (word(cell), reason(cell));
            let place = *places.entry((word, reason.clone())).or_insert_with(|| {
                groups.push(Group { word, reason, pairs: Vec::new() });
                groups.len() - 1
            });
            if let Some(group) = groups.get_mut(place) {
                group.pairs.push((row, column));
            }
        }
    }
    groups
}
