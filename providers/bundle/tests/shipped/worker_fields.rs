//! The fields of workers that a known release of an extension brings.

use rootstock_core_model::{Path, RawObject, Release, Semantics, ViolationKind};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::settings;

#[rstest]
#[case("aws", (1, 66), json!({ "capacityReservation": {} }), "capacityReservation")]
#[case("aws", (1, 68), json!({ "cpuOptions": { "amdSevSnp": "enabled" } }), "cpuOptions.amdSevSnp")]
#[case("aws", (1, 70), json!({ "networkInterfaces": [] }), "networkInterfaces")]
#[case("azure", (1, 56), json!({ "volume": { "caching": "ReadOnly" } }), "volume.caching")]
#[case("gcp", (1, 49), json!({ "dataVolumes": [{}, { "storagePool": "p" }] }), "dataVolumes[1].storagePool")]
#[case("openstack", (1, 55), json!({ "additionalSecurityGroups": ["a"] }), "additionalSecurityGroups")]
fn fields_of_workers_are_unknown_before(
    #[case] provider: &'static str,
    #[case] (major, minor): (u16, u16),
    #[case] config: Value,
    #[case] place: &str,
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
) {
    let registry = rootstock_providers::registry().unwrap();
    let plugin = registry.iter().find(|plugin| plugin.name() == provider).unwrap();
    let config: RawObject = serde_json::from_value(config).unwrap();
    let found = |minor: u16| {
        let mut settings = settings(semantics);
        settings.extensions = settings.extensions.with(provider, Release::new(major, minor)).unwrap();
        let found = plugin.check_worker_config_at(&config, &Path::root("providerConfig"), &settings);
        found.iter().map(|one| (one.kind, one.path.to_string(), one.detail.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(found(minor), []);
    let (field, before) = (place.replace("[1]", ""), minor - 1);
    let detail = format!(
        "v{major}.{before} of the extension for provider `{provider}` has no field `{field}`: it exists since v{major}.{minor}"
    );
    assert_eq!(found(before), [(ViolationKind::UnknownField, format!("providerConfig.{place}"), detail)]);
    // The release that the plug-in follows knows all of its fields.
    assert_eq!(plugin.check_worker_config_at(&config, &Path::object(), &settings(semantics)).len(), 0);
}
