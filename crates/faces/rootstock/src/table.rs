//! Tables in Markdown: readable in a terminal, and still tables when pasted into a ticket.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};

use rootstock_core_model::counted;
pub(crate) use rootstock_document::printable;
use rootstock_document::shortened;

/// Formats a table as wide as its content, but at most `width` columns; wider cells are wrapped.
pub(crate) fn table(
    header: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = Vec<String>>,
    width: usize,
) -> String {
    lines(std::iter::once(header.into_iter().collect()).chain(rows).collect(), width)
}

/// Like [`table`], but transposed if only then no word has to be split.
pub(crate) fn table_or_transposed(
    header: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = Vec<String>>,
    width: usize,
) -> String {
    let original: Vec<Vec<String>> = std::iter::once(header.into_iter().collect()).chain(rows).collect();
    let columns = original.iter().map(Vec::len).max().unwrap_or_default();
    let cell =
        |column| original.iter().map(move |row: &Vec<String>| row.get(column).cloned().unwrap_or_default()).collect();
    let transposed: Vec<Vec<String>> = (0..columns).map(cell).collect();
    let is_better = min_width(&min_widths(&original)) > width && min_width(&min_widths(&transposed)) <= width;
    lines(if is_better { transposed } else { original }, width)
}

/// The limit of rows, because people do not read more, and each takes kilobytes during layout.
const MAX_ROWS: usize = 5_000;

/// Formats the header and the rows, and the number of omitted rows.
fn lines(mut rows: Vec<Vec<String>>, width: usize) -> String {
    let more = rows.len().saturating_sub(1 + MAX_ROWS);
    rows.truncate(1 + MAX_ROWS);
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.into_iter().map(cell_text).collect()).collect();
    let minimum = min_widths(&rows);
    let fits = min_width(&minimum) <= width;
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    let mut rows = rows.into_iter();
    table.set_header(rows.next().unwrap_or_default());
    table.add_rows(rows);
    if fits {
        // No word needs to be split. The padding is part of the column's width.
        for (column, minimum) in table.column_iter_mut().zip(minimum) {
            let minimum = u16::try_from(minimum + PADDING).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(minimum)));
        }
    }
    let text = table.trim_fmt();
    if more > 0 { format!("{text}\nand {}; --format json lists all", counted(more, "more row")) } else { text }
}

/// The longest word that is shown in full. Kubernetes accepts no longer name, and splitting a word of 100,000 letters takes a
/// second and 3000 lines.
const MAX_WORD_LENGTH: usize = 400;

/// Returns the text to show in a cell: control characters escaped, and very long words shortened. JSON answers have the full
/// text.
fn cell_text(cell: String) -> String {
    let cell = printable(cell).into_owned();
    if cell.len() <= MAX_WORD_LENGTH || cell.split(' ').all(|word| word.len() <= MAX_WORD_LENGTH) {
        return cell;
    }
    let words: Vec<_> = cell.split(' ').map(|word| shortened(word, MAX_WORD_LENGTH)).collect();
    words.join(" ")
}

/// The padding of a cell, in blanks.
const PADDING: usize = 2;

/// Returns the minimal column widths at which no word is split.
fn min_widths(rows: &[Vec<String>]) -> Vec<usize> {
    let mut widths = vec![0; rows.iter().map(Vec::len).max().unwrap_or_default()];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            let words = cell.split_whitespace().map(|word| word.chars().count());
            *width = words.max().unwrap_or_default().max(*width);
        }
    }
    widths
}

/// Returns the width of a table with these columns.
fn min_width(columns: &[usize]) -> usize {
    columns.iter().map(|column| column + PADDING + 1).sum::<usize>() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    /// If widths depended on the contents alone, the second column would be halved.
    #[test]
    fn words_are_split_only_if_necessary() {
        let rows = [strings(&["one two three four five six seven eight", "accelerated"])];
        let narrow = table(strings(&["a", "b"]), rows.clone(), 30);
        assert!(narrow.contains(" accelerated "), "{narrow}");
        assert!(narrow.lines().all(|line| line.chars().count() <= 30), "{narrow}");
        let narrower = table(strings(&["a", "b"]), rows, 14);
        assert!(!narrower.contains("accelerated"), "{narrower}");
    }

    #[test]
    fn a_table_is_transposed_if_words_would_be_split() {
        let rows = || [strings(&["storage", "accelerated", "accelerated", "accelerated"])];
        let header = || strings(&["", "flavor 0", "flavor 1", "flavor 2"]);
        assert!(table_or_transposed(header(), rows(), 60).starts_with("|         | flavor 0"));
        let transposed = table_or_transposed(header(), rows(), 40);
        assert_eq!(
            transposed,
            "|          | storage     |\n|----------|-------------|\n| flavor 0 | accelerated |\n| flavor 1 | accelerated |\n| flavor 2 | accelerated |"
        );
    }

    #[test]
    fn a_very_long_word_is_shortened() {
        let long = "a".repeat(100_000);
        let text = table(strings(&["version"]), [strings(&[&format!("{long} is long")])], 120);
        assert!(text.contains("…") && text.contains("is long"), "{text}");
        assert_eq!(text.matches('a').count(), MAX_WORD_LENGTH, "{text}");
    }

    #[test]
    fn tables_are_markdown() {
        let rows = [vec!["one".to_owned(), "1\u{1b}".to_owned()]];
        let text = table(["a".to_owned(), "bb".to_owned()], rows, 40);
        assert_eq!(text, "| a   | bb      |\n|-----|---------|\n| one | 1\\u001b |");
    }

    #[test]
    fn only_the_first_rows_of_a_long_table_are_shown() {
        let shown = |rows: usize| {
            let text = table(["a".to_owned()], (0..rows).map(|row| vec![row.to_string()]), 40);
            (text.lines().count(), text.lines().last().map(str::to_owned))
        };
        assert_eq!(shown(MAX_ROWS), (MAX_ROWS + 2, Some("| 4999 |".to_owned())));
        assert_eq!(shown(MAX_ROWS + 1), (MAX_ROWS + 3, Some("and 1 more row; --format json lists all".to_owned())));
    }
}
