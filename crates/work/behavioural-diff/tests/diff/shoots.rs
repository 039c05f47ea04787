//! The effects of a profile change on Shoots.

use proptest::prelude::*;
use rootstock_admission::{ShootOperation, check_shoot};
use rootstock_behavioural_diff::{
    FleetChanges, MaintenanceOutcome, OfferedItem, ShootChanges, ShootComparer, ShootComparison, compare,
};
use rootstock_core_model::{Severity, Shoot};
use rootstock_judge::Judge;
use rstest::rstest;

use crate::profiles::{Stored, edited, fixture, pairs, selections, settings};
use crate::worlds::{MACHINE_TYPES, REGIONS, VERSIONS, neighbours};

fn shoot(workers: &str) -> Shoot {
    let text = format!(
        "{{metadata: {{namespace: garden-dev, name: one}}, spec: {{region: local, kubernetes: {{version: 1.33.5}}, \
         provider: {{type: local, workers: [{workers}]}}}}}}"
    );
    serde_yaml::from_str(&text).unwrap()
}

fn answer(new: &str, shoot: &Shoot) -> ShootChanges {
    let old = Stored::of_yaml(&fixture("profiles/orchard.yaml"));
    let new = old.then(new);
    let (one, other) = (old.side(), new.side());
    let comparison = ShootComparison::new(&one, &other);
    ShootComparer::new(&comparison).compare(shoot)
}

const PLUM: &str = "{name: a, machine: {type: ladder, architecture: amd64, image: {name: apple, version: 2.1.0}}}";

#[test]
fn removed_offers_in_use_are_listed() {
    let text = fixture("profiles/orchard.yaml");
    let new = edited(
        &text,
        &[
            ("- version: 2.1.0 #", "- version: 2.1.1 #"),
            ("{version: 2.1.0,", "{version: 2.1.1,"),
            ("name: ladder", "name: step"),
        ],
    );
    let changes = answer(&new, &shoot(PLUM));
    let things: Vec<&OfferedItem> = changes.removed.iter().map(|removed| &removed.thing).collect();
    let version = OfferedItem::ImageVersion { image: "apple".to_owned(), version: "2.1.0".to_owned() };
    assert_eq!(things, [&version, &OfferedItem::MachineType { name: "ladder".to_owned() }]);
    assert!(version.is_guarded() && !things[1].is_guarded());
    assert_eq!(changes.maintenance[0].after, MaintenanceOutcome::Failed { failure: "machine-type-missing" });
}

#[rstest]
#[case::new_version_that_is_not_mapped(&[("- version: 2.1.0 #", "- version: 2.1.7\n      classification: supported\n      architectures: [amd64]\n    - version: 2.1.0 #")],
    "stays", "would be updated to 2.1.7, but the update is refused: unmapped")]
#[case::expired(&[("version: 2.1.0 # not for old kubelets\n      classification: supported", "version: 2.1.0\n      expirationDate: \"2026-01-01T00:00:00Z\"")],
    "stays", "cannot be updated: no higher major")]
fn changed_maintenance_outcome_is_reported(#[case] edits: &[(&str, &str)], #[case] before: &str, #[case] after: &str) {
    let changes = answer(&edited(&fixture("profiles/orchard.yaml"), edits), &shoot(PLUM));
    let [change] = &changes.maintenance[..] else { panic!("{changes:?}") };
    assert_eq!((change.before.to_string().as_str(), change.after.to_string().as_str()), (before, after));
    assert_eq!((change.image.as_deref(), change.version.as_str()), (Some("apple"), "2.1.0"));
}

#[test]
fn new_refusal_is_reported_and_reversible() {
    let old = Stored::of_yaml(&fixture("base/local.yaml"));
    let text = edited(
        &fixture("base/local.yaml"),
        &[
            (
                "name: medium\n    cpu: \"4\"\n    gpu: \"0\"\n    memory: 16Gi\n    capabilities:\n      architecture: [amd64]\n      hostType: [virtual]",
                "name: medium\n    cpu: \"4\"\n    gpu: \"0\"\n    memory: 16Gi\n    capabilities:\n      architecture: [amd64]\n      hostType: [cloud]",
            ),
            ("values: [virtual, metal]", "values: [virtual, metal, cloud]"),
        ],
    );
    let new = old.then(&text);
    let (one, other) = (old.side(), new.side());
    let comparison = ShootComparison::new(&one, &other);
    let mut comparer = ShootComparer::new(&comparison);
    let shoot = shoot(
        "{name: a, machine: {type: medium, architecture: amd64, image: {name: plain, version: 1.0.0}}}, \
                       {name: b, machine: {type: medium-arm, architecture: arm64, image: {name: plain, version: 1.0.0}}}",
    );
    let changes = comparer.compare(&shoot);
    let [refusal] = &changes.refused[..] else { panic!("{changes:?}") };
    assert_eq!((refusal.worker.as_deref(), refusal.rule), (Some("a"), "worker-image-incompatible"));
    assert!(refusal.message.contains("hostType"), "{}", refusal.message);
    assert!(changes.admitted.is_empty());
    // The other way round.
    let comparison = ShootComparison::new(&other, &one);
    let back = ShootComparer::new(&comparison).compare(&shoot);
    assert_eq!((back.refused.len(), back.admitted.len()), (0, 1));
    let mut fleet = FleetChanges::default();
    (0..3).for_each(|_| fleet.add(&changes));
    fleet.sort();
    assert_eq!((fleet.shoots, fleet.affected, fleet.refused.len()), (3, 3, 1));
}

#[test]
fn shoot_being_deleted_has_no_changes() {
    let mut leaving = shoot(PLUM);
    leaving.metadata.deletion_timestamp = Some("2026-05-31T00:00:00Z".parse().unwrap());
    let text = edited(&fixture("profiles/orchard.yaml"), &[("name: ladder", "name: step")]);
    assert!(answer(&text, &leaving).is_empty());
}

/// Returns the rules that refuse an unchanged update of a Shoot, computed without a cache.
fn refused(side: &Stored, shoot: &Shoot) -> Vec<&'static str> {
    let mut before = shoot.clone();
    // An update that changes nothing at all is not judged.
    before.metadata.generation = 1;
    let judge = Judge::new(&side.compiled, settings()).without_mappings();
    let mut rules: Vec<&str> = check_shoot(shoot, ShootOperation::Update { old: &before }, judge)
        .violations
        .iter()
        .filter(|violation| violation.severity == Severity::Error)
        .map(|violation| violation.rule.name)
        .collect();
    rules.sort_unstable();
    rules
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn cached_answers_match_uncached_ones(
        (one, other) in neighbours(),
        places in (0..MACHINE_TYPES.len(), 0..VERSIONS.len(), 0..REGIONS.len(), any::<bool>()),
    ) {
        let (old, new) = (Stored::new(one.profile(), None), Stored::new(other.profile(), None));
        let (machine_type, version, region) = (MACHINE_TYPES[places.0], VERSIONS[places.1], REGIONS[places.2]);
        let mut shoot = shoot(&format!(
            "{{name: a, cri: {{name: containerd}}, updateStrategy: AutoRollingUpdate, machine: {{type: {machine_type}, \
             architecture: {}, image: {{name: os, version: {version}}}}}}}", if places.3 { "amd64" } else { "arm64" }
        ));
        region.clone_into(&mut shoot.spec.region);
        "openstack".clone_into(&mut shoot.spec.provider.provider_type);
        let (one, other) = (old.side(), new.side());
        let comparison = ShootComparison::new(&one, &other);
        let mut comparer = ShootComparer::new(&comparison);
        let changes = comparer.compare(&shoot);
        prop_assert_eq!(&changes, &comparer.compare(&shoot), "memory changes nothing");

        // Refusals are the same as without a cache.
        let (before, after) = (refused(&old, &shoot), refused(&new, &shoot));
        let new_refusals: Vec<&str> = after.iter().copied().filter(|rule| !before.contains(rule)).collect();
        let mut reported: Vec<&str> = changes.refused.iter().map(|refusal| refusal.rule).collect();
        reported.sort_unstable();
        prop_assert_eq!(reported, new_refusals);

        // Another image: the profile's own answer applies only if the worker's architecture is that of the machine type.
        let profile = compare(&one, &other);
        let architecture = if places.3 { "amd64" } else { "arm64" };
        let is_own = |side: &Stored| {
            let own = side.profile.spec.types().iter().find(|one| one.name == machine_type);
            own.is_some_and(|own| own.architecture.as_deref() == Some(architecture))
        };
        let is_changed =
            pairs(&profile).iter().any(|pair| (pair.0.as_str(), pair.2.as_str()) == (machine_type, version));
        if is_own(&old) && is_own(&new) && !is_changed {
            let expected = selections(&profile).iter().any(|one| {
                (one.0.as_str(), one.2.as_str(), one.3.as_deref()) == (machine_type, version, Some(region))
            });
            prop_assert_eq!(!changes.images.is_empty(), expected);
        }
    }
}
