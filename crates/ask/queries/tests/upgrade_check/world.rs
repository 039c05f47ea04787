//! Landscapes in which behaviors that depend on the release of Gardener are planted.

use serde_json::{Value, json};

/// A version of which the profile only says that it has expired.
const EXPIRED_KUBERNETES: &str = "1.31.8";

/// A behavior that depends on the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Plant {
    CapabilityGate,
    ReservedCapability,
    LifecycleOverlap,
    ExpiredOverlap,
    ZonePinning,
    MachineCreationTimeout,
    ProfileStatus,
    ExpiredClassification,
    MachineTypeOfParent,
    OverrideClassification,
    UnwrittenArchitecture,
    OidcConfig,
    SystemReserved,
    ReservationSum,
    ShortImageVersion,
    WorkerMaximum,
    TlsMinVersion,
    ControlPlaneZones,
    InPlaceDowngrade,
    OlderKubernetes,
    OldKubernetes,
    NewKubernetes,
    ShootOnExpiredKubernetes,
}

impl Plant {
    pub(crate) const ALL: [Self; 23] = [
        Self::CapabilityGate,
        Self::ReservedCapability,
        Self::LifecycleOverlap,
        Self::ExpiredOverlap,
        Self::ZonePinning,
        Self::MachineCreationTimeout,
        Self::ProfileStatus,
        Self::ExpiredClassification,
        Self::MachineTypeOfParent,
        Self::OverrideClassification,
        Self::UnwrittenArchitecture,
        Self::OidcConfig,
        Self::SystemReserved,
        Self::ReservationSum,
        Self::ShortImageVersion,
        Self::WorkerMaximum,
        Self::TlsMinVersion,
        Self::ControlPlaneZones,
        Self::InPlaceDowngrade,
        Self::OlderKubernetes,
        Self::OldKubernetes,
        Self::NewKubernetes,
        Self::ShootOnExpiredKubernetes,
    ];

    /// Returns the release at which the answers change, and the declared cause.
    pub(crate) const fn change(self) -> (&'static str, &'static str) {
        match self {
            Self::CapabilityGate => ("1.146", "CloudProfileCapabilities"),
            Self::ReservedCapability => ("1.147", "capability-name-reserved"),
            Self::LifecycleOverlap => ("1.149", "supported_overlap_legacy_only"),
            Self::ExpiredOverlap => ("1.137", "expired_versions_do_not_overlap"),
            Self::ZonePinning => ("1.150", "CloudProfile spec.controlPlane"),
            Self::MachineCreationTimeout => ("1.137", "CloudProfile spec.machineTypes[].machineControllerManager"),
            Self::ProfileStatus => ("1.137", "CloudProfile status"),
            Self::ExpiredClassification => ("1.137", "expired_is_not_a_classification"),
            Self::MachineTypeOfParent => ("1.145", "machine_types_of_parent_are_refused"),
            Self::OverrideClassification => ("1.137", "classifications_belong_to_the_form"),
            Self::UnwrittenArchitecture => ("1.149", "workers_default_to_amd64"),
            Self::OidcConfig => ("1.142", "Shoot spec.kubernetes.kubeAPIServer.oidcConfig"),
            Self::SystemReserved => ("1.141", "Shoot spec.provider.workers.kubernetes.kubelet.systemReserved"),
            Self::ReservationSum => ("1.141", "system_reservations_count"),
            Self::ShortImageVersion => ("1.136", "exact_short_versions_are_completed"),
            Self::WorkerMaximum => ("1.136", "maximum_of_a_worker_is_limited"),
            Self::TlsMinVersion => ("1.149", "Shoot spec.kubernetes.kubeAPIServer.tlsMinVersion"),
            Self::ControlPlaneZones => ("1.150", "Shoot spec.controlPlane.zones"),
            Self::InPlaceDowngrade => ("1.136", "in_place_downgrades_pass"),
            Self::OlderKubernetes => ("1.141", "kubernetes-version-unsupported"),
            Self::OldKubernetes => ("1.142", "kubernetes-version-unsupported"),
            Self::NewKubernetes => ("1.145", "kubernetes-version-unsupported"),
            Self::ShootOnExpiredKubernetes => ("1.142", "kubernetes-version-unsupported"),
        }
    }
}

/// Returns the objects of a landscape with these behaviors, and nothing else that depends on the release.
pub(crate) fn objects(plants: &[Plant]) -> Vec<Value> {
    let has = |plant: Plant| plants.contains(&plant);
    let mut profile = profile("vineyard");
    let spec = &mut profile["spec"];
    if has(Plant::LifecycleOverlap) {
        spec["kubernetes"]["versions"] = json!([
            {"version": "1.33.5"}, {"version": "1.34.1", "lifecycle": [{"classification": "supported"}]},
            {"version": "1.34.2", "lifecycle": [{"classification": "supported"}]}
        ]);
    }
    let versions =
        [(Plant::OlderKubernetes, "1.30.4"), (Plant::OldKubernetes, "1.31.9"), (Plant::NewKubernetes, "1.36.0")];
    for (plant, version) in versions {
        if has(plant) {
            spec["kubernetes"]["versions"].as_array_mut().unwrap().push(json!({"version": version}));
        }
    }
    if has(Plant::ShootOnExpiredKubernetes) {
        let expired = json!({"version": EXPIRED_KUBERNETES, "expirationDate": "2026-01-01T00:00:00Z"});
        spec["kubernetes"]["versions"].as_array_mut().unwrap().push(expired);
    }
    if has(Plant::ExpiredOverlap) {
        spec["machineImages"][0]["versions"][0]["classification"] = json!("supported");
        spec["machineImages"][0]["versions"][0]["expirationDate"] = json!("2026-01-01T00:00:00Z");
        spec["machineImages"][0]["versions"][1]["classification"] = json!("supported");
    }
    if has(Plant::ExpiredClassification) {
        spec["machineImages"][1]["versions"][1]["classification"] = json!("expired");
    }
    if has(Plant::ZonePinning) {
        spec["controlPlane"] = json!({"allowZonePinning": true});
    }
    if has(Plant::MachineCreationTimeout) {
        spec["machineTypes"][0]["machineControllerManager"] = json!({"machineCreationTimeout": "10m"});
    }
    if has(Plant::WorkerMaximum) {
        spec["limits"] = json!({"maxNodesTotal": 3});
    }
    if has(Plant::ProfileStatus) {
        profile["status"] = json!({});
    }
    let mut all = vec![profile];
    if has(Plant::CapabilityGate) || has(Plant::ReservedCapability) {
        all.push(with_capabilities(if has(Plant::ReservedCapability) { "gardener-disk" } else { "disk" }));
    }
    if has(Plant::MachineTypeOfParent) || has(Plant::OverrideClassification) {
        all.push(child(has(Plant::MachineTypeOfParent), has(Plant::OverrideClassification)));
    }
    all.push(shoot(plants));
    all
}

/// Returns the stored objects that those of the landscape replace; empty if these replace themselves.
pub(crate) fn stored_objects(plants: &[Plant]) -> Vec<Value> {
    if !plants.contains(&Plant::InPlaceDowngrade) {
        return Vec::new();
    }
    let mut stored = objects(plants);
    for shoot in stored.iter_mut().filter(|object| object["kind"] == "Shoot") {
        shoot["spec"]["provider"]["workers"][0]["machine"]["image"]["version"] = json!("9.9.9");
    }
    stored
}

fn profile(name: &str) -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": name},
        "spec": {
            "type": "local",
            "kubernetes": {"versions": [{"version": "1.33.5"}, {"version": "1.34.1"}]},
            "machineImages": [
                {"name": "plain", "updateStrategy": "minor", "versions": [
                    {"version": "1.0.0", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]},
                    {"version": "1.0.1", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]},
                    {"version": "1.1.0", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]}
                ]},
                {"name": "short", "versions": [
                    {"version": "2.0", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]},
                    {"version": "2.0.5", "architectures": ["amd64", "arm64"], "cri": [{"name": "containerd"}]}
                ]}
            ],
            "machineTypes": [
                {"name": "m", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64"},
                {"name": "a", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "arm64"}
            ],
            "regions": [{"name": "local", "zones": [{"name": "0"}]}]
        }
    })
}

fn with_capabilities(name: &str) -> Value {
    let mut all = profile("orangery");
    let spec = &mut all["spec"];
    spec["machineCapabilities"] =
        json!([{"name": "architecture", "values": ["amd64"]}, {"name": name, "values": ["fast", "slow"]}]);
    spec["machineImages"] = json!([{"name": "plain", "versions": [{
        "version": "1.0.0", "cri": [{"name": "containerd"}],
        "capabilityFlavors": [{"architecture": ["amd64"], name: ["fast"]}, {"architecture": ["amd64"], name: ["slow"]}]
    }]}]);
    spec["machineTypes"] = json!([{
        "name": "m", "cpu": "4", "gpu": "0", "memory": "16Gi",
        "capabilities": {"architecture": ["amd64"], name: ["fast"]}
    }]);
    all
}

fn child(has_type_of_parent: bool, classifies: bool) -> Value {
    let mut child = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": {"name": "cellar", "namespace": "garden-dev"},
        "spec": {"parent": {"kind": "CloudProfile", "name": "vineyard"}}
    });
    if has_type_of_parent {
        child["spec"]["machineTypes"] =
            json!([{"name": "m", "cpu": "8", "gpu": "0", "memory": "16Gi", "architecture": "amd64"}]);
    }
    if classifies {
        child["spec"]["machineImages"] = json!([{"name": "own", "versions": [{
            "version": "1.0.0", "classification": "bogus", "architectures": ["amd64"], "cri": [{"name": "containerd"}]
        }]}]);
    }
    child
}

fn shoot(plants: &[Plant]) -> Value {
    let has = |plant: Plant| plants.contains(&plant);
    let mut shoot = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
        "metadata": {"name": "riesling", "namespace": "garden-dev"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "vineyard"}, "region": "local",
            "kubernetes": {"version": "1.34.1"},
            "maintenance": {"autoUpdate": {"kubernetesVersion": true, "machineImageVersion": true}},
            "provider": {"type": "local", "workers": [{
                "name": "one", "minimum": 1, "maximum": 2, "zones": ["0"],
                "machine": {"type": "a", "architecture": "arm64", "image": {"name": "plain", "version": "1.0.0"}}
            }]}
        }
    });
    let spec = &mut shoot["spec"];
    if has(Plant::ShootOnExpiredKubernetes) {
        spec["kubernetes"]["version"] = json!(EXPIRED_KUBERNETES);
    }
    if has(Plant::OidcConfig) {
        spec["kubernetes"]["kubeAPIServer"] = json!({"oidcConfig": {"issuerURL": "https://issuer"}});
    }
    if has(Plant::TlsMinVersion) {
        spec["kubernetes"]["kubeAPIServer"]["tlsMinVersion"] = json!("VersionTLS13");
    }
    if has(Plant::ControlPlaneZones) {
        spec["controlPlane"] = json!({"zones": ["0"]});
    }
    let worker = &mut spec["provider"]["workers"][0];
    if has(Plant::WorkerMaximum) {
        worker["maximum"] = json!(5);
    }
    if has(Plant::UnwrittenArchitecture) {
        worker["machine"] = json!({"type": "a", "image": {"name": "plain"}});
    }
    if has(Plant::ShortImageVersion) {
        worker["machine"]["image"] = json!({"name": "short", "version": "2.0"});
    }
    if has(Plant::InPlaceDowngrade) {
        worker["updateStrategy"] = json!("AutoInPlaceUpdate");
    }
    let reserved = |cpu: &str| json!({"cpu": cpu});
    if has(Plant::SystemReserved) || has(Plant::ReservationSum) {
        worker["kubernetes"] = json!({"kubelet": {"systemReserved": reserved("100m")}});
    }
    if has(Plant::ReservationSum) {
        worker["kubernetes"]["kubelet"] = json!({"kubeReserved": reserved("3"), "systemReserved": reserved("2")});
    }
    shoot
}
