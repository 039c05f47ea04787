//! The paths in the findings of the metal-stack extension about control planes.

use crate::support::assert_found;

/// Quirk `gardener_paths`: the extension omits `partitions` and positions from its paths.
#[test]
fn control_planes() {
    let prod = "{partitions: {partition-a: {networkIsolation: {allowedNetworks: {ingress: [nonsense], egress: []}, \
                dnsServers: [nonsense, 1.1.1.1, 1.1.1.1, 1.1.1.1], ntpServers: [10.0.0.1]}}}, \
                firewallControllerVersions: [{version: v1}, {version: v1, classification: new}]}";
    let (documented, gardener): (Vec<String>, Vec<String>) = [
        (
            "classification-unknown",
            "firewallControllerVersions[1].classification",
            "firewallControllerVersions.classification",
        ),
        ("firewall-version-repeated", "firewallControllerVersions[1].version", "firewallcontrollerversions"),
        (
            "network-isolation",
            "partitions.partition-a.networkIsolation.allowedNetworks.egress",
            "partition-a.networkIsolation.allowedNetworks.egress",
        ),
        (
            "network-isolation",
            "partitions.partition-a.networkIsolation.allowedNetworks.ingress[0]",
            "partition-a.networkIsolation.allowedNetworks.ingress[0]",
        ),
        (
            "network-isolation",
            "partitions.partition-a.networkIsolation.dnsServers",
            "partition-a.networkIsolation.dnsServers",
        ),
        (
            "network-isolation",
            "partitions.partition-a.networkIsolation.dnsServers[0]",
            "partition-a.networkIsolation.dnsServers[0]",
        ),
        (
            "network-isolation",
            "partitions.partition-a.networkIsolation.registryMirrors",
            "partition-a.networkIsolation.registryMirrors",
        ),
    ]
    .map(|(rule, documented, gardener)| {
        let line = |path: &str| format!("error metal-{rule} spec.providerConfig.metalControlPlanes.prod.{path}");
        (line(documented), line(gardener))
    })
    .into_iter()
    .unzip();
    let [documented, gardener] =
        [&documented, &gardener].map(|lines| lines.iter().map(String::as_str).collect::<Vec<&str>>());
    let change = ("spec.providerConfig.metalControlPlanes.prod", prod);
    assert_found("metal", &[change], &documented, &gardener);
}
