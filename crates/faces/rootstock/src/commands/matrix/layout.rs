//! The orientation of a matrix, and the number of its columns that fit side by side.

use std::ops::Range;

/// The limit of lines into which a label should be wrapped.
const MAX_HEADER_LINES: usize = 4;
/// The minimal width of a column: that of the longest answer, `ambiguous`.
const MIN_WIDTH: usize = 9;
/// The width of the separator between two columns.
const SEPARATOR_WIDTH: usize = 3;

/// The subject of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowSubject {
    MachineTypes,
    Versions,
}

/// The layout of a matrix.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) rows: RowSubject,
    /// The columns of each table.
    pub(super) tables: Vec<Range<usize>>,
}

impl Layout {
    /// Chooses the orientation that needs fewer tables. If both need the same number, machine types are the rows.
    ///
    /// Versions come with their image: if they do not fit into one table, it is split between images.
    pub(super) fn new(machine_types: &[&str], versions: &[(&str, &str)], width: usize) -> Self {
        let labels: Vec<&str> = versions.iter().map(|(_, label)| *label).collect();
        let upright = tables(&labels, width.saturating_sub(label_width(machine_types)), |left, right| {
            versions.get(left).map(|(image, _)| image) == versions.get(right).map(|(image, _)| image)
        });
        let transposed = tables(machine_types, width.saturating_sub(label_width(&labels)), |_, _| true);
        if transposed.len() < upright.len() {
            Self { rows: RowSubject::Versions, tables: transposed }
        } else {
            Self { rows: RowSubject::MachineTypes, tables: upright }
        }
    }
}

/// Returns the width of the first column, including its borders.
fn label_width(labels: &[&str]) -> usize {
    labels.iter().map(|label| min_width(label)).max().unwrap_or_default() + SEPARATOR_WIDTH
}

/// Returns the width at which a label can be read.
fn min_width(label: &str) -> usize {
    let longest = label.split_whitespace().map(|word| word.chars().count()).max().unwrap_or_default();
    longest.max(label.chars().count().div_ceil(MAX_HEADER_LINES)).max(MIN_WIDTH)
}

/// Splits the columns into tables that fit into the width, in order. Columns that are not `may_share_table` share a table only if all
/// columns fit into one.
fn tables(labels: &[&str], width: usize, may_share_table: impl Fn(usize, usize) -> bool) -> Vec<Range<usize>> {
    let widths: Vec<usize> = labels.iter().map(|label| min_width(label) + SEPARATOR_WIDTH).collect();
    if widths.iter().sum::<usize>() <= width {
        return std::iter::once(0..labels.len()).collect();
    }
    let mut tables: Vec<Range<usize>> = Vec::new();
    let mut left = 0;
    for (index, min_width) in widths.into_iter().enumerate() {
        match tables.last_mut() {
            Some(table) if min_width <= left && may_share_table(index - 1, index) => {
                table.end = index + 1;
                left -= min_width;
            }
            _ => {
                tables.push(index..index + 1);
                left = width.saturating_sub(min_width);
            }
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::everything_fits(&["a", "b"], &[("x", "x 1"), ("y", "y 1")], 80, RowSubject::MachineTypes, &[(0, 2)])]
    #[case::few_types_many_versions(&["a", "b"], &[("x", "x 1"), ("x", "x 2"), ("x", "x 3"), ("x", "x 4")], 40, RowSubject::Versions, &[(0, 2)])]
    #[case::each_image_has_its_own(
        &["a", "b", "c", "d", "e", "f", "g"],
        &[("x", "x 1"), ("x", "x 2"), ("y", "y 1"), ("y", "y 2")],
        50,
        RowSubject::MachineTypes,
        &[(0, 2), (2, 4)]
    )]
    #[case::narrower_than_one_column(&["a"], &[("x", "x 1"), ("y", "y 1")], 1, RowSubject::Versions, &[(0, 1)])]
    fn layout_fits_the_width(
        #[case] machine_types: &[&str],
        #[case] versions: &[(&str, &str)],
        #[case] width: usize,
        #[case] rows: RowSubject,
        #[case] tables: &[(usize, usize)],
    ) {
        let tables = tables.iter().map(|(start, end)| *start..*end).collect();
        assert_eq!(Layout::new(machine_types, versions, width), Layout { rows, tables });
    }

    #[test]
    fn each_column_is_in_one_table() {
        let labels: Vec<String> = (0..40).map(|index| format!("image {}", "1.".repeat(index % 7))).collect();
        let versions: Vec<(&str, &str)> = labels.iter().map(|label| ("image", label.as_str())).collect();
        let types: Vec<&str> = labels.iter().map(String::as_str).collect();
        for width in [0, 20, 60, 120, 400, 4_000] {
            let columns: Vec<usize> = Layout::new(&types, &versions, width).tables.into_iter().flatten().collect();
            assert_eq!(columns, (0..40).collect::<Vec<_>>(), "{width}");
        }
    }
}
