//! Generated profiles with capabilities of the operator, of Gardener and of the provider.

use serde_json::{Map, Value, json};

/// The values of a capability in a flavor or a machine type; `None` leaves it out.
type Choice = Option<&'static [&'static str]>;

/// The capabilities and what there is to choose.
const CAPABILITIES: [(&str, &[Choice]); 5] = [
    ("storage", &[None, Some(&["nvme"]), Some(&["scsi"])]),
    ("gardener-bootType", &[None, None, Some(&["secure"]), Some(&["standard", "secure"])]),
    ("gardener-gpuSupport", &[None, None, Some(&["nvidia"]), Some(&["none", "nvidia"]), Some(&["amd", "intel"])]),
    ("gardener-updateType", &[None, None, None, Some(&["inPlace"])]),
    ("openstack-trustedLaunch", &[None, None, Some(&["enabled"])]),
];

/// A profile with one image version.
#[derive(Debug)]
pub(super) struct World {
    pub(super) name: String,
    /// The distinct capabilities of the flavors.
    pub(super) flavors: Vec<Value>,
    machine_types: Vec<Value>,
}

impl World {
    /// Returns the world of a seed.
    pub(super) fn new(seed: u64) -> Self {
        let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut below = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap() % bound
        };
        let mut all = |count: usize| {
            let mut distinct: Vec<Value> = Vec::new();
            for _ in 0..count {
                let mut values = Map::new();
                for (name, choices) in CAPABILITIES {
                    if let Some(chosen) = choices[below(choices.len())] {
                        values.insert(name.to_owned(), json!(chosen));
                    }
                }
                let values = Value::Object(values);
                if !distinct.contains(&values) {
                    distinct.push(values);
                }
            }
            distinct
        };
        Self { name: format!("w{seed}"), flavors: all(5), machine_types: all(2) }
    }

    /// Returns the profile with the given image of each flavor, as JSON.
    pub(super) fn text(&self, image_of: impl Fn(usize) -> String) -> String {
        let mapped = self.flavors.iter().enumerate().map(
            |(index, flavor)| json!({"capabilities": flavor, "regions": [{"name": "europe", "id": image_of(index)}]}),
        );
        let machine_types = self.machine_types.iter().zip(self.machine_types()).map(
            |(capabilities, name)| json!({"name": name, "cpu": "2", "gpu": "0", "memory": "4Gi", "capabilities": capabilities}),
        );
        let profile = json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": self.name},
            "spec": {
                "type": "openstack",
                "machineCapabilities": [
                    {"name": "architecture", "values": ["amd64"]}, {"name": "storage", "values": ["nvme", "scsi"]}],
                "kubernetes": {"versions": [{"version": "1.34.1"}]},
                "machineImages": [{"name": "plain", "updateStrategy": "major", "versions": [
                    {"version": "1.0.0", "cri": [{"name": "containerd"}], "inPlaceUpdates": {"supported": true},
                     "capabilityFlavors": self.flavors}]}],
                "machineTypes": machine_types.collect::<Vec<_>>(),
                "regions": [{"name": "europe", "zones": [{"name": "a"}]}],
                "providerConfig": {
                    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
                    "keystoneURL": "https://keystone.example/v3",
                    "constraints": {"floatingPools": [{"name": "public"}], "loadBalancerProviders": [{"name": "haproxy"}]},
                    "machineImages": [{"name": "plain", "versions": [
                        {"version": "1.0.0", "capabilityFlavors": mapped.collect::<Vec<_>>()}]}],
                },
            },
        });
        format!("{profile:#}\n")
    }

    pub(super) fn machine_types(&self) -> impl Iterator<Item = String> {
        (0..self.machine_types.len()).map(|index| format!("m{index}"))
    }
}

/// A worker, as fields of a question and as arguments of the command.
#[derive(Debug, Clone)]
pub(super) struct Worker {
    pub(super) fields: Map<String, Value>,
    pub(super) arguments: Vec<String>,
}

/// Returns every kind of worker that a user can describe by its fields, the fewest first. `config` is a file with
/// [`trusted_launch`].
pub(super) fn workers(config: &str) -> Vec<Worker> {
    let mut workers = Vec::new();
    for trusted in [false, true] {
        for in_place in [false, true] {
            for gpu in [None, Some("none"), Some("nvidia"), Some("amd"), Some("intel")] {
                for secure in [false, true] {
                    let mut worker = Worker { fields: Map::new(), arguments: Vec::new() };
                    let mut add = |field: &str, value: Value, arguments: &[&str]| {
                        worker.fields.insert(field.to_owned(), value);
                        worker.arguments.extend(arguments.iter().map(|one| (*one).to_owned()));
                    };
                    if secure {
                        add("secureBoot", json!(true), &["--secure-boot"]);
                    }
                    if let Some(gpu) = gpu {
                        add("gpu", json!(gpu), &["--gpu", gpu]);
                    }
                    if in_place {
                        let strategy = "AutoInPlaceUpdate";
                        add("updateStrategy", json!(strategy), &["--update-strategy", strategy]);
                    }
                    if trusted {
                        add("providerConfig", trusted_launch(), &["--worker-config", config]);
                    }
                    workers.push(worker);
                }
            }
        }
    }
    workers.sort_by_key(|worker| worker.fields.len());
    workers
}

/// Returns the `providerConfig` of a worker with trusted launch.
pub(super) fn trusted_launch() -> Value {
    json!({
        "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "WorkerConfig",
        "trustedLaunch": {"enabled": true},
    })
}
