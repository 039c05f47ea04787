//! Merging of rows and columns with equal cells.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;

use super::{MatrixAnswer, MatrixCell, MatrixColumn, MatrixRow};

impl MatrixAnswer {
    /// Returns the answer with rows and columns merged that differ only in the selected flavors, for faces that do not show them:
    /// a cell then has the flavor of its first machine type and version.
    #[must_use]
    pub fn without_flavors(&self) -> Self {
        let without = |cell: &MatrixCell| match cell {
            MatrixCell::Yes { .. } => MatrixCell::Yes { flavor: 0 },
            other => other.clone(),
        };
        let (columns, rows) = group(self.columns.clone(), self.rows.clone(), without);
        Self { columns, rows, ..self.clone() }
    }
}

/// Merges columns of an image with equal cells, then rows with equal cells; `key` is the part of a cell that is compared.
pub(super) fn group(
    columns: Vec<MatrixColumn>,
    rows: Vec<MatrixRow>,
    key: impl Fn(&MatrixCell) -> MatrixCell,
) -> (Vec<MatrixColumn>, Vec<MatrixRow>) {
    let is_same = |one: Option<&MatrixCell>, other: Option<&MatrixCell>| {
        one.zip(other).is_some_and(|(one, other)| key(one) == key(other))
    };
    let mut merged: Vec<MatrixColumn> = Vec::new();
    let mut firsts: Vec<usize> = Vec::new();
    let mut alike: HashMap<(String, u64), Vec<usize>> = HashMap::new();
    for (position, column) in columns.into_iter().enumerate() {
        let same = |first: usize| rows.iter().all(|row| is_same(row.cells.get(first), row.cells.get(position)));
        let number = hash(rows.iter().filter_map(|row| row.cells.get(position)), &key);
        let candidates = alike.entry((column.image.clone(), number)).or_default();
        let known = candidates.iter().find(|column| firsts.get(**column).is_some_and(|first| same(*first)));
        match known.and_then(|column| merged.get_mut(*column)) {
            Some(known) => known.versions.extend(column.versions),
            None => {
                candidates.push(merged.len());
                merged.push(column);
                firsts.push(position);
            }
        }
    }
    let mut merged_rows: Vec<MatrixRow> = Vec::new();
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    for MatrixRow { machine_types, cells } in rows {
        let cells: Vec<MatrixCell> = firsts.iter().filter_map(|first| cells.get(*first).cloned()).collect();
        let same = |known: &MatrixRow| known.cells.iter().zip(&cells).all(|(one, other)| key(one) == key(other));
        let candidates = alike.entry(hash(cells.iter(), &key)).or_default();
        let known = candidates.iter().find(|place| merged_rows.get(**place).is_some_and(same));
        match known.and_then(|place| merged_rows.get_mut(*place)) {
            Some(known) => known.machine_types.extend(machine_types),
            None => {
                candidates.push(merged_rows.len());
                merged_rows.push(MatrixRow { machine_types, cells });
            }
        }
    }
    (merged, merged_rows)
}

/// Hashes cells such that cells that are equal get the same number.
fn hash<'c>(cells: impl Iterator<Item = &'c MatrixCell>, key: impl Fn(&MatrixCell) -> MatrixCell) -> u64 {
    let mut hasher = DefaultHasher::new();
    for cell in cells.map(key) {
        discriminant(&cell).hash(&mut hasher);
        match &cell {
            MatrixCell::Yes { flavor } => flavor.hash(&mut hasher),
            MatrixCell::Ambiguous { flavors } => flavors.hash(&mut hasher),
            _ => {}
        }
    }
    hasher.finish()
}
