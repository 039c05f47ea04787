//! The renderer for tools that read JUnit XML: a suite for each document, with a case for each finding.
//!
//! A document without failing findings is one passing case, one that was not checked is a skipped case. Findings that
//! do not fail appear in the output of a passing case. The format is that of Jenkins' JUnit plug-in.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::Writer;
use rootstock_core_model::Severity;

use crate::{DocumentAnswer, DocumentOutcome, FindingAnswer, ReportAnswer};

/// A suite of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JunitSuite {
    /// The name.
    pub name: String,
    /// The file that the cases are from.
    pub file: String,
    /// The cases.
    pub cases: Vec<JunitCase>,
}

/// A case with its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JunitCase {
    /// The name.
    pub name: String,
    /// The line, from 1, if the case has a place.
    pub line: Option<u32>,
    /// The outcome.
    pub outcome: JunitOutcome,
}

/// The outcome of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JunitOutcome {
    /// The case passes, with some output if there is any.
    Passed {
        /// The output.
        output: Option<String>,
    },
    /// The case was not run.
    Skipped {
        /// The reason.
        reason: String,
    },
    /// The case fails.
    Failed {
        /// The kind of failure.
        kind: String,
        /// The failure in one sentence.
        message: String,
        /// The failure in full.
        text: String,
    },
}

/// Writes the documents and findings; findings of `fails` and worse are failures.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(answer: &ReportAnswer, fails: Severity, out: &mut dyn io::Write) -> io::Result<()> {
    let suites: Vec<JunitSuite> = suites(answer).iter().map(|suite| suite.with_cases(fails)).collect();
    render_suites("rootstock check", &suites, out)
}

/// Writes suites of cases.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render_suites(name: &str, suites: &[JunitSuite], out: &mut dyn io::Write) -> io::Result<()> {
    let all = suites.iter().map(|suite| suite.cases.len()).sum::<usize>().to_string();
    let all_failures = suites.iter().map(JunitSuite::failures).sum::<usize>().to_string();
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attributes([("name", name), ("tests", &all), ("failures", &all_failures)])
        .write_inner_content(|xml| suites.iter().try_for_each(|suite| suite.write(xml)))?;
    let out = xml.into_inner();
    writeln!(out)
}

type Xml<'a> = Writer<&'a mut dyn io::Write>;

impl JunitSuite {
    fn failures(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, JunitOutcome::Failed { .. })).count()
    }

    fn skipped(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, JunitOutcome::Skipped { .. })).count()
    }

    fn write(&self, xml: &mut Xml<'_>) -> io::Result<()> {
        let (tests, failures, skipped) = (self.cases.len(), self.failures(), self.skipped());
        let (tests, failures, skipped) = (tests.to_string(), failures.to_string(), skipped.to_string());
        let name = printable(&self.name);
        xml.create_element("testsuite")
            .with_attributes([
                ("name", &*name),
                ("tests", &tests),
                ("failures", &failures),
                ("errors", "0"),
                ("skipped", &skipped),
            ])
            .write_inner_content(|xml| self.cases.iter().try_for_each(|case| case.write(&self.file, xml)))?;
        Ok(())
    }
}

impl JunitCase {
    fn write(&self, file: &str, xml: &mut Xml<'_>) -> io::Result<()> {
        let (name, line) = (printable(&self.name), self.line.map(|line| line.to_string()));
        let attributes = [("name", name.as_str()), ("classname", file), ("file", file)];
        let attributes = attributes.into_iter().chain(line.as_deref().map(|line| ("line", line)));
        let case = xml.create_element("testcase").with_attributes(attributes);
        match &self.outcome {
            JunitOutcome::Passed { output: None } => case.write_empty(),
            JunitOutcome::Passed { output: Some(output) } => case.write_inner_content(|xml| {
                xml.create_element("system-out").write_text_content(BytesText::new(&printable(output)))?;
                Ok(())
            }),
            JunitOutcome::Skipped { reason } => case.write_inner_content(|xml| {
                xml.create_element("skipped").with_attribute(("message", &*printable(reason))).write_empty()?;
                Ok(())
            }),
            JunitOutcome::Failed { kind, message, text } => case.write_inner_content(|xml| {
                let attributes = [("type", kind.as_str()), ("message", &printable(message))];
                let failure = xml.create_element("failure").with_attributes(attributes);
                failure.write_text_content(BytesText::new(&printable(text)))?;
                Ok(())
            }),
        }?;
        Ok(())
    }
}

/// A document with its findings, or an input with the findings that belong to no document.
struct Suite<'a> {
    name: String,
    file: &'a str,
    document: Option<&'a DocumentAnswer>,
    findings: Vec<&'a FindingAnswer>,
}

fn suites(answer: &ReportAnswer) -> Vec<Suite<'_>> {
    let mut suites: Vec<Suite<'_>> = answer.documents.iter().map(Suite::of).collect();
    for finding in &answer.findings {
        let file = finding.location.relative_file();
        let suite = match finding.document.and_then(|document| suites.get_mut(document)) {
            Some(suite) => suite,
            None => {
                let known = suites.iter().position(|suite| suite.document.is_none() && suite.file == file);
                let at = known.unwrap_or_else(|| {
                    suites.push(Suite { name: file.to_owned(), file, document: None, findings: Vec::new() });
                    suites.len() - 1
                });
                let Some(suite) = suites.get_mut(at) else { continue };
                suite
            }
        };
        suite.findings.push(finding);
    }
    suites.retain(|suite| suite.cases() > 0);
    suites
}

impl<'a> Suite<'a> {
    fn of(document: &'a DocumentAnswer) -> Self {
        let file = document.location.relative_file();
        let line = document.location.start.map_or(1, |start| start.at.line);
        let name = match (document.kind.as_str(), document.name.as_str()) {
            ("", _) => format!("{file}:{line}"),
            (kind, "") => format!("{kind} in {file}:{line}"),
            (kind, name) => format!("{kind} {name} in {file}:{line}"),
        };
        Self { name, file, document: Some(document), findings: Vec::new() }
    }

    fn is_skipped(&self) -> bool {
        self.findings.is_empty() && self.document.is_some_and(|it| it.outcome == DocumentOutcome::NotChecked)
    }

    /// Returns the number of cases; an empty document has none.
    fn cases(&self) -> usize {
        let counts = self.document.is_some_and(|document| document.outcome != DocumentOutcome::Empty);
        if self.findings.is_empty() { usize::from(counts) } else { self.findings.len() }
    }

    /// Returns the suite with its cases; findings of `fails` and worse fail.
    fn with_cases(&self, fails: Severity) -> JunitSuite {
        let document = self.document.filter(|_| self.findings.is_empty()).map(|document| {
            let outcome = match self.is_skipped() {
                true => JunitOutcome::Skipped { reason: document.reason.clone() },
                false => JunitOutcome::Passed { output: None },
            };
            JunitCase { name: "check".to_owned(), line: None, outcome }
        });
        let findings = self.findings.iter().map(|finding| {
            let text = format!("{}\n{}", finding.location, finding.full_text());
            let outcome = if finding.severity <= fails {
                let (kind, message) = (finding.severity.to_string(), finding.message.clone());
                JunitOutcome::Failed { kind, message, text }
            } else {
                JunitOutcome::Passed { output: Some(text) }
            };
            let line = finding.location.start.map(|start| start.at.line);
            JunitCase { name: format!("{}: {}", finding.rule, finding.path), line, outcome }
        });
        let cases = document.into_iter().chain(findings).collect();
        JunitSuite { name: self.name.clone(), file: self.file.to_owned(), cases }
    }
}

/// Replaces the control characters that XML cannot represent.
fn printable(text: &str) -> String {
    let is_kept = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if is_kept(c) { c } else { '\u{fffd}' }).collect()
}
