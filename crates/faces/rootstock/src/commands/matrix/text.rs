//! The text of the matrix.

use std::io;
use std::ops::Range;

use rootstock_core_model::{counted, listed_up_to};
use rootstock_queries::{MatrixAnswer, MatrixCell};

use super::cell::word;
use super::labels::Labels;
use super::layout::RowSubject;
use super::reasons;
use crate::commands::choice::write_asked;
use crate::page::Page;

pub(super) fn write(answer: &MatrixAnswer, why: bool, page: &mut Page<'_>) -> io::Result<()> {
    // The table shows no flavors.
    let answer = &answer.without_flavors();
    let types: usize = answer.rows.iter().map(|row| row.machine_types.len()).sum();
    let versions: usize = answer.columns.iter().map(|column| column.versions.len()).sum();
    let region = answer.region.as_ref().map(|region| format!(" in region {region}")).unwrap_or_default();
    let (types_name, versions_name) = (counted(types, "machine type"), counted(versions, "image version"));
    let title = format!("{}: {types_name} x {versions_name}{region}", answer.profile);
    page.title(&title)?;
    write_asked(answer.asked.as_ref(), page)?;
    if types == 0 || versions == 0 {
        return Ok(());
    }
    let labels = Labels::new(answer, types);
    let layout = labels.layout(answer, page.width);
    if layout.tables.len() > 1 {
        let (rows, columns) = (counted(answer.rows.len(), "group"), counted(answer.columns.len(), "group"));
        let groups = format!(
            "there are {rows} of machine types and {columns} of versions; to see a part: --machine-type NAME, --image NAME, \
             --version VERSION"
        );
        page.paragraph(0, groups)?;
    }
    for table in layout.tables {
        page.blank()?;
        write_table(answer, &labels, layout.rows, table, page)?;
    }
    legend(answer, &labels, page)?;
    write_partly_mapped(answer, page)?;
    if why {
        reasons::write(answer, &labels, page)?;
    } else if answer.rows.iter().flat_map(|row| &row.cells).any(|cell| !matches!(cell, MatrixCell::Yes { .. })) {
        page.dim_note("for the reasons: --why")?;
    }
    Ok(())
}

/// Names the versions for which the provider lacks an image in some regions, grouped by these regions.
fn write_partly_mapped(answer: &MatrixAnswer, page: &mut Page<'_>) -> io::Result<()> {
    const MAX_VERSIONS: usize = 8;
    let mut groups: Vec<(&[String], Vec<String>)> = Vec::new();
    for one in &answer.not_in_every_region {
        let name = format!("{} {}", one.image, one.version);
        match groups.iter_mut().find(|(regions, _)| *regions == one.missing_in) {
            Some((_, names)) => names.push(name),
            None => groups.push((&one.missing_in, vec![name])),
        }
    }
    for (regions, names) in groups {
        let (names, regions) = (listed_up_to(MAX_VERSIONS, &names), listed_up_to(MAX_VERSIONS, regions));
        page.note(format!(
            "regions differ: no image of the provider in {regions} for some machine types with {names}"
        ))?;
    }
    Ok(())
}

fn write_table(
    answer: &MatrixAnswer,
    labels: &Labels,
    rows: RowSubject,
    range: Range<usize>,
    page: &mut Page<'_>,
) -> io::Result<()> {
    let (corner, heads, columns) = match rows {
        RowSubject::MachineTypes => ("machine types", &labels.rows, &labels.columns),
        RowSubject::Versions => ("image versions", &labels.columns, &labels.rows),
    };
    let columns_here = columns.get(range.clone()).unwrap_or_default();
    let header = std::iter::once(corner.to_owned()).chain(columns_here.iter().map(|label| label.text.clone()));
    let lines = heads.iter().enumerate().map(|(line, head)| {
        let cells = range.clone().map(|column| {
            let (row, column) = match rows {
                RowSubject::MachineTypes => (line, column),
                RowSubject::Versions => (column, line),
            };
            let cell = answer.rows.get(row).and_then(|row| row.cells.get(column));
            cell.map(word).unwrap_or_default().to_owned()
        });
        std::iter::once(head.text.clone()).chain(cells).collect::<Vec<_>>()
    });
    page.table(header, lines)
}

/// Writes the names behind shortened labels, unless there are too many.
fn legend(answer: &MatrixAnswer, labels: &Labels, page: &mut Page<'_>) -> io::Result<()> {
    const MAX_NAMES: usize = 60;
    let rows = labels.rows.iter().zip(answer.rows.iter().map(|row| &row.machine_types));
    let columns = labels.columns.iter().zip(answer.columns.iter().map(|column| &column.versions));
    let mut too_many = false;
    for (label, members) in rows.chain(columns).filter(|(label, _)| label.is_short) {
        if members.len() > MAX_NAMES {
            too_many = true;
        } else {
            let text = format!("{}: {}", label.text, members.join(", "));
            page.note(&text)?;
        }
    }
    if too_many {
        page.blank()?;
        page.dim_line("to see one alone: --machine-type NAME, --version VERSION; to see all names: --format json")?;
    }
    Ok(())
}
