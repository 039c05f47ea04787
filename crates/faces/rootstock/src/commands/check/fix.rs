//! `check --fix` and `check --diff`: writes or shows the safe fixes.

use std::path::{Path, PathBuf};

use rootstock_analysis::{Analysis, FixOutcome, FixedText, Role};
use rootstock_core_model::{Applicability, counted};
use rootstock_document::printable;
use rootstock_queries::CheckInput;
use rootstock_report::{FixAccount, Report, unified_diff};

use super::formats::{CheckFormat, OutputTargets, StdoutContent};
use super::{CheckArguments, finished, status};
use crate::documents::Paths;
use crate::failure::{Failure, TextAnswer, UsageError};
use crate::{Status, Streams, input, rewrite};

/// The name of standard input.
const STANDARD_INPUT: &str = "-";

/// Reads standard input, because the answer is the same bytes wherever nothing is fixed.
///
/// # Errors
///
/// Fails if standard input cannot be read, or if a format other than text is requested for an answer that is text.
pub(super) fn read_input(
    arguments: &CheckArguments,
    outputs: &OutputTargets<'_>,
    streams: &mut Streams,
) -> Result<Option<Vec<u8>>, Failure> {
    let reads_input = arguments.paths.iter().any(|path| path.as_os_str() == STANDARD_INPUT);
    let form = outputs.on_standard_output();
    if form != CheckFormat::Text && (arguments.diff || reads_input) {
        let answer = if arguments.diff { TextAnswer::Diff } else { TextAnswer::StandardInput };
        return Err(UsageError::NotAReport { answer, form: form.name() }.into());
    }
    if !reads_input {
        return Ok(None);
    }
    let (_, bytes) = input::require(Path::new(STANDARD_INPUT), streams)?;
    streams.input.put_back(bytes.clone());
    Ok(Some(bytes))
}

/// Fixes the findings of an analysis, and reports the result.
pub(super) fn run(
    over: CheckInput<'_>,
    (analysis, found): (Analysis, Report),
    arguments: &CheckArguments,
    outputs: &OutputTargets<'_>,
    standard_input: Option<&[u8]>,
    paths: &Paths,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let least = if arguments.unsafe_fixes { Applicability::Suggested } else { Applicability::Safe };
    let (mut left, mending) = analysis.into_fixed(found, least);
    if arguments.diff {
        return show(&mending, status(&mending.report, arguments), paths, streams);
    }
    let FixOutcome { mut report, texts } = mending;
    let Unwritten { texts: unwritten, status: status_of_writing } = write(&texts, &mut report, paths, streams);
    let fixed_input = texts.iter().find(|changed| changed.name == STANDARD_INPUT);
    if !unwritten.is_empty() {
        // The report must describe the actual files.
        for changed in &unwritten {
            left.set(Role::Checked, &changed.name, changed.before.as_bytes());
        }
        let fixes = report.fixes.take();
        report = Report { fixes, ..left.check().report };
    }
    drop(left);
    if let Some(original) = standard_input {
        streams.out.raw().write_all(fixed_input.map_or(original, |changed| changed.after.as_bytes()))?;
    }
    let stdout_content = if standard_input.is_some() { StdoutContent::FixedInput } else { StdoutContent::ReportOnly };
    let status = status_of_writing.unwrap_or_else(|| status(&report, arguments));
    outputs.write(&finished(over, report, arguments, None), stdout_content, streams)?;
    Ok(status)
}

/// Writes the diff as the answer, and a summary of the rest as messages.
fn show(mending: &FixOutcome, left: Status, paths: &Paths, streams: &mut Streams) -> Result<Status, Failure> {
    for changed in &mending.texts {
        let path = path_of(changed, paths).as_os_str().as_encoded_bytes();
        let diff = unified_diff(path, &changed.before, &changed.after);
        streams.out.raw().write_all(diff.as_bytes())?;
    }
    let summary = mending.report.summary();
    for fix in mending.report.fixes.iter().flat_map(|fixes| &fixes.not_made) {
        streams.say(format!("not fixed: {}: {}: {} ({}): {}", fix.file, fix.path, fix.title, fix.rule, fix.because));
    }
    streams.say(format!(
        "{} would be fixed; {}, {} and {} would remain",
        counted(summary.fixed, "finding"),
        counted(summary.errors, "error"),
        counted(summary.warnings, "warning"),
        counted(summary.notes, "note"),
    ));
    Ok(if left == Status::Clean && !mending.texts.is_empty() { Status::Findings } else { left })
}

/// Returns the path of a text; its name is for display only, because a path may not be UTF-8.
fn path_of<'a>(changed: &'a FixedText, paths: &'a Paths) -> &'a Path {
    paths.get(&changed.name).map_or(Path::new(&changed.name), PathBuf::as_path)
}

/// The texts that cannot be written.
#[derive(Default)]
struct Unwritten<'t> {
    texts: Vec<&'t FixedText>,
    /// The exit status; that of the environment if any text is affected by it, because the others may be writable.
    status: Option<Status>,
}

/// Writes the changed files, and returns those that cannot be written. Moves their fixes in the report to those not made.
fn write<'t>(texts: &'t [FixedText], report: &mut Report, paths: &Paths, streams: &mut Streams) -> Unwritten<'t> {
    let mut unwritten = Unwritten::default();
    for changed in texts.iter().filter(|changed| changed.name != STANDARD_INPUT) {
        let Err(reason) = rewrite::replace(path_of(changed, paths), &changed.before, &changed.after) else { continue };
        streams.say_lines(&printable(format!("cannot write {}: {reason}", changed.name)));
        unwritten.texts.push(changed);
        if unwritten.status != Some(Status::Environment) {
            unwritten.status = Some(reason.status());
        }
        if let Some(FixAccount { made, not_made }) = &mut report.fixes {
            let is_here = |fix: &rootstock_report::FixRecord| fix.file == changed.name;
            not_made.extend(made.iter().filter(|fix| is_here(fix)).cloned().map(|mut fix| {
                fix.because = format!("the file cannot be written: {reason}");
                fix
            }));
            made.retain(|fix| !is_here(fix));
        }
    }
    unwritten
}
