//! `upgrade-check` over landscapes with planted behaviors, compared with what all other questions answer.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, reason = "tests")]

mod world;

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use rootstock_advice::AdviceOptions;
use rootstock_analysis::{Analysis, CheckMode, Object, Role};
use rootstock_core_model::{FeatureGateSettings, GardenerRelease, Semantics, Settings};
use rootstock_maintenance::FleetItem;
use rootstock_queries::{
    DefaultQuery, FleetInput, FleetProfiles, MatrixQuery, PlanQuery, ProfileInput, Query as _, QueryContext,
    ShootsInput, Unrendered, UpgradeAnswer, UpgradeInput, UpgradeQuery, VersionsQuery,
};
use rootstock_upgrade::{UpgradeSide, compare};
use rstest::rstest;
use serde_json::Value;

use self::world::{Plant, objects, stored_objects};

const AT: &str = "2026-06-01T00:00:00Z";

fn asked(gardener: GardenerRelease, gates: &FeatureGateSettings) -> QueryContext {
    let mut settings = Settings::at_release(Semantics::Gardener, gardener, AT.parse().unwrap());
    if gates.check(gardener).is_ok() {
        settings.gates = settings.gates.set(gates);
    }
    QueryContext::with_settings(Semantics::Gardener, settings)
}

fn analysis(objects: &[Value], stored: &[Value], asked: QueryContext) -> Analysis {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked.settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set_prefers_checked(true);
    for (number, object) in objects.iter().enumerate() {
        analysis.set_object(Role::Checked, &format!("{number}.json"), object);
    }
    for (number, object) in stored.iter().enumerate() {
        analysis.set_object(Role::Old, &format!("{number}.json"), object);
    }
    analysis
}

fn lifecycle() -> FeatureGateSettings {
    "VersionClassificationLifecycle=true".parse().unwrap()
}

fn ask(plants: &[Plant], from: &str, to: &str) -> UpgradeAnswer {
    let asked = asked(GardenerRelease::NEWEST, &lifecycle());
    let query = UpgradeQuery { from: Some(from.to_owned()), to: Some(to.to_owned()), ..UpgradeQuery::default() };
    let analysis = analysis(&objects(plants), &stored_objects(plants), asked);
    query.ask(UpgradeInput { analysis: &analysis, asked, named: None }).unwrap()
}

/// Gardener v1.147 refuses the name of the capability that the extension has until v1.62.
#[rstest]
#[case("1.60", "1.146", "1.147", "extension azure from v1.60 to v1.62, Gardener from v1.146 to v1.147")]
#[case("1.58", "1.146", "1.147", "extension azure from v1.58 to v1.62, Gardener from v1.146 to v1.147")]
#[case("1.58", "1.145", "1.146", "Gardener from v1.145 to v1.146, extension azure from v1.58 to v1.62")]
#[case("1.60", "1.147", "1.148", "Gardener from v1.147 to v1.148, extension azure from v1.60 to v1.62")]
fn extension_moves_before_gardener_refuses_the_name_of_its_capability(
    #[case] running: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] expected: &str,
) {
    let order = order_with_azure(running, Some("1.62"), from, to);
    assert_eq!(order.replace("upgrade ", "").replace(", one minor release at a time", ""), expected);
}

#[rstest]
#[case("1.60", None, "1.147", "v1.60 needs")]
#[case("1.58", Some("1.60"), "1.150", "v1.60 needs")]
#[case("1.62", None, "1.147", "")]
#[case("1.60", None, "1.146", "")]
fn extension_that_needs_a_refused_name_comes_first(
    #[case] running: &str,
    #[case] azure_to: Option<&str>,
    #[case] to: &str,
    #[case] expected: &str,
) {
    let order = order_with_azure(running, azure_to, "1.145", to);
    let sentence = "upgrade extension azure to v1.62 first: ";
    assert_eq!(order.contains(sentence), !expected.is_empty(), "{order}");
    let before = order.split(" Gardener from ").next().unwrap();
    assert!(before.contains(expected), "{order}");
}

/// Returns the order of an upgrade of Gardener where the extension of Azure runs, and moves.
fn order_with_azure(running: &str, azure_to: Option<&str>, from: &str, to: &str) -> String {
    let mut asked = asked(from.parse().unwrap(), &FeatureGateSettings::default());
    asked.settings.extensions = asked.settings.extensions.with("azure", running.parse().unwrap()).unwrap();
    let query = UpgradeQuery {
        from: Some(from.to_owned()),
        to: Some(to.to_owned()),
        extensions_to: azure_to.map(|release| ("azure".to_owned(), release.to_owned())).into_iter().collect(),
        ..UpgradeQuery::default()
    };
    let analysis = analysis(&[], &[], asked);
    let answer = query.ask(UpgradeInput { analysis: &analysis, asked, named: None }).unwrap();
    answer.order.join(", ")
}

/// Gardener does not reconcile clusters whose version it does not support.
#[rstest]
#[case(&[Plant::OldKubernetes], "update Shoots that run Kubernetes versions which Gardener v1.142 does not support, if there are any,")]
#[case(&[Plant::OlderKubernetes, Plant::OldKubernetes], "update Shoots that run Kubernetes versions which Gardener v1.142 does not")]
#[case(&[Plant::ShootOnExpiredKubernetes], "update 1 Shoot to a Kubernetes version that all releases up to Gardener v1.142 support,")]
fn shoots_are_updated_before_gardener_stops_to_support_their_version(#[case] plants: &[Plant], #[case] expected: &str) {
    let order = ask(plants, "1.141", "1.142").order;
    assert!(order.len() == 2 && order[0].starts_with(expected), "{order:?}");
}

/// Returns the releases and causes of all changes.
fn causes(answer: &UpgradeAnswer) -> BTreeSet<(String, String)> {
    let of_step = answer.steps.iter().flat_map(|step| {
        let cause = |cause: Option<&str>| (step.to.to_string(), cause.unwrap_or("unknown").to_owned());
        step.changes.iter().map(move |change| cause(change.cause.as_ref().map(|switch| switch.name.as_str())))
    });
    of_step.collect()
}

#[test]
fn landscape_without_planted_behaviors_is_silent() {
    let answer = ask(&[], "1.135", "1.150");
    assert!(!answer.changed, "{:#?}", causes(&answer));
    assert_eq!(answer.steps.len(), 15);
    assert_eq!(answer.compared.values().sum::<usize>(), 2);
}

#[test]
fn planted_behavior_is_found_and_nothing_else() {
    for plant in Plant::ALL {
        let found = causes(&ask(&[plant], "1.135", "1.150"));
        let (release, cause) = plant.change();
        assert!(found.contains(&(release.to_owned(), cause.to_owned())), "{plant:?}: {found:#?}");
        // Capabilities need the gate, lifecycles a release that knows them, reservations the field, and zones a profile that allows them.
        let others: &[(&str, &str)] = match plant {
            Plant::ReservedCapability => &[("1.146", "CloudProfileCapabilities")],
            Plant::LifecycleOverlap => &[("1.137", "CloudProfile spec.kubernetes.versions[].lifecycle")],
            Plant::ReservationSum => &[("1.141", "Shoot spec.provider.workers.kubernetes.kubelet.systemReserved")],
            Plant::ControlPlaneZones => &[("1.150", "shoot-control-plane-zones-forbidden")],
            Plant::SystemReserved => &[("1.141", "system_reservations_count")],
            _ => &[],
        };
        let expected: BTreeSet<(&str, &str)> = others.iter().copied().chain([(release, cause)]).collect();
        // A profile without a field that was dropped offers something else; no declaration alone is the cause.
        let is_expected = |to: &str, why: &str| {
            expected.iter().any(|(release, cause)| *release == to && (*cause == why || why == "unknown"))
        };
        let surplus: Vec<_> = found.iter().filter(|(to, why)| !is_expected(to, why)).collect();
        assert!(surplus.is_empty(), "{plant:?}: {surplus:#?}");
    }
}

/// Everything that other questions answer about each object, as text.
fn answers(
    objects: &[Value],
    stored: &[Value],
    gardener: GardenerRelease,
    gates: &FeatureGateSettings,
) -> Vec<BTreeSet<String>> {
    let asked = asked(gardener, gates);
    let mut all = analysis(objects, stored, asked);
    let mut answers = vec![BTreeSet::new(); objects.len()];
    for mode in [CheckMode::State, CheckMode::Create, CheckMode::Update] {
        all.set_mode(mode);
        if mode == CheckMode::Update && stored.is_empty() {
            let state = all.clone();
            state.input_names(Role::Checked).iter().for_each(|name| all.set_old_from(&state, name));
        }
        for finding in all.check().report.findings {
            let violation = &finding.violation;
            let covers: BTreeSet<&String> = violation.covers.iter().collect();
            let place = (violation.rule.name, violation.path.to_string(), violation.severity, covers);
            answers[finding.source.0].insert(format!("{mode:?} {place:?}"));
        }
    }
    let state = analysis(objects, &[], asked);
    let shoots: Vec<Arc<_>> = (0..objects.len())
        .flat_map(|number| state.objects(Role::Checked, &format!("{number}.json")).collect::<Vec<_>>())
        .filter_map(Object::shoot)
        .cloned()
        .collect();
    let last = objects.len() - 1;
    let input = ShootsInput { shoots: &shoots, before: &[], profiles: &state, asked };
    let filled = DefaultQuery {}.ask(input).unwrap();
    for shoot in filled.shoots {
        answers[last].extend(shoot.filled.iter().map(|filled| format!("filled {} {}", filled.path, filled.value)));
    }
    let profiles = FleetProfiles::of(&state, Unrendered::Skipped).profiles;
    let fleet = FleetItem::Shoot(Box::new(shoots[0].object.as_ref().clone()));
    let plan = PlanQuery::default().ask(FleetInput { profiles: &profiles, shoots: vec![fleet], asked }).unwrap();
    let mut plan = serde_json::to_value(&plan).unwrap()["shoots"].clone();
    plan[0].as_object_mut().unwrap().remove("difference");
    answers[last].insert(format!("plan {plan}"));
    for (number, answers) in answers.iter_mut().enumerate() {
        let objects: Vec<&Object> = state.objects(Role::Checked, &format!("{number}.json")).collect();
        // No question shows the only field that a child takes over from its parent and that some releases lack.
        for key in objects.iter().filter(|object| object.shoot().is_none()).filter_map(|object| object.profile_key()) {
            let offered = state.profiles().filter(|(of, _)| **of == key).filter_map(|(_, profile)| profile.ok());
            answers.extend(offered.map(|profile| format!("control plane {:?}", profile.stored().spec.control_plane)));
        }
        for profile in objects.into_iter().filter_map(Object::cloud_profile) {
            let input = ProfileInput { profile, asked };
            let without_settings = |mut answer: Value| {
                answer.as_object_mut().unwrap().remove("settings");
                answer.to_string()
            };
            let matrix = MatrixQuery::default().ask(input).unwrap();
            answers.insert(without_settings(serde_json::to_value(matrix).unwrap()));
            let versions = VersionsQuery::default().ask(input).unwrap();
            answers.insert(without_settings(serde_json::to_value(versions).unwrap()));
        }
    }
    answers
}

/// Returns whether anything changes, for each object.
fn changed(
    objects: &[Value],
    stored: &[Value],
    releases: [GardenerRelease; 2],
    gates: &FeatureGateSettings,
) -> Vec<bool> {
    let given = analysis(objects, stored, asked(GardenerRelease::NEWEST, gates));
    let [before, after] = releases.map(|release| UpgradeSide::new(&given, release, gates));
    compare([&before, &after], |comparison| {
        let mut comparer = comparison.comparer();
        comparison.documents().map(|document| !comparer.compare(document).changes.is_empty()).collect()
    })
}

/// The number of landscapes: thousands with `ROOTSTOCK_LAWS=all`, as in `cargo xtask ci --all`.
fn cases() -> u32 {
    if std::env::var_os("ROOTSTOCK_LAWS").is_some_and(|laws| laws == "all") { 3000 } else { 48 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn comparison_is_silent_exactly_if_all_answers_are_alike(
        plants in proptest::sample::subsequence(Plant::ALL.to_vec(), 0..6),
        from in 0_usize..16,
        to in 0_usize..16,
        with_gate in any::<bool>(),
    ) {
        let releases: Vec<GardenerRelease> = GardenerRelease::recorded().collect();
        let (from, to) = (releases[from], releases[to]);
        let gates = if with_gate { lifecycle() } else { FeatureGateSettings::default() };
        let (objects, stored) = (objects(&plants), stored_objects(&plants));
        let (before, after) = (answers(&objects, &stored, from, &gates), answers(&objects, &stored, to, &gates));
        let expected: Vec<bool> = before.iter().zip(&after).map(|(before, after)| before != after).collect();
        let found = changed(&objects, &stored, [from, to], &gates);
        for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let differs: Vec<_> = before[number].symmetric_difference(&after[number]).collect();
            prop_assert_eq!(found, expected, "{} from {} to {}: {:#?}", objects[number]["kind"], from, to, differs);
        }
    }
}
