//! Tables in the form of Markdown: aligned in a terminal, and a document takes them as they are.

use comfy_table::{CellAlignment, Table, presets};

/// A table without rows yet: names in the first column to the left, figures in the others to the right.
pub(crate) fn table<C: AsRef<str>>(head: impl IntoIterator<Item = C>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head.into_iter().map(|cell| cell.as_ref().to_owned()));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
