//! The law that the order of lists does not matter.
#![expect(
    clippy::indexing_slicing,
    reason = "keys of JSON that the kit has written itself; one that is missing reads as null"
)]

use std::collections::BTreeMap;

use rootstock_core_model::Semantics::{Documented, Gardener};

use crate::dice::Dice;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::{Scenario, Validity};
use crate::subject::{Subject, config_of};
use crate::test_profile::TestProfile;
use crate::writing;

pub(crate) fn order(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    let mut scenarios = subject.scenarios(Validity::Sound)?;
    scenarios.extend(subject.scenarios(Validity::Wild)?);
    for (seed, scenario) in (0..).zip(&scenarios) {
        let mut dice = Dice::new(seed);
        let one = writing::profile(subject, scenario);
        let other = writing::sections(subject, &shuffled(scenario, &mut dice), &shuffled(scenario, &mut dice));
        let test_profiles = (TestProfile::open(subject, &one["spec"]), TestProfile::open(subject, &other["spec"]));
        let (Some(test_profile), Some(shuffled)) = test_profiles else {
            return Err(Stop::Broken(format!("{}\ncannot be read", config_of(&other))));
        };
        for semantics in [Documented, Gardener] {
            let found = |test_profile: &TestProfile| {
                let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
                for one in subject.check_spec(&test_profile.spec, semantics).violations {
                    *kinds.entry(format!("{:?} {} {}", one.severity, one.rule.name, one.kind.head())).or_default() += 1;
                }
                kinds
            };
            let (before, after) = (found(&test_profile), found(&shuffled));
            ensure(before == after, || {
                format!("{}\nfinds {before:?}\nshuffled\n{}\nfinds {after:?}", config_of(&one), config_of(&other))
            })?;
            for question in test_profile.questions() {
                let (before, after) =
                    (test_profile.answer(&question, semantics), shuffled.answer(&question, semantics));
                ensure(before == after, || {
                    let (one, other) = (config_of(&one), config_of(&other));
                    format!("{one}\n{question}: {before:?}\nshuffled\n{other}\n{question}: {after:?}")
                })?;
            }
        }
        cases += 1;
    }
    Ok(cases)
}

/// Returns the same scenario with shuffled lists, except for capabilities, whose order matters.
fn shuffled(scenario: &Scenario, dice: &mut Dice) -> Scenario {
    let mut other = scenario.clone();
    dice.shuffle(&mut other.images);
    dice.shuffle(&mut other.regions);
    for image in &mut other.images {
        dice.shuffle(&mut image.versions);
        for version in &mut image.versions {
            dice.shuffle(&mut version.flavors);
            version.flavors.iter_mut().for_each(|flavor| dice.shuffle(&mut flavor.regions));
        }
    }
    other
}
