//! Mismatches, compared with a simple reference implementation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rootstock_advice::{AdviceOptions, CoreSubject, advise};
use rootstock_core_model::{CloudProfile, Semantics, Settings};
use serde_json::{Value, json};

/// Capabilities with their values; an omitted capability has all values.
type Map = BTreeMap<&'static str, BTreeSet<&'static str>>;

const VOCABULARY: [(&str, &[&str]); 3] =
    [("architecture", &["amd64", "arm64"]), ("storage", &["NVMe", "SCSI"]), ("boot", &["uefi", "bios", "pxe"])];

fn values(map: &Map, name: &str) -> Vec<&'static str> {
    let all = VOCABULARY.iter().find(|(one, _)| *one == name).unwrap().1;
    all.iter().copied().filter(|value| map.get(name).is_none_or(|own| own.contains(value))).collect()
}

/// The indices of the remaining values of each capability, most preferred first; `None` if a capability has none.
fn effective(flavor: &Map, machine: &Map) -> Option<Vec<Vec<usize>>> {
    VOCABULARY
        .iter()
        .map(|(name, all)| {
            let (ours, theirs) = (values(flavor, name), values(machine, name));
            let left: Vec<usize> =
                (0..all.len()).filter(|rank| ours.contains(&all[*rank]) && theirs.contains(&all[*rank])).collect();
            (!left.is_empty()).then_some(left)
        })
        .collect()
}

/// Returns whether one flavor is selected over another: compares as the documents describe, then by the whole sets,
/// then by the flavors' own values.
fn is_preferred(one: &Map, other: &Map, machine: &Map) -> bool {
    let (a, b) = (effective(one, machine).unwrap(), effective(other, machine).unwrap());
    let first = |sets: &[Vec<usize>]| sets.iter().map(|set| set[0]).collect::<Vec<_>>();
    let bits = |sets: &[Vec<usize>]| {
        sets.iter()
            .zip(VOCABULARY)
            .flat_map(|(set, (_, all))| (0..all.len()).map(|rank| !set.contains(&rank)).collect::<Vec<_>>())
            .collect::<Vec<bool>>()
    };
    (first(&a), bits(&a), own(one)) < (first(&b), bits(&b), own(other))
}

/// Like [`is_preferred`], but for Gardener, which compares the flavors' own values.
fn is_preferred_in_gardener(one: &Map, other: &Map) -> bool {
    own(one) < own(other)
}

/// The values that a flavor lacks, the most preferred first.
fn own(map: &Map) -> Vec<bool> {
    let of = |name, all: &'static [&'static str]| all.iter().map(move |value| !values(map, name).contains(value));
    VOCABULARY.iter().flat_map(|(name, all)| of(name, all).collect::<Vec<_>>()).collect()
}

fn map() -> impl Strategy<Value = Map> {
    let capability = |name: &'static str, all: &'static [&'static str]| {
        let some = prop::sample::subsequence(all, 1..=all.len());
        prop::option::of(some).prop_map(move |some| some.map(|some| (name, some.into_iter().collect::<BTreeSet<_>>())))
    };
    let architecture = prop::sample::select(VOCABULARY[0].1).prop_map(|one| ("architecture", BTreeSet::from([one])));
    (architecture, capability(VOCABULARY[1].0, VOCABULARY[1].1), capability(VOCABULARY[2].0, VOCABULARY[2].1))
        .prop_map(|(first, second, third)| [Some(first), second, third].into_iter().flatten().collect())
}

fn profile(machines: &[Map], versions: &[Vec<Map>]) -> CloudProfile {
    let definitions: Vec<Value> =
        VOCABULARY.iter().map(|(name, values)| json!({"name": name, "values": values})).collect();
    let types: Vec<Value> = machines
        .iter()
        .enumerate()
        .map(|(index, map)| json!({"name": format!("m{index}"), "memory": "8Gi", "capabilities": map}))
        .collect();
    let versions: Vec<Value> = versions
        .iter()
        .enumerate()
        .map(|(index, flavors)| json!({"version": format!("1.{index}.0"), "capabilityFlavors": flavors}))
        .collect();
    let spec = json!({
        "machineCapabilities": definitions, "machineTypes": types,
        "machineImages": [{"name": "image", "versions": versions}],
    });
    serde_json::from_value(json!({"spec": spec})).unwrap()
}

/// Path and message of the findings of a rule; messages list further affected items.
fn found(profile: &CloudProfile, rule: &str) -> Vec<String> {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let advice = advise(&CoreSubject::new(profile, &settings).into(), &AdviceOptions::default());
    advice.iter().filter(|one| one.rule.name == rule).map(|one| format!("{} {}", one.path, one.detail)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mismatches_agree_with_the_reference(
        machines in prop::collection::vec(map(), 1..5),
        versions in prop::collection::vec(prop::collection::vec(map(), 1..5), 1..4),
    ) {
        let profile = profile(&machines, &versions);
        let fits = |flavors: &[Map], machine: &Map| flavors.iter().any(|flavor| effective(flavor, machine).is_some());

        let said = found(&profile, "machine-type-without-image").join("\n");
        for (index, machine) in machines.iter().enumerate() {
            let idle = !versions.iter().any(|flavors| fits(flavors, machine));
            prop_assert_eq!(idle, said.contains(&format!("`m{index}`")), "m{}: {}", index, said);
        }
        if machines.iter().all(|machine| !versions.iter().any(|flavors| fits(flavors, machine))) {
            prop_assert!(found(&profile, "image-version-without-machine-type").is_empty());
            return Ok(());
        }

        let said = found(&profile, "image-version-without-machine-type").join("\n");
        for (index, flavors) in versions.iter().enumerate() {
            let idle = !machines.iter().any(|machine| fits(flavors, machine));
            prop_assert_eq!(idle, said.contains(&format!("`1.{index}.0`")), "1.{}.0: {}", index, said);
        }

        let said = found(&profile, "flavor-never-selected");
        for (index, flavors) in versions.iter().enumerate() {
            if !machines.iter().any(|machine| fits(flavors, machine)) {
                continue;
            }
            for (place, flavor) in flavors.iter().enumerate() {
                let taken = machines.iter().filter(|machine| effective(flavor, machine).is_some()).any(|machine| {
                    let rivals = flavors.iter().filter(|other| effective(other, machine).is_some());
                    rivals.clone().all(|other| !is_preferred(other, flavor, machine))
                        || rivals.clone().all(|other| !is_preferred_in_gardener(other, flavor))
                });
                let is_said = said.iter().any(|one| {
                    one.contains(&format!(".capabilityFlavors[{place}] ")) && one.contains(&format!("`1.{index}.0`"))
                });
                prop_assert_eq!(!taken, is_said, "1.{}.0 flavor {}: {:?}", index, place, said);
            }
        }
    }
}
