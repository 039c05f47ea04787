//! Settings of the provider section, and offers that are withdrawn from new worker pools.

use rootstock_behavioural_diff::{
    FleetChanges, ProviderSettingChange, ShootChanges, ShootComparer, ShootComparison, compare,
};
use rootstock_core_model::Shoot;
use rstest::rstest;

use crate::profiles::{Stored, edited};

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: openstack}
spec:
  type: openstack
  kubernetes: {versions: [{version: 1.34.1}]}
  machineImages:
  - name: plain
    versions:
    - {version: 1.0.0, cri: [{name: containerd}], architectures: [amd64]}
  machineTypes:
  - {name: small, cpu: 2, gpu: 0, memory: 4Gi, architecture: amd64}
  volumeTypes:
  - {name: ssd, class: standard}
  regions:
  - {name: asia, zones: [{name: asia-a}]}
  - {name: europe, zones: [{name: europe-a}, {name: europe-b}]}
  providerConfig:
    apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    keystoneURLs:
    - {region: asia, url: https://asia.example/v3}
    - {region: europe, url: https://europe.example/v3}
    constraints:
      floatingPools: [{name: public}, {name: other}]
      loadBalancerProviders: [{name: haproxy}, {name: f5}]
    machineImages:
    - name: plain
      versions:
      - {version: 1.0.0, image: plain-1.0.0}
";

const SHOOT: &str = "
metadata: {namespace: garden-dev, name: one}
spec:
  region: europe
  kubernetes: {version: 1.34.1}
  provider:
    type: openstack
    infrastructureConfig:
      apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
      kind: InfrastructureConfig
      floatingPoolName: public
      networks: {workers: 10.250.0.0/19}
    controlPlaneConfig:
      apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
      kind: ControlPlaneConfig
      loadBalancerProvider: haproxy
    workers:
    - name: a
      machine: {type: small, architecture: amd64, image: {name: plain, version: 1.0.0}}
      volume: {type: ssd, size: 50Gi}
      zones: [europe-a]
";

fn answers(edits: &[(&str, &str)]) -> (Vec<String>, ShootChanges) {
    let (old, new) = (Stored::of_yaml(PROFILE), Stored::of_yaml(&edited(PROFILE, edits)));
    let (old, new) = (old.side(), new.side());
    let settings = compare(&old, &new).provider_settings;
    let settings = settings.iter().map(|one| format!("{} in {}", described(&one.change), one.regions.join(", ")));
    let comparison = ShootComparison::new(&old, &new);
    let shoot: Shoot = serde_yaml::from_str(SHOOT).unwrap();
    (settings.collect(), ShootComparer::new(&comparison).compare(&shoot))
}

fn described(change: &ProviderSettingChange) -> String {
    let ProviderSettingChange { title, from, to, added, removed, .. } = change;
    match (from, to) {
        (None, None) => format!("{title} +{added:?} -{removed:?}"),
        (from, to) => format!("{title} {} -> {}", from.as_deref().unwrap_or("-"), to.as_deref().unwrap_or("-")),
    }
}

#[rstest]
#[case::keystone_of_one_region(
    &[("https://europe.example/v3", "https://new.example/v3")],
    &["Keystone URL https://europe.example/v3 -> https://new.example/v3 in europe"],
    &["Keystone URL https://europe.example/v3 -> https://new.example/v3"]
)]
#[case::keystone_of_another_region(
    &[("https://asia.example/v3", "https://new.example/v3")],
    &["Keystone URL https://asia.example/v3 -> https://new.example/v3 in asia"],
    &[]
)]
#[case::floating_pool_in_use(
    &[("{name: public}, {name: other}", "{name: other}")],
    &["floating pool +[] -[\"public\"] in asia, europe"],
    &["floating pool public -> public, which is not offered"]
)]
#[case::floating_pool_not_in_use(
    &[("{name: public}, {name: other}", "{name: public}, {name: third}")],
    &["floating pool +[\"third\"] -[\"other\"] in asia, europe"],
    &[]
)]
#[case::load_balancer_provider_in_use(
    &[("{name: haproxy}, {name: f5}", "{name: amphora}, {name: f5}")],
    &["load balancer provider +[\"amphora\"] -[\"haproxy\"] in asia, europe"],
    &["load balancer provider haproxy -> haproxy, which is not offered"]
)]
#[case::nothing(&[], &[], &[])]
fn changed_setting_is_reported_where_it_applies(
    #[case] edits: &[(&str, &str)],
    #[case] regions: &[&str],
    #[case] of_shoot: &[&str],
) {
    let (settings, shoot) = answers(edits);
    assert_eq!(settings, regions);
    assert_eq!(shoot.provider_settings.iter().map(described).collect::<Vec<_>>(), of_shoot);
}

#[rstest]
#[case::machine_type(&[("memory: 4Gi,", "memory: 4Gi, usable: false,")], &["machine type `small` is no longer usable"])]
#[case::volume_type(&[("class: standard", "class: standard, usable: false")], &["volume type `ssd` is no longer usable"])]
#[case::machine_type_in_zone(
    &[("{name: europe-a}", "{name: europe-a, unavailableMachineTypes: [small]}")],
    &["machine type `small` is no longer available in zone `europe-a` of region `europe`"]
)]
#[case::volume_type_in_zone(
    &[("{name: europe-a}", "{name: europe-a, unavailableVolumeTypes: [ssd]}")],
    &["volume type `ssd` is no longer available in zone `europe-a` of region `europe`"]
)]
#[case::machine_type_in_another_zone(&[("{name: europe-b}", "{name: europe-b, unavailableMachineTypes: [small]}")], &[])]
#[case::machine_type_in_another_region(&[("{name: asia-a}", "{name: asia-a, unavailableMachineTypes: [small]}")], &[])]
fn withdrawn_offer_in_use_is_reported(#[case] edits: &[(&str, &str)], #[case] expected: &[&str]) {
    let (_, shoot) = answers(edits);
    let things: Vec<String> = shoot.withdrawn.iter().map(|one| one.thing.to_string()).collect();
    assert_eq!(things, expected);
    let mut fleet = FleetChanges::default();
    fleet.add(&shoot);
    assert_eq!(fleet.affected, expected.len());
    assert!(fleet.withdrawn.iter().all(|group| (group.affected.shoots, group.affected.workers) == (1, 1)));
}

#[rstest]
#[case::in_one_zone_of_two(&[("{name: europe-a}", "{name: europe-a, unavailableMachineTypes: [small]}")], &[])]
#[case::in_all_zones(
    &[
        ("{name: europe-a}", "{name: europe-a, unavailableMachineTypes: [small], unavailableVolumeTypes: [ssd]}"),
        ("{name: europe-b}", "{name: europe-b, unavailableMachineTypes: [small]}"),
    ],
    &["machine type `small` is no longer available in zone `europe-a` of region `europe`",
      "machine type `small` is no longer available in zone `europe-b` of region `europe`"]
)]
#[case::in_the_only_zone_of_another_region(&[("{name: asia-a}", "{name: asia-a, unavailableMachineTypes: [small]}")], &[])]
#[case::unusable(&[("memory: 4Gi,", "memory: 4Gi, usable: false,")], &["machine type `small` is no longer usable"])]
fn pool_without_zones_needs_one_zone_of_its_region(#[case] edits: &[(&str, &str)], #[case] expected: &[&str]) {
    let (old, new) = (Stored::of_yaml(PROFILE), Stored::of_yaml(&edited(PROFILE, edits)));
    let (old, new) = (old.side(), new.side());
    let shoot: Shoot = serde_yaml::from_str(&SHOOT.replace("      zones: [europe-a]\n", "")).unwrap();
    let changes = ShootComparer::new(&ShootComparison::new(&old, &new)).compare(&shoot);
    assert_eq!(changes.withdrawn.iter().map(|one| one.thing.to_string()).collect::<Vec<_>>(), expected);
}

#[test]
fn changed_list_has_what_came_and_what_went() {
    let zone = "{name: europe-a, unavailableMachineTypes: [small, big, huge]}";
    let old = Stored::of_yaml(&edited(PROFILE, &[("{name: europe-a}", zone)]));
    let new = Stored::of_yaml(&edited(PROFILE, &[("{name: europe-a}", &zone.replace("big", "tiny"))]));
    let changes = compare(&old.side(), &new.side());
    let [change] = &changes.properties[..] else { panic!("{changes:?}") };
    assert_eq!(
        (&change.added[..], &change.removed[..]),
        (&["tiny in europe-a".to_owned()][..], &["big in europe-a".to_owned()][..])
    );
}
