//! Broken and hostile documents on disk, each with all of its findings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::fmt::Write as _;
use std::path::PathBuf;

use rootstock_core_model::read::{Body, Document, File, read};
use rootstock_core_model::{CloudProfile, Decode, GARDENER, Path, ReadLimits, Violation};
use rootstock_document::Locator;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/hostile")
}

fn describe(file: &File, document: &Document) -> String {
    let mut text = match document.item {
        Some(item) => format!("{}[{item}] ", document.number),
        None => format!("{} ", document.number),
    };
    let (what, violations) = match &document.body {
        Body::Empty => ("empty".to_owned(), Vec::new()),
        Body::Unreadable => ("unreadable".to_owned(), Vec::new()),
        Body::NotAnObject { reason, .. } => (format!("no object: {reason}"), Vec::new()),
        Body::Object(object) => {
            let (profile, violations) = object.raw.decode::<CloudProfile>(&Path::object());
            (format!("{} {:?}", object.kind, profile.metadata.name), violations)
        }
    };
    text.push_str(&what);
    for violation in rootstock_core_model::violations(&document.problems).iter().chain(&violations) {
        let span = span_of(document, violation);
        let at = file.source.line_column(span.start);
        let severity = format!("{:?}", violation.severity).to_lowercase();
        let _ = write!(text, "\n    {}:{} {severity} {} {violation}", at.line, at.column, violation.rule.name);
        if !violation.help.is_empty() {
            let _ = write!(text, " ({})", violation.help);
        }
    }
    text
}

fn locator(root: rootstock_core_model::NodeRef<'_>) -> Locator<'_> {
    Locator::with_hints(root, &GARDENER)
}

fn span_of(document: &Document, violation: &Violation) -> rootstock_core_model::Span {
    violation.span.unwrap_or_else(|| {
        let found = locator(document.raw().unwrap().node()).locate(&violation.path).node;
        found.key_span().unwrap_or_else(|| found.span())
    })
}

#[test]
fn hostile_documents_have_the_expected_findings() {
    let mut names: Vec<_> = std::fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 40);
    let mut report = String::new();
    for path in names {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let file = read(&name, &bytes, &ReadLimits::DEFAULT);
        assert!(!file.documents.is_empty(), "{name}");
        let _ = writeln!(report, "{name}");
        for document in &file.documents {
            let _ = writeln!(report, "  {}", describe(&file, document));
        }
    }
    insta::assert_snapshot!(report);
}
