//! A plug-in's findings as text, for a snapshot.

use std::fmt::Write as _;

use rootstock_core_model::Semantics;
use rootstock_provider_api::Provider;
use serde_json::Value;

use crate::document::{places, removed};
use crate::report::Stop;
use crate::subject::{Subject, config_of, config_path, shown};

/// Returns a small `providerConfig` in each format of the provider, and the findings after removing each of its fields
/// and items in turn, in both semantics.
///
/// A snapshot of it shows reviewers how a change of a plug-in affects its messages:
///
/// ```ignore
/// insta::assert_snapshot!(rootstock_conformance_kit::transcript(&Acme));
/// ```
#[must_use]
pub fn transcript(provider: &'static dyn Provider) -> String {
    match Subject::new(provider).and_then(|subject| of_examples(&subject)) {
        Ok(text) => text,
        Err(Stop::Broken(problem)) => format!("broken: {problem}\n"),
        Err(Stop::NotApplicable(reason)) => format!("nothing to show: {reason}\n"),
    }
}

fn of_examples(subject: &Subject) -> Result<String, Stop> {
    let mut text = String::new();
    let (mut with_capabilities, mut legacy): (Vec<Value>, Vec<Value>) =
        subject.examples()?.into_iter().partition(|one| one.pointer("/spec/machineCapabilities/0").is_some());
    for examples in [&mut with_capabilities, &mut legacy] {
        examples.sort_by_key(|document| config_of(document).len());
    }
    for document in with_capabilities.first().into_iter().chain(legacy.first()) {
        let _ = writeln!(text, "{}", config_of(document));
        for path in places(document, &config_path()) {
            let without = removed(document, &path);
            let [documented, gardener] =
                [Semantics::Documented, Semantics::Gardener].map(|one| shown(&subject.check(&without, one).violations));
            let _ = writeln!(text, "\nwithout {path}\n{documented}");
            if gardener != documented {
                let _ = writeln!(text, "in Gardener's semantics\n{gardener}");
            }
        }
        text.push('\n');
    }
    Ok(text)
}
