//! The sample of the benchmarks: a large profile, compared by classes, must have the same changes as a small one.

use std::collections::BTreeSet;

use rootstock_behavioural_diff::{SelectionCause, ShootComparer, ShootComparison, compare};
use rootstock_core_model::{CloudProfile, Shoot};
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};
use rstest::rstest;

use crate::naive;
use crate::profiles::{Stored, fixture, pairs, selections};

fn stored(text: &str) -> Stored {
    Stored::new(serde_json::from_str::<CloudProfile>(text).unwrap(), None)
}

#[test]
fn reordered_values_are_one_cause() {
    let text = LargeProfile::new(Scale::percent(4)).to_json().unwrap();
    let reordered = text.replace(r#"["NVMe","SCSI"]"#, r#"["SCSI","NVMe"]"#);
    assert_ne!(text, reordered);
    let (old, new) = (stored(&text), stored(&reordered));
    let changes = compare(&old.side(), &new.side());
    let (expected_pairs, expected) = naive::compare(&old, &new);
    assert_eq!((pairs(&changes), selections(&changes)), (expected_pairs, expected.clone()));
    assert!(!expected.is_empty(), "the sample has selections that flip");
    let is_cause = |cause: &SelectionCause| matches!(cause, SelectionCause::ValuesReordered { capability, .. } if capability == "storageAccess");
    assert!(changes.selections.iter().all(|group| is_cause(&group.cause)), "one reason for all");
    assert!(changes.selections.len() < 12, "few groups: {}", changes.selections.len());
}

#[test]
fn worker_images_match_changed_selections() {
    let sample = LargeProfile::new(Scale::percent(4));
    let text = sample.to_json().unwrap();
    let (old, new) = (stored(&text), stored(&text.replace(r#"["NVMe","SCSI"]"#, r#"["SCSI","NVMe"]"#)));
    let (one, other) = (old.side(), new.side());
    let flips: BTreeSet<_> = selections(&compare(&one, &other))
        .into_iter()
        .map(|(machine_type, image, version, region, ..)| (machine_type, image, version, region.unwrap()))
        .collect();
    let comparison = ShootComparison::new(&one, &other);
    let mut comparer = ShootComparer::new(&comparison);
    let mut affected = 0;
    for shoot in Fleet::new(&sample, 200) {
        let shoot: Shoot = serde_json::from_value(serde_json::to_value(&shoot).unwrap()).unwrap();
        let changes = comparer.compare(&shoot);
        let reported: Vec<&str> = changes.images.iter().map(|change| change.worker.as_str()).collect();
        let expected: Vec<&str> = shoot
            .spec
            .provider
            .workers
            .iter()
            .filter(|worker| {
                let image = worker.machine.image.clone().unwrap();
                let key = (
                    worker.machine.machine_type.clone(),
                    image.name,
                    image.version.unwrap(),
                    shoot.spec.region.clone(),
                );
                flips.contains(&key)
            })
            .map(|worker| worker.name.as_str())
            .collect();
        assert_eq!(reported, expected, "{}", shoot.metadata.name);
        assert!(changes.refused.is_empty() && changes.removed.is_empty() && changes.maintenance.is_empty());
        affected += usize::from(!changes.images.is_empty());
    }
    assert!(affected > 0);
}

/// References are compared by their signatures; comparing each of them separately must give the same result.
#[rstest]
#[case("base/alicloud.yaml")]
#[case("base/aws.yaml")]
#[case("base/azure.yaml")]
#[case("base/gcp.yaml")]
#[case("base/ironcore.yaml")]
#[case("base/ironcore-metal.yaml")]
#[case("base/local.yaml")]
#[case("base/metal.yaml")]
#[case("base/openstack.yaml")]
#[case("base/stackit.yaml")]
#[case("profiles/greenhouse.yaml")]
#[case("profiles/harbour.yaml")]
#[case("profiles/openstack-capabilities.yaml")]
#[case("profiles/preferences.yaml")]
#[case("documents/complete-cloudprofile.yaml")]
fn reversed_lists_match_naive_comparison(#[case] name: &str) {
    let old = Stored::of_yaml(&fixture(name));
    let mut profile = old.profile.clone();
    for definition in profile.spec.machine_capabilities.iter_mut().flatten() {
        definition.values.reverse();
    }
    profile.spec.machine_capabilities.iter_mut().for_each(|definitions| definitions.reverse());
    for image in profile.spec.machine_images.iter_mut().flatten() {
        image.versions.iter_mut().for_each(|versions| versions.reverse());
    }
    let new = Stored::new(profile, Some(&old.profile));
    let (one, other) = (old.side(), new.side());
    let (there, back) = (compare(&one, &other), compare(&other, &one));
    assert_eq!((pairs(&there), selections(&there)), naive::compare(&old, &new));
    assert_eq!((pairs(&back), selections(&back)), naive::compare(&new, &old));
}

/// Compares the legacy and the capability form of a profile in both directions.
#[rstest]
fn legacy_and_capability_forms_match_naive_comparison(
    #[values("alicloud", "aws", "azure", "gcp", "local", "openstack")] provider: &str,
) {
    let legacy = Stored::of_yaml(&fixture(&format!("base/{provider}-legacy.yaml")));
    let capabilities = legacy.then(&fixture(&format!("base/{provider}.yaml")));
    let (one, other) = (legacy.side(), capabilities.side());
    let (there, back) = (compare(&one, &other), compare(&other, &one));
    assert_eq!((pairs(&there), selections(&there)), naive::compare(&legacy, &capabilities));
    assert_eq!((pairs(&back), selections(&back)), naive::compare(&capabilities, &legacy));
}
