//! The matrix for a spreadsheet: one row for each machine type and image version.

use std::io::{self, Write};

use rootstock_queries::MatrixAnswer;

use super::cell::{reason, word};
use crate::csv;

pub(super) fn write(answer: &MatrixAnswer, out: &mut dyn Write) -> io::Result<()> {
    csv::header(out, "profile,region,machine_type,image,version,answer,why")?;
    for row in &answer.rows {
        for machine_type in &row.machine_types {
            for (column, cell) in answer.columns.iter().zip(&row.cells) {
                let why = reason(cell).unwrap_or_default();
                for version in &column.versions {
                    let region = answer.region.as_deref().unwrap_or_default();
                    let cells = [&answer.profile, region, machine_type, &column.image, version, word(cell), &why];
                    csv::row(out, cells)?;
                }
            }
        }
    }
    Ok(())
}
