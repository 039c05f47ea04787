//! Tests of reading NamespacedCloudProfiles strictly and continuing after errors.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

use rootstock_core_model::{Decode, NamespacedCloudProfile, Path, Violation, emit, read};
use rstest::rstest;

fn decode(text: &str) -> (NamespacedCloudProfile, Vec<Violation>) {
    let file = read::read("child.yaml", text.as_bytes(), &Default::default());
    file.documents[0].object().unwrap().raw.decode(&Path::object())
}

const HEAD: &str =
    "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: a, namespace: b}\n";

#[test]
fn every_field_is_read() {
    let (profile, violations) = decode(&format!(
        "{HEAD}spec:\n  parent: {{kind: CloudProfile, name: gcp}}\n  caBundle: x\n  kubernetes: {{}}\n  machineImages:\n  - \
         name: gardenlinux\n    versions:\n    - {{version: 1592.9.0, expirationDate: \"2026-03-30T23:59:59Z\"}}\n  \
         machineTypes: [{{name: m, cpu: \"1\", gpu: \"0\", memory: 1Gi}}]\n  volumeTypes: [{{name: v, class: c}}]\n  limits: \
         {{maxNodesTotal: 3}}\n  providerConfig: {{kind: CloudProfileConfig}}\nstatus:\n  cloudProfileSpec: {{type: gcp}}\n  \
         observedGeneration: 2\n"
    ));
    assert!(violations.is_empty(), "{violations:?}");
    assert_eq!(profile.spec.parent.name, "gcp");
    assert!(profile.spec.kubernetes.is_some() && profile.spec.kubernetes_versions().is_empty());
    assert_eq!(profile.spec.images()[0].offered()[0].version, "1592.9.0");
    assert_eq!((profile.spec.types().len(), profile.spec.volumes().len()), (1, 1));
    assert_eq!(profile.spec.limits.as_ref().unwrap().max_nodes_total, Some(3));
    let status = profile.status.as_ref().unwrap();
    assert_eq!((status.cloud_profile_spec.provider_type.as_str(), status.observed_generation), ("gcp", 2));
    let again = emit::to_yaml(&profile).unwrap();
    assert_eq!(decode(&again).0, profile);
}

#[rstest]
#[case("bastion")]
#[case("controlPlane")]
#[case("machineCapabilities")]
#[case("regions")]
#[case("seedSelector")]
#[case("type")]
fn fields_of_the_parent_are_reported(#[case] field: &str) {
    let (profile, violations) = decode(&format!("{HEAD}spec:\n  {field}: null\n  parent: {{name: gcp}}\n"));
    assert_eq!(profile.spec.parent.name, "gcp");
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].path.to_string(), format!("spec.{field}"));
    assert!(violations[0].detail.contains("belongs to the parent"), "{}", violations[0].detail);
}

#[test]
fn one_mistake_does_not_hide_another() {
    let (profile, violations) = decode(&format!(
        "{HEAD}spec:\n  parent: gcp\n  machineImage: []\n  kubernetes:\n    versions:\n    - version: 1.30\n      \
         expirationDate: soon\n"
    ));
    let places: Vec<String> = violations.iter().map(|violation| violation.path.to_string()).collect();
    assert_eq!(
        places,
        [
            "spec.parent",
            "spec.machineImage",
            "spec.kubernetes.versions[0].version",
            "spec.kubernetes.versions[0].expirationDate"
        ]
    );
    assert_eq!(violations[1].help, "did you mean `machineImages`?");
    assert_eq!(profile.spec.kubernetes_versions()[0].version, "1.30");
}
