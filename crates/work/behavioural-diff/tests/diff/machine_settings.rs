//! Settings that an extension derives from capabilities: Azure's accelerated networking.

use rootstock_behavioural_diff::{MachineSettingGroup, ShootComparer, ShootComparison, compare};
use rootstock_core_model::Shoot;
use rstest::rstest;

use crate::profiles::{Stored, edited};

const CAPABILITIES: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: azure}
spec:
  type: azure
  machineCapabilities:
  - {name: architecture, values: [amd64]}
  - {name: azure-networking, values: [accelerated, basic]}
  kubernetes: {versions: [{version: 1.34.1}]}
  machineImages:
  - name: plain
    versions:
    - version: 1.0.0
      cri: [{name: containerd}]
      capabilityFlavors: [{architecture: [amd64]}]
  machineTypes:
  - {name: fast, cpu: 2, gpu: 0, memory: 4Gi}
  - {name: slow, cpu: 2, gpu: 0, memory: 4Gi, capabilities: {azure-networking: [basic]}}
  regions:
  - {name: west, zones: [{name: a}]}
  providerConfig:
    apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: plain
      versions:
      - version: 1.0.0
        capabilityFlavors:
        - {capabilities: {architecture: [amd64]}, id: /images/plain}
";

const LEGACY: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: azure}
spec:
  type: azure
  kubernetes: {versions: [{version: 1.34.1}]}
  machineImages:
  - name: plain
    versions:
    - {version: 1.0.0, cri: [{name: containerd}], architectures: [amd64]}
  machineTypes:
  - {name: fast, cpu: 2, gpu: 0, memory: 4Gi, architecture: amd64}
  - {name: slow, cpu: 2, gpu: 0, memory: 4Gi, architecture: amd64}
  regions:
  - {name: west, zones: [{name: a}]}
  providerConfig:
    apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineTypes:
    - {name: fast, acceleratedNetworking: true}
    - {name: slow, acceleratedNetworking: false}
    machineImages:
    - name: plain
      versions:
      - {version: 1.0.0, architecture: amd64, acceleratedNetworking: true, id: /images/plain}
";

fn described(group: &MachineSettingGroup) -> String {
    let names: Vec<&str> = group.blocks.iter().flat_map(|block| &block.machine_types).map(String::as_str).collect();
    format!("{} {}: {}", group.change.setting, if group.change.enabled { "on" } else { "off" }, names.join(", "))
}

#[rstest]
#[case::machine_type_without_value(
    CAPABILITIES,
    "{name: fast, cpu: 2, gpu: 0, memory: 4Gi}",
    "{name: fast, cpu: 2, gpu: 0, memory: 4Gi, capabilities: {azure-networking: [basic]}}",
    "off: fast"
)]
#[case::flavor_without_value(
    CAPABILITIES,
    "{architecture: [amd64]}",
    "{architecture: [amd64], azure-networking: [basic]}",
    "off: fast"
)]
#[case::capability_removed(
    CAPABILITIES,
    "  - {name: azure-networking, values: [accelerated, basic]}\n",
    "",
    "off: fast"
)]
#[case::machine_type_with_value(
    CAPABILITIES,
    "azure-networking: [basic]",
    "azure-networking: [accelerated, basic]",
    "on: slow"
)]
#[case::legacy_image(LEGACY, "acceleratedNetworking: true, id", "acceleratedNetworking: false, id", "off: fast")]
#[case::legacy_machine_type_off(LEGACY, "{name: fast, acceleratedNetworking: true}", "{name: fast}", "off: fast")]
#[case::legacy_machine_type_on(LEGACY, "acceleratedNetworking: false", "acceleratedNetworking: true", "on: slow")]
fn changed_setting_of_machines_is_reported(
    #[case] old: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] expected: &str,
) {
    // Removing the capability also removes it from machine types.
    let new = edited(old, &[(from, to)]);
    let new = if to.is_empty() { edited(&new, &[(", capabilities: {azure-networking: [basic]}", "")]) } else { new };
    let (old, new) = (Stored::of_yaml(old), Stored::of_yaml(&new));
    let (before, after) = (old.side(), new.side());
    let changes = compare(&before, &after);
    assert!(changes.selections.is_empty() && changes.compatibility.is_empty(), "{changes:?}");
    let groups: Vec<String> = changes.machine_settings.iter().map(described).collect();
    assert_eq!(groups, [format!("accelerated networking {expected}")]);
    let shoot =
        "{metadata: {name: one}, spec: {region: west, kubernetes: {version: 1.34.1}, provider: {type: azure, workers: [
        {name: fast, machine: {type: fast, architecture: amd64, image: {name: plain, version: 1.0.0}}},
        {name: slow, machine: {type: slow, architecture: amd64, image: {name: plain, version: 1.0.0}}}]}}}";
    let shoot: Shoot = serde_yaml::from_str(shoot).unwrap();
    let comparison = ShootComparison::new(&before, &after);
    let changes = ShootComparer::new(&comparison).compare(&shoot);
    let workers: Vec<&str> = changes.machine_settings.iter().map(|change| change.worker.as_str()).collect();
    assert_eq!(workers, [expected.rsplit(' ').next().unwrap()]);
}

#[test]
fn other_image_of_same_networking_changes_no_setting() {
    let (old, new) =
        (Stored::of_yaml(CAPABILITIES), Stored::of_yaml(&edited(CAPABILITIES, &[("/images/plain", "/other")])));
    let changes = compare(&old.side(), &new.side());
    assert_eq!((changes.selections.len(), changes.machine_settings.len()), (1, 0));
}
