//! `providerConfig` of a worker: what of it asks for an image of a certain kind (GEP-54).

use rootstock_core_model::{Path, RawObject};
use rootstock_provider_api::WorkerDemand;
use rootstock_worker_capabilities::{Entry, FlavorOmission, Property};
use serde::Deserialize;

/// Asked for by `trustedLaunch.enabled`.
const TRUSTED_LAUNCH: &str = "openstack-trustedLaunch";

/// What workers can ask for without anybody registering it. An image that does not declare it does not support it.
pub(super) const CAPABILITIES: &[Entry] = &[Entry {
    name: TRUSTED_LAUNCH,
    values: &["disabled", "enabled"],
    on_flavor: FlavorOmission::Neutral,
    property: Property::ProviderConfig,
}];

/// A `WorkerConfig`, as far as images depend on it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WorkerConfig {
    trusted_launch: Option<TrustedLaunch>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct TrustedLaunch {
    enabled: bool,
}

/// What a `WorkerConfig` asks for. Everything else in it is the extension's business.
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

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
    fn trusted_launch_is_asked_for(#[case] json: &str, #[case] enabled: bool, #[case] problems: usize) {
        let config: RawObject = serde_json::from_str(json).unwrap();
        let demand = demand(&config, &Path::root("providerConfig"));
        assert_eq!(demand.capabilities.get(TRUSTED_LAUNCH).is_some(), enabled);
        assert_eq!(demand.violations.len(), problems, "{:?}", demand.violations);
    }
}
