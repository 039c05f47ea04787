//! The fields of workers and infrastructure that a known release of an extension brings.

use rootstock_core_model::{Path, RawObject, Release, Semantics, Shoot, ViolationKind};
use rootstock_provider_api::ShootChange;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{check_by, profile, settings};

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

#[rstest]
#[case("alicloud", (1, 71), json!({ "dualStack": { "enabled": true } }), "dualStack")]
#[case("alicloud", (1, 71), json!({ "networks": { "zones": [{ "ipv6CidrBlock": "1" }] } }), "networks.zones[0].ipv6CidrBlock")]
#[case("aws", (1, 67), json!({ "networks": { "vpc": { "ipv6IpamPool": { "id": "p" } } } }), "networks.vpc.ipv6IpamPool")]
#[case("aws", (1, 69), json!({ "enableMTUCustomizer": false }), "enableMTUCustomizer")]
#[case("aws", (1, 73), json!({ "networks": { "zones": [{ "workersSubnetID": "s" }] } }), "networks.zones[0].workersSubnetID")]
#[case("azure", (1, 60), json!({ "networks": { "natGateway": { "sku": "Standard" } } }), "networks.natGateway.sku")]
#[case("gcp", (1, 52), json!({ "networks": { "mtu": 1460 } }), "networks.mtu")]
#[case("openstack", (1, 55), json!({ "networks": { "ipv6": {} } }), "networks.ipv6")]
fn fields_of_infrastructure_are_unknown_before(
    #[case] provider: &'static str,
    #[case] (major, minor): (u16, u16),
    #[case] config: Value,
    #[case] place: &str,
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
) {
    let profile = profile(provider, &[]);
    let shoot = json!({ "spec": { "provider": { "infrastructureConfig": config, "workers": [{ "name": "a" }] } } });
    let shoot: Shoot = serde_json::from_value(shoot).unwrap();
    let found = |minor: u16| {
        let mut settings = settings(semantics);
        settings.extensions = settings.extensions.with(provider, Release::new(major, minor)).unwrap();
        let config = check_by(&profile, &settings).config.unwrap();
        let found = config.checks().check_shoot(&ShootChange { shoot: &shoot, old: None, settings: &settings });
        let unknown = found.into_iter().filter(|one| one.kind == ViolationKind::UnknownField);
        unknown.map(|one| (one.path.to_string(), one.detail.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(found(minor), []);
    let (field, before) = (place.replace("[0]", ""), minor - 1);
    let detail = format!(
        "v{major}.{before} of the extension for provider `{provider}` has no field `{field}`: it exists since v{major}.{minor}"
    );
    assert_eq!(found(before), [(format!("spec.provider.infrastructureConfig.{place}"), detail)]);
}
