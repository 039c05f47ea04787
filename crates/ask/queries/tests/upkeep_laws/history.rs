//! The history of a profile: each step between two revisions can be expressed as changes.

use std::path::PathBuf;

use rootstock_analysis::CheckMode;
use rootstock_core_model::Semantics;
use rootstock_document::apply_edits;
use rootstock_queries::{DiffSides, Query as _, QueryContext, UpkeepInput, UpkeepOutcome, UpkeepQuery};
use rootstock_upkeep::ProfileChange;
use serde::Deserialize;

use crate::setup::read_at;

#[derive(Deserialize)]
struct Step {
    title: String,
    /// The day of the step.
    at: String,
    /// The changes, made one after the other.
    changes: Vec<ProfileChange>,
}

fn revision(number: usize) -> String {
    std::fs::read_to_string(folder().join(format!("{number:02}.yaml"))).unwrap()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/upkeep/history")
}

fn asked(at: &str) -> QueryContext {
    QueryContext::new(Semantics::Documented, format!("{at}T00:00:00Z").parse().unwrap())
}

/// Describes how the behavior of two profiles differs, if it does.
fn difference(one: &str, other: &str, asked: QueryContext) -> Option<String> {
    let (analysis, old) = read_at(one, asked).unwrap();
    let (mut after, new) = read_at(other, asked).unwrap();
    after.set_mode(CheckMode::State);
    let sides = DiffSides::new(&old, &mut after, &new, Default::default());
    let head = sides.compare(asked, analysis.registry(), |comparison| comparison.head(None)).unwrap();
    (!head.changes.is_empty()).then(|| format!("{:#?}", head.changes))
}

#[test]
fn every_step_of_a_history_can_be_expressed_as_changes() {
    let steps: Vec<Step> =
        serde_json::from_str(&std::fs::read_to_string(folder().join("steps.json")).unwrap()).unwrap();
    assert!(steps.len() >= 18);
    for (number, step) in steps.into_iter().enumerate() {
        let (before, next) = (revision(number), revision(number + 1));
        let asked = asked(&step.at);
        assert!(difference(&before, &next, asked).is_some(), "{}: the fixture does not change", step.title);
        let (analysis, profile) = read_at(&before, asked).unwrap();
        let accept = vec!["version-expires-soon".to_owned()];
        let query = UpkeepQuery { changes: step.changes, accept, in_order: true };
        let over = UpkeepInput { analysis: &analysis, profile: &profile, children: Vec::new(), usage: None, asked };
        let answer = query.ask(over).unwrap();
        let refused = answer.refusal.as_ref().map(|refusal| format!("{refusal}: {:?}", refusal.details()));
        assert_eq!(refused, None, "{}", step.title);
        let made = answer.text().unwrap().to_owned();
        if let UpkeepOutcome::Done { edits, .. } = &answer.outcome {
            assert_eq!(apply_edits(&before, edits).as_ref(), Some(&made), "{}", step.title);
        }
        assert_eq!(difference(&made, &next, asked), None, "{}", step.title);
    }
}
