//! Findings in the OpenStack parts of Shoots, in both semantics, on creation and on update.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{Decode, Path, RawObject, Shoot};
use rootstock_provider_api::ShootChange;
use rstest::rstest;

use crate::support::{config, findings, profile, settings};

/// Pools, classes and providers for two regions.
const CONSTRAINTS: &str = "{
  floatingPools: [
    {name: public, loadBalancerClasses: [{name: default, floatingSubnetName: s}, {name: other, floatingNetworkID: 3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6}]},
    {name: fp-asia, region: asia},
    {name: fp-demo, domain: demo},
    {name: fp-plain, nonConstraining: true}],
  loadBalancerProviders: [{name: haproxy}, {name: f5, region: asia}]}";

fn shoot(region: &str, pool: &str, control_plane: &str, worker: &str) -> Shoot {
    let identity =
        |kind: &str| format!("apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: {kind}");
    let (infrastructure, plane, config) =
        (identity("InfrastructureConfig"), identity("ControlPlaneConfig"), identity("WorkerConfig"));
    let worker = if worker.is_empty() { String::new() } else { format!(", providerConfig: {{{config}, {worker}}}") };
    let text = format!(
        "{{spec: {{region: {region}, provider: {{type: openstack, infrastructureConfig: {{{infrastructure}, networks: {{workers: 10.250.0.0/19}}, {pool}}}, \
         controlPlaneConfig: {{{plane}, {control_plane}}}, workers: [{{name: a, zones: [z, y]{worker}}}]}}}}}}"
    );
    let raw: RawObject = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (shoot, violations) = raw.decode_known::<Shoot>(&Path::object());
    assert!(violations.is_empty(), "{violations:?}");
    shoot
}

fn check(shoot: &Shoot, old: Option<&Shoot>, semantics: Semantics) -> Vec<String> {
    let profile = profile(
        "openstack",
        &[
            ("spec.providerConfig.constraints", CONSTRAINTS),
            ("spec.providerConfig.serverGroupPolicies", "[affinity, soft-affinity]"),
        ],
    );
    let settings = settings(semantics);
    let found = config(&profile).checks().check_shoot(&ShootChange { shoot, old, settings: &settings });
    findings(&found).into_iter().map(|line| line.replace("spec.provider.", "").replace("openstack-", "")).collect()
}

#[track_caller]
fn assert_found(shoot: &Shoot, documented: &[&str], gardener: &[&str]) {
    assert_eq!(check(shoot, None, Documented), documented, "documented semantics");
    assert_eq!(check(shoot, None, Gardener), gardener, "Gardener's semantics");
}

const PLANE: &str = "loadBalancerProvider: haproxy";

#[rstest]
#[case::for_everybody("europe", "public", &[], &[])]
#[case::additional("europe", "fp-plain", &[], &[])]
// In domain `demo` the entries for region and domain are disjoint, so Gardener allows the others.
#[case::hidden_by_the_region("asia", "public",
    &["error floating-pool-not-offered infrastructureConfig.floatingPoolName"],
    &["note floating-pool-domain infrastructureConfig.floatingPoolName"])]
#[case::for_the_region("asia", "fp-asia", &[], &[])]
#[case::other_region("europe", "fp-asia",
    &["error floating-pool-not-offered infrastructureConfig.floatingPoolName"],
    &["error floating-pool-not-offered infrastructureConfig.floatingPoolName"])]
#[case::one_domain("europe", "fp-demo",
    &["note floating-pool-domain infrastructureConfig.floatingPoolName"],
    &["note floating-pool-domain infrastructureConfig.floatingPoolName"])]
#[case::empty("europe", "''",
    &["error floating-pool-name-missing infrastructureConfig.floatingPoolName"],
    &["error floating-pool-name-missing infrastructureConfig.floatingPoolName",
      "error floating-pool-not-offered infrastructureConfig.floatingPoolName"])]
fn floating_pools(#[case] region: &str, #[case] pool: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    let plane = if region == "asia" { "loadBalancerProvider: f5" } else { PLANE };
    assert_found(&shoot(region, &format!("floatingPoolName: {pool}"), plane, ""), documented, gardener);
}

#[rstest]
#[case::allowed("europe", PLANE, &[], &[])]
#[case::only_the_regional_one("asia", PLANE,
    &["error load-balancer-provider-not-offered controlPlaneConfig.loadBalancerProvider"],
    &["error load-balancer-provider-not-offered controlPlaneConfig.loadBalancerProvider"])]
#[case::regional("asia", "loadBalancerProvider: f5", &[], &[])]
#[case::empty("europe", "loadBalancerProvider: ''",
    &["error load-balancer-provider-missing controlPlaneConfig.loadBalancerProvider"],
    &["error load-balancer-provider-missing controlPlaneConfig.loadBalancerProvider",
      "error load-balancer-provider-not-offered controlPlaneConfig.loadBalancerProvider"])]
#[case::class("europe", "loadBalancerProvider: haproxy, loadBalancerClasses: [{name: mine, floatingSubnetName: s}]", &[], &[])]
#[case::other_class("europe", "loadBalancerProvider: haproxy, loadBalancerClasses: [{name: default, floatingSubnetName: t}]",
    &["error load-balancer-class-not-offered controlPlaneConfig.loadBalancerClasses[0]"],
    &["error load-balancer-class-not-offered controlPlaneConfig.loadBalancerClasses[0]"])]
#[case::vpn("europe", "loadBalancerProvider: haproxy, loadBalancerClasses: [{name: v, purpose: vpn, floatingSubnetName: s}]",
    &["error load-balancer-class-vpn controlPlaneConfig.loadBalancerClasses[0].purpose"],
    &["error load-balancer-class-vpn controlPlaneConfig.loadBalancerClasses[0]"])]
#[case::id("europe", "loadBalancerProvider: haproxy, loadBalancerClasses: [{name: v, floatingNetworkID: '1'}]",
    &["error load-balancer-class-id controlPlaneConfig.loadBalancerClasses[0].floatingNetworkID",
      "error load-balancer-class-not-offered controlPlaneConfig.loadBalancerClasses[0]"],
    &["error load-balancer-class-id controlPlaneConfig.loadBalancerClasses[0].floatingNetworkID",
      "error load-balancer-class-not-offered controlPlaneConfig.loadBalancerClasses[0]"])]
fn control_planes(#[case] region: &str, #[case] plane: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    let pool = if region == "asia" { "floatingPoolName: fp-asia" } else { "floatingPoolName: public" };
    assert_found(&shoot(region, pool, plane, ""), documented, gardener);
}

#[rstest]
#[case::nothing("networks: {}", &["error networks infrastructureConfig.networks.workers"])]
#[case::old_name("networks: {worker: 10.250.0.0/19}", &[])]
#[case::no_range("networks: {workers: 10.250.0.0/33}", &["error networks infrastructureConfig.networks.workers"])]
#[case::within("networks: {workers: 10.250.0.9/19}", &["error networks infrastructureConfig.networks.workers"])]
#[case::pool("networks: {subnetPool: {id: a, prefixLength: 24}}", &[])]
#[case::both("networks: {workers: 10.250.0.0/19, subnetPool: {id: a, prefixLength: 24}}",
    &["error networks infrastructureConfig.networks.subnetPool"])]
#[case::router("networks: {workers: 10.250.0.0/19, router: {id: nouuid}}",
    &["error networks infrastructureConfig.networks.router.id"])]
#[case::empty_router("networks: {workers: 10.250.0.0/19, router: {}}",
    &["error networks infrastructureConfig.networks.router.id"])]
#[case::network("networks: {workers: 10.250.0.0/19, id: mine}", &["error networks infrastructureConfig.networks.id"])]
#[case::list("networks: []", &["error wrong-type infrastructureConfig.networks"])]
fn networks_of_a_shoot(#[case] networks: &str, #[case] expected: &[&str]) {
    let mut shoot = shoot("europe", "floatingPoolName: public", PLANE, "");
    let text = format!(
        "{{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: InfrastructureConfig, floatingPoolName: public, {networks}}}"
    );
    shoot.spec.provider.infrastructure_config = Some(serde_yaml::from_str(&text).unwrap());
    assert_found(&shoot, expected, expected);
}

/// The classes of an unknown floating pool are unknown, too; Gardener reports them at a path of its own.
#[test]
fn classes_of_an_unknown_pool() {
    let plane = "loadBalancerProvider: haproxy, loadBalancerClasses: [{name: a}]";
    let pool = "error floating-pool-not-offered infrastructureConfig.floatingPoolName";
    assert_found(
        &shoot("europe", "floatingPoolName: x", plane, ""),
        &[pool],
        &[pool, "error load-balancer-class-not-offered floatingPoolName"],
    );
}

#[rstest]
#[case::nothing("nodeTemplate: {}", &[], &[])]
#[case::policy("serverGroup: {policy: soft-affinity}", &[], &[])]
#[case::no_policy("serverGroup: {}",
    &["error server-group-policy workers[0].providerConfig.serverGroup.policy"],
    &["error server-group-policy workers[0].providerConfig.serverGroup.policy"])]
#[case::two_zones("serverGroup: {policy: affinity}",
    &["error server-group-policy workers[0].providerConfig.serverGroup.policy"],
    &["error server-group-policy workers[0].providerConfig.serverGroup.policy"])]
#[case::amounts("nodeTemplate: {capacity: {cpu: '-1', other: '-1'}, virtualCapacity: {a: '-1', b: 500m}}",
    &["error node-template-amount workers[0].providerConfig.nodeTemplate.capacity.cpu",
      "error node-template-amount workers[0].providerConfig.nodeTemplate.virtualCapacity.a",
      "error node-template-amount workers[0].providerConfig.nodeTemplate.virtualCapacity.b"],
    &["error node-template-amount workers[0].providerConfig.nodeTemplate.capacity.cpu",
      "error node-template-amount workers[0].providerConfig.nodeTemplate.virtualCapacity.a",
      "error node-template-amount workers[0].providerConfig.nodeTemplate.virtualCapacity.b"])]
#[case::labels_without_names("machineLabels: [{value: v}, {value: v}]",
    &["error machine-label workers[0].providerConfig.machineLabels[0].name",
      "error machine-label workers[0].providerConfig.machineLabels[1].name"],
    &["error machine-label workers[0].providerConfig.machineLabels[0].name",
      "error machine-label workers[0].providerConfig.machineLabels[1].name",
      "error machine-label-repeated workers[0].providerConfig.machineLabels[1].name"])]
#[case::groups("additionalSecurityGroups: ['', a, a]",
    &["error security-group workers[0].providerConfig.additionalSecurityGroups[0]",
      "error security-group workers[0].providerConfig.additionalSecurityGroups[2]"],
    &["error security-group workers[0].providerConfig.additionalSecurityGroups[0]",
      "error security-group workers[0].providerConfig.additionalSecurityGroups[2]"])]
#[case::unknown("serverGroups: {}",
    &["error unknown-field workers[0].providerConfig.serverGroups"],
    &["error worker-config-unreadable workers[0].providerConfig"])]
#[case::wrong_type("additionalSecurityGroups: 7, serverGroup: {policy: x}",
    &["error server-group-policy workers[0].providerConfig.serverGroup.policy",
      "error wrong-type workers[0].providerConfig.additionalSecurityGroups"],
    &["error worker-config-unreadable workers[0].providerConfig"])]
fn workers(#[case] config: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found(&shoot("europe", "floatingPoolName: public", PLANE, config), documented, gardener);
}

/// Accepted values stay valid until they change.
#[test]
fn only_changed_fields_are_checked_on_update() {
    let old =
        shoot("europe", "floatingPoolName: gone", "loadBalancerProvider: gone, loadBalancerClasses: [{name: a}]", "");
    for semantics in [Documented, Gardener] {
        assert!(check(&old, Some(&old), semantics).is_empty());
    }
    let new =
        shoot("europe", "floatingPoolName: lost", "loadBalancerProvider: lost, loadBalancerClasses: [{name: a}]", "");
    assert_eq!(
        check(&new, Some(&old), Documented),
        [
            "error floating-pool-not-offered infrastructureConfig.floatingPoolName",
            "error load-balancer-provider-not-offered controlPlaneConfig.loadBalancerProvider",
        ]
    );
}

#[test]
fn a_shoot_without_its_configurations() {
    let mut bare = shoot("europe", "floatingPoolName: public", PLANE, "");
    bare.spec.provider.infrastructure_config = None;
    let missing = "error shoot-config-missing infrastructureConfig";
    assert_found(&bare, &[missing], &[missing]);
    // A Shoot without workers has no infrastructure.
    bare.spec.provider.workers.clear();
    assert_found(&bare, &[], &[]);
}
