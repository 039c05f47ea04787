//! The rules and the example of "NamespacedCloudProfile Rules" in the operator's guide to capabilities.

use rootstock_admission::{Operation, render};
use rootstock_core_model::{Decode, NamespacedCloudProfile, Path, RawObject, Semantics};

use crate::namespaced::support::{WITH_CAPABILITIES, check, child, lines, parent, settings, versions};

/// "Never declare spec.machineCapabilities. The definition is inherited from the parent CloudProfile."
#[test]
fn capabilities_cannot_be_declared() {
    let raw: RawObject =
        serde_json::from_str(r#"{"spec": {"machineCapabilities": [{"name": "architecture", "values": ["amd64"]}]}}"#)
            .unwrap();
    let (_, violations) = raw.decode::<NamespacedCloudProfile>(&Path::object());
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].path.to_string(), "spec.machineCapabilities");
    assert!(violations[0].detail.contains("belongs to the parent"), "{}", violations[0].detail);
}

/// "For versions that override a parent version: Capabilities are inherited; do not re-declare them."
#[test]
fn documented_example_gets_documented_verdicts() {
    let parent = parent(WITH_CAPABILITIES);
    let findings = |list: &str| lines(&check(&versions(list), &parent, Operation::State, Semantics::Documented));
    // WRONG: re-declaring inherited capabilities
    assert_eq!(
        findings("[{version: 1.26.0, expirationDate: '2027-12-31T00:00:00Z', capabilityFlavors: []}]"),
        ["override-redeclares-capabilities at spec.machineImages[0].versions[0].capabilityFlavors"]
    );
    // CORRECT: inherit from parent, just update patches
    assert_eq!(findings("[{version: 1.26.0, expirationDate: '2027-12-31T00:00:00Z'}]"), [""; 0]);
    // CORRECT: new version, declare capabilities
    assert_eq!(
        findings(
            "[{version: 1.26.1, cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64], storage: [NVMe]}]}]"
        ),
        [""; 0]
    );
    // All three at once, as printed: listing a version twice is another error.
    let all = "[{version: 1.26.0, capabilityFlavors: []},
        {version: 1.26.0, expirationDate: '2027-12-31T00:00:00Z'},
        {version: 1.26.1, cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64]}]}]";
    assert_eq!(
        findings(all),
        [
            "machine-image-version-duplicate at spec.machineImages[0].versions[1].version",
            "override-redeclares-capabilities at spec.machineImages[0].versions[0].capabilityFlavors"
        ]
    );
}

/// "Just update the version number, classification, or providerConfig as needed."
#[test]
fn classification_and_mapping_may_be_overridden() {
    let parent = parent(WITH_CAPABILITIES);
    let classified = versions("[{version: 1.26.0, classification: deprecated}]");
    let outcome = check(&classified, &parent, Operation::Create, Semantics::Documented);
    assert_eq!(lines(&outcome), ["warning: override-classified at spec.machineImages[0].versions[0].classification"]);
    assert!(outcome.violations[0].detail.contains("Gardener v1.150 refuses"));
    let rendered = outcome.rendered.unwrap();
    let version = &rendered.spec.images()[0].offered()[0];
    assert_eq!(version.classification.as_ref().unwrap().as_str(), "deprecated");
    assert_eq!(version.flavors().len(), 2, "the capabilities are the parent's");

    let mapped = child(
        "{machineImages: [{name: ubuntu, versions: [{version: 1.26.0}]}],
          providerConfig: {machineImages: [{name: ubuntu, versions: [{version: 1.26.0, image: other}]}]}}",
    );
    assert_eq!(lines(&check(&mapped, &parent, Operation::Create, Semantics::Documented)), [""; 0]);

    let nothing = versions("[{version: 1.26.0}]");
    assert_eq!(
        lines(&check(&nothing, &parent, Operation::Create, Semantics::Documented)),
        ["override-without-effect at spec.machineImages[0].versions[0].expirationDate"]
    );
}

/// "For custom versions (unique to the namespaced profile): Declare capabilities as you would in a CloudProfile."
#[test]
fn custom_versions_follow_the_rules_of_a_cloud_profile() {
    let parent = parent(WITH_CAPABILITIES);
    let findings = |flavors: &str| {
        let child =
            versions(&format!("[{{version: 2.0.0, cri: [{{name: containerd}}], capabilityFlavors: {flavors}}}]"));
        lines(&check(&child, &parent, Operation::Create, Semantics::Documented))
    };
    let at = "spec.machineImages[0].versions[0].capabilityFlavors";
    assert_eq!(findings("[{architecture: [amd64]}]"), [""; 0]);
    assert_eq!(findings("[]"), [format!("flavors-missing at {at}")]);
    assert_eq!(findings("[{storage: [NVMe]}]"), [format!("flavor-without-architecture at {at}[0].architecture")]);
    assert_eq!(
        findings("[{architecture: [amd64, arm64]}]"),
        [format!("flavor-with-several-architectures at {at}[0].architecture")]
    );
    assert_eq!(
        findings("[{architecture: [amd64], gpu: [nvidia]}]"),
        [format!("flavor-capability-unregistered at {at}[0].gpu")]
    );
    assert_eq!(
        findings("[{architecture: [amd64], storage: [tape]}]"),
        [format!("flavor-value-unregistered at {at}[0].storage[0]")]
    );
    assert_eq!(findings("[{architecture: [amd64]}, {architecture: [amd64]}]"), [format!("flavors-equal at {at}[1]")]);
}

/// "If a parent CloudProfile later adds a version that the namespaced profile already defines, the namespaced profile's
/// definition wins in the rendered status."
#[test]
fn first_definition_wins() {
    let (mut before, after) = (parent(WITH_CAPABILITIES), parent(WITH_CAPABILITIES));
    before.spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap().remove(0);
    let own =
        "[{version: 1.26.0, cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64], storage: [SCSI]}]}]";
    let child = versions(own);
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        assert_eq!(lines(&check(&child, &before, Operation::Create, semantics)), [""; 0]);
        let rendered = render(&after, &child, &settings(semantics));
        assert_eq!(rendered.spec.images()[0].offered()[0].flavors().len(), 1);
        // Changes to its date or to a label are accepted.
        let mut touched = child.clone();
        touched.metadata.labels.insert("touched".to_owned(), "yes".to_owned());
        let operation = Operation::Update { old: &child };
        assert_eq!(lines(&check(&touched, &after, operation, semantics)), [""; 0]);
        let dated = versions(&own.replace("cri:", "expirationDate: '2027-12-31T00:00:00Z', cri:"));
        assert_eq!(lines(&check(&dated, &after, operation, semantics)), [""; 0]);
        // A new profile with the same content is refused.
        let new = check(&child, &after, Operation::Create, semantics);
        assert!(new.errors().next().is_some());
    }
    // Without knowledge of the previous object, neither case can be ruled out.
    let state = check(&child, &after, Operation::State, Semantics::Documented);
    assert!(state.errors().next().is_none() && !state.violations.is_empty(), "{:?}", lines(&state));
}

/// The NamespacedCloudProfile of <https://github.com/gardener/gardener-extension-provider-gcp/issues/1268>: a date, and no
/// `providerConfig`.
#[test]
fn override_requires_only_a_date() {
    let parent = parent(WITH_CAPABILITIES);
    let dated = versions("[{version: 1.25.0, expirationDate: '2026-09-30T23:59:59Z'}]");
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let outcome = check(&dated, &parent, Operation::Create, semantics);
        assert_eq!(lines(&outcome), [""; 0]);
        assert!(outcome.stored.is_some());
    }
}
