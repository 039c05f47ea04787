//! The `providerConfig` of a worker, and its demands on the image (GEP-54).

use rootstock_core_model::{Decode, Path, RawObject};
use rootstock_document::Decodable;
use rootstock_provider_api::{ConfigIdentity, NodeTemplate, ShootConfigField, WorkerDemand};
use rootstock_worker_capabilities::{Entry, FlavorOmission, Property};
use serde::Serialize;

/// The capability that `trustedLaunch.enabled` requests.
const TRUSTED_LAUNCH: &str = "openstack-trustedLaunch";

/// The capabilities that workers can request without registration. An image that does not declare one does not support
/// it.
pub(super) const CAPABILITIES: &[Entry] = &[Entry {
    name: TRUSTED_LAUNCH,
    values: &["disabled", "enabled"],
    on_flavor: FlavorOmission::Neutral,
    property: Property::ProviderConfig,
}];

/// The `WorkerConfig` of the OpenStack extension.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkerConfig {
    /// `openstack.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `WorkerConfig`.
    pub kind: String,
    /// The resources of a node, for scaling from zero.
    pub node_template: Option<NodeTemplate>,
    /// The server group of the pool's machines.
    pub server_group: Option<ServerGroup>,
    /// Labels of the machines in OpenStack.
    pub machine_labels: Vec<MachineLabel>,
    /// Security groups in addition to the one that Gardener creates.
    pub additional_security_groups: Vec<String>,
    /// The demand for trusted launch (GEP-54); only with the feature gate `WorkerCapabilities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trusted_launch: Option<TrustedLaunch>,
}

impl WorkerConfig {
    pub(crate) const IDENTITY: ConfigIdentity =
        ConfigIdentity { api_version: "openstack.provider.extensions.gardener.cloud/v1alpha1", kind: "WorkerConfig" };
}

/// A server group.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct ServerGroup {
    /// The policy; one of the profile's server group policies.
    pub policy: String,
}

/// A label of machines in OpenStack.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct MachineLabel {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
    /// Whether nodes are replaced when the label changes.
    pub trigger_rolling_on_update: bool,
}

/// Trusted launch (GEP-54).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(default)]
pub struct TrustedLaunch {
    /// Whether it is requested.
    pub enabled: bool,
}

/// Returns the demands of a `WorkerConfig`; all other fields are ignored.
pub(super) fn demand(config: &RawObject, path: &Path<'_>) -> WorkerDemand {
    let mut demand = WorkerDemand::default();
    let Some(setting) = config.get("trustedLaunch") else { return demand };
    let (read, violations) = RawObject::new(config.node()).decode::<WorkerConfig>(path);
    let below = path.field("trustedLaunch");
    let prefix = below.to_field_path();
    demand.violations = violations;
    demand.violations.retain(|violation| violation.path.segments().starts_with(prefix.segments()));
    if demand.violations.is_empty() && !setting.is_null() && read.trusted_launch.is_some_and(|setting| setting.enabled)
    {
        demand.capabilities.insert(TRUSTED_LAUNCH, vec!["enabled".to_owned()]);
    }
    demand
}

/// The fields that a known release brings.
pub(crate) const FIELDS: &[ShootConfigField] = &[
    ShootConfigField::since(1, 53, "nodeTemplate.virtualCapacity"),
    ShootConfigField::since(1, 55, "additionalSecurityGroups"),
];

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn documented_name_of_a_labels_field_is_read_as_the_field() {
        let json = r#"{"machineLabels": [{"name": "a", "value": "b", "triggerRollingUpdate": true}]}"#;
        let config: RawObject = serde_json::from_str(json).unwrap();
        let (read, found) = config.decode::<WorkerConfig>(&Path::root("providerConfig"));
        assert!(read.machine_labels[0].trigger_rolling_on_update);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].rule.name, "old-field-name");
        assert_eq!(found[0].path.to_string(), "providerConfig.machineLabels[0].triggerRollingUpdate");
        assert!(found[0].fix.is_some() && found[0].detail.contains("`triggerRollingOnUpdate`"), "{found:?}");
    }

    #[rstest]
    #[case(r#"{"trustedLaunch": {"enabled": true}, "serverGroup": {"policy": "x"}}"#, true, 0)]
    #[case(r#"{"trustedLaunch": {"enabled": false}}"#, false, 0)]
    #[case(r#"{"trustedLaunch": {}}"#, false, 0)]
    #[case(r#"{"trustedLaunch": null}"#, false, 0)]
    #[case(r#"{"machineLabels": 7}"#, false, 0)]
    #[case("null", false, 0)]
    #[case(r#"{"trustedLaunch": {"enabled": "perhaps"}}"#, false, 1)]
    #[case(r#"{"trustedLaunch": {"enable": true}}"#, false, 1)]
    #[case(r#"{"trustedLaunch": true}"#, false, 1)]
    fn trusted_launch_is_requested(#[case] json: &str, #[case] enabled: bool, #[case] problems: usize) {
        let config: RawObject = serde_json::from_str(json).unwrap();
        let demand = demand(&config, &Path::root("providerConfig"));
        assert_eq!(demand.capabilities.get(TRUSTED_LAUNCH).is_some(), enabled);
        assert_eq!(demand.violations.len(), problems, "{:?}", demand.violations);
    }
}
