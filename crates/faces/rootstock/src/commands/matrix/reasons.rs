//! Why versions do not fit: each reason once, below all that it holds for.

use std::collections::HashMap;
use std::io::{self, Write};

use rootstock_core_model::counted;
use rootstock_queries::{MatrixAnswer, MatrixCell};

use super::cell::{reason, word};
use super::labels::Labels;
use crate::prose::wrap;
use crate::table::printable;

/// How many pairs of one reason are named before the rest is counted.
const NAMED: usize = 5;

pub(super) fn write(answer: &MatrixAnswer, labels: &Labels, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for Group { word, reason, pairs } in groups(answer) {
        writeln!(out)?;
        // One more is shorter by its name than by its count.
        let named = if pairs.len() <= NAMED + 1 { pairs.len() } else { NAMED };
        for (row, column) in pairs.iter().take(named) {
            let [row, column] = [labels.rows.get(*row), labels.columns.get(*column)]
                .map(|label| label.map(|label| label.text.as_str()).unwrap_or_default());
            writeln!(out, "{}", wrap(&printable(format!("{row} x {column}: {word}")), width, 0))?;
        }
        if named < pairs.len() {
            let more = counted(pairs.len() - named, "more pair");
            writeln!(out, "and {more}: {word}; to see them: --machine-type NAME, --version VERSION")?;
        }
        if let Some(reason) = reason {
            writeln!(out, "{}", wrap(&printable(&reason), width, 4))?;
        }
    }
    Ok(())
}

/// The cells that have one answer for one reason.
struct Group {
    word: &'static str,
    reason: Option<String>,
    /// Row and column.
    pairs: Vec<(usize, usize)>,
}

/// All cells that are not simply yes, by their reason, in the order in which the reasons come up.
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
