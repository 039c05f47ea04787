//! Laws, checked on random profiles.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rootstock_behavioural_diff::{ProfileChanges, ProfileSide, compare};
use rootstock_core_model::{Capabilities, FeatureGate, FeatureGates, Settings};

use crate::naive::{self, BOOT};
use crate::profiles::{Stored, pairs, pairs_of, selections, selections_of, settings};
use crate::worlds::{neighbours, world};

fn lifecycle_changes(changes: &ProfileChanges, mirrored: bool) -> BTreeSet<String> {
    let lifecycle_changes = changes.lifecycles.iter().map(|lifecycle| {
        let sides = [(&lifecycle.from, &lifecycle.transitions_from), (&lifecycle.to, &lifecycle.transitions_to)];
        let [one, other] = if mirrored { [sides[1], sides[0]] } else { sides };
        format!("{:?} {} {one:?} {other:?}", lifecycle.image, lifecycle.version)
    });
    lifecycle_changes.collect()
}

fn other_properties(changes: &ProfileChanges, mirrored: bool) -> BTreeSet<String> {
    let properties = changes.properties.iter().map(|property| {
        let (one, other) = if mirrored { (&property.to, &property.from) } else { (&property.from, &property.to) };
        format!("{:?} {} {one:?} {other:?}", property.subject, property.property)
    });
    properties.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn profile_does_not_differ_from_itself(world in world()) {
        let one = Stored::new(world.profile(), None);
        let other = Stored::new(world.profile(), Some(&one.profile));
        let changes = compare(&one.side(), &other.side());
        prop_assert!(changes.is_empty(), "{changes:?}");
    }

    #[test]
    fn changes_match_naive_comparison((one, other) in neighbours()) {
        let (one, other) = (Stored::new(one.profile(), None), Stored::new(other.profile(), None));
        let changes = compare(&one.side(), &other.side());
        let (expected_pairs, expected_selections) = naive::compare(&one, &other);
        prop_assert_eq!(pairs(&changes), expected_pairs);
        prop_assert_eq!(selections(&changes), expected_selections);
    }

    /// With the gate on, changes for secure boot are reported if they differ from those for plain workers.
    #[test]
    fn special_worker_changes_match_naive_comparison((one, other) in neighbours()) {
        let settings = Settings { gates: FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true), ..settings() };
        let [one, other] = [one, other].map(|world| Stored::under(world.booting_profile(), None, &settings));
        let side = |stored| ProfileSide::new(stored, &settings);
        let changes = compare(&side(&one.compiled), &side(&other.compiled));
        let demand = |value| Capabilities::from_iter([("gardener-updateType", ["rolling"]), (BOOT, [value])]);
        let plain = naive::compare_for(&one, &other, Some(&demand("standard")));
        prop_assert_eq!((pairs(&changes), selections(&changes)), plain.clone());
        let secure = naive::compare_for(&one, &other, Some(&demand("secure")));
        let reported = changes.special_workers.iter().find(|workers| (workers.capability, workers.value) == (BOOT, "secure"));
        let reported = reported.map(|reported| (pairs_of(&reported.compatibility), selections_of(&reported.selections)));
        let (reported_pairs, reported_selections) = reported.unwrap_or_default();
        prop_assert_eq!(reported_pairs, secure.0.difference(&plain.0).cloned().collect());
        let expected: BTreeSet<_> = secure.1.difference(&plain.1).cloned().collect();
        // For plain workers, the same image may be part of a pair that became compatible, which is reported as such.
        prop_assert!(reported_selections.is_subset(&expected), "{reported_selections:?} {expected:?}");
        for selection in expected.difference(&reported_selections) {
            let (machine_type, image, version, ..) = selection;
            let is_reported_as_pair = |fits| plain.0.contains(&(machine_type.clone(), image.clone(), version.clone(), fits));
            prop_assert!(is_reported_as_pair(true) || is_reported_as_pair(false), "{selection:?}");
        }
    }

    #[test]
    fn reverse_comparison_mirrors_changes((one, other) in neighbours()) {
        let (one, other) = (Stored::new(one.profile(), None), Stored::new(other.profile(), None));
        let (there, back) = (compare(&one.side(), &other.side()), compare(&other.side(), &one.side()));
        let mirrored: BTreeSet<_> = pairs(&there).into_iter().map(|(a, b, c, fits)| (a, b, c, !fits)).collect();
        prop_assert_eq!(mirrored, pairs(&back));
        let mirrored: BTreeSet<_> =
            selections(&there).into_iter().map(|(a, b, c, region, from, to)| (a, b, c, region, to, from)).collect();
        prop_assert_eq!(mirrored, selections(&back));
        prop_assert_eq!(lifecycle_changes(&there, true), lifecycle_changes(&back, false));
        prop_assert_eq!(other_properties(&there, true), other_properties(&back, false));
        prop_assert_eq!(&there.inventory.removed, &back.inventory.added);
        prop_assert_eq!(&there.inventory.added, &back.inventory.removed);
        prop_assert_eq!(there.defaults.machine_images.len(), back.defaults.machine_images.len());
        prop_assert_eq!(there.is_empty(), back.is_empty());
    }
}
