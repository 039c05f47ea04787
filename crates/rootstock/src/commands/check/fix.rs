//! `check --fix` and `check --diff`: the safe fixes, written or shown.

use std::path::Path;

use rootstock_report::{FixAccount, Report, unified_diff};

use super::{CheckSettings, Replaced, Run, status, write_report};
use crate::cli::Format;
use crate::mending::{Changed, Mending, Texts, mend};
use crate::status::Failure;
use crate::{Status, Streams, input, rewrite};

pub(super) fn run(run: &Run<'_>, settings: CheckSettings, streams: &mut Streams) -> Result<Status, Failure> {
    let arguments = run.arguments;
    let format = arguments.format.format;
    let reads_input = arguments.paths.iter().any(|path| path == Path::new("-"));
    if format == Format::Json && (arguments.diff || reads_input) {
        let answer = if arguments.diff { "a diff" } else { "the text from standard input" };
        return Err(Failure::Usage(format!("the answer is {answer}; leave --format json out")));
    }
    let standard_input = if reads_input { Some(input::require(Path::new("-"), streams)?.1) } else { None };
    let standard_input = standard_input.as_deref();
    let mut quiet = Streams::quiet();
    let mut asked_before = false;
    let mending = mend(|texts| {
        let streams = if asked_before { &mut quiet } else { &mut *streams };
        asked_before = true;
        run.report(&Replaced { texts: Some(texts), standard_input }, streams)
    });
    if arguments.diff {
        return show(&mending, status(&mending.report, arguments.fail_on), streams);
    }
    let Mending { mut report, texts } = mending;
    let unwritten = write(&texts, &mut report, streams);
    if unwritten {
        // The report is about what is there.
        let kept = texts.into_iter().filter(|changed| changed.name == "-").map(|changed| (changed.name, changed.after));
        let kept: Texts = kept.collect();
        let fixes = report.fixes.take();
        report = Report { fixes, ..run.report(&Replaced { texts: Some(&kept), standard_input }, &mut quiet) };
        write_text(&kept, standard_input, streams)?;
    } else {
        let kept = texts.into_iter().map(|changed| (changed.name, changed.after)).collect();
        write_text(&kept, standard_input, streams)?;
    }
    let width = streams.width();
    let out = if reads_input { streams.messages() } else { streams.out() };
    write_report(&report, format, settings, width, out)?;
    Ok(if unwritten { Status::Unreadable } else { status(&report, arguments.fail_on) })
}

/// The diff as the answer, and in short what else there is.
fn show(mending: &Mending, left: Status, streams: &mut Streams) -> Result<Status, Failure> {
    for changed in &mending.texts {
        let diff = unified_diff(&changed.name, &changed.before, &changed.after);
        streams.out().write_all(diff.as_bytes())?;
    }
    let summary = mending.report.summary();
    for fix in mending.report.fixes.iter().flat_map(|fixes| &fixes.not_made) {
        streams.say(&format!("not fixed: {}: {}: {} ({}): {}", fix.file, fix.path, fix.title, fix.rule, fix.because));
    }
    streams.say(&format!(
        "{} would be fixed; {}, {} and {} would remain",
        count(summary.fixed, "finding"),
        count(summary.errors, "error"),
        count(summary.warnings, "warning"),
        count(summary.notes, "note"),
    ));
    Ok(if left == Status::Clean && !mending.texts.is_empty() { Status::Findings } else { left })
}

/// Writes the files that change; true if one of them could not be. The account is put right then.
fn write(texts: &[Changed], report: &mut Report, streams: &mut Streams) -> bool {
    let mut unwritten = false;
    for changed in texts.iter().filter(|changed| changed.name != "-") {
        let Err(reason) = rewrite::replace(Path::new(&changed.name), &changed.before, &changed.after) else { continue };
        streams.say(&format!("cannot write {}: {reason}", changed.name));
        unwritten = true;
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

/// What was on standard input goes to standard output, mended or as it was.
fn write_text(texts: &Texts, standard_input: Option<&[u8]>, streams: &mut Streams) -> Result<(), Failure> {
    let Some(bytes) = standard_input else { return Ok(()) };
    let text = texts.get("-").map_or(bytes, String::as_bytes);
    streams.out().write_all(text)?;
    Ok(())
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
