//! The cells of the matrix in words.

use rootstock_queries::MatrixCell;

pub(super) const fn word(cell: &MatrixCell) -> &'static str {
    match cell {
        MatrixCell::Yes { .. } => "yes",
        MatrixCell::Ambiguous { .. } => "ambiguous",
        MatrixCell::No { .. } => "no",
        MatrixCell::Unavailable { .. } => "unavailable",
        MatrixCell::NoImage { .. } => "no image",
    }
}

/// Returns the reason why a version is incompatible, if reasons were requested.
pub(super) fn reason(cell: &MatrixCell) -> Option<String> {
    match cell {
        MatrixCell::Yes { .. } => None,
        MatrixCell::No { obstacle } | MatrixCell::NoImage { obstacle } => obstacle.as_ref().map(ToString::to_string),
        MatrixCell::Unavailable { obstacle } => obstacle.as_ref().map(ToString::to_string),
        MatrixCell::Ambiguous { flavors } => {
            let list: Vec<String> = flavors.iter().map(usize::to_string).collect();
            Some(format!("flavors {} cannot be distinguished", list.join(", ")))
        }
    }
}
