//! Small random profiles in which names, values and image IDs often coincide.

use proptest::prelude::*;
use rootstock_core_model::CloudProfile;
use serde_json::{Map, Value, json};

/// The capabilities and their possible values.
pub(crate) const CAPABILITIES: [(&str, &[&str]); 3] =
    [("architecture", &["amd64", "arm64"]), ("disk", &["a", "b", "c"]), ("host", &["x", "y"])];

pub(crate) const MACHINE_TYPES: [&str; 4] = ["m0", "m1", "m2", "m3"];
pub(crate) const VERSIONS: [&str; 3] = ["1.0.0", "1.1.0", "2.0.0"];
pub(crate) const REGIONS: [&str; 2] = ["north", "south"];

/// The declared values of each capability as a mask; 0 omits the capability.
type Declared = [u8; 3];

#[derive(Debug, Clone)]
pub(crate) struct World {
    /// The order of the capabilities and of their values; if empty, the profile registers none.
    registered: Vec<(usize, Vec<usize>)>,
    machine_types: Vec<Option<Declared>>,
    versions: Vec<Option<Vec<Flavor>>>,
    expiration: Vec<Option<u8>>,
}

#[derive(Debug, Clone)]
struct Flavor {
    declared: Declared,
    /// The number of the image in each region, if there is one.
    images: [Option<u8>; 2],
}

fn declared() -> impl Strategy<Value = Declared> {
    (1_u8..3, 0_u8..8, 0_u8..4).prop_map(|(architecture, disk, host)| [architecture, disk, host])
}

fn flavor() -> impl Strategy<Value = Flavor> {
    let image = || prop_oneof![1 => Just(None), 6 => (0_u8..10).prop_map(Some)];
    (declared(), [image(), image()]).prop_map(|(declared, images)| Flavor { declared, images })
}

fn registered() -> impl Strategy<Value = Vec<(usize, Vec<usize>)>> {
    let values = |count: usize| Just((0..count).collect::<Vec<_>>()).prop_shuffle();
    let all = (values(2), values(3), values(2), Just(vec![0, 1, 2]).prop_shuffle()).prop_map(|(a, b, c, order)| {
        let values = [a, b, c];
        order.into_iter().map(|index: usize| (index, values[index].clone())).collect::<Vec<_>>()
    });
    prop_oneof![1 => Just(Vec::new()), 6 => all]
}

pub(crate) fn world() -> impl Strategy<Value = World> {
    let machine_types = proptest::collection::vec(proptest::option::weighted(0.8, declared()), MACHINE_TYPES.len());
    let flavors = proptest::collection::vec(flavor(), 1..4);
    let versions = proptest::collection::vec(proptest::option::weighted(0.8, flavors), VERSIONS.len());
    let expiration = proptest::collection::vec(proptest::option::of(1_u8..9), VERSIONS.len());
    (registered(), machine_types, versions, expiration).prop_map(|(registered, machine_types, versions, expiration)| {
        World { registered, machine_types, versions, expiration }
    })
}

/// Returns a world and a slightly different one.
pub(crate) fn neighbours() -> impl Strategy<Value = (World, World)> {
    (world(), world(), 0_usize..5).prop_map(|(one, other, part)| {
        let mut next = one.clone();
        match part {
            0 => next.registered = other.registered,
            1 => next.machine_types = other.machine_types,
            2 => next.versions = other.versions,
            3 => next.expiration = other.expiration,
            _ => next = other,
        }
        (one, next)
    })
}

impl World {
    fn is_legacy(&self) -> bool {
        self.registered.is_empty()
    }

    fn capabilities(&self, declared: Declared) -> Value {
        let mut map = Map::new();
        for (index, (name, values)) in CAPABILITIES.iter().enumerate() {
            let mask = declared[index];
            let chosen: Vec<&str> =
                values.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, value)| *value).collect();
            if !chosen.is_empty() {
                map.insert((*name).to_owned(), json!(chosen));
            }
        }
        Value::Object(map)
    }

    fn architecture(declared: Declared) -> &'static str {
        if declared[0] & 1 == 1 { "amd64" } else { "arm64" }
    }

    pub(crate) fn profile(&self) -> CloudProfile {
        serde_json::from_value(self.json()).unwrap()
    }

    /// Like [`profile`](Self::profile), but with secure boot (GEP-54) instead of the capability `host`, which is not
    /// registered then.
    pub(crate) fn booting_profile(&self) -> CloudProfile {
        let mut profile = self.json();
        if let Some(definitions) = profile["spec"]["machineCapabilities"].as_array_mut() {
            definitions.retain(|definition| definition["name"] != "host");
        }
        let text = profile.to_string().replace("\"host\"", "\"gardener-bootType\"");
        let text = text.replace("\"x\"", "\"standard\"").replace("\"y\"", "\"secure\"");
        serde_json::from_str(&text).unwrap()
    }

    fn json(&self) -> Value {
        let definitions: Vec<Value> = self
            .registered
            .iter()
            .map(|(index, order)| {
                let (name, values) = CAPABILITIES[*index];
                json!({"name": name, "values": order.iter().map(|value| values[*value]).collect::<Vec<_>>()})
            })
            .collect();
        let machine_types: Vec<Value> = MACHINE_TYPES
            .iter()
            .zip(&self.machine_types)
            .filter_map(|(name, declared)| {
                let declared = (*declared)?;
                let mut machine_type = json!({"name": name, "cpu": "1", "gpu": "0", "memory": "1Gi"});
                if self.is_legacy() {
                    machine_type["architecture"] = json!(Self::architecture(declared));
                } else {
                    machine_type["capabilities"] = self.capabilities(declared);
                }
                Some(machine_type)
            })
            .collect();
        let there = || VERSIONS.iter().zip(&self.versions).zip(&self.expiration);
        let core: Vec<Value> = there()
            .filter_map(|((version, flavors), expiration)| {
                let flavors = flavors.as_ref()?;
                let mut entry = json!({"version": version, "cri": [{"name": "containerd"}]});
                if let Some(month) = expiration {
                    entry["expirationDate"] = json!(format!("2026-0{month}-15T00:00:00Z"));
                }
                if self.is_legacy() {
                    let mut names: Vec<&str> = flavors.iter().map(|one| Self::architecture(one.declared)).collect();
                    names.sort_unstable();
                    names.dedup();
                    entry["architectures"] = json!(names);
                } else {
                    entry["capabilityFlavors"] =
                        flavors.iter().map(|flavor| self.capabilities(flavor.declared)).collect();
                }
                Some(entry)
            })
            .collect();
        let mapped: Vec<Value> =
            there().filter_map(|((version, flavors), _)| Some(self.mapped(version, flavors.as_ref()?))).collect();
        let regions: Vec<Value> = REGIONS.iter().map(|name| json!({"name": name})).collect();
        let mut profile = json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "world"},
            "spec": {
                "type": "openstack", "regions": regions, "machineTypes": machine_types,
                "kubernetes": {"versions": [{"version": "1.33.5"}]},
                "machineImages": [{"name": "os", "versions": core}],
                "providerConfig": {
                    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1",
                    "kind": "CloudProfileConfig", "machineImages": [{"name": "os", "versions": mapped}],
                },
            },
        });
        if !self.is_legacy() {
            profile["spec"]["machineCapabilities"] = json!(definitions);
        }
        profile
    }

    fn mapped(&self, version: &str, flavors: &[Flavor]) -> Value {
        let regions = |flavor: &Flavor, legacy: bool| -> Vec<Value> {
            REGIONS
                .iter()
                .zip(flavor.images)
                .filter_map(|(name, image)| {
                    let mut region = json!({"name": name, "id": format!("image-{}", image?)});
                    if legacy {
                        region["architecture"] = json!(Self::architecture(flavor.declared));
                    }
                    Some(region)
                })
                .collect()
        };
        if self.is_legacy() {
            let all: Vec<Value> = flavors.iter().flat_map(|flavor| regions(flavor, true)).collect();
            return json!({"version": version, "regions": all});
        }
        let flavors: Vec<Value> = flavors
            .iter()
            .map(
                |flavor| json!({"capabilities": self.capabilities(flavor.declared), "regions": regions(flavor, false)}),
            )
            .collect();
        json!({"version": version, "capabilityFlavors": flavors})
    }
}
