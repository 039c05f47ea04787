//! The renderer for tools that read JUnit XML: a suite for each document, with a case for each finding.
//!
//! A document without failing findings is one passing case, one that was not checked is a skipped case. Findings that
//! do not fail appear in the output of a passing case. The format is that of Jenkins' JUnit plug-in.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::Writer;
use rootstock_core_model::Severity;

use crate::{DocumentAnswer, DocumentOutcome, FindingAnswer, ReportAnswer};

/// Writes the documents and findings; findings of `fails` and worse are failures.
///
/// # Errors
///
/// Returns an error if writing to the stream fails.
pub fn render(answer: &ReportAnswer, fails: Severity, out: &mut dyn io::Write) -> io::Result<()> {
    let suites = suites(answer);
    let failures = |suite: &Suite<'_>| suite.findings.iter().filter(|finding| finding.severity <= fails).count();
    let all = suites.iter().map(Suite::cases).sum::<usize>().to_string();
    let all_failures = suites.iter().map(failures).sum::<usize>().to_string();
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attributes([("name", "rootstock check"), ("tests", &all), ("failures", &all_failures)])
        .write_inner_content(|xml| {
            for suite in &suites {
                let (tests, failures) = (suite.cases().to_string(), failures(suite).to_string());
                let skipped = usize::from(suite.is_skipped()).to_string();
                let name = printable(&suite.name);
                xml.create_element("testsuite")
                    .with_attributes([
                        ("name", &*name),
                        ("tests", &tests),
                        ("failures", &failures),
                        ("errors", "0"),
                        ("skipped", &skipped),
                    ])
                    .write_inner_content(|xml| suite.write(fails, xml))?;
            }
            Ok(())
        })?;
    let out = xml.into_inner();
    writeln!(out)
}

type Xml<'a> = Writer<&'a mut dyn io::Write>;

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

    fn write(&self, fails: Severity, xml: &mut Xml<'_>) -> io::Result<()> {
        if let (Some(document), true) = (self.document, self.findings.is_empty()) {
            let case = xml.create_element("testcase").with_attributes(self.attributes("check", None));
            if !self.is_skipped() {
                case.write_empty()?;
                return Ok(());
            }
            let reason = printable(&document.reason);
            case.write_inner_content(|xml| {
                xml.create_element("skipped").with_attribute(("message", &*reason)).write_empty()?;
                Ok(())
            })?;
        }
        for finding in &self.findings {
            let line = finding.location.start.map(|start| start.at.line.to_string());
            let name = format!("{}: {}", finding.rule, finding.path);
            let (message, full_text) = (printable(&finding.message), printable(&finding.full_text()));
            let text = format!("{}\n{full_text}", printable(&finding.location.to_string()));
            xml.create_element("testcase")
                .with_attributes(self.attributes(&printable(&name), line.as_deref()))
                .write_inner_content(|xml| {
                    let element = if finding.severity <= fails {
                        let severity = finding.severity.to_string();
                        let attributes = [("type", severity.as_str()), ("message", &*message)];
                        xml.create_element("failure").with_attributes(attributes)
                    } else {
                        xml.create_element("system-out")
                    };
                    element.write_text_content(BytesText::new(&text))?;
                    Ok(())
                })?;
        }
        Ok(())
    }

    fn attributes<'b>(&'b self, name: &'b str, line: Option<&'b str>) -> Vec<(&'static str, &'b str)> {
        let attributes = [("name", name), ("classname", self.file), ("file", self.file)];
        attributes.into_iter().chain(line.map(|line| ("line", line))).collect()
    }
}

/// Replaces the control characters that XML cannot represent.
fn printable(text: &str) -> String {
    let is_kept = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if is_kept(c) { c } else { '\u{fffd}' }).collect()
}
