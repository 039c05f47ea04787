//! The law of verdicts: by default, a review of a profile or Shoot is denied exactly if Gardener's semantics refuse it.

use std::sync::Arc;

use rootstock_analysis::{AdmissionReview, Analysis, ReviewText, Role};
use rootstock_core_model::{Quirks, Semantics, Settings, Severity};
use rootstock_provider_api::Registry;
use serde_json::{Value, json};

use crate::judge::Judge;
use crate::trial::{LawViolation, Verdict, assert_law_on_every};
use crate::world::World;

/// A request about an object, and the other objects that decide on it.
struct Request {
    what: &'static str,
    object: Value,
    old: Value,
    known: Option<Value>,
    user: Option<Value>,
}

impl Request {
    /// Returns the creation of a world's objects, an update of the Shoot that changes something else, and one of the profile
    /// that takes away what the Shoot may use.
    fn all(world: &World) -> [Self; 4] {
        let (profile, shoot) = (world.profile.clone(), world.shoot.clone());
        let mut changed = shoot.clone();
        changed["spec"]["purpose"] = json!("testing");
        let mut less = profile.clone();
        for list in ["/spec/kubernetes/versions", "/spec/machineImages/0/versions", "/spec/machineTypes"] {
            let items = less.pointer_mut(list).and_then(Value::as_array_mut);
            items.filter(|items| items.len() > 1).map(|items| items.remove(0));
        }
        let known = Some(profile.clone());
        [
            Self { what: "profile created", object: profile.clone(), old: Value::Null, known: None, user: None },
            Self { what: "profile updated", object: less, old: profile, known: None, user: Some(shoot.clone()) },
            Self { what: "Shoot created", object: shoot.clone(), old: Value::Null, known: known.clone(), user: None },
            Self { what: "Shoot updated", object: changed, old: shoot, known, user: None },
        ]
    }

    /// Returns the errors for which the review is denied, in the given semantics.
    fn errors(&self, registry: &Arc<Registry>, settings: Settings) -> Vec<String> {
        let mut analysis = Analysis::new(Arc::clone(registry), settings);
        self.known.iter().for_each(|known| analysis.set_object(Role::Known, "known", known));
        self.user.iter().for_each(|user| analysis.set_object(Role::Old, "user", user));
        let operation = if self.old.is_null() { "CREATE" } else { "UPDATE" };
        let review = json!({
            "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
            "request": {
                "uid": "u", "kind": {"kind": self.object["kind"]}, "operation": operation,
                "object": self.object, "oldObject": self.old,
            },
        });
        let review = AdmissionReview::read("object", review.to_string()).unwrap();
        // An update without a change is not judged.
        let Ok(checked) = analysis.review(&review, ReviewText::AsWritten) else { return Vec::new() };
        let findings = checked.report.findings;
        let errors = findings.iter().map(|found| &found.violation).filter(|found| found.severity == Severity::Error);
        errors.map(|error| format!("{} {error}", error.rule.name)).collect()
    }
}

#[test]
fn default_denies_what_gardener_denies() {
    let registry = Arc::new(rootstock_providers::registry().unwrap());
    let denies_the_same = |world: &World, judge: &Judge<'_>| -> Verdict {
        let mut denied = 0;
        for request in Request::all(world) {
            let [default, gardener] = [Semantics::Documented, Semantics::Gardener]
                .map(|semantics| Settings { quirks: Quirks::of(semantics), ..*judge.settings() })
                .map(|settings| request.errors(&registry, settings));
            if default.is_empty() != gardener.is_empty() {
                let who = if gardener.is_empty() { "only by default" } else { "only by Gardener" };
                let details = format!("by default {default:#?}, by Gardener {gardener:#?}");
                return Err(LawViolation::new(format!("{}: denied {who}", request.what), details));
            }
            denied += usize::from(!default.is_empty());
        }
        Ok(denied)
    };
    assert_law_on_every(STEP, 600, denies_the_same);
}

/// Reviews take longer than the other answers.
const STEP: usize = 11;
