//! Tests of decoding `providerConfig`: strictly, and without one mistake hiding another.

use crate::support::{check, findings, profile};
use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{Decode, Path};
use rootstock_provider_openstack::CloudProfileConfig;
use rstest::rstest;

#[rstest]
#[case::no_api_version("apiVersion", "null", &["error provider-config-identity spec.providerConfig.apiVersion"])]
#[case::no_kind("kind", "null", &["error provider-config-identity spec.providerConfig.kind"])]
#[case::other_api_version("apiVersion", "aws.provider.extensions.gardener.cloud/v1alpha1",
    &["error provider-config-identity spec.providerConfig.apiVersion"])]
#[case::other_kind("kind", "WorkerConfig", &["error provider-config-identity spec.providerConfig.kind"])]
#[case::removed_field("useOctavia", "true", &["error unknown-field spec.providerConfig.useOctavia"])]
#[case::case_matters("keystoneUrl", "x", &["error unknown-field spec.providerConfig.keystoneUrl"])]
#[case::number_for_text("dhcpDomain", "5", &["error unquoted-string spec.providerConfig.dhcpDomain"])]
#[case::text_for_number("nodeVolumeAttachLimit", "'5'", &["error wrong-type spec.providerConfig.nodeVolumeAttachLimit"])]
#[case::duration("requestTimeout", "soon", &["error invalid-duration spec.providerConfig.requestTimeout"])]
fn undecodable_value_is_reported(#[case] field: &str, #[case] value: &str, #[case] expected: &[&str]) {
    let profile = profile("openstack", &[(&format!("spec.providerConfig.{field}"), value)]);
    for semantics in [Documented, Gardener] {
        let outcome = check(&profile, semantics);
        assert!(!outcome.decodable);
        assert_eq!(findings(&outcome.violations), expected, "{semantics:?}");
    }
}

/// A configuration of another kind has many unknown fields; a single finding is enough.
#[test]
fn another_kind_is_not_read_field_by_field() {
    let other =
        "{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: WorkerConfig, serverGroup: {}}";
    let outcome = check(&profile("openstack", &[("spec.providerConfig", other)]), Documented);
    assert_eq!(findings(&outcome.violations), ["error provider-config-identity spec.providerConfig.kind"]);
    assert!(outcome.config.is_none());
    assert!(outcome.violations[0].to_string().contains("CloudProfileConfig"), "{}", outcome.violations[0]);
}

#[test]
fn one_mistake_does_not_hide_another() {
    let changes = [
        ("spec.providerConfig.useOctavia", "true"),
        ("spec.providerConfig.dnsServers", "[10.0.0.1, no]"),
        ("spec.providerConfig.machineImages.0.versions.0.capabilityFlavors", "oops"),
    ];
    let profile = profile("openstack", &changes);
    assert_eq!(
        findings(&check(&profile, Documented).violations),
        [
            "error openstack-dns-server spec.providerConfig.dnsServers[1]",
            "error unknown-field spec.providerConfig.useOctavia",
            "error wrong-type spec.providerConfig.machineImages[0].versions[0].capabilityFlavors",
        ],
    );
    // Gardener does not check what it cannot decode.
    assert_eq!(check(&profile, Gardener).violations.len(), 2);
}

#[test]
fn every_field_is_read() {
    let config = "
        apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
        kind: CloudProfileConfig
        constraints:
          floatingPools:
          - {name: a, region: r, domain: d, defaultFloatingSubnet: s, nonConstraining: true, loadBalancerClasses: [
              {name: c, purpose: vpn, floatingSubnetID: i, floatingSubnetTags: t, floatingSubnetName: n, floatingNetworkID: w, subnetID: u}]}
          loadBalancerProviders: [{name: p, region: r}]
        dnsServers: [1.1.1.1]
        dhcpDomain: d
        keystoneURL: u
        keystoneCACert: c
        keystoneForceInsecure: true
        keystoneURLs: [{region: r, url: u, caCert: c}]
        machineImages:
        - name: i
          versions:
          - {version: v, image: n, regions: [{name: r, id: d, architecture: arm64}],
             capabilityFlavors: [{regions: [{name: r, id: d}], image: n, capabilities: {architecture: [arm64]}}]}
        requestTimeout: 60s
        rescanBlockStorageOnResize: true
        ignoreVolumeAZ: true
        nodeVolumeAttachLimit: 30
        useSNAT: true
        serverGroupPolicies: [a]
        resolvConfOptions: [rotate]
        storageClasses:
        - {name: s, default: true, provisioner: p, parameters: {a: b}, annotations: {a: b}, labels: {a: b}, reclaimPolicy: Retain, volumeBindingMode: Immediate}
    ";
    let profile = profile("openstack", &[("spec.providerConfig", config)]);
    let outcome = check(&profile, Documented);
    assert!(outcome.decodable, "{:?}", outcome.violations);
    let raw = profile.spec.provider_config.unwrap();
    let (config, _) = raw.decode::<CloudProfileConfig>(&Path::object());
    insta::assert_json_snapshot!(config);
}
