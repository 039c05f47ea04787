//! Properties: neutrality of the gate, and agreement with the definition.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rootstock_core_model::{CloudProfileSpec, FeatureGates, Quirks, Worker};
use rootstock_worker_capabilities::{BuiltInCatalog, Demand, WorkerCatalog};
use serde_json::{Map, Value, json};

use crate::worked_cases::{ON, choice};

const REGISTERED: [(&str, &[&str]); 3] =
    [("architecture", &["amd64", "arm64"]), ("x", &["a", "b"]), ("y", &["p", "q", "r"])];

/// Like `REGISTERED`, plus a value that is not registered.
const USED: [(&str, &[&str]); 3] =
    [("architecture", &["amd64", "arm64"]), ("x", &["a", "b", "unregistered"]), ("y", &["p", "q", "r"])];

fn map(capabilities: Vec<(&'static str, &'static [&'static str])>) -> impl Strategy<Value = Value> {
    let entries: Vec<_> = capabilities
        .into_iter()
        .map(|(name, values)| {
            (Just(name), proptest::option::of(proptest::sample::subsequence(values.to_vec(), 0..=values.len())))
        })
        .collect();
    entries.prop_map(|entries| {
        let declared = entries.into_iter().filter_map(|(name, values)| Some((name.to_owned(), json!(values?))));
        Value::Object(declared.collect::<Map<_, _>>())
    })
}

fn with_reserved() -> Vec<(&'static str, &'static [&'static str])> {
    REGISTERED.into_iter().chain(BuiltInCatalog::FIRST.entries.iter().map(|entry| (entry.name, entry.values))).collect()
}

fn profile(names: Vec<(&'static str, &'static [&'static str])>) -> impl Strategy<Value = CloudProfileSpec> {
    let flavors = proptest::collection::vec(map(names.clone()), 0..4);
    (map(names), flavors, any::<bool>(), 0..=REGISTERED.len()).prop_map(|(machine, flavors, in_place, definitions)| {
        let definitions: Vec<_> =
            REGISTERED.iter().take(definitions).map(|(name, values)| json!({"name": name, "values": values})).collect();
        serde_json::from_value(json!({
            "machineCapabilities": definitions,
            "machineTypes": [{"name": "m", "capabilities": machine}],
            "machineImages": [{"name": "i", "versions": [
                {"version": "1.0.0", "capabilityFlavors": flavors, "inPlaceUpdates": {"supported": in_place}}]}],
        }))
        .unwrap()
    })
}

fn quirks() -> impl Strategy<Value = Quirks> {
    prop_oneof![Just(Quirks::NONE), Just(Quirks::GARDENER_1_150)]
}

proptest! {
    /// With the gate on and no reserved name in use, a rolling, non-secure, non-GPU worker gets exactly the result of the gate
    /// being off: whether an image fits, and which flavor is selected.
    #[test]
    fn gate_changes_nothing_without_demands(spec in profile(USED.to_vec()), quirks in quirks(), architecture in proptest::option::of("amd64|arm64")) {
        let answer = |gates| {
            let catalog = WorkerCatalog::new(&spec, gates, &[]).unwrap();
            let mut demand = Demand::of_worker(catalog.built_in_catalog(), &Worker::default()).demand;
            demand.architecture = architecture.clone();
            let machine_type = catalog.catalog().machine_type("m").unwrap();
            let version = &catalog.catalog().images()[0].versions[0];
            let fits = catalog.fits(machine_type, version, &catalog.compile(&demand), &quirks);
            (fits, catalog.select(machine_type, version, &catalog.compile(&demand), &quirks))
        };
        prop_assert_eq!(answer(ON), answer(FeatureGates::DEFAULT));
    }

    /// Some flavor has a value in common with machine type and worker for every capability.
    #[test]
    fn joint_matching_agrees_with_its_definition(
        spec in profile(with_reserved()), secure in any::<bool>(), in_place in any::<bool>(),
        gpu in proptest::option::of("none|nvidia|amd|intel"),
    ) {
        if !spec.has_capabilities() {
            return Ok(());
        }
        let strategy = if in_place { "AutoInPlaceUpdate" } else { "AutoRollingUpdate" };
        let worker: Worker = serde_json::from_value(json!({
            "machine": {"secureBoot": secure, "gpu": gpu.as_ref().map(|gpu| json!({"type": gpu}))}, "updateStrategy": strategy,
        })).unwrap();
        let catalog = WorkerCatalog::new(&spec, ON, &[]).unwrap();
        let demand = Demand::of_worker(catalog.built_in_catalog(), &worker).demand;
        let expected = naive(&spec, secure, in_place, gpu.as_deref());
        prop_assert_eq!(choice(&catalog, &demand, &Quirks::NONE) != -1, expected);
    }
}

fn naive(spec: &CloudProfileSpec, secure: bool, in_place: bool, gpu: Option<&str>) -> bool {
    let version = &spec.images()[0].offered()[0];
    let supports_in_place = version.in_place_updates.as_ref().unwrap().supported;
    let nothing = [Default::default()];
    let flavors = if version.flavors().is_empty() { &nothing[..] } else { version.flavors() };
    let registered: Vec<(String, Vec<String>)> = spec
        .capability_definitions()
        .iter()
        .map(|definition| (definition.name.clone(), definition.values.clone()))
        .collect();
    let reserved = BuiltInCatalog::FIRST.entries.iter().map(|entry| (entry.name.to_owned(), entry.definition().values));
    let all: Vec<(String, Vec<String>)> = registered.into_iter().chain(reserved).collect();
    flavors.iter().any(|flavor| {
        all.iter().all(|(name, every)| {
            let neutral: Vec<String> = match name.as_str() {
                "gardener-bootType" => vec!["standard".into()],
                "gardener-updateType" if supports_in_place => vec!["rolling".into(), "inPlace".into()],
                "gardener-updateType" => vec!["rolling".into()],
                "gardener-gpuSupport" => vec!["none".into()],
                _ => every.clone(),
            };
            let asked: Vec<String> = match name.as_str() {
                "gardener-bootType" => vec![if secure { "secure" } else { "standard" }.into()],
                "gardener-updateType" => vec![if in_place { "inPlace" } else { "rolling" }.into()],
                "gardener-gpuSupport" => gpu.map_or(every.clone(), |gpu| vec![gpu.into()]),
                _ => every.clone(),
            };
            let image: BTreeSet<&String> = flavor.0.get(name).unwrap_or(&neutral).iter().collect();
            let machine: BTreeSet<&String> = spec.types()[0].capabilities.get(name).unwrap_or(every).iter().collect();
            asked.iter().any(|value| image.contains(value) && machine.contains(value))
        })
    })
}
