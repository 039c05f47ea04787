use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile, ProfileKey, Role};
use rootstock_core_model::{FeatureGate, Semantics, Settings};
use rstest::rstest;

use crate::{Addition, ListedImage, ListedVersion, ProfileChange, ReferenceList, Remapping, apply, missing};

/// A profile for OpenStack whose image has a flavor without capabilities, and one for each line of capabilities.
fn profile(in_place: bool, flavors: &[&str]) -> String {
    let in_place = if in_place { "\n      inPlaceUpdates: {supported: true}" } else { "" };
    let core: String = flavors.iter().map(|flavor| format!("\n      - {{{flavor}}}")).collect();
    let mapped = flavors.iter().enumerate().map(|(index, flavor)| {
        format!(
            "\n        - capabilities: {{{flavor}}}\n          regions:\n          - {{name: europe, id: id-{index}}}"
        )
    });
    let mapped: String = mapped.collect();
    format!(
        "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: workshop}}
spec:
  type: openstack
  machineCapabilities:
  - {{name: architecture, values: [amd64]}}
  kubernetes: {{versions: [{{version: 1.34.1}}]}}
  machineImages:
  - name: plain
    versions:
    - version: 1.0.0
      cri: [{{name: containerd}}]{in_place}
      capabilityFlavors:{core}
  machineTypes:
  - {{name: m, cpu: '2', gpu: '0', memory: 4Gi}}
  regions:
  - {{name: europe, zones: [{{name: a}}]}}
  providerConfig:
    apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    keystoneURL: https://keystone.example/v3/
    constraints:
      floatingPools: [{{name: public}}]
      loadBalancerProviders: [{{name: haproxy}}]
    machineImages:
    - name: plain
      versions:
      - version: 1.0.0
        capabilityFlavors:{mapped}
"
    )
}

fn read(text: &str, gate: bool) -> (Analysis, Arc<Profile>) {
    let mut settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    settings.gates = settings.gates.with(FeatureGate::WorkerCapabilities, gate);
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    let profile = analysis.profile(&ProfileKey::global("workshop")).unwrap();
    (analysis, profile)
}

/// Returns the references of a version after a change, in document order, or the reason why it is refused.
fn references(text: &str, change: ProfileChange, version: &str) -> Result<Vec<String>, String> {
    let (analysis, profile) = read(text, true);
    let result = apply(&analysis, &profile, &[change], &[]).map_err(|refusal| refusal.to_string())?;
    let all = result.profile.image_references().iter().filter(|one| *one.version == *version);
    Ok(all.map(|one| one.value.to_string()).collect())
}

fn remapping(references: &[&str]) -> ProfileChange {
    let references = references.iter().map(|one| one.parse().unwrap()).collect();
    ProfileChange::Map(Remapping { name: "plain@1.0.0".parse().unwrap(), references })
}

#[rstest]
// A reference also fits flavors with more capabilities.
#[case::one_value("gardener-bootType:secure", &["id-0", "NEW", "NEW", "id-3"])]
#[case::two_capabilities("gardener-bootType:secure,gardener-gpuSupport:nvidia", &["id-0", "id-1", "NEW", "id-3"])]
#[case::capability_of_provider("openstack-trustedLaunch:enabled", &["id-0", "id-1", "id-2", "NEW"])]
#[case::neutral_value("gardener-bootType:standard,openstack-trustedLaunch:disabled", &["NEW", "id-1", "id-2", "id-3"])]
#[case::value_of_no_flavor("gardener-gpuSupport:amd", &["id-0", "id-1", "id-2", "id-3"])]
#[case::unknown_value("gardener-bootType:secur", &["id-0", "id-1", "id-2", "id-3"])]
#[case::unknown_capability("gardener-boottype:secure", &["id-0", "id-1", "id-2", "id-3"])]
fn mapped_reference_replaces_images_with_its_capabilities(#[case] of: &str, #[case] expected: &[&str]) {
    let text = profile(
        false,
        &[
            "",
            "gardener-bootType: [secure]",
            "gardener-bootType: [secure], gardener-gpuSupport: [nvidia]",
            "openstack-trustedLaunch: [enabled]",
        ],
    );
    let reference = format!("europe/{of}=NEW");
    assert_eq!(references(&text, remapping(&[&reference]), "1.0.0").unwrap(), expected);
}

#[rstest]
#[case(false, "rolling", &["NEW", "id-1"])]
#[case(false, "inPlace", &["id-0", "id-1"])]
// A flavor of a version that supports in-place updates has both values.
#[case(true, "rolling", &["id-0", "id-1"])]
#[case(true, "inPlace", &["id-0", "NEW"])]
fn omitted_update_type_depends_on_version(#[case] in_place: bool, #[case] value: &str, #[case] expected: &[&str]) {
    let other = if in_place {
        "gardener-updateType: [inPlace]"
    } else {
        "gardener-bootType: [secure], gardener-updateType: []"
    };
    let text = profile(in_place, &["", other]);
    let reference = format!("europe/gardener-updateType:{value}=NEW");
    assert_eq!(references(&text, remapping(&[&reference]), "1.0.0").unwrap(), expected);
}

#[test]
fn added_version_lacks_images_without_reference() {
    let text = profile(false, &["", "gardener-bootType: [secure]", "openstack-trustedLaunch: [enabled]"]);
    let add = |partial, references: &[&str]| {
        let addition = Addition {
            partial,
            ..serde_json::from_value(serde_json::json!({"image": "plain", "version": "1.1.0"})).unwrap()
        };
        let references = references.iter().map(|one| one.parse().unwrap()).collect();
        ProfileChange::Add(Addition { references, ..addition })
    };
    let special = ["europe/gardener-bootType:secure=NEW"];
    assert!(references(&text, add(false, &special), "1.1.0").is_err());
    assert_eq!(references(&text, add(true, &special), "1.1.0").unwrap(), ["NEW"]);
    let all = ["europe=PLAIN", "europe/gardener-bootType:secure=NEW", "europe/openstack-trustedLaunch:enabled=TRUSTED"];
    assert_eq!(references(&text, add(false, &all), "1.1.0").unwrap(), ["PLAIN", "NEW", "TRUSTED"]);
}

#[test]
fn listed_special_image_is_missing_where_only_plain_one_is_mapped() {
    let text = profile(false, &["", "gardener-bootType: [secure]"]);
    let text = text.replace("        - capabilities: {gardener-bootType: [secure]}\n          regions:\n          - {name: europe, id: id-1}\n", "");
    let (analysis, profile) = read(&text, true);
    let references = vec!["europe=PLAIN".parse().unwrap(), "europe/gardener-bootType:secure=SECURE".parse().unwrap()];
    let versions = vec![ListedVersion { version: "1.0.0".to_owned(), references }];
    let list = ReferenceList { images: vec![ListedImage { name: "plain".to_owned(), versions }] };
    let found = missing(&profile, analysis.settings().gates, &list).unwrap();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{found:?}");
}
