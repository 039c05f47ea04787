//! The matrix for a person.

use std::io::{self, Write};
use std::ops::Range;

use rootstock_core_model::counted;
use rootstock_queries::{MatrixAnswer, MatrixCell};

use super::layout::{Layout, Rows};
use super::reasons;
use crate::commands::choice::write_asked;
use crate::prose::{DIM, TITLE, wrap};
use crate::table::{printable, table};

/// Names listed in a row or column before the rest is counted.
const LISTED: usize = 3;

pub(super) fn write(answer: &MatrixAnswer, why: bool, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let types: usize = answer.rows.iter().map(|row| row.machine_types.len()).sum();
    let versions: usize = answer.columns.iter().map(|column| column.versions.len()).sum();
    let region = answer.region.as_ref().map(|region| format!(" in region {region}")).unwrap_or_default();
    let (types_name, versions_name) = (counted(types, "machine type"), counted(versions, "image version"));
    let title = format!("{}: {types_name} x {versions_name}{region}", answer.profile);
    writeln!(out, "{TITLE}{}{TITLE:#}", printable(&title))?;
    write_asked(answer.asked.as_ref(), width, out)?;
    if types == 0 || versions == 0 {
        return Ok(());
    }
    let labels = Labels::new(answer, types);
    let layout = labels.layout(answer, width);
    if layout.tables.len() > 1 {
        let (rows, columns) = (counted(answer.rows.len(), "group"), counted(answer.columns.len(), "group"));
        let groups = format!(
            "{rows} of machine types differ, and {columns} of versions; to see a part: --machine-type NAME, --image NAME, \
             --version VERSION"
        );
        writeln!(out, "{}", wrap(&groups, width, 0))?;
    }
    for table in layout.tables {
        writeln!(out)?;
        write_table(answer, &labels, layout.rows, table, width, out)?;
    }
    legend(answer, &labels, width, out)?;
    if why {
        reasons::write(answer, &labels, width, out)?;
    } else if answer.rows.iter().flat_map(|row| &row.cells).any(|cell| !matches!(cell, MatrixCell::Yes { .. })) {
        writeln!(out, "\n{DIM}for the reasons: --why{DIM:#}")?;
    }
    Ok(())
}

/// What rows and columns are called.
pub(super) struct Labels {
    pub(super) rows: Vec<Label>,
    pub(super) columns: Vec<Label>,
}

pub(super) struct Label {
    pub(super) text: String,
    /// Whether it leaves names out that cannot be told from it.
    is_short: bool,
}

impl Labels {
    fn new(answer: &MatrixAnswer, types: usize) -> Self {
        let of_image = |image: &str| {
            let columns = answer.columns.iter().filter(|column| column.image == image);
            columns.map(|column| column.versions.len()).sum()
        };
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

    fn layout(&self, answer: &MatrixAnswer, width: usize) -> Layout {
        let rows: Vec<&str> = self.rows.iter().map(|label| label.text.as_str()).collect();
        let images = answer.columns.iter().map(|column| column.image.as_str());
        let versions: Vec<(&str, &str)> = images.zip(self.columns.iter().map(|label| label.text.as_str())).collect();
        Layout::new(&rows, &versions, width)
    }
}

/// The names as far as they can be read: all, or the first ones and how many more there are.
fn names(names: &[String], of: usize) -> Label {
    // One more than fits is shorter by its name than by its count.
    let shown = if names.len() <= LISTED + 1 { names.len() } else { LISTED };
    let list = names.get(..shown).unwrap_or_default().join(", ");
    match names.len() - shown {
        0 => Label { text: list, is_short: false },
        _ if names.len() == of => Label { text: format!("(all {of})"), is_short: false },
        more => Label { text: format!("{list} and {more} more"), is_short: true },
    }
}

fn write_table(
    answer: &MatrixAnswer,
    labels: &Labels,
    rows: Rows,
    range: Range<usize>,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (corner, heads, columns) = match rows {
        Rows::MachineTypes => ("machine types", &labels.rows, &labels.columns),
        Rows::Versions => ("image versions", &labels.columns, &labels.rows),
    };
    let columns_here = columns.get(range.clone()).unwrap_or_default();
    let header = std::iter::once(corner.to_owned()).chain(columns_here.iter().map(|label| label.text.clone()));
    let lines = heads.iter().enumerate().map(|(line, head)| {
        let cells = range.clone().map(|column| {
            let (row, column) = match rows {
                Rows::MachineTypes => (line, column),
                Rows::Versions => (column, line),
            };
            let cell = answer.rows.get(row).and_then(|row| row.cells.get(column));
            cell.map(word).unwrap_or_default().to_owned()
        });
        std::iter::once(head.text.clone()).chain(cells).collect()
    });
    writeln!(out, "{}", table(header, lines, width))
}

pub(super) const fn word(cell: &MatrixCell) -> &'static str {
    match cell {
        MatrixCell::Yes { .. } => "yes",
        MatrixCell::Ambiguous { .. } => "ambiguous",
        MatrixCell::No { .. } => "no",
        MatrixCell::NoImage { .. } => "no image",
    }
}

/// Why a version does not fit, as far as that was asked for.
pub(super) fn reason(cell: &MatrixCell) -> Option<String> {
    match cell {
        MatrixCell::Yes { .. } => None,
        MatrixCell::No { obstacle } | MatrixCell::NoImage { obstacle } => obstacle.as_ref().map(ToString::to_string),
        MatrixCell::Ambiguous { flavors } => {
            let list: Vec<String> = flavors.iter().map(usize::to_string).collect();
            Some(format!("flavors {} cannot be told apart", list.join(", ")))
        }
    }
}

/// What the shortened rows and columns stand for, as far as that can be read.
fn legend(answer: &MatrixAnswer, labels: &Labels, width: usize, out: &mut dyn Write) -> io::Result<()> {
    const READABLE: usize = 60;
    let rows = labels.rows.iter().zip(answer.rows.iter().map(|row| &row.machine_types));
    let columns = labels.columns.iter().zip(answer.columns.iter().map(|column| &column.versions));
    let mut too_many = false;
    for (label, members) in rows.chain(columns).filter(|(label, _)| label.is_short) {
        if members.len() > READABLE {
            too_many = true;
        } else {
            let text = format!("{}: {}", label.text, members.join(", "));
            writeln!(out, "\n{}", wrap(&printable(&text), width, 0))?;
        }
    }
    if too_many {
        writeln!(
            out,
            "\n{DIM}to see one alone: --machine-type NAME, --version VERSION; to see all names: --format json{DIM:#}"
        )?;
    }
    Ok(())
}
