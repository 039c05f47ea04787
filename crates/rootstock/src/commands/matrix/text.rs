//! The matrix for a person.

use std::io::{self, Write};

use super::{Answer, Cell, Column, Row};
use crate::prose::{DIM, TITLE, wrap};
use crate::table::{printable, table};

/// Names listed in a row or column before the rest is counted.
const LISTED: usize = 3;
/// Columns of one table; with more, each image gets its own.
const MOST_COLUMNS: usize = 6;

pub(super) fn write(answer: &Answer<'_>, why: bool, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let types: usize = answer.rows.iter().map(|row| row.machine_types.len()).sum();
    let versions: usize = answer.columns.iter().map(|column| column.versions.len()).sum();
    let region = answer.region.map(|region| format!(" in region {region}")).unwrap_or_default();
    let (types_name, versions_name) = (plural(types, "machine type"), plural(versions, "image version"));
    let title = format!("{}: {types_name} x {versions_name}{region}", answer.profile);
    writeln!(out, "{TITLE}{}{TITLE:#}", printable(&title))?;
    if types == 0 || versions == 0 {
        return Ok(());
    }
    for table in tables(&answer.columns) {
        writeln!(out)?;
        write_table(answer, table, width, out)?;
    }
    legend(answer, width, out)?;
    if why {
        write_reasons(answer, width, out)?;
    } else if answer.rows.iter().flat_map(|row| &row.cells).any(|cell| !matches!(cell, Cell::Yes { .. })) {
        writeln!(out, "\n{DIM}for the reasons: --why{DIM:#}")?;
    }
    Ok(())
}

fn plural(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Which columns stand in one table.
fn tables(columns: &[Column<'_>]) -> Vec<std::ops::Range<usize>> {
    if columns.len() <= MOST_COLUMNS {
        return std::iter::once(0..columns.len()).collect();
    }
    let mut tables: Vec<std::ops::Range<usize>> = Vec::new();
    let mut last = None;
    for (index, column) in columns.iter().enumerate() {
        match tables.last_mut() {
            Some(table) if last == Some(column.image) && table.len() < MOST_COLUMNS => table.end = index + 1,
            _ => tables.push(index..index + 1),
        }
        last = Some(column.image);
    }
    tables
}

fn write_table(
    answer: &Answer<'_>,
    range: std::ops::Range<usize>,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = answer.columns.get(range.clone()).unwrap_or_default();
    let header = std::iter::once("machine types".to_owned()).chain(columns.iter().map(column_name));
    let rows = answer.rows.iter().map(|row| {
        let cells = row.cells.get(range.clone()).unwrap_or_default();
        std::iter::once(row_name(row)).chain(cells.iter().map(|cell| word(cell).to_owned())).collect()
    });
    writeln!(out, "{}", table(header, rows, width))
}

const fn word(cell: &Cell) -> &'static str {
    match cell {
        Cell::Yes { .. } => "yes",
        Cell::Ambiguous { .. } => "ambiguous",
        Cell::No { .. } => "no",
        Cell::NoImage { .. } => "no image",
    }
}

fn row_name(row: &Row<'_>) -> String {
    names(&row.machine_types)
}

fn column_name(column: &Column<'_>) -> String {
    format!("{} {}", column.image, names(&column.versions))
}

fn names(names: &[&str]) -> String {
    // One more than fits is shorter by its name than by its count.
    let shown = if names.len() <= LISTED + 1 { names.len() } else { LISTED };
    let list = names.get(..shown).unwrap_or_default().join(", ");
    if shown == names.len() { list } else { format!("{list} and {} more", names.len() - shown) }
}

/// What the shortened rows and columns stand for, as far as that can be read.
fn legend(answer: &Answer<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    const READABLE: usize = 60;
    let groups = answer
        .rows
        .iter()
        .map(|row| (row_name(row), &row.machine_types))
        .chain(answer.columns.iter().map(|column| (column_name(column), &column.versions)));
    for (name, members) in groups.filter(|(_, members)| (LISTED + 2..=READABLE).contains(&members.len())) {
        let text = format!("{name}: {}", members.join(", "));
        writeln!(out, "\n{}", wrap(&printable(&text), width, 0))?;
    }
    if answer.rows.iter().any(|row| row.machine_types.len() > READABLE) {
        writeln!(out, "\n{DIM}to see the row of one: --machine-type NAME; to see all names: --format json{DIM:#}")?;
    }
    Ok(())
}

fn write_reasons(answer: &Answer<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for row in &answer.rows {
        for (column, cell) in answer.columns.iter().zip(&row.cells) {
            let why = match cell {
                Cell::Yes { .. } => continue,
                Cell::No { why } | Cell::NoImage { why } => why.clone(),
                Cell::Ambiguous { flavors } => {
                    let list: Vec<String> = flavors.iter().map(usize::to_string).collect();
                    vec![format!("flavors {} cannot be told apart", list.join(", "))]
                }
            };
            let title = format!("{} x {}: {}", row_name(row), column_name(column), word(cell));
            writeln!(out, "\n{}", wrap(&printable(&title), width, 0))?;
            for reason in why {
                writeln!(out, "{}", wrap(&printable(&reason), width, 4))?;
            }
        }
    }
    Ok(())
}
