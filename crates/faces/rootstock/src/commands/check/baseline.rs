//! `check --baseline` and `--write-baseline`: findings that were there before.

use std::path::Path;

use rootstock_analysis::Baseline;
use rootstock_report::Report;
use rootstock_sources::files::path_name;

use crate::configuration_file::read_text;
use crate::failure::{Failure, InputError};
use crate::rewrite;

/// The size limit of a baseline, which is about a million findings.
const MAX_BYTES: u64 = 1 << 28;

/// Reads a baseline.
pub(super) fn read(file: &Path) -> Result<Baseline, Failure> {
    let text = read_text(file, MAX_BYTES)?;
    Ok(Baseline::read(&path_name(file), &text).map_err(InputError::Baseline)?)
}

/// Writes the findings of a report to a file, and leaves them out of the report.
pub(super) fn write(file: &Path, report: &mut Report) -> Result<(), Failure> {
    let text = Baseline::text_of(report);
    rewrite::write_answer(file, text.as_bytes()).map_err(|error| Failure::write_file(file, error))?;
    let baseline = Baseline::read(&path_name(file), &text).map_err(InputError::Baseline)?;
    baseline.apply(report);
    Ok(())
}
