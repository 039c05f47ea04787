//! Tables in the form of Markdown: readable in a terminal, and pasted into a ticket they stay tables.

use comfy_table::{ContentArrangement, Table, presets};

pub(crate) use rootstock_document::printable;

/// A table as wide as its content, at most `width` columns; cells are broken where it would be wider.
pub(crate) fn table(
    header: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = Vec<String>>,
    width: usize,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_header(header.into_iter().map(printable).collect::<Vec<_>>());
    for row in rows {
        table.add_row(row.into_iter().map(printable).collect::<Vec<_>>());
    }
    table.trim_fmt()
}

/// Whether a text is printable ASCII and nothing else. It looks at all bytes: many at once are faster than a few.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().fold(true, |is_plain, byte| is_plain & (b' '..0x7f).contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_markdown() {
        let rows = [vec!["one".to_owned(), "1\u{1b}".to_owned()]];
        let text = table(["a".to_owned(), "bb".to_owned()], rows, 40);
        assert_eq!(text, "| a   | bb      |\n|-----|---------|\n| one | 1\\u001b |");
    }
}
