//! Lifecycle changes of versions.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootstock_analysis::Profile;
use rootstock_queries::{UpkeepAnswer, UpkeepOutcome};
use rootstock_upkeep::{Expiration, NewClassification, ProfileChange, Promotion, Refusal, VersionName};
use rootstock_versioning::{Classification, Timestamp};

use crate::setup::{Form, ask_accepting, cases, fixtures, read, rules_of, text};

/// A lifecycle change of a version.
#[derive(Debug, Clone)]
enum LifecycleChange {
    Classify(Classification, Option<Timestamp>),
    Promote(Option<Timestamp>),
    Expire(Option<Timestamp>),
}

impl LifecycleChange {
    fn of(&self, name: &VersionName) -> ProfileChange {
        let versions = name.clone().into();
        match self.clone() {
            Self::Classify(classification, from) => {
                ProfileChange::Classify(NewClassification { versions, classification, from })
            }
            Self::Promote(from) => ProfileChange::Promote(Promotion { versions, from, expires: None }),
            Self::Expire(date) => ProfileChange::Expire(Expiration { versions, date }),
        }
    }
}

fn any_lifecycle_change() -> impl Strategy<Value = LifecycleChange> {
    let classes = select(vec![Classification::Preview, Classification::Supported, Classification::Deprecated]);
    let dates =
        select(vec!["2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z", "2026-09-30T23:59:59Z", "2028-01-01T00:00:00Z"]);
    let date = || proptest::option::of(dates.clone().prop_map(|date| date.parse().unwrap()));
    prop_oneof![
        (classes, date()).prop_map(|(class, from)| LifecycleChange::Classify(class, from)),
        date().prop_map(LifecycleChange::Promote),
        date().prop_map(LifecycleChange::Expire),
    ]
}

#[derive(Debug, Clone)]
struct Scenario {
    path: PathBuf,
    form: Form,
    versions: [Index; 2],
    lifecycle_changes: [LifecycleChange; 2],
}

/// A profile with versions.
struct VersionedProfile {
    before: String,
    profile: Arc<Profile>,
    /// The versions that occur exactly once, in order.
    all: Vec<VersionName>,
}

impl Scenario {
    fn given(&self) -> Option<VersionedProfile> {
        let before = text(&self.path, self.form);
        let (_, profile) = read(&before)?;
        let all = versions(&profile);
        (!all.is_empty()).then_some(VersionedProfile { before, profile, all })
    }
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let forms = select(vec![Form::Original, Form::Original, Form::Json, Form::JsonOnOneLine]);
    let versions = [any::<Index>(), any::<Index>()];
    (select(fixtures()), forms, versions, [any_lifecycle_change(), any_lifecycle_change()])
        .prop_map(|(path, form, versions, lifecycle_changes)| Scenario { path, form, versions, lifecycle_changes })
}

fn versions(profile: &Profile) -> Vec<VersionName> {
    let kubernetes = profile.spec().kubernetes.offered().iter().map(|one| VersionName::of_kubernetes(&one.version));
    let of_images = profile
        .spec()
        .images()
        .iter()
        .flat_map(|image| image.offered().iter().map(|one| VersionName::of_image(&image.name, &one.version)));
    let all: Vec<VersionName> = kubernetes.chain(of_images).collect();
    all.iter().filter(|name| all.iter().filter(|other| other == name).count() == 1).cloned().collect()
}

/// Accepts findings of the rules that the profile violates already.
fn ask(before: &str, changes: &[ProfileChange]) -> UpkeepAnswer {
    let accept = rules_of(before).into_iter().map(str::to_owned).collect();
    ask_accepting(before, changes, accept)
}

fn refused(answer: &UpkeepAnswer) -> Option<String> {
    answer.refusal.as_ref().map(|refusal| format!("{refusal}: {:?}", refusal.details()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(400)) })]

    /// Only the named version changes, and a second application changes nothing.
    #[test]
    fn changes_are_idempotent(scenario in scenario()) {
        let Some(VersionedProfile { before, all, .. }) = scenario.given() else { return Ok(()) };
        let name = scenario.versions[0].get(&all);
        let change = scenario.lifecycle_changes[0].of(name);
        let answer = ask(&before, std::slice::from_ref(&change));
        let UpkeepOutcome::Done { diff, .. } = &answer.outcome else {
            let is_mistake = matches!(answer.refusal, Some(Refusal::Unplanned(_) | Refusal::Contradiction | Refusal::Obstacle(_)));
            prop_assert!(!is_mistake, "{:?}", refused(&answer));
            return Ok(());
        };
        for changed in &diff.changes.lifecycles {
            let own = changed.image == name.image && changed.version == name.version;
            let is_predecessor = matches!(scenario.lifecycle_changes[0], LifecycleChange::Promote(_)) && changed.image == name.image;
            prop_assert!(own || is_predecessor, "{changed:?}");
        }
        let inventory = &diff.changes.inventory;
        prop_assert!(inventory.added == Default::default() && inventory.removed == Default::default(), "{inventory:?}");
        prop_assert!(diff.changes.properties.is_empty() && diff.changes.selections.is_empty(), "{:?}", diff.changes);
        let after = answer.text().unwrap().to_owned();
        let again = ask(&after, &[change]);
        prop_assert_eq!(refused(&again), None);
        prop_assert_eq!(again.text().unwrap().to_owned(), after);
    }

    /// Changes of two versions can be made in either order or at once, with the same text as the result.
    #[test]
    fn independent_changes_commute(scenario in scenario()) {
        let Some(VersionedProfile { before, all, .. }) = scenario.given() else { return Ok(()) };
        let [one, two] = [scenario.versions[0].get(&all), scenario.versions[1].get(&all)];
        // A promotion also affects other versions of the same minor.
        let affects_other_versions = scenario.lifecycle_changes.iter().any(|one| matches!(one, LifecycleChange::Promote(_))) && one.image == two.image;
        if one == two || affects_other_versions {
            return Ok(());
        }
        let changes = [scenario.lifecycle_changes[0].of(one), scenario.lifecycle_changes[1].of(two)];
        let reversed = [changes[1].clone(), changes[0].clone()];
        let both = ask(&before, &changes).text().map(str::to_owned);
        prop_assert_eq!(&both, &ask(&before, &reversed).text().map(str::to_owned));
        let after_one = ask(&before, &changes[..1]).text().map(str::to_owned);
        let one_by_one = after_one.and_then(|text| ask_accepting(&text, &changes[1..], accepted(&[&before, &text])).text().map(str::to_owned));
        if let (Some(both), Some(one_by_one)) = (both, one_by_one) {
            prop_assert_eq!(both, one_by_one);
        }
    }

    /// Removing a new date restores the text, and so does reverting a classification.
    #[test]
    fn reverting_a_change_restores_the_text(scenario in scenario()) {
        let Some(VersionedProfile { before, profile, all }) = scenario.given() else { return Ok(()) };
        let name = scenario.versions[0].get(&all);
        let spec = profile.spec();
        let (classification, date) = match &name.image {
            None => spec.kubernetes.offered().iter().find(|one| one.version == name.version).map(|one| (one.classification.clone(), one.expiration_date)),
            Some(image) => spec.images().iter().find(|one| one.name == *image).and_then(|one| one.offered().iter().find(|one| one.version == name.version)).map(|one| (one.classification.clone(), one.expiration_date)),
        }.unwrap();
        let back = match (&scenario.lifecycle_changes[0], classification) {
            (LifecycleChange::Expire(Some(_)), _) => LifecycleChange::Expire(date),
            (LifecycleChange::Classify(_, None), Some(class)) => LifecycleChange::Classify(class, None),
            _ => return Ok(()),
        };
        let Some(after) = ask(&before, &[scenario.lifecycle_changes[0].of(name)]).text().map(str::to_owned) else { return Ok(()) };
        let again = ask_accepting(&after, &[back.of(name)], accepted(&[&before, &after]));
        // Past stages are dropped and not restored, so only legacy classifications can be reverted.
        if before.contains("lifecycle") {
            return Ok(());
        }
        if let Some(again) = again.text() {
            prop_assert_eq!(again, before);
        }
    }
}

fn accepted(texts: &[&str]) -> Vec<String> {
    let rules: BTreeSet<&str> = texts.iter().flat_map(|text| rules_of(text)).collect();
    rules.into_iter().map(str::to_owned).collect()
}
