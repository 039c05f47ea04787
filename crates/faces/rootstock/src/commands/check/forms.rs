//! The formats of the answer of `check`, and their destinations.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anstream::StripStream;
use clap::ValueEnum;
use rootstock_analysis::all_rules;
use rootstock_core_model::Severity;
use rootstock_queries::{CheckAnswer, CheckAsked, CheckQuery, Query as _, write_envelope};
use rootstock_report::render::{github, gitlab, junit, markdown, sarif, text};
use rootstock_report::{Report, ReportAnswer};

use super::CheckArguments;
use crate::failure::{Failure, Usage};
use crate::streams::{USUAL_WIDTH, VERSION};
use crate::{Streams, rewrite};

/// The formats of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum CheckForm {
    /// Text for people
    #[default]
    Text,
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

impl CheckForm {
    /// Returns the name of the format in arguments.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Markdown => "markdown",
        }
    }

    /// Whether people read the format as it is, on a terminal or in a log.
    const fn is_for_people(self) -> bool {
        matches!(self, Self::Text | Self::Github | Self::Markdown)
    }
}

/// One format and its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Output {
    form: CheckForm,
    /// The destination; `None` is standard output.
    file: Option<PathBuf>,
}

impl FromStr for Output {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (form, file) = match text.split_once('=') {
            Some((_, "")) => return Err(format!("the file is missing; write {text}FILE")),
            Some((form, file)) => (form, Some(PathBuf::from(file)).filter(|file| file.as_os_str() != "-")),
            None => (text, None),
        };
        let Ok(form) = CheckForm::from_str(form, false) else {
            let names: Vec<&str> = CheckForm::value_variants().iter().map(|form| form.name()).collect();
            return Err(format!("write FORMAT=FILE or FORMAT, with one of the formats {}", names.join(", ")));
        };
        Ok(Self { form, file })
    }
}

/// All requested formats and their destinations.
pub(super) struct Outputs<'a> {
    on_standard_output: CheckForm,
    files: Vec<(&'a Path, CheckForm)>,
}

impl<'a> Outputs<'a> {
    /// Collects the requested outputs.
    ///
    /// # Errors
    ///
    /// Fails if two formats have the same destination.
    pub(super) fn of(arguments: &'a CheckArguments) -> Result<Self, Failure> {
        let mut on_standard_output = arguments.format;
        let mut files: Vec<(&Path, CheckForm)> = Vec::new();
        for Output { form, file } in &arguments.outputs {
            match file {
                Some(file) if files.iter().any(|(other, _)| other == file) => {
                    return Err(Usage::OutputTwice { place: file.display().to_string() }.into());
                }
                Some(file) => files.push((file, *form)),
                None if on_standard_output.is_some() => {
                    return Err(Usage::OutputTwice { place: "standard output".to_owned() }.into());
                }
                None => on_standard_output = Some(*form),
            }
        }
        Ok(Self { on_standard_output: on_standard_output.unwrap_or_default(), files })
    }

    /// Returns the format for standard output.
    pub(super) const fn on_standard_output(&self) -> CheckForm {
        self.on_standard_output
    }

    /// Writes every format to its destination. If a fixed document takes standard output, the report goes to standard error;
    /// `beside` says so.
    pub(super) fn write(&self, answered: &Answered<'_>, beside: Beside, streams: &mut Streams) -> Result<(), Failure> {
        for (file, form) in &self.files {
            let mut bytes = Vec::new();
            match form.is_for_people() {
                // A file has no colors.
                true => answered.write(*form, USUAL_WIDTH, &mut StripStream::new(&mut bytes))?,
                false => answered.write(*form, USUAL_WIDTH, &mut bytes)?,
            }
            rewrite::write_answer(file, &bytes).map_err(|error| Failure::write_file(file, error))?;
        }
        let (form, width) = (self.on_standard_output, streams.out.width());
        match beside {
            Beside::Nothing if form.is_for_people() => answered.write(form, width, &mut streams.out.text())?,
            Beside::Nothing => answered.write(form, width, streams.out.raw())?,
            Beside::MendedInput => answered.write(form, width, &mut streams.messages())?,
        }
        Ok(())
    }
}

/// Other output on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    Nothing,
    MendedInput,
}

/// The result of a check, which can be written in any format.
pub(super) struct Answered<'a> {
    pub(super) over: CheckAsked<'a>,
    pub(super) report: &'a Report,
    pub(super) fails: Severity,
    /// The command that shows what an update changes.
    pub(super) way_to_diff: Option<String>,
}

impl Answered<'_> {
    fn write(&self, form: CheckForm, width: usize, out: &mut dyn io::Write) -> io::Result<()> {
        let answer = CheckAnswer::new(self.over, self.report);
        let report = &answer.report;
        match form {
            CheckForm::Json => write_envelope(CheckQuery::FORM, VERSION, answer, out),
            CheckForm::Text => {
                let options = text::TextOptions { width, ..text::TextOptions::default() };
                text::render(report, &self.report.sources, options, out)?;
                write_hints(report, out)?;
                match &self.way_to_diff {
                    Some(way) => {
                        writeln!(out, "for the effects of the update on machine types, images and Shoots: {way}")
                    }
                    None => Ok(()),
                }
            }
            CheckForm::Sarif => sarif::render(report, &all_rules(self.over.analysis.registry()), VERSION, out),
            CheckForm::Junit => junit::render(report, self.fails, out),
            CheckForm::Github => github::render(report, out),
            CheckForm::Gitlab => gitlab::render(report, out),
            CheckForm::Markdown => markdown::render(report, out),
        }
    }
}

/// Suggests the next commands.
fn write_hints(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let fixable = answer.findings.iter().filter(|finding| finding.is_safely_fixable()).count();
    if fixable > 0 && answer.fixes.is_none() {
        writeln!(out, "{fixable} of them can be fixed by `rootstock check --fix`; --diff shows how")?;
    }
    // The first finding of the highest severity.
    match answer.findings.iter().min_by_key(|finding| finding.severity) {
        Some(first) => writeln!(out, "to read about a rule: rootstock explain {}", first.rule),
        None => Ok(()),
    }
}
