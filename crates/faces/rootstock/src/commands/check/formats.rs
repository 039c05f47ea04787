//! The formats of reports, and their destinations.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anstream::StripStream;
use clap::ValueEnum;
use rootstock_analysis::all_rules;
use rootstock_core_model::Severity;
use rootstock_provider_api::Registry;
use rootstock_queries::Query;
use rootstock_report::render::text::TextOptions;
use rootstock_report::render::{github, gitlab, junit, markdown, sarif, text};
use rootstock_report::{ReportAnswer, SourceText};

use crate::failure::{Failure, UsageError};
use crate::streams::VERSION;
use crate::{Streams, rewrite};

/// The formats of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text for people
    #[default]
    Text,
    /// A line for each finding: file:line:column: severity[rule]: sentence
    Concise,
    /// JSON for programs; versioned, see docs/json-output.md
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for tools that read test results
    Junit,
    /// GitHub workflow annotations
    Github,
    /// GitLab Code Quality report
    Gitlab,
    /// Markdown, for a pull request comment
    Markdown,
}

impl CheckFormat {
    /// Returns the name of the format in arguments.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Markdown => "markdown",
        }
    }

    /// Whether people read the format as it is, on a terminal or in a log.
    const fn is_human_readable(self) -> bool {
        matches!(self, Self::Text | Self::Concise | Self::Github | Self::Markdown)
    }
}

/// One format and its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputTarget {
    form: CheckFormat,
    /// The destination; `None` is standard output.
    file: Option<PathBuf>,
}

impl FromStr for OutputTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (form, file) = match text.split_once('=') {
            Some((_, "")) => return Err(format!("the file is missing; write {text}FILE")),
            Some((form, file)) => (form, Some(PathBuf::from(file)).filter(|file| file.as_os_str() != "-")),
            None => (text, None),
        };
        let Ok(form) = CheckFormat::from_str(form, false) else {
            let names: Vec<&str> = CheckFormat::value_variants().iter().map(|form| form.name()).collect();
            return Err(format!("write FORMAT=FILE or FORMAT, with one of the formats {}", names.join(", ")));
        };
        Ok(Self { form, file })
    }
}

/// All requested formats and their destinations.
pub(crate) struct OutputTargets<'a> {
    /// The format for standard output, if one was requested.
    on_standard_output: Option<CheckFormat>,
    files: Vec<(&'a Path, CheckFormat)>,
}

impl<'a> OutputTargets<'a> {
    /// Collects the requested outputs.
    ///
    /// # Errors
    ///
    /// Fails if two formats have the same destination.
    pub(crate) fn of(format: Option<CheckFormat>, outputs: &'a [OutputTarget]) -> Result<Self, Failure> {
        let mut on_standard_output = format;
        let mut files: Vec<(&Path, CheckFormat)> = Vec::new();
        for OutputTarget { form, file } in outputs {
            match file {
                Some(file) if files.iter().any(|(other, _)| other == file) => {
                    return Err(UsageError::OutputTwice { place: file.display().to_string() }.into());
                }
                Some(file) => files.push((file, *form)),
                None if on_standard_output.is_some() => {
                    return Err(UsageError::OutputTwice { place: "standard output".to_owned() }.into());
                }
                None => on_standard_output = Some(*form),
            }
        }
        Ok(Self { on_standard_output, files })
    }

    /// Returns the files that are written.
    pub(crate) fn files(&self) -> impl Iterator<Item = &'a Path> {
        self.files.iter().map(|(file, _)| *file)
    }

    /// Returns the format for standard output.
    pub(crate) fn on_standard_output(&self) -> CheckFormat {
        self.on_standard_output.unwrap_or_default()
    }

    /// Writes every format to its destination. If a fixed document takes standard output, the report goes to standard error;
    /// `stdout_content` says so.
    pub(crate) fn write<Q: Query>(
        &self,
        finished: &FinishedReport<'_, Q>,
        stdout_content: StdoutContent,
        streams: &mut Streams,
    ) -> Result<(), Failure> {
        for (file, form) in &self.files {
            let mut bytes = Vec::new();
            match form.is_human_readable() {
                // A file has no colors.
                true => finished.write(*form, TextOptions::default(), &mut StripStream::new(&mut bytes))?,
                false => finished.write(*form, TextOptions::default(), &mut bytes)?,
            }
            rewrite::write_answer(file, &bytes).map_err(|error| Failure::write_file(file, error))?;
        }
        let form = self.on_standard_output();
        let options =
            TextOptions { width: streams.out.width(), with_summary: !streams.is_quiet(), ..TextOptions::default() };
        match stdout_content {
            StdoutContent::ReportOnly if self.on_standard_output.is_none() => match streams.out.line_limit() {
                Some(limit) => finished.write_within(limit, options, &mut streams.out.text())?,
                None => finished.write(form, options, &mut streams.out.text())?,
            },
            StdoutContent::ReportOnly if form.is_human_readable() => {
                finished.write(form, options, &mut streams.out.text())?
            }
            StdoutContent::ReportOnly => finished.write(form, options, streams.out.raw())?,
            StdoutContent::FixedInput => finished.write(form, options, &mut streams.messages())?,
        }
        Ok(())
    }
}

/// Other output on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StdoutContent {
    ReportOnly,
    FixedInput,
}

/// The answer to a question with a report, which can be written in any format.
pub(crate) struct FinishedReport<'a, Q: Query> {
    pub(crate) registry: &'a Registry,
    pub(crate) answer: Q::Answer,
    /// The report of the answer.
    pub(crate) report: fn(&Q::Answer) -> &ReportAnswer,
    pub(crate) sources: Vec<SourceText>,
    pub(crate) fail_severity: Severity,
    /// Whether text ends with the number of findings by rule and file.
    pub(crate) counts_findings: bool,
    /// The command that fixes findings.
    pub(crate) fix_command: &'static str,
    /// Whether to say how many findings have a fix that only `--unsafe-fixes` makes.
    pub(crate) counts_suggested_fixes: bool,
    /// The last line of the text, if there is one.
    pub(crate) last_line: Option<String>,
}

impl<Q: Query> FinishedReport<'_, Q> {
    /// Writes text, or a line for each finding if the text has more lines than the limit.
    fn write_within(&self, limit: usize, options: TextOptions, out: &mut dyn io::Write) -> io::Result<()> {
        let mut text = Vec::new();
        self.write(CheckFormat::Text, options, &mut text)?;
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        if lines <= limit {
            return out.write_all(&text);
        }
        drop(text);
        self.write(CheckFormat::Concise, options, out)?;
        if options.with_summary {
            writeln!(out, "one line for each finding, because the text has {lines} lines; `--format text` shows it")?;
        }
        Ok(())
    }

    fn write(&self, form: CheckFormat, options: TextOptions, out: &mut dyn io::Write) -> io::Result<()> {
        let report = (self.report)(&self.answer);
        match form {
            CheckFormat::Json => Q::write(&self.answer, VERSION, out),
            CheckFormat::Text => {
                text::render(report, &self.sources, options, out)?;
                self.write_statistics(report, out)?;
                if !options.with_summary {
                    return Ok(());
                }
                self.write_hints(report, out)?;
                self.last_line.iter().try_for_each(|line| writeln!(out, "{line}"))
            }
            CheckFormat::Concise => {
                text::render_concise(report, options, out)?;
                self.write_statistics(report, out)
            }
            CheckFormat::Sarif => sarif::render(report, &all_rules(self.registry), VERSION, out),
            CheckFormat::Junit => junit::render(report, self.fail_severity, out),
            CheckFormat::Github => github::render(report, out),
            CheckFormat::Gitlab => gitlab::render(report, out),
            CheckFormat::Markdown => markdown::render(report, out),
        }
    }

    fn write_statistics(&self, report: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
        if self.counts_findings { text::render_statistics(report, out) } else { Ok(()) }
    }

    /// Suggests the next commands.
    fn write_hints(&self, answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
        let fixable = answer.findings.iter().filter(|finding| finding.is_safely_fixable()).count();
        if fixable > 0 && answer.fixes.is_none() {
            writeln!(out, "{fixable} of them can be fixed by `{}`; --diff shows how", self.fix_command)?;
        }
        let suggested = answer.findings.iter().filter(|finding| finding.has_suggested_fix()).count();
        if suggested > 0 && self.counts_suggested_fixes {
            writeln!(
                out,
                "{suggested} of them can be fixed by `{} --unsafe-fixes`, probably as meant",
                self.fix_command
            )?;
        }
        // The first finding of the highest severity.
        match answer.findings.iter().min_by_key(|finding| finding.severity) {
            Some(first) => writeln!(out, "to read about a rule: rootstock explain {}", first.rule),
            None => Ok(()),
        }
    }
}
