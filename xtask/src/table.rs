//! Tables in Markdown format, aligned for terminals, which documents can include unchanged.

use comfy_table::{CellAlignment, Table, presets};

/// Creates an empty table: the first column is left-aligned, the others are right-aligned.
pub(crate) fn table<C: AsRef<str>>(head: impl IntoIterator<Item = C>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head.into_iter().map(|cell| cell.as_ref().to_owned()));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
