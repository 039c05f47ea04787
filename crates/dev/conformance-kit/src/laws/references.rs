//! Laws about references: each one is known, and can be chosen.
#![expect(
    clippy::indexing_slicing,
    reason = "keys of JSON that the kit has written itself; one that is missing reads as null"
)]

use std::collections::BTreeSet;

use rootstock_core_model::Semantics::Documented;
use serde_json::{Value, json};

use crate::document::{at, is_within, places, replaced};
use crate::oracle::Answer;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::{Scenario, Validity};
use crate::subject::{Subject, config_of, config_path, shown};
use crate::test_profile::TestProfile;
use crate::writing;

type Written = BTreeSet<(String, String, Option<String>, String)>;

/// Checks the law `references`.
pub(crate) fn listed(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for scenario in subject.scenarios(Validity::Sound)? {
        let document = writing::profile(subject, &scenario);
        let Some(test_profile) = TestProfile::open(subject, &document["spec"]) else {
            return Err(Stop::Broken(format!("{}\ncannot be read", config_of(&document))));
        };
        let mut listed = Written::new();
        for one in test_profile.config.image_references(&test_profile.spec) {
            let is_at_path =
                at(&document, &one.path.to_field_path()).and_then(Value::as_str) == Some(one.value.as_str());
            ensure(is_at_path, || format!("{}\n`{}` is not at {}", config_of(&document), one.value, one.path))?;
            listed.insert((one.image.to_string(), one.version.to_string(), one.region, one.value));
        }
        let written = written(&scenario);
        ensure(listed == written, || {
            let only = |a: &Written, b: &Written| format!("{:?}", a.difference(b).collect::<Vec<_>>());
            let (lost, invented) = (only(&written, &listed), only(&listed, &written));
            format!("{}\nnot listed: {lost}\nlisted only: {invented}", config_of(&document))
        })?;
        cases += 1;
    }
    Ok(cases)
}

fn written(scenario: &Scenario) -> Written {
    let mut written = Written::new();
    for image in &scenario.images {
        for version in &image.versions {
            for flavor in &version.flavors {
                let regional = flavor.regions.iter().map(|(region, value)| (Some(region.clone()), value));
                let all = regional.chain(flavor.everywhere.iter().map(|value| (None, value)));
                written.extend(
                    all.map(|(region, value)| (image.name.clone(), version.version.clone(), region, value.clone())),
                );
            }
        }
    }
    written
}

/// Checks the law `reachability`.
pub(crate) fn reachable(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for scenario in subject.scenarios(Validity::Exact)? {
        let document = writing::profile(subject, &scenario);
        let Some(test_profile) = TestProfile::open(subject, &document["spec"]) else {
            return Err(Stop::Broken(format!("{}\ncannot be read", config_of(&document))));
        };
        // Each flavor fits different machines, so a machine that equals a flavor gets its image.
        for image in &scenario.images {
            for version in &image.versions {
                for flavor in &version.flavors {
                    for (region, value) in &flavor.regions {
                        let mut question = test_profile.questions().into_iter().next();
                        let Some(question) = &mut question else { continue };
                        (question.image, question.version) = (image.name.clone(), version.version.clone());
                        question.region.clone_from(region);
                        match scenario.definitions.is_empty() {
                            true => question.architecture = architecture(flavor),
                            false => question.machine.clone_from(&flavor.capabilities),
                        }
                        let answer = test_profile.answer(question, Documented);
                        ensure(answer == Answer::Reference(value.clone()), || {
                            format!("{}\n{question}: {answer:?}, expected `{value}`", config_of(&document))
                        })?;
                        cases += 1;
                    }
                }
            }
        }
    }
    Ok(cases + damaged(subject)?)
}

fn architecture(flavor: &crate::scenario::ScenarioFlavor) -> Option<String> {
    flavor.capabilities.get(rootstock_core_model::ARCHITECTURE)?.first().cloned()
}

/// Checks that references that cannot be chosen are reported.
fn damaged(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for document in subject.examples()? {
        for place in places(&document, &config_path().field("machineImages")) {
            let last = place.segments().iter().rev().map(|segment| format!("{segment:?}")).take(3).collect::<Vec<_>>();
            let is = |position: usize, name: &str| {
                last.get(position).is_some_and(|one| one.contains(&format!("\"{name}\"")))
            };
            let is_reference = || subject.sample().regional.is_some_and(|field| is(0, field));
            if !is(2, "regions") || !(is(0, "name") || is_reference()) {
                continue;
            }
            let damaged = replaced(&document, &place, json!(""));
            let found = subject.findings(&damaged);
            let entry = place.parent().unwrap_or_default();
            ensure(found.iter().any(|one| is_within(&one.path, &entry)), || {
                format!("{}\nfound at {entry}: {}", config_of(&damaged), shown(&found))
            })?;
            cases += 1;
        }
    }
    Ok(cases)
}
