//! The sample for tests: the extension's objects with every field set.

use rootstock_provider_api::Sample;

/// A `providerConfig` of this extension. Only `storageClasses[].parameters`, `annotations` and `labels` are omitted,
/// because they allow any name.
pub(crate) const SAMPLE: Sample = Sample::regional("id")
    .or_everywhere("image")
    .everywhere_for("amd64")
    .with_settings(SETTINGS)
    .with_worker_config(WORKER)
    .with_shoot_configs(INFRASTRUCTURE, CONTROL_PLANE);

const SETTINGS: &str = r#"{
    "keystoneURL": "https://keystone.example/v3/",
    "keystoneURLs": [
        {"region": "north", "url": "https://north.example/v3/"},
        {"region": "south", "url": "https://south.example/v3/"}
    ],
    "keystoneForceInsecure": true,
    "dhcpDomain": "cluster.example",
    "dnsServers": ["10.0.0.1", "fd00::1"],
    "constraints": {
        "floatingPools": [
            {"name": "public", "loadBalancerClasses": [
                {"name": "internet", "purpose": "default", "floatingSubnetTags": "blue"},
                {"name": "vpn", "purpose": "private", "subnetID": "3d5b2c80-2c8e-4f52-9c23-5a8f2ff1a9d1"}
            ]},
            {"name": "north-*", "region": "north", "domain": "corp", "nonConstraining": true},
            {"name": "south", "region": "south", "defaultFloatingSubnet": "south-a"}
        ],
        "loadBalancerProviders": [{"name": "haproxy"}, {"name": "octavia", "region": "south"}]
    },
    "requestTimeout": "60s",
    "rescanBlockStorageOnResize": true,
    "ignoreVolumeAZ": true,
    "nodeVolumeAttachLimit": 30,
    "useSNAT": true,
    "serverGroupPolicies": ["soft-anti-affinity"],
    "resolvConfOptions": ["rotate"],
    "storageClasses": [{"name": "fast", "default": true, "provisioner": "cinder.csi.openstack.org",
        "reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"}]
}"#;

const WORKER: &str = r#"{
    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1",
    "kind": "WorkerConfig",
    "nodeTemplate": {"capacity": {"cpu": "4", "gpu": "0", "memory": "8Gi"}},
    "serverGroup": {"policy": "soft-anti-affinity"},
    "machineLabels": [{"name": "team", "value": "a", "triggerRollingOnUpdate": true}],
    "additionalSecurityGroups": ["office"],
    "trustedLaunch": {"enabled": true}
}"#;

const INFRASTRUCTURE: &str = r#"{
    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1",
    "kind": "InfrastructureConfig",
    "floatingPoolName": "public",
    "floatingPoolSubnetName": "a",
    "networks": {"workers": "10.250.0.0/19"}
}"#;

const CONTROL_PLANE: &str = r#"{
    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1",
    "kind": "ControlPlaneConfig",
    "loadBalancerProvider": "haproxy",
    "loadBalancerClasses": [{"name": "internet", "purpose": "default"}]
}"#;
