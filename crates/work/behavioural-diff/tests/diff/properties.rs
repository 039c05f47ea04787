//! Everything besides compatibility and selections: lifecycles, defaults, properties, added and removed offers.

use rootstock_behavioural_diff::{ImageVersionName, Subject};
use rstest::rstest;

use crate::profiles::{changes, edited, fixture};

#[rstest]
#[case("memory: 16Gi\n    architecture: amd64", "memory: 8Gi\n    architecture: amd64", "memory", "16Gi", "8Gi")]
#[case("name: ladder\n", "name: ladder\n    usable: false\n", "usable", "true", "false")]
#[case("updateStrategy: patch", "updateStrategy: minor", "updateStrategy", "patch", "minor")]
#[case("\">= 1.33\"", "\">= 1.34\"", "kubeletVersionConstraint", ">= 1.33", ">= 1.34")]
#[case("  - name: local\n", "  - name: local\n    labels: {a: b}\n", "labels", "-", "a=b")]
#[case("kind: CloudProfileConfig", "kind: CloudProfileConfig\n    more: 1", "providerConfig.more", "-", "1")]
#[case("  type: local", "  type: local\n  caBundle: x", "caBundle", "-", "x")]
#[case("  type: local", "  type: local\n  limits: {maxNodesTotal: 3}", "limits.maxNodesTotal", "-", "3")]
#[case("  type: local", "  type: local\n  seedSelector: {matchLabels: {a: b}}", "seedSelector", "-", "a=b")]
#[case(
    "- version: 2.1.0 #",
    "- version: 2.1.0\n      inPlaceUpdates: {supported: true} #",
    "inPlaceUpdates.supported",
    "false",
    "true"
)]
#[case(
    "- version: 2.1.0 #",
    "- version: 2.1.0\n      cri: [{name: containerd, containerRuntimes: [{type: gvisor}]}] #",
    "cri",
    "containerd",
    "containerd (gvisor)"
)]
fn changed_property_is_reported(
    #[case] text: &str,
    #[case] instead: &str,
    #[case] property: &str,
    #[case] from: &str,
    #[case] to: &str,
) {
    let old = fixture("profiles/orchard.yaml");
    let changes = changes(&old, &edited(&old, &[(text, instead)]));
    let [change] = &changes.properties[..] else { panic!("{changes:?}") };
    assert_eq!(change.property, property);
    let is = |value: &Option<String>, expected: &str| match expected {
        "*" => true,
        "-" => value.is_none(),
        text => value.as_deref() == Some(text),
    };
    assert!(is(&change.from, from) && is(&change.to, to), "{change:?}");
    assert!(!changes.is_empty());
}

#[test]
fn extended_lifecycle_is_reported() {
    let old = fixture("profiles/orchard.yaml");
    let changes = changes(&old, &edited(&old, &[("\"2026-09-01T23:59:59Z\"", "\"2026-12-01T23:59:59Z\"")]));
    let [lifecycle] = &changes.lifecycles[..] else { panic!("{changes:?}") };
    assert_eq!(
        (lifecycle.image.as_deref(), lifecycle.version.as_str(), lifecycle.is_immediate()),
        (Some("apple"), "2.0.0", false)
    );
    assert_eq!(lifecycle.transitions_to[0].after.to_string(), "2026-12-01T23:59:59Z");
    assert!(changes.properties.is_empty() && changes.selections.is_empty());
}

#[test]
fn equal_lifecycle_in_stages_has_no_changes() {
    let old = fixture("profiles/orchard.yaml");
    let stages = "lifecycle:
      - classification: deprecated
      - {classification: expired, startTime: \"2026-09-01T23:59:59Z\"}
      architectures: [amd64, arm64]";
    let dated = "classification: deprecated
      architectures: [amd64, arm64]
      expirationDate: \"2026-09-01T23:59:59Z\"";
    let changes = changes(&old, &edited(&old, &[(dated, stages)]));
    assert!(changes.is_empty(), "{changes:?}");
}

#[test]
fn defaults_follow_classifications() {
    let old = fixture("profiles/orchard.yaml");
    let new = edited(
        &old,
        &[
            ("version: 1.34.1\n      classification: supported", "version: 1.34.1\n      classification: preview"),
            ("version: 2.2.0\n      classification: preview", "version: 2.2.0\n      classification: supported"),
        ],
    );
    let changes = changes(&old, &new);
    let kubernetes = changes.defaults.kubernetes.clone().unwrap();
    assert_eq!((kubernetes.from.as_deref(), kubernetes.to.as_deref()), (Some("1.34.1"), Some("1.33.5")));
    let [image] = &changes.defaults.machine_images[..] else { panic!("{:?}", changes.defaults) };
    let version = |text: &str| Some(ImageVersionName { image: "apple".to_owned(), version: text.to_owned() });
    assert_eq!((&image.from, &image.to), (&version("2.1.0"), &version("2.2.0")));
    assert_eq!(image.blocks[0].machine_types, ["ladder", "basket"]);
    assert_eq!(image.blocks[0].regions, ["local"]);
    assert_eq!(changes.lifecycles.len(), 2);
}

#[test]
fn added_and_removed_offers_are_listed() {
    let old = fixture("profiles/orchard.yaml");
    let new = edited(
        &old,
        &[
            ("name: basket", "name: box"),
            ("- version: 1.30.7", "- version: 1.30.8"),
            ("name: quince # end of life", "name: medlar"),
            ("- name: quince\n", "- name: medlar\n"),
        ],
    );
    let changes = changes(&old, &new);
    let removed = changes.inventory.removed;
    assert_eq!(removed.machine_types, ["basket"]);
    assert_eq!(removed.kubernetes_versions, ["1.30.7"]);
    assert_eq!(removed.machine_images, ["quince"]);
    assert_eq!(removed.image_versions.len(), 1);
    assert_eq!(changes.inventory.added.machine_types, ["box"]);
    assert!(changes.compatibility.is_empty() && changes.selections.is_empty());
    assert!(changes.properties.iter().all(|property| !matches!(property.subject, Subject::MachineType { .. })));
}
