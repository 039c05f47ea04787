//! Properties of Shoot admission.

use proptest::prelude::*;
use rootstock_admission::{
    FillReason, ImageOption, ShootOperation, WorkerQuestion, check_shoot, default_shoot, image_options, mutate_shoot,
    validate_shoot,
};
use rootstock_core_model::{Semantics, Severity, Shoot, Violation};
use rootstock_judge::Judge;
use rootstock_versioning::{Classification, Version};

use crate::shoots::samples::{profiles, shoots};
use crate::shoots::support::{compiled, gate_on, settings};

fn semantics() -> impl Strategy<Value = Semantics> {
    prop_oneof![Just(Semantics::Documented), Just(Semantics::Gardener)]
}

fn operation(old: Option<&Shoot>) -> ShootOperation<'_> {
    old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old })
}

proptest! {
    /// Admission never panics, whatever the Shoot contains.
    #[test]
    fn nothing_panics(
        spec in profiles(true, true), shoot in shoots(true), old in proptest::option::of(shoots(true)),
        semantics in semantics(), gate in any::<bool>(), state in any::<bool>(),
    ) {
        let settings = if gate { gate_on(settings(semantics)) } else { settings(semantics) };
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        let operation = if state { ShootOperation::State } else { operation(old.as_ref()) };
        let outcome = check_shoot(&shoot, operation, judge);
        let _ = validate_shoot(&shoot, operation, judge);
        for violation in &outcome.violations {
            prop_assert!(!violation.path.to_string().is_empty());
            prop_assert!(!violation.to_string().is_empty());
        }
    }

    /// Running the mutator again changes nothing.
    #[test]
    fn the_mutator_is_idempotent(
        spec in profiles(true, false), shoot in shoots(true), old in proptest::option::of(shoots(true)),
        semantics in semantics(), gate in any::<bool>(),
    ) {
        let settings = if gate { gate_on(settings(semantics)) } else { settings(semantics) };
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        let once = mutate_shoot(&shoot, operation(old.as_ref()), judge);
        let twice = mutate_shoot(&once.shoot, operation(old.as_ref()), judge);
        prop_assert_eq!(&twice.shoot, &once.shoot);
        let texts = |violations: &[Violation]| violations.iter().map(ToString::to_string).collect::<Vec<_>>();
        prop_assert_eq!(texts(&twice.violations), texts(&once.violations));
    }

    /// Documented semantics: the validator accepts the mutator's choices.
    #[test]
    fn filled_in_fields_are_accepted(
        spec in profiles(true, false), mut shoot in shoots(true), old in proptest::option::of(shoots(true)), gate in any::<bool>(),
    ) {
        let settings = if gate { gate_on(settings(Semantics::Documented)) } else { settings(Semantics::Documented) };
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        default_shoot(&mut shoot);
        let mutated = mutate_shoot(&shoot, operation(old.as_ref()), judge);
        let violations = validate_shoot(&mutated.shoot, operation(old.as_ref()), judge);
        for filled in &mutated.filled {
            let place = match &filled.because {
                // The path of the whole image, to cover everything below it.
                FillReason::HighestFitting { .. } | FillReason::FirstImage { .. } => filled.path.parent().unwrap(),
                FillReason::HighestSupported { .. } => filled.path.clone(),
                _ => continue,
            };
            for violation in violations.iter().filter(|violation| violation.severity == Severity::Error) {
                prop_assert!(
                    !violation.path.segments().starts_with(place.segments()), "{} was filled in, and {violation}", filled.path
                );
            }
        }
    }

    /// With the gate on and without reserved names, rolling workers without special requirements get the same findings
    /// and the same defaults.
    #[test]
    fn the_gate_is_neutral(
        spec in profiles(false, false), shoot in shoots(false), old in proptest::option::of(shoots(false)), semantics in semantics(),
    ) {
        let answer = |settings| {
            let profile = compiled(&spec, &settings);
            let judge = Judge::new(&profile, settings);
            let outcome = check_shoot(&shoot, operation(old.as_ref()), judge);
            let texts: Vec<String> =
                outcome.violations.iter().map(|violation| format!("{violation} {}", violation.help)).collect();
            (texts, outcome.shoot)
        };
        prop_assert_eq!(answer(gate_on(settings(semantics))), answer(settings(semantics)));
    }

    /// Documented semantics: the first option is the default for a worker without an image.
    #[test]
    fn the_best_option_is_the_default(spec in profiles(true, false), shoot in shoots(true), gate in any::<bool>()) {
        let settings = if gate { gate_on(settings(Semantics::Documented)) } else { settings(Semantics::Documented) };
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        for worker in &shoot.spec.provider.workers {
            let mut worker = worker.clone();
            worker.machine.image = None;
            let (region, version) = (shoot.spec.region.as_str(), "1.33.5");
            worker.kubernetes = None;
            let question = WorkerQuestion { worker: &worker, region, kubernetes_version: version, capabilities: None };
            let answer = image_options(judge, question);
            if answer.options.is_empty() && answer.rejected.is_empty() {
                // A requirement that cannot be met is refused for every image.
                prop_assert!(!answer.problems.is_empty() || spec.images().iter().all(|image| image.offered().is_empty()));
                continue;
            }
            let best = answer.options.into_iter().next();
            let can_be_default = |best: &ImageOption| {
                best.classification != Classification::Preview && best.version.version.parse::<Version>().is_ok()
            };
            let best = best.filter(can_be_default);
            let mut new = Shoot::default();
            new.spec.region = region.to_owned();
            new.spec.kubernetes.version = version.to_owned();
            new.spec.provider.workers.push(worker);
            let mutated = mutate_shoot(&new, ShootOperation::Create, judge).shoot;
            let default = mutated.spec.provider.workers[0].machine.image.clone();
            let default = default.map(|image| (image.name, image.version.unwrap_or_default()));
            prop_assert_eq!(best.map(|best| (best.version.image, best.version.version)), default);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// Documented semantics: applying the same manifest again changes nothing.
    #[test]
    fn the_same_manifest_again_changes_nothing(spec in profiles(true, false), mut shoot in shoots(true)) {
        let settings = gate_on(settings(Semantics::Documented));
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        shoot.metadata.deletion_timestamp = None;
        for (index, worker) in shoot.spec.provider.workers.iter_mut().enumerate() {
            worker.name = format!("pool-{index}");
        }
        let stored = check_shoot(&shoot, ShootOperation::Create, judge);
        // Most Shoots are refused, but enough are not.
        if stored.errors().next().is_some() {
            return Ok(());
        }
        let again = check_shoot(&shoot, ShootOperation::Update { old: &stored.shoot }, judge);
        prop_assert_eq!(again.errors().count(), 0, "{:?}", again.violations);
        prop_assert_eq!(again.shoot, stored.shoot);
    }
}
