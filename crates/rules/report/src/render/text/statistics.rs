//! The number of findings by rule and by file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use rootstock_core_model::Severity;
use rootstock_document::printable;

use crate::ReportAnswer;

/// Writes the number of findings of each rule and in each file, most frequent first.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render_statistics(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let mut rules: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &answer.findings {
        let left_out = finding.left_out.iter().map(|left_out| ((left_out.severity, left_out.rule), left_out.count));
        for (rule, count) in left_out.chain([((finding.severity, finding.rule), 1)]) {
            *rules.entry(rule).or_default() += count;
            *files.entry(finding.location.shown_file()).or_default() += count;
        }
    }
    let by_rule = rules.into_iter().map(|((severity, rule), count)| (format!("{severity}[{rule}]"), count));
    section("by rule", by_rule, out)?;
    section("by file", files.into_iter().map(|(file, count)| (printable(file).into_owned(), count)), out)
}

/// Writes counts, sorted by number and then by name.
fn section(title: &str, counts: impl Iterator<Item = (String, usize)>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut counts: Vec<(String, usize)> = counts.collect();
    if counts.is_empty() {
        return Ok(());
    }
    counts.sort_by_key(|(_, count)| Reverse(*count));
    writeln!(out, "{title}:")?;
    counts.into_iter().try_for_each(|(name, count)| writeln!(out, "{count:>7}  {name}"))
}
