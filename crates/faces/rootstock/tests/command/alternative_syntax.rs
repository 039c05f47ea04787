//! `check`: fields as spelled in drafts, proposals and documents of extensions are reported once, and read as intended.

use rstest::rstest;
use serde_json::Value;

use crate::{AT, edited, run_with_input};

/// Returns the findings: the rule, the path, and whether there is a fix.
fn findings(text: &str) -> Vec<(String, String, bool)> {
    let answer = run_with_input(&["check", "--at", AT, "--format", "json", "--advice", "off", "-"], text);
    let parsed: Value = serde_json::from_str(&answer.out).unwrap();
    let found = parsed["findings"].as_array().unwrap().iter();
    found
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            (text("rule"), text("path"), one["fix"]["edits"].is_array())
        })
        .collect()
}

/// Returns the text after all possible fixes.
fn fixed(text: &str) -> String {
    let answer = run_with_input(&["check", "--at", AT, "--format", "json", "-"], text);
    let parsed: Value = serde_json::from_str(&answer.out).unwrap();
    let found = parsed["findings"].as_array().unwrap().iter();
    let mut edits: Vec<Value> =
        found.flat_map(|one| one["fix"]["edits"].as_array().cloned().unwrap_or_default()).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["start"]["byte"].as_u64()));
    let mut text = text.to_owned();
    for edit in edits {
        let place = |name: &str| usize::try_from(edit[name]["byte"].as_u64().unwrap()).unwrap();
        text.replace_range(place("start")..place("end"), edit["text"].as_str().unwrap());
    }
    text
}

const GEP_33: &str = include_str!("../../../../../fixtures/documents/gep33.yaml");

/// Before: `old-field-name` whose fix led to `wrong-type`, three times `unknown-field`, and consequences at every machine type.
/// Expected: one finding per mistake, with a fix; the entries of one version are one.
#[test]
fn gep_33_manifest_has_one_finding_per_mistake() {
    let found = findings(GEP_33);
    let expected = [
        "spec.capabilities",
        "spec.machineImages[0].versions[0].capabilitySets",
        "spec.providerConfig.machineImages[0].versions[0].capabilities",
    ];
    let renamed: Vec<&str> = found
        .iter()
        .filter(|(rule, _, has_fix)| rule == "old-field-name" && *has_fix)
        .map(|(_, path, _)| path.as_str())
        .collect();
    assert_eq!(renamed, expected, "{found:?}");
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

#[test]
fn gep_33_manifest_is_fixed_to_a_valid_profile() {
    let text = fixed(GEP_33);
    assert_snapshot!("gep33_mended", text);
    assert_eq!(findings(&text), []);
}

/// The architecture next to the capabilities becomes one of them.
#[test]
fn architecture_of_a_proposal_becomes_a_capability() {
    let text = edited("../base/azure.yaml", &[]);
    let (before, _) = text.split_once("      - version: 1877.5.0\n").unwrap();
    let entry = |architecture: &str, networking: &str| {
        format!(
            "      - version: 1877.5.0 # {architecture}\n        architecture: {architecture}\n        \
             id: /images/{architecture}-{networking}\n        capabilities: {{azure-networking: [{networking}]}}\n"
        )
    };
    let entries = [entry("amd64", "accelerated"), entry("amd64", "basic"), entry("arm64", "accelerated")];
    let text = format!("{before}{}", entries.concat());
    let found = findings(&text);
    assert_eq!(found.iter().map(|(rule, ..)| rule.as_str()).collect::<Vec<_>>(), ["old-field-name"], "{found:?}");
    let after = fixed(&text);
    assert_eq!(findings(&after), []);
    assert_snapshot!("gep33_architecture", after.strip_prefix(before).unwrap());
}

const PROFILE: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: homegrown}\nspec:\n  \
                       type: homegrown\n  kubernetes: {versions: [{version: 1.34.1}]}\n  \
                       machineImages: [{name: a, versions: [{version: 1.0.0, classification: supported}]}]\n  \
                       machineTypes: [{name: m, cpu: \"1\", gpu: \"0\", memory: 8Gi}]\n";

/// Expected: one finding each, without findings that are mere consequences.
#[rstest]
#[case::gcp_and_ironcore_pages(
    "  regions:\n  - region: west\n    names: [west-a, west-b]\n",
    &["old-field-name spec.regions[0].region", "old-field-name spec.regions[0].names"],
    "  regions:\n  - name: west\n    zones:\n    - name: west-a\n    - name: west-b\n"
)]
#[case::names_of_regions("  regions: [west]\n", &["wrong-type spec.regions[0]"], "")]
#[case::names_of_zones("  regions: [{name: west, zones: [a]}]\n", &["wrong-type spec.regions[0].zones[0]"], "")]
#[case::a_map_of_definitions(
    "  regions: [{name: west}]\n  machineCapabilities: {architecture: [amd64]}\n",
    &["wrong-type spec.machineCapabilities"],
    "  regions: [{name: west}]\n  machineCapabilities:\n  - name: architecture\n    values: [amd64]\n"
)]
fn shorthand_fields_are_fixed(#[case] rest: &str, #[case] expected: &[&str], #[case] after: &str) {
    let text = format!("{PROFILE}{rest}");
    let found = findings(&text);
    let others = ["provider-unknown", "flavors-missing"];
    let found: Vec<String> = found
        .iter()
        .filter(|(rule, ..)| !others.contains(&rule.as_str()))
        .map(|(rule, path, _)| format!("{rule} {path}"))
        .collect();
    assert_eq!(found, expected);
    if !after.is_empty() {
        assert_eq!(fixed(&text), format!("{PROFILE}{after}"));
    }
}

/// Alternative 2 of GEP-33, and its definitions in a NamespacedCloudProfile.
#[rstest]
#[case::of_an_image_version(
    "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: a, namespace: garden-x}\nspec:\n  \
     parent: {kind: CloudProfile, name: p}\n  machineImages:\n  - name: own\n    versions:\n    - version: 1.0.0\n      \
     capabilities: {architecture: [amd64]}\n",
    "spec.machineImages[0].versions[0].capabilities",
    "      capabilityFlavors:\n      - architecture: [amd64]\n"
)]
#[case::of_a_child(
    "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: a, namespace: garden-x}\nspec:\n  \
     parent: {kind: CloudProfile, name: p}\n  capabilities: {architecture: [amd64]}\n",
    "spec.capabilities",
    ""
)]
fn capabilities_of_a_proposal_are_moved(#[case] text: &str, #[case] path: &str, #[case] after: &str) {
    let found = findings(text);
    assert_eq!(found.iter().filter(|(_, one, _)| one == path).count(), 1, "{found:?}");
    assert!(fixed(text).ends_with(after), "{}", fixed(text));
}

/// Before: clean. JSON has no such numbers, so that no API server accepts the object.
#[test]
fn non_json_numbers_are_reported() {
    let text = format!(
        "{PROFILE}  regions: [{{name: west}}]\n  providerConfig: {{apiVersion: a/v1, kind: X, foo: .inf, bar: [.nan, \".inf\"]}}\n"
    );
    let found: Vec<String> =
        findings(&text).into_iter().filter(|(rule, ..)| rule == "wrong-type").map(|one| one.1).collect();
    assert_eq!(found, ["spec.providerConfig.foo", "spec.providerConfig.bar[0]"]);
}
