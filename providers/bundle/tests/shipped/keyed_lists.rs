//! Lists for machine types and regions, as derived from the types of configurations.

use rootstock_provider_api::KeyedBy;
use rstest::rstest;

#[rstest]
#[case("azure", &["machineTypes.name", "countFaultDomains.region", "countUpdateDomains.region"])]
#[case("hcloud", &["machineTypeOptions.name", "regions.name"])]
#[case("ironcore", &["regionConfigs.name"])]
#[case("ironcore-metal", &["machineTypes.name", "regionConfigs.name"])]
#[case("openstack", &["keystoneURLs.region", "constraints.floatingPools.region", "constraints.loadBalancerProviders.region"])]
#[case("stackit", &["keystoneURLs.region", "constraints.floatingPools.region"])]
#[case("vsphere", &["machineTypeOptions.name", "regions.name", "vsphereWithKubernetes.regions.name"])]
#[case("aws", &[])]
fn keyed_lists_are_those_of_the_type(#[case] provider: &str, #[case] expected: &[&str]) {
    let registry = rootstock_providers::registry().unwrap();
    let lists = registry.get(provider).unwrap().extension().keyed_lists.all();
    assert!(lists.is_sorted_by_key(|list| list.names == KeyedBy::Region));
    let found: Vec<String> = lists.iter().map(|list| format!("{}.{}", list.list, list.key)).collect();
    assert_eq!(found, expected);
}
