//! Small profiles and Shoots with many possible outcomes.

use proptest::prelude::*;
use rootstock_core_model::{CloudProfileSpec, Shoot};
use serde_json::{Value, json};

use crate::samples::{self, NOW};

/// A profile, and a Shoot on it.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    pub(super) spec: CloudProfileSpec,
    pub(super) shoot: Shoot,
}

const KUBERNETES: [&str; 8] = ["1.26.3", "1.27.1", "1.28.2", "1.29.3", "1.30.4", "1.30.5", "1.31.1", "1.32.0"];
const ARCHITECTURES: [&str; 2] = ["amd64", "arm64"];
const CONSTRAINTS: [&str; 4] = [">= 1.26", "< 1.30", "~1.30", ">= 1.29, < 1.31 || 1.32"];

/// A day relative to now, at noon, within 60 days.
fn day(day: i64) -> Value {
    json!(rootstock_versioning::Timestamp::from_unix_seconds(NOW.unix_seconds() + day * 86_400 + 43_200).to_string())
}

fn life() -> impl Strategy<Value = Value> {
    let names = prop::sample::select(vec!["preview", "supported", "deprecated"]);
    let stages = (
        prop::sample::subsequence(vec!["preview", "supported", "deprecated", "expired"], 1..4),
        -60..20_i64,
        1..20_i64,
    );
    prop_oneof![
        3 => Just(json!({})),
        3 => names.clone().prop_map(|name| json!({ "classification": name })),
        3 => (prop::option::of(names), -60..60_i64)
            .prop_map(|(name, expires)| json!({ "classification": name, "expirationDate": day(expires) })),
        3 => stages.prop_map(|(names, first, step)| {
            let stages = (0..).zip(names).map(|(index, name)| json!({ "classification": name, "startTime": day((first + index * step).min(60)) }));
            json!({ "lifecycle": stages.collect::<Vec<_>>() })
        }),
    ]
}

fn with_version(version: String, life: Value, rest: &Value) -> Value {
    let mut value = life;
    value["version"] = json!(version);
    for (key, field) in rest.as_object().into_iter().flatten() {
        value[key] = field.clone();
    }
    value
}

/// Whether names of the reserved catalog may appear.
type Reserved = bool;

fn capabilities(reserved: Reserved) -> impl Strategy<Value = Value> {
    let one_of =
        |values: [&'static str; 2]| prop::option::weighted(0.7, prop::sample::subsequence(values.to_vec(), 0..=2));
    let named = move |values: [&'static str; 2]| one_of(values).prop_map(move |values| values.filter(|_| reserved));
    let (boot, gpu) = (named(["standard", "secure"]), named(["none", "nvidia"]));
    (one_of(ARCHITECTURES), one_of(["NVMe", "SCSI"]), boot, gpu).prop_map(|(architecture, storage, boot, gpu)| {
        let mut map = json!({});
        let all = [
            ("architecture", architecture),
            ("storage", storage),
            ("gardener-bootType", boot),
            ("gardener-gpuSupport", gpu),
        ];
        for (name, values) in all {
            if let Some(values) = values {
                map[name] = json!(values);
            }
        }
        map
    })
}

fn image_version(legacy: bool, reserved: Reserved) -> impl Strategy<Value = Value> {
    let fit = (
        prop::option::weighted(0.4, prop::collection::vec(capabilities(reserved), 1..3)),
        prop::sample::subsequence(ARCHITECTURES.to_vec(), 0..=2),
        prop::option::weighted(0.4, prop::sample::subsequence(vec!["gvisor", "kata"], 0..=2)),
        prop::option::weighted(0.3, prop::sample::select(CONSTRAINTS.to_vec())),
        prop::option::weighted(
            0.4,
            (any::<bool>(), prop::option::of(prop::sample::select(vec!["0.1.0", "1.1.0", "2.0.0"]))),
        ),
    );
    (1..3_u8, 0..3_u8, 0..3_u8, prop::bool::weighted(0.15), life(), fit).prop_map(
        move |(major, minor, patch, is_prerelease, life, (flavors, architectures, runtimes, constraint, in_place))| {
            let suffix = if is_prerelease { "-rc" } else { "" };
            let mut rest = json!({});
            if legacy {
                rest["architectures"] = json!(architectures);
            } else if let Some(flavors) = flavors {
                rest["capabilityFlavors"] = json!(flavors);
            }
            if let Some(runtimes) = runtimes {
                let runtimes: Vec<Value> = runtimes.iter().map(|runtime| json!({ "type": runtime })).collect();
                rest["cri"] = json!([{ "name": "containerd", "containerRuntimes": runtimes }]);
            }
            if let Some(constraint) = constraint {
                rest["kubeletVersionConstraint"] = json!(constraint);
            }
            if let Some((supported, minimum)) = in_place {
                rest["inPlaceUpdates"] = json!({ "supported": supported, "minVersionForUpdate": minimum });
            }
            with_version(format!("{major}.{minor}.{patch}{suffix}"), life, &rest)
        },
    )
}

/// Keeps each version once.
fn distinct(mut versions: Vec<Value>) -> Vec<Value> {
    let mut seen = std::collections::HashSet::new();
    versions.retain(|version| seen.insert(version["version"].as_str().unwrap().to_owned()));
    versions
}

fn profile(reserved: Reserved) -> impl Strategy<Value = Value> {
    any::<bool>().prop_flat_map(move |legacy| {
        let image = (
            prop::sample::select(vec!["patch", "minor", "major"]),
            prop::collection::vec(image_version(legacy, reserved), 0..12),
        );
        let machine_type = (capabilities(reserved), prop::option::of(prop::sample::select(ARCHITECTURES.to_vec())));
        let kubernetes = prop::collection::vec((prop::sample::select(KUBERNETES.to_vec()), life()), 0..8);
        (prop::collection::vec(image, 2), prop::collection::vec(machine_type, 2), kubernetes).prop_map(
            move |(images, types, kubernetes)| {
                let images = images.into_iter().zip(["os", "other"]).map(|((strategy, versions), name)| {
                    json!({ "name": name, "updateStrategy": strategy, "versions": distinct(versions) })
                });
                let types = types.into_iter().zip(["small", "large"]).map(|((capabilities, architecture), name)| {
                    if legacy {
                        json!({ "name": name, "architecture": architecture })
                    } else {
                        json!({ "name": name, "capabilities": capabilities })
                    }
                });
                let kubernetes = kubernetes.into_iter().map(|(version, life)| with_version(version.to_owned(), life, &json!({})));
                let mut profile = json!({
                    "kubernetes": { "versions": distinct(kubernetes.collect()) },
                    "machineTypes": types.collect::<Vec<_>>(),
                    "machineImages": images.collect::<Vec<_>>(),
                });
                if !legacy {
                    profile["machineCapabilities"] = json!([
                        { "name": "architecture", "values": ARCHITECTURES }, { "name": "storage", "values": ["NVMe", "SCSI"] },
                    ]);
                }
                profile
            },
        )
    })
}

fn worker() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec!["small", "small", "large", "gone"]),
        prop::option::weighted(0.8, prop::sample::select(ARCHITECTURES.to_vec())),
        prop::sample::select(vec!["os", "os", "os", "other", "OS"]),
        (1..3_u8, 0..3_u8, 0..3_u8),
        prop::option::weighted(0.3, prop::sample::subsequence(vec!["gvisor", "kata"], 0..=2)),
        prop::option::weighted(0.3, prop::sample::select(KUBERNETES[..5].to_vec())),
        prop::sample::select(vec!["AutoRollingUpdate", "AutoInPlaceUpdate", "ManualInPlaceUpdate"]),
        (prop::bool::weighted(0.2), prop::option::weighted(0.2, prop::sample::select(vec!["none", "nvidia"]))),
    )
        .prop_map(
            |(machine_type, architecture, image, version, runtimes, kubernetes, strategy, (secure_boot, gpu))| {
                let (major, minor, patch) = version;
                let cri = runtimes.map(|runtimes| {
                    let runtimes: Vec<Value> = runtimes.iter().map(|runtime| json!({ "type": runtime })).collect();
                    json!({ "name": "containerd", "containerRuntimes": runtimes })
                });
                json!({
                    "name": "pool",
                    "updateStrategy": strategy,
                    "cri": cri,
                    "kubernetes": kubernetes.map(|version| json!({ "version": version })),
                    "machine": {
                        "type": machine_type,
                        "architecture": architecture,
                        "secureBoot": secure_boot,
                        "gpu": gpu.map(|gpu_type| json!({ "type": gpu_type })),
                        "image": { "name": image, "version": format!("{major}.{minor}.{patch}") },
                    },
                })
            },
        )
}

pub(super) fn scenario() -> impl Strategy<Value = Scenario> {
    any::<Reserved>().prop_flat_map(scenario_with)
}

/// A world in which the profile does not use reserved names.
pub(super) fn plain_scenario() -> impl Strategy<Value = Scenario> {
    scenario_with(false)
}

fn scenario_with(reserved: Reserved) -> impl Strategy<Value = Scenario> {
    let shoot = (
        prop::sample::select(KUBERNETES[2..6].to_vec()),
        any::<bool>(),
        any::<bool>(),
        prop::collection::vec(worker(), 0..4),
    );
    (profile(reserved), shoot).prop_map(|(profile, (kubernetes, auto_kubernetes, auto_images, workers))| Scenario {
        spec: samples::spec(&profile),
        shoot: samples::shoot(&json!({
            "kubernetes": { "version": kubernetes },
            "maintenance": { "autoUpdate": { "kubernetesVersion": auto_kubernetes, "machineImageVersion": auto_images } },
            "provider": { "workers": workers },
        })),
    })
}
