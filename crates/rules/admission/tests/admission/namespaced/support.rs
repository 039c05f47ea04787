//! Profiles in short form, and findings as single lines.

use rootstock_admission::{NamespacedOutcome, Operation, check_namespaced_cloud_profile};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Semantics, Settings, Severity};

pub(crate) const NOW: &str = "2026-06-01T00:00:00Z";

/// A parent with capabilities: 1.26.0 of `ubuntu` for both architectures, 1.25.0 expired.
pub(crate) const WITH_CAPABILITIES: &str = r"
metadata: {name: parent}
spec:
  type: local
  machineCapabilities:
  - {name: architecture, values: [amd64, arm64]}
  - {name: storage, values: [NVMe, SCSI]}
  kubernetes:
    versions: [{version: 1.34.1}, {version: 1.33.5, expirationDate: '2026-01-01T00:00:00Z'}]
  machineImages:
  - name: ubuntu
    updateStrategy: minor
    versions:
    - version: 1.26.0
      classification: supported
      capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]
    - version: 1.25.0
      classification: deprecated
      expirationDate: '2026-01-01T00:00:00Z'
      capabilityFlavors: [{architecture: [amd64]}]
  machineTypes: [{name: small, capabilities: {architecture: [amd64]}}]
  regions: [{name: europe}]
";

/// Like [`WITH_CAPABILITIES`], but without capabilities.
pub(crate) const LEGACY: &str = r"
metadata: {name: parent}
spec:
  type: local
  kubernetes:
    versions: [{version: 1.34.1}, {version: 1.33.5}]
  machineImages:
  - name: ubuntu
    updateStrategy: minor
    versions: [{version: 1.26.0, classification: supported}]
  machineTypes: [{name: small}]
  regions: [{name: europe}]
";

pub(crate) fn parent(text: &str) -> CloudProfile {
    serde_yaml::from_str(text).unwrap()
}

/// A child with the given `spec`, apart from `parent`.
pub(crate) fn child(spec: &str) -> NamespacedCloudProfile {
    let mut child: NamespacedCloudProfile = serde_yaml::from_str(&format!("spec: {spec}")).unwrap();
    child.metadata.name = "child".to_owned();
    child.metadata.namespace = "garden-dev".to_owned();
    child.spec.parent.kind = "CloudProfile".to_owned();
    child.spec.parent.name = "parent".to_owned();
    child
}

/// A child with versions of `ubuntu`.
pub(crate) fn versions(list: &str) -> NamespacedCloudProfile {
    child(&format!("{{machineImages: [{{name: ubuntu, versions: {list}}}]}}"))
}

pub(crate) fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, NOW.parse().unwrap())
}

pub(crate) fn check(
    child: &NamespacedCloudProfile,
    parent: &CloudProfile,
    operation: Operation<'_, NamespacedCloudProfile>,
    semantics: Semantics,
) -> NamespacedOutcome {
    check_namespaced_cloud_profile(child, Some(parent), operation, &settings(semantics))
}

/// `error RULE at PATH` for each finding; without `error` for errors.
pub(crate) fn lines(outcome: &NamespacedOutcome) -> Vec<String> {
    let line = |violation: &rootstock_core_model::Violation| {
        let severity = match violation.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
            Severity::Note => "note: ",
        };
        format!("{severity}{} at {}", violation.rule.name, violation.path)
    };
    outcome.violations.iter().map(line).collect()
}
