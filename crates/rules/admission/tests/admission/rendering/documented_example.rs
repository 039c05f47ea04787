//! The operator's guide, "NamespacedCloudProfile Rules", on the rendering side.

use rstest::rstest;
use serde_json::{Value, json};

use crate::rendering::{BOTH, rendered, spec, yaml};

const FLAVORS: &str = "[{architecture: [amd64], storageAccess: [NVMe]}, {architecture: [arm64]}]";

fn parent() -> String {
    format!(
        "{{machineCapabilities: [{{name: architecture, values: [amd64, arm64]}}, {{name: storageAccess, values: [NVMe, SCSI]}}],
        machineImages: [{{name: ubuntu, versions: [{{version: 1.26.0, capabilityFlavors: {FLAVORS}}}]}}]}}"
    )
}

/// The example from the guide, including the wrong entry, which removes nothing.
const CHILD: &str = "{machineImages: [{name: ubuntu, versions: [
    {version: 1.26.0, capabilityFlavors: []},
    {version: 1.26.0, expirationDate: '2027-12-31T00:00:00Z'},
    {version: 1.26.1, capabilityFlavors: [{architecture: [amd64]}]}]}]}";

#[test]
fn capabilities_are_inherited_and_declared_for_new_versions() {
    for semantics in BOTH {
        let spec = spec(CHILD, &parent(), semantics);
        let versions = spec["machineImages"][0]["versions"].as_array().unwrap();
        assert_eq!(versions.len(), 2);
        assert_eq!(versions[0]["version"], "1.26.0");
        assert_eq!(versions[0]["capabilityFlavors"], yaml(FLAVORS));
        assert_eq!(versions[0]["expirationDate"], "2027-12-31T00:00:00Z");
        assert_eq!(versions[1]["capabilityFlavors"], json!([{"architecture": ["amd64"]}]));
        assert_eq!(spec["machineCapabilities"], yaml(&parent())["machineCapabilities"]);
    }
}

#[test]
fn the_definition_wins_when_the_parent_adds_the_version_later() {
    let later = parent().replace(
        "{version: 1.26.0,",
        "{version: 1.26.1, capabilityFlavors: [{architecture: [arm64]}]}, {version: 1.26.0,",
    );
    for semantics in BOTH {
        let spec = spec(CHILD, &later, semantics);
        let own = spec["machineImages"][0]["versions"].as_array().unwrap().iter().find(|it| it["version"] == "1.26.1");
        assert_eq!(own.unwrap()["capabilityFlavors"], json!([{"architecture": ["amd64"]}]));
    }
}

/// An override that only changes a date changes nothing else, whatever the provider.
#[rstest]
#[case("{}")]
#[case("{machineCapabilities: [{name: architecture, values: [amd64, arm64]}]}")]
fn only_the_date_changes(#[case] more: &str) {
    let mut parent: Value = yaml(more);
    parent["machineImages"] =
        yaml("[{name: gardenlinux, versions: [{version: 1592.9.0, architectures: [amd64, arm64]}]}]");
    let child = "{parent: {kind: CloudProfile, name: gcp}, machineImages: [{name: gardenlinux, versions: [{expirationDate: '2026-03-30T23:59:59Z', version: 1592.9.0}]}]}";
    for semantics in BOTH {
        let (with, without) = (spec(child, &parent.to_string(), semantics), spec("{}", &parent.to_string(), semantics));
        let mut expected = without;
        expected["machineImages"][0]["versions"][0]["expirationDate"] = json!("2026-03-30T23:59:59Z");
        assert_eq!(with, expected);
        assert_eq!(rendered(child, &parent.to_string(), semantics).origins.len(), 1);
    }
}
