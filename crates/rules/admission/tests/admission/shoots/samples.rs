//! Arbitrary profiles and Shoots.

use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;
use proptest::sample::select;
use rootstock_admission::default_cloud_profile;
use rootstock_core_model::{CloudProfile, CloudProfileSpec, Shoot};
use serde_json::{Value, json};

fn one_of(values: &'static [&'static str]) -> impl Strategy<Value = &'static str> + Clone {
    select(values)
}

/// Removes null fields from an object.
fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, value| !value.is_null());
    }
    value
}

fn life() -> impl Strategy<Value = Value> {
    let dates = one_of(&["2020-01-01T00:00:00Z", "2090-01-01T00:00:00Z"]);
    prop_oneof![
        4 => Just(json!({})),
        1 => Just(json!({"classification": "deprecated"})),
        1 => Just(json!({"classification": "preview"})),
        1 => dates.clone().prop_map(|date| json!({"expirationDate": date})),
        1 => dates.prop_map(|date| json!({"lifecycle": [{"classification": "supported", "startTime": date}]})),
    ]
}

fn with_life(fields: Value, life: Value) -> Value {
    let mut fields = without_nulls(fields);
    fields.as_object_mut().unwrap().extend(life.as_object().unwrap().clone());
    fields
}

fn capabilities(reserved: bool) -> impl Strategy<Value = Value> {
    let pick = |values: &'static [&'static str]| of(proptest::sample::subsequence(values.to_vec(), 0..=values.len()));
    let one = |values: &'static [&'static str]| of(select(values).prop_map(|value| vec![value]));
    let boot = if reserved { weighted(0.3, select(&["standard", "secure"][..])).boxed() } else { Just(None).boxed() };
    let update = if reserved { weighted(0.3, select(&["rolling", "inPlace"][..])).boxed() } else { Just(None).boxed() };
    (one(&["amd64", "arm64"]), pick(&["a", "b"]), boot, update).prop_map(|(architecture, x, boot, update)| {
        without_nulls(json!({
            "architecture": architecture, "x": x,
            "gardener-bootType": boot.map(|value| vec![value]), "gardener-updateType": update.map(|value| vec![value]),
        }))
    })
}

const VERSIONS: &[&str] = &["1.0.0", "1.0.1", "1.1.0", "2.0.0", "2.0.0-beta.1", "3", "1.2", "v1.0.2", "x", "0.0.0"];

fn image_version(reserved: bool) -> impl Strategy<Value = Value> {
    let flavors = vec(capabilities(reserved), 0..3);
    let in_place = weighted(0.4, (any::<bool>(), of(one_of(&["1.0.0", "0.1.0", "x"]))));
    let kubelet = weighted(0.2, one_of(&["< 1.33", ">= 1.33", "*", "nonsense"]));
    let runtimes = weighted(0.3, vec(one_of(&["gvisor", "kata"]), 0..2));
    let architectures = weighted(0.3, one_of(&["amd64", "arm64"]));
    (select(VERSIONS), flavors, in_place, kubelet, runtimes, architectures, life()).prop_map(
        |(version, flavors, in_place, kubelet, runtimes, architectures, life)| {
            let runtimes = runtimes.map(|names| names.iter().map(|name| json!({"type": name})).collect::<Vec<_>>());
            let fields = json!({
                "version": version, "capabilityFlavors": flavors, "kubeletVersionConstraint": kubelet,
                "architectures": architectures.map(|one| vec![one]),
                "inPlaceUpdates": in_place.map(|(supported, minimum)| without_nulls(
                    json!({"supported": supported, "minVersionForUpdate": minimum}))),
                "cri": runtimes.map(|runtimes| json!([{"name": "containerd", "containerRuntimes": runtimes}])),
            });
            with_life(fields, life)
        },
    )
}

/// Keeps the first item of each name, unless `repeats`.
fn unique(items: Vec<Value>, key: &str, repeats: bool) -> Vec<Value> {
    let mut seen = std::collections::HashSet::new();
    items.into_iter().filter(|item| repeats || seen.insert(item[key].to_string())).collect()
}

/// A profile. Without `reserved`, no name of the catalog is used; without `repeats`, names and versions are unique.
pub(crate) fn profiles(reserved: bool, repeats: bool) -> impl Strategy<Value = CloudProfileSpec> {
    let kubernetes = vec((one_of(&["1.31.4", "1.32.1", "1.33.5", "1.33.6", "1.34.0"]), life()), 0..5);
    let images = vec((one_of(&["i", "j"]), vec(image_version(reserved), 0..5)), 0..3);
    let types = vec((one_of(&["m", "n"]), capabilities(reserved), of(any::<bool>())), 0..3);
    let definitions = prop_oneof![
        Just(json!([])),
        Just(json!([{"name": "architecture", "values": ["amd64"]}])),
        Just(json!([{"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "x", "values": ["a", "b"]}])),
    ];
    (kubernetes, images, types, definitions).prop_map(move |(kubernetes, images, types, definitions)| {
        let kubernetes: Vec<Value> =
            kubernetes.into_iter().map(|(version, life)| with_life(json!({"version": version}), life)).collect();
        let images: Vec<Value> = images
            .into_iter()
            .map(|(name, versions)| json!({"name": name, "versions": unique(versions, "version", repeats)}))
            .collect();
        let types: Vec<Value> = types
            .into_iter()
            .map(|(name, capabilities, usable)| {
                without_nulls(
                    json!({"name": name, "cpu": "4", "memory": "8Gi", "usable": usable, "capabilities": capabilities}),
                )
            })
            .collect();
        let spec: CloudProfileSpec = serde_json::from_value(json!({
            "type": "local", "kubernetes": {"versions": unique(kubernetes, "version", repeats)},
            "machineImages": unique(images, "name", repeats), "machineTypes": unique(types, "name", repeats),
            "machineCapabilities": definitions, "limits": {"maxNodesTotal": 8},
            "volumeTypes": [{"name": "v", "class": "c", "minSize": "20Gi"}],
            "regions": [{"name": "eu", "zones": [{"name": "z", "unavailableMachineTypes": ["n"]}]}, {"name": "us"}],
        }))
        .unwrap();
        let mut profile = CloudProfile { spec, ..Default::default() };
        default_cloud_profile(&mut profile);
        profile.spec
    })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => select(VERSIONS).prop_map(str::to_owned), 1 => "[0-9v.+x-]{0,8}", 1 => any::<String>()]
}

fn worker(special: bool) -> impl Strategy<Value = Value> {
    let image = of((
        prop_oneof![4 => one_of(&["i", "j"]).prop_map(str::to_owned), 1 => one_of(&["", "gone"]).prop_map(str::to_owned)],
        of(text()),
    ));
    let strategy = of(one_of(if special {
        &["AutoRollingUpdate", "AutoInPlaceUpdate", "ManualInPlaceUpdate", "?"]
    } else {
        &["AutoRollingUpdate"]
    }));
    let secure = if special { of(any::<bool>()).boxed() } else { Just(None).boxed() };
    let gpu = if special { weighted(0.2, one_of(&["nvidia", "none", "tpu"])).boxed() } else { Just(None).boxed() };
    let kubernetes = weighted(0.4, (of(text()), weighted(0.3, one_of(&["1", "100m", "64Ti", "nonsense"]))));
    let machine =
        (one_of(&["m", "n", "gone"]), image, weighted(0.3, one_of(&["amd64", "arm64", "riscv64", ""])), secure, gpu);
    let rest = (
        one_of(&["a", "b"]),
        strategy,
        kubernetes,
        vec(one_of(&["z", "y"]), 0..3),
        weighted(0.3, (one_of(&["v", "w"]), one_of(&["10Gi", "30Gi"]))),
        weighted(0.3, vec(one_of(&["gvisor", "kata"]), 0..2)),
        any::<i32>(),
    );
    (machine, rest).prop_map(|((machine, image, architecture, secure, gpu), rest)| {
        let (name, strategy, kubernetes, zones, volume, runtimes, minimum) = rest;
        let runtimes = runtimes.map(|names| names.iter().map(|name| json!({"type": name})).collect::<Vec<_>>());
        without_nulls(json!({
            "name": name, "minimum": minimum, "maximum": minimum, "zones": zones, "updateStrategy": strategy,
            "machine": without_nulls(json!({
                "type": machine, "architecture": architecture, "secureBoot": secure,
                "gpu": gpu.map(|gpu| json!({"type": gpu})),
                "image": image.map(|(name, version)| without_nulls(json!({"name": name, "version": version}))),
            })),
            "kubernetes": kubernetes.map(|(version, reserved)| without_nulls(json!({
                "version": version, "kubelet": reserved.map(|amount| json!({"kubeReserved": {"cpu": amount}})),
            }))),
            "volume": volume.map(|(name, size)| json!({"type": name, "size": size})),
            "cri": runtimes.map(|runtimes| json!({"name": "containerd", "containerRuntimes": runtimes})),
        }))
    })
}

/// A Shoot. Without `special`, every worker is rolling and has no special requirements.
pub(crate) fn shoots(special: bool) -> impl Strategy<Value = Shoot> {
    let version = prop_oneof![
        2 => one_of(&["", "1", "1.33", "1.33.5", "1.32.1", "1.31"]).prop_map(str::to_owned),
        1 => text(),
    ];
    let region = one_of(&["eu", "us", "gone"]);
    let provider = prop_oneof![9 => Just("local"), 1 => Just("other")];
    (version, region, provider, vec(worker(special), 0..3), weighted(0.1, Just("2026-01-01T00:00:00Z"))).prop_map(
        |(version, region, provider, workers, deletion)| {
            serde_json::from_value(json!({
                "metadata": without_nulls(json!({"deletionTimestamp": deletion})),
                "spec": {"region": region, "kubernetes": {"version": version},
                    "provider": {"type": provider, "workers": workers}},
            }))
            .unwrap()
        },
    )
}
