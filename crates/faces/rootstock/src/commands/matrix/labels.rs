//! The labels of the matrix's rows and columns.

use std::collections::HashMap;

use rootstock_queries::MatrixAnswer;

use super::layout::Layout;

/// The number of names to list in a row or column before the rest is counted.
const MAX_NAMES: usize = 3;

/// The labels of the rows and columns.
pub(super) struct Labels {
    pub(super) rows: Vec<Label>,
    pub(super) columns: Vec<Label>,
}

pub(super) struct Label {
    pub(super) text: String,
    /// Whether it omits names that cannot be inferred from it.
    pub(super) is_short: bool,
}

impl Labels {
    pub(super) fn new(answer: &MatrixAnswer, types: usize) -> Self {
        let mut of_images: HashMap<&str, usize> = HashMap::new();
        for column in &answer.columns {
            *of_images.entry(&column.image).or_default() += column.versions.len();
        }
        let of_image = |image: &str| of_images.get(image).copied().unwrap_or_default();
        Self {
            rows: answer.rows.iter().map(|row| names(&row.machine_types, types)).collect(),
            columns: answer
                .columns
                .iter()
                .map(|column| {
                    let names = names(&column.versions, of_image(&column.image));
                    Label { text: format!("{} {}", column.image, names.text), ..names }
                })
                .collect(),
        }
    }

    pub(super) fn layout(&self, answer: &MatrixAnswer, width: usize) -> Layout {
        let rows: Vec<&str> = self.rows.iter().map(|label| label.text.as_str()).collect();
        let images = answer.columns.iter().map(|column| column.image.as_str());
        let versions: Vec<(&str, &str)> = images.zip(self.columns.iter().map(|label| label.text.as_str())).collect();
        Layout::new(&rows, &versions, width)
    }
}

/// Returns a label with all names, or the first ones and the number of the others.
fn names(names: &[String], of: usize) -> Label {
    // A single name is shorter than "1 more".
    let shown = if names.len() <= MAX_NAMES + 1 { names.len() } else { MAX_NAMES };
    let list = names.get(..shown).unwrap_or_default().join(", ");
    match names.len() - shown {
        0 => Label { text: list, is_short: false },
        _ if names.len() == of => Label { text: format!("(all {of})"), is_short: false },
        more => Label { text: format!("{list} and {more} more"), is_short: true },
    }
}
