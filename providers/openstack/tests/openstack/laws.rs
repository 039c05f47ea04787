//! What holds for every configuration.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{Capabilities, CloudProfile};
use rootstock_provider_api::{ImageChoice, ImageNotFound, ImageRequest};
use serde_json::{Value, json};

use crate::support::{check, config, findings, profile, settings};

const CAPABILITIES: [(&str, &[&str]); 3] =
    [("architecture", &["amd64", "arm64"]), ("boot", &["uefi", "bios"]), ("storage", &["nvme", "scsi", "ide"])];

/// A part of the values of some capabilities, in any order.
fn capabilities() -> impl Strategy<Value = Capabilities> {
    let one = |index: usize| {
        let (name, values) = CAPABILITIES[index];
        let values = proptest::sample::subsequence(values.to_vec(), 0..=values.len()).prop_shuffle();
        proptest::option::of(values.prop_map(move |values| (name, values)))
    };
    (one(0), one(1), one(2)).prop_map(|(a, b, c)| [a, b, c].into_iter().flatten().collect())
}

#[derive(Debug, Clone)]
struct Flavor {
    capabilities: Capabilities,
    regions: BTreeSet<&'static str>,
    everywhere: bool,
}

fn flavors() -> impl Strategy<Value = Vec<Flavor>> {
    let regions = proptest::collection::btree_set(proptest::sample::select(vec!["r", "s"]), 0..3);
    let one = (capabilities(), regions, any::<bool>()).prop_map(|(capabilities, regions, everywhere)| Flavor {
        capabilities,
        regions,
        everywhere,
    });
    proptest::collection::vec(one, 0..6)
}

fn document(flavors: &[(usize, &Flavor)]) -> CloudProfile {
    let definitions: Vec<Value> =
        CAPABILITIES.iter().map(|(name, values)| json!({ "name": name, "values": values })).collect();
    let flavors: Vec<Value> = flavors
        .iter()
        .map(|(index, flavor)| {
            let regions =
                flavor.regions.iter().map(|region| json!({ "name": region, "id": format!("{index}-{region}") }));
            let image = if flavor.everywhere { format!("{index}-anywhere") } else { String::new() };
            json!({ "capabilities": flavor.capabilities, "regions": regions.collect::<Vec<_>>(), "image": image })
        })
        .collect();
    profile(
        "openstack",
        &[
            ("spec.machineCapabilities", &json!(definitions).to_string()),
            ("spec.providerConfig.machineImages.0.versions.0.capabilityFlavors", &json!(flavors).to_string()),
        ],
    )
}

fn select(profile: &CloudProfile, machine: &Capabilities, semantics: Semantics) -> Result<ImageChoice, ImageNotFound> {
    let request = ImageRequest {
        image: "gardenlinux",
        version: "1877.5.0",
        region: Some("r"),
        machine_type: None,
        machine_capabilities: machine,
        architecture: None,
        worker_capabilities: None,
    };
    config(profile).select_image(&profile.spec, &request, &settings(semantics))
}

/// The definition, taken literally: drop what has nothing for the region, then what does not fit, then what has a better
/// rival; one must be left.
fn naive(flavors: &[Flavor], machine: &Capabilities, semantics: Semantics) -> Option<String> {
    let all = |capabilities: &Capabilities, name: &str, values: &[&str]| -> Vec<String> {
        let written = capabilities.get(name).map(<[String]>::to_vec);
        written.unwrap_or_else(|| values.iter().map(|value| (*value).to_owned()).collect())
    };
    let mut machine = machine.clone();
    if machine.get("architecture").is_none() {
        machine.insert("architecture", vec!["amd64".to_owned()]);
    }
    let mut ranked: Vec<(Vec<bool>, String)> = Vec::new();
    for (index, flavor) in flavors.iter().enumerate() {
        let reference = if flavor.regions.contains("r") {
            format!("{index}-r")
        } else if flavor.everywhere {
            format!("{index}-anywhere")
        } else {
            continue;
        };
        let (mut first, mut left, mut own) = (Vec::new(), Vec::new(), Vec::new());
        let mut fits = true;
        for (name, values) in CAPABILITIES {
            let (offered, wanted) = (all(&flavor.capabilities, name, values), all(&machine, name, values));
            let has = |value: &str| offered.iter().any(|one| one == value);
            let keeps = |value: &str| has(value) && wanted.iter().any(|one| one == value);
            fits &= values.iter().any(|value| keeps(value));
            let best = values.iter().position(|value| keeps(value));
            first.extend(values.iter().enumerate().map(|(rank, _)| Some(rank) == best));
            left.extend(values.iter().map(|value| keeps(value)));
            own.extend(values.iter().map(|value| has(value)));
        }
        if fits {
            ranked.push((if semantics == Documented { [first, left, own].concat() } else { own }, reference));
        }
    }
    let best = ranked.iter().map(|(rank, _)| rank.clone()).max()?;
    let mut winners = ranked.into_iter().filter(|(rank, _)| *rank == best);
    let winner = winners.next()?;
    winners.next().is_none().then_some(winner.1)
}

/// Any JSON under the names of the configuration's fields: some of it fits, most does not.
fn arbitrary_json() -> impl Strategy<Value = Value> {
    let names = [
        "apiVersion",
        "kind",
        "machineImages",
        "name",
        "versions",
        "version",
        "image",
        "regions",
        "id",
        "architecture",
        "capabilityFlavors",
        "capabilities",
        "constraints",
        "floatingPools",
        "loadBalancerProviders",
        "loadBalancerClasses",
        "purpose",
        "region",
        "keystoneURLs",
        "keystoneCACert",
        "dnsServers",
        "requestTimeout",
        "odd",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::sample::select(vec!["", "gardenlinux", "1877.5.0", "amd64", "*", "a*b", "default", "60s", "é\u{0}"])
            .prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(7, 80, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((proptest::sample::select(names.to_vec()), inner), 0..6)
                .prop_map(|entries| entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn selection_is_its_definition(flavors in flavors(), machine in capabilities()) {
        let indexed: Vec<(usize, &Flavor)> = flavors.iter().enumerate().collect();
        let profile = document(&indexed);
        for semantics in [Documented, Gardener] {
            let answer = select(&profile, &machine, semantics).ok().map(|choice| choice.reference.value);
            prop_assert_eq!(answer, naive(&flavors, &machine, semantics), "{:?}", semantics);
        }
    }

    #[test]
    fn the_order_of_flavors_does_not_matter(
        (flavors, shuffled) in flavors().prop_flat_map(|flavors| {
            let indexed: Vec<(usize, Flavor)> = flavors.iter().cloned().enumerate().collect();
            (Just(flavors), Just(indexed).prop_shuffle())
        }),
        machine in capabilities(),
    ) {
        let one = document(&flavors.iter().enumerate().collect::<Vec<_>>());
        let other = document(&shuffled.iter().map(|(index, flavor)| (*index, flavor)).collect::<Vec<_>>());
        for semantics in [Documented, Gardener] {
            let answer = |profile| select(profile, &machine, semantics).map_err(|error| error.reason).map(|one| one.reference.value);
            prop_assert_eq!(answer(&one), answer(&other));
        }
        let rules = |profile| {
            let lines = findings(&check(profile, Documented).violations);
            let mut rules: Vec<String> = lines.iter().filter_map(|line| Some(line.split(' ').nth(1)?.to_owned())).collect();
            rules.sort();
            rules
        };
        prop_assert_eq!(rules(&one), rules(&other));
    }

    #[test]
    fn flavors_that_mirror_the_core_half_are_clean(flavors in flavors()) {
        let mut profile = document(&flavors.iter().enumerate().collect::<Vec<_>>());
        for version in profile.spec.machine_images.iter_mut().flatten().flat_map(|image| image.versions.iter_mut().flatten()) {
            let mirrored = flavors.iter().map(|flavor| rootstock_core_model::Flavor(flavor.capabilities.clone()));
            version.capability_flavors = Some(mirrored.rev().collect());
        }
        if flavors.is_empty() {
            return Ok(());
        }
        for semantics in [Documented, Gardener] {
            let found = check(&profile, semantics).violations;
            let wrong = |name: &str| matches!(name, "provider-flavor-unmapped" | "provider-mapping-surplus");
            prop_assert!(!found.iter().any(|one| wrong(one.rule.name)), "{:?}", findings(&found));
        }
    }

    #[test]
    fn nothing_panics(value in arbitrary_json(), machine in capabilities()) {
        for base in ["openstack", "openstack-legacy"] {
            let mut profile = profile(base, &[]);
            profile.spec.provider_config = Some(serde_json::from_value(value.clone()).unwrap());
            for semantics in [Documented, Gardener] {
                let outcome = check(&profile, semantics);
                outcome.violations.iter().for_each(|found| drop(found.to_string()));
                let Some(config) = outcome.config else { continue };
                drop(config.image_references(&profile.spec));
                let request = ImageRequest {
                    image: "gardenlinux", version: "1877.5.0", region: Some("europe"), machine_capabilities: &machine,
                    machine_type: None, architecture: None, worker_capabilities: None,
                };
                drop(config.select_image(&profile.spec, &request, &settings(semantics)));
            }
        }
    }
}
