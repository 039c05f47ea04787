//! Properties that hold for the recorded profiles.

use std::collections::HashSet;

use rootstock_admission::{NamespacedOutcome, Operation, recheck_namespaced_cloud_profile};
use rootstock_core_model::{
    CloudProfile, Decodable, Decode, NamespacedCloudProfile, Path, RawObject, Semantics, Severity,
};
use rootstock_vectors::{Row, rows};
use serde::Deserialize as _;
use serde_json::Value;

use crate::namespaced::support::{check, lines, settings};

struct Case {
    id: String,
    parent: CloudProfile,
    old: Option<NamespacedCloudProfile>,
    new: NamespacedCloudProfile,
}

impl Case {
    fn operation(&self) -> Operation<'_, NamespacedCloudProfile> {
        self.old.as_ref().map_or(Operation::Create, |old| Operation::Update { old })
    }

    fn check(&self, semantics: Semantics) -> NamespacedOutcome {
        check(&self.new, &self.parent, self.operation(), semantics)
    }
}

fn decoded<T: Decodable + Default>(value: &Value) -> Option<T> {
    let (object, violations) = RawObject::deserialize(value).unwrap().decode::<T>(&Path::object());
    violations.is_empty().then_some(object)
}

/// The cases that can be decoded.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for suite in ["namespacedcloudprofile-create", "namespacedcloudprofile-update"] {
        for Row { id, input, .. } in rows(suite).unwrap() {
            let new = input.get("new").or_else(|| input.get("namespacedCloudProfile")).and_then(decoded);
            let (Some(parent), Some(new)) = (decoded(&input["parent"]), new) else { continue };
            let old = input.get("old").and_then(decoded);
            cases.push(Case { id, parent, old, new });
        }
    }
    assert!(cases.len() > 750);
    cases
}

/// If Gardener refuses a profile, so do the documents, unless they allow it: then there is a warning.
#[test]
fn documented_semantics_are_at_least_as_strict() {
    for case in cases() {
        let (documented, gardener) = (case.check(Semantics::Documented), case.check(Semantics::Gardener));
        if gardener.refused_at.is_none() || documented.refused_at.is_some() {
            continue;
        }
        // The documents allow classified overrides, and do not distinguish an empty list from an absent one.
        let is_warned = documented.violations.iter().any(|it| it.rule.name == "override-classified");
        let is_literal = gardener.errors().all(|violation| violation.rule.name == "override-changed");
        assert!(is_warned || is_literal, "{}: {:?} but {:?}", case.id, lines(&gardener), lines(&documented));
    }
}

/// Each error is reported once, at a path where the namespaced profile can be changed.
#[test]
fn documented_findings_are_reported_once() {
    for case in cases() {
        let outcome = case.check(Semantics::Documented);
        let mut seen = HashSet::new();
        for violation in &outcome.violations {
            let path = violation.path.to_string();
            assert!(path.starts_with("spec") || path.starts_with("metadata"), "{}: {violation}", case.id);
            assert!(seen.insert((path, violation.bad.clone())), "{}: {violation}: {:?}", case.id, lines(&outcome));
        }
    }
}

/// An accepted profile is accepted again: unchanged, with another label, and as a state.
#[test]
fn accepted_profile_stays_accepted() {
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        for case in cases() {
            // An unchanged specification is not checked.
            if case.old.as_ref().is_some_and(|old| old.spec == case.new.spec) {
                continue;
            }
            let Some(stored) = case.check(semantics).stored else { continue };
            let again = check(&stored, &case.parent, Operation::Update { old: &stored }, semantics);
            assert!(again.refused_at.is_none(), "{}: {:?}", case.id, lines(&again));
            let touched = recheck_namespaced_cloud_profile(&[], &stored, &case.parent, &settings(semantics));
            let errors = touched.iter().filter(|violation| violation.severity == Severity::Error).count();
            assert_eq!(errors, 0, "{}: {touched:?}", case.id);
        }
    }
}
