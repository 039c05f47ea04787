//! Properties that always hold, and a reference planner that is as simple as possible.

mod exposure;
mod naive;
mod scenarios;

use proptest::prelude::*;
use rootstock_core_model::{CanonicalProfile, FeatureGates, Quirks, Semantics};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{
    Decision, NO_HORIZON, Planner, ShootRow, TimelineEnd, UpdateCause, VersionOutcome, WorkerRow,
};
use rootstock_versioning::{Classification, Timestamp, Version};

use self::scenarios::{Scenario, plain_scenario, scenario};
use crate::samples::{NOW, outcome};

const BOTH: [Semantics; 2] = [Semantics::Documented, Semantics::Gardener];

fn version(text: &str) -> Version {
    text.parse().unwrap()
}

fn compiled(scenario: &Scenario) -> CompiledProfile {
    CompiledProfile::new(CanonicalProfile::named("world", scenario.spec.clone())).unwrap()
}

fn with_gate(scenario: &Scenario, is_on: bool) -> CompiledProfile {
    let gates = FeatureGates { worker_capabilities: is_on, ..FeatureGates::default() };
    CompiledProfile::with_provider(CanonicalProfile::named("world", scenario.spec.clone()), gates, None).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn planner_agrees_with_naive_planner(scenario in scenario(), gate in any::<bool>()) {
        let profile = with_gate(&scenario, gate);
        let mut planner = Planner::new(&profile, Quirks::NONE);
        for worker in &scenario.shoot.spec.provider.workers {
            for auto in [false, true] {
                let row = WorkerRow::from(worker);
                let decision = planner.image(&row, "1.30.4", auto, NOW);
                let naive = naive::image(&scenario.spec, worker, "1.30.4", auto, NOW, gate);
                prop_assert_eq!(outcome(&decision), naive, "auto {} of {:?}", auto, worker);
                // The answer is the same with a warm and with an empty cache.
                prop_assert_eq!(&planner.image(&row, "1.30.4", auto, NOW), &decision);
                prop_assert_eq!(&Planner::new(&profile, Quirks::NONE).image(&row, "1.30.4", auto, NOW), &decision);
            }
        }
    }

    #[test]
    fn explanation_matches_the_decision(scenario in scenario(), gate in any::<bool>()) {
        let profile = with_gate(&scenario, gate);
        for (worker, semantics) in scenario.shoot.spec.provider.workers.iter().flat_map(|it| BOTH.map(|both| (it, both))) {
            let (row, quirks) = (WorkerRow::from(worker), Quirks::of(semantics));
            let mut planner = Planner::new(&profile, quirks);
            let decision = planner.image(&row, "1.30.4", true, NOW);
            let explained = planner.explain_image(&row, "1.30.4", true, NOW);
            let Ok(explained) = explained else {
                prop_assert!(decision.failed().unwrap().failure.is_unresolved_reference());
                continue;
            };
            prop_assert_eq!(&explained.decision, &decision);
            let targets: Vec<_> = explained.versions.iter().filter(|it| it.fate == VersionOutcome::Target).collect();
            let targets: Vec<&str> = targets.iter().map(|it| it.version.as_str()).collect();
            let target: Vec<&str> = decision.update().iter().map(|it| &*it.to).collect();
            prop_assert_eq!(targets, target);
            for fate in &explained.versions {
                let dropped = match &fate.fate { VersionOutcome::Dropped { obstacle } => Some(obstacle.kind()), _ => None };
                if semantics == Semantics::Documented {
                    let naive = naive::dropped_by(&scenario.spec, worker, "1.30.4", &fate.version, gate);
                    prop_assert_eq!(dropped, naive, "{}", fate.version);
                }
                if fate.in_use && dropped.is_some() && decision.cause() != Some(UpdateCause::SpelledDifferently) {
                    prop_assert_eq!(decision.cause(), dropped.map(UpdateCause::DoesNotFit));
                }
                prop_assert!(!fate.fate.to_string().is_empty());
            }
        }
    }

    #[test]
    fn updates_go_up_to_permitted_targets(scenario in scenario()) {
        let profile = compiled(&scenario);
        for semantics in BOTH {
            let plan = Planner::new(&profile, Quirks::of(semantics)).shoot(&ShootRow::from(&scenario.shoot), NOW);
            for item in plan.items() {
                let Some(update) = item.decision.update() else { continue };
                prop_assert!(version(&update.to) > version(item.from), "{item:?}");
                prop_assert!(update.classification != Classification::Preview || update.limited_by_control_plane);
                if semantics == Semantics::Documented {
                    prop_assert_ne!(&update.classification, &Classification::Unavailable);
                }
                if update.cause == UpdateCause::AutoUpdate {
                    prop_assert_ne!(&update.classification, &Classification::Expired);
                }
            }
        }
    }

    #[test]
    fn repeated_planning_terminates(scenario in scenario()) {
        let profile = compiled(&scenario);
        let versions: usize = scenario.spec.images().iter().map(|image| image.offered().len()).sum();
        let most = (versions + scenario.spec.kubernetes.offered().len()) * (scenario.shoot.spec.provider.workers.len() + 1);
        for semantics in BOTH {
            let mut planner = Planner::new(&profile, Quirks::of(semantics));
            let mut row = ShootRow::from(&scenario.shoot);
            let mut runs = 0;
            loop {
                let plan = planner.shoot(&row, NOW);
                if !plan.has_changes() {
                    break;
                }
                row.apply(&plan);
                runs += 1;
                prop_assert!(runs <= most);
            }
        }
    }

    /// A timeline gives the same result as running maintenance night after night.
    #[test]
    fn timeline_equals_nightly_runs(scenario in scenario()) {
        let profile = compiled(&scenario);
        for semantics in BOTH {
            let mut planner = Planner::new(&profile, Quirks::of(semantics));
            let row = ShootRow::from(&scenario.shoot);
            let timeline = planner.timeline(&row, NOW, NO_HORIZON);
            prop_assert!(matches!(timeline.end, TimelineEnd::Stable(_)));
            let changing_steps: Vec<_> = timeline.steps.iter().filter(|step| step.has_changes()).collect();
            // Stages begin within 60 days of now (worlds.rs).
            let (mut slow, mut night, mut seen) = (row.clone(), row.next_run(NOW), Vec::new());
            for _ in 0..150 {
                let plan = planner.shoot(&slow, night);
                slow.apply(&plan);
                if plan.has_changes() {
                    seen.push(plan);
                }
                night = row.window.unwrap().next_opening(night);
            }
            prop_assert_eq!(changing_steps, seen.iter().collect::<Vec<_>>());
        }
    }

    /// [`Planner::QUIRKS`] lists all quirks that change plans.
    #[test]
    fn other_quirks_do_not_affect_plans(scenario in scenario()) {
        let profile = compiled(&scenario);
        let row = ShootRow::from(&scenario.shoot);
        let plan = |quirks| Planner::new(&profile, quirks).shoot(&row, NOW);
        prop_assert_eq!(plan(Planner::QUIRKS), plan(Quirks::GARDENER_1_150));
    }

    /// A warm cache gives the same answers as an empty one.
    #[test]
    fn cached_answers_equal_fresh_ones(scenario in scenario(), gate in any::<bool>()) {
        let profile = with_gate(&scenario, gate);
        for semantics in BOTH {
            let mut planner = Planner::new(&profile, Quirks::of(semantics));
            // Some constraints distinguish two of them, most do not.
            let control_planes = ["1.30.4", "1.30.5", "1.29.3", "1.29.4", "1.30.4"];
            let asked = scenario.shoot.spec.provider.workers.iter().flat_map(|it| control_planes.map(|version| (it, version)));
            for (worker, control_plane) in asked {
                let mut shoot = scenario.shoot.clone();
                shoot.spec.provider.workers = vec![worker.clone()];
                shoot.spec.kubernetes.version = control_plane.to_owned();
                let row = ShootRow::from(&shoot);
                prop_assert_eq!(planner.shoot(&row, NOW), Planner::new(&profile, Quirks::of(semantics)).shoot(&row, NOW));
            }
        }
    }

    #[test]
    fn plan_is_independent_of_version_order(scenario in scenario(), rotation in 0..5_usize) {
        let mut other = scenario.clone();
        for image in other.spec.machine_images.iter_mut().flatten() {
            let versions = image.versions.as_mut().unwrap();
            versions.reverse();
            let count = versions.len().max(1);
            versions.rotate_left(rotation % count);
        }
        other.spec.kubernetes.versions.as_mut().unwrap().reverse();
        for semantics in BOTH {
            let row = ShootRow::from(&scenario.shoot);
            let plan = |scenario: &Scenario| Planner::new(&compiled(scenario), Quirks::of(semantics)).shoot(&row, NOW);
            prop_assert_eq!(plan(&scenario), plan(&other));
        }
    }

    /// With the gate on, a rolling worker without special requirements gets the same answer as with the gate off, as
    /// long as the profile does not use reserved names.
    #[test]
    fn gate_does_not_affect_workers_without_requirements(scenario in plain_scenario()) {
        let mut shoot = scenario.shoot.clone();
        for worker in &mut shoot.spec.provider.workers {
            worker.update_strategy = None;
            (worker.machine.secure_boot, worker.machine.gpu) = (None, None);
        }
        let (off, on) = (with_gate(&scenario, false), with_gate(&scenario, true));
        for semantics in BOTH {
            let row = ShootRow::from(&shoot);
            let plan = |profile: &CompiledProfile| {
                let mut plan = Planner::new(profile, Quirks::of(semantics)).shoot(&row, NOW);
                // With the gate on, unchanged workers in operation are not refused because of flavors (Q23).
                plan.rejections.retain(|rejection| rejection.code() != "capabilities");
                plan.workers.iter_mut().for_each(|worker| worker.rollout = None);
                plan
            };
            prop_assert_eq!(plan(&off), plan(&on));
        }
    }

    /// Embedders may pass arbitrary input.
    #[test]
    fn arbitrary_input_does_not_panic(
        scenario in scenario(), names in prop::array::uniform6("[a-z.0-9-]{0,8}"), auto in any::<bool>(), in_place in any::<bool>(),
        second in any::<i64>(), runtimes in prop::collection::vec("[a-z]{0,3}", 0..3),
    ) {
        let profile = compiled(&scenario);
        let [machine_type, architecture, image, version, cri, kubernetes] = &names;
        let known = &scenario.shoot.spec.provider.workers;
        let mut rows: Vec<WorkerRow<'_>> = known.iter().map(WorkerRow::from).collect();
        rows.push(WorkerRow {
            machine_type: machine_type.into(),
            architecture: Some(architecture.into()),
            image_name: Some(image.into()),
            image_version: Some(version.into()),
            cri: Some(cri.into()),
            container_runtimes: runtimes.iter().map(Into::into).collect(),
            kubernetes_version: Some(kubernetes.into()),
            is_in_place: in_place,
            ..WorkerRow::default()
        });
        if let Some(first) = rows.first_mut() {
            first.image_version = Some(version.into());
        }
        let at = Timestamp::from_unix_seconds(second);
        for semantics in BOTH {
            let mut planner = Planner::new(&profile, Quirks::of(semantics));
            let shoot = ShootRow { kubernetes_version: "1.30.4".into(), auto_update_images: auto, workers: rows.clone(), ..ShootRow::default() };
            let plan = planner.shoot(&shoot, at);
            prop_assert!(serde_json::to_string(&plan).is_ok());
            for worker in &rows {
                _ = planner.explain_image(worker, "1.30.4", auto, at);
            }
            _ = planner.timeline(&shoot, at, NO_HORIZON);
        }
    }
}

/// The cache of a planner is bounded.
#[test]
fn cache_is_bounded() {
    let profile = crate::samples::simple("major", "1.0.0 1.1.0", "1.30.4");
    let mut planner = Planner::new(&profile, Quirks::NONE);
    let worker = crate::samples::worker("1.0.0", &serde_json::json!({}));
    let row = WorkerRow::from(&worker);
    // One and a half times the capacity of the cache.
    for number in 0..25_000 {
        let row = WorkerRow { architecture: Some(format!("a{number}").into()), ..row.clone() };
        assert_eq!(planner.image(&row, "1.30.4", true, NOW).as_str(), "failed");
        _ = planner.kubernetes(&format!("1.30.{number}"), true, NOW);
    }
    assert_eq!(outcome(&planner.image(&row, "1.30.4", true, NOW)), "1.1.0");
    assert_eq!(planner.image(&row, "1.30.4", false, NOW), Decision::NotDue);
}
