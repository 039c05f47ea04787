//! The law that the choice of an image matches its definition.
#![expect(
    clippy::indexing_slicing,
    reason = "keys of JSON that the kit has written itself; one that is missing reads as null"
)]

use rootstock_core_model::Capabilities;
use rootstock_core_model::Semantics::{Documented, Gardener};

use crate::dice::Dice;
use crate::document::at;
use crate::oracle::{Answer, answer};
use crate::question::Question;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::{Scenario, Validity};
use crate::subject::{Subject, config_of};
use crate::test_profile::TestProfile;
use crate::writing;

pub(crate) fn selection(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    let mut scenarios = subject.scenarios(Validity::Wild)?;
    scenarios.extend(subject.scenarios(Validity::Sound)?);
    for (seed, scenario) in (0..).zip(&scenarios) {
        let document = writing::profile(subject, scenario);
        let Some(test_profile) = TestProfile::open(subject, &document["spec"]) else {
            return Err(Stop::Broken(format!("{}\ncannot be read", config_of(&document))));
        };
        let mut dice = Dice::new(seed);
        let questions =
            test_profile.questions().into_iter().flat_map(|question| variants(scenario, question, &mut dice));
        for question in questions.collect::<Vec<_>>() {
            for semantics in [Documented, Gardener] {
                let choice = test_profile.choose(&question, semantics);
                let (given, expected) = (Answer::given(&choice), answer(subject, scenario, &question, semantics));
                ensure(given == expected, || {
                    let config = config_of(&document);
                    format!("{config}\n{question}, {semantics:?} semantics\nanswered {given:?}, expected {expected:?}")
                })?;
                let found = test_profile.find(&question, semantics);
                ensure(found.as_ref().err() == choice.as_ref().err().map(|error| &error.reason), || {
                    let config = config_of(&document);
                    format!("{config}\n{question}, {semantics:?} semantics\nfound {found:?}, but {given:?} is selected")
                })?;
                let alone = choice.as_ref().map(|choice| &choice.reference).map_err(|error| &error.reason);
                let among_others = test_profile.choose_among_regions(&question, semantics);
                ensure(among_others.iter().all(|one| one.as_ref() == alone), || {
                    let config = config_of(&document);
                    format!(
                        "{config}\n{question}, {semantics:?} semantics\n{among_others:?} with others, but {alone:?} alone"
                    )
                })?;
                for region in test_profile.regions_like(&question.region) {
                    let there = Question { region, ..question.clone() };
                    let found_there = test_profile.find(&there, semantics);
                    ensure(found_there.is_ok() == found.is_ok(), || {
                        let config = config_of(&document);
                        format!(
                            "{config}\n{question}, {semantics:?} semantics\nfound {found:?}, but {found_there:?} in region \
                             `{}` of the same class",
                            there.region
                        )
                    })?;
                }
                let Ok(choice) = choice else { continue };
                let written = at(&document, &choice.reference.path.to_field_path()).and_then(|value| value.as_str());
                ensure(written == Some(choice.reference.value.as_str()), || {
                    let path = &choice.reference.path;
                    format!("{}\n{question}: `{}` is not at {path}", config_of(&document), choice.reference.value)
                })?;
                cases += 1;
            }
        }
    }
    Ok(cases)
}

/// Returns a question and variants of it: with unknown names, machines that declare less, and workers with requirements.
fn variants(scenario: &Scenario, question: Question, dice: &mut Dice) -> Vec<Question> {
    let mut variants = vec![question.clone()];
    let mut vary = |change: &dyn Fn(&mut Question)| {
        let mut other = question.clone();
        change(&mut other);
        variants.push(other);
    };
    match dice.below(8) {
        0 => vary(&|one| one.image = "unknown-image".to_owned()),
        1 => vary(&|one| one.version = "9.9.9".to_owned()),
        2 => vary(&|one| one.region = "elsewhere".to_owned()),
        3 => vary(&|one| one.machine = Capabilities::new()),
        4 => vary(&|one| {
            one.machine = Capabilities::new();
            one.architecture = Some("arm64".to_owned());
        }),
        5 => vary(&|one| {
            one.machine = Capabilities::new();
            one.architecture = None;
        }),
        _ => {
            let asked = dice.one(&scenario.definitions).cloned();
            let worker = asked.map(|(name, values)| [(name, dice.at_least_one(&values))].into_iter().collect());
            vary(&|one| one.worker.clone_from(&worker));
        }
    }
    variants
}
