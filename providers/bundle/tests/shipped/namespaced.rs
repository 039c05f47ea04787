//! NamespacedCloudProfiles: the findings of each provider in their section, and its merge into the rendered profile.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{CloudProfile, Decode, NamespacedCloudProfileSpec, Path, Quirks, RawObject, Settings};
use rootstock_provider_api::NamespacedSection;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{findings, profile, settings};

/// Builds a namespaced profile over `parent`: `machineImages` of both sections, and further fields of the provider's.
fn child(parent: &CloudProfile, core: &str, provider: &str, further: &str) -> NamespacedCloudProfileSpec {
    let read = |text: &str| serde_yaml::from_str::<Value>(text).unwrap();
    let identity = parent.spec.provider_config.as_ref().unwrap();
    let mut config = json!({
        "apiVersion": identity.get("apiVersion").unwrap().as_str().unwrap(),
        "kind": "CloudProfileConfig",
        "machineImages": read(provider),
    });
    let further: Value = read(further);
    for (name, value) in further.as_object().into_iter().flatten() {
        config[name] = value.clone();
    }
    let spec = json!({
        "parent": {"kind": "CloudProfile", "name": parent.metadata.name},
        "machineImages": read(core),
        "providerConfig": config,
    });
    let raw: RawObject = serde_json::from_value(spec).unwrap();
    let (spec, violations) = raw.decode::<NamespacedCloudProfileSpec>(&Path::object());
    assert!(violations.is_empty(), "{violations:?}");
    spec
}

fn found(parent: &CloudProfile, child: &NamespacedCloudProfileSpec, semantics: Semantics) -> Vec<String> {
    found_under(parent, child, &settings(semantics))
}

fn found_under(parent: &CloudProfile, child: &NamespacedCloudProfileSpec, settings: &Settings) -> Vec<String> {
    let registry = rootstock_providers::registry().unwrap();
    // The rendered core section; only the images matter here.
    let mut rendered = parent.spec.clone();
    rendered.machine_images = Some(parent.spec.images().iter().chain(child.images()).cloned().collect());
    let section = NamespacedSection { parent: &parent.spec, written: child, child, rendered: &rendered };
    let outcome = registry.check_namespaced_cloud_profile(&section, settings);
    let warnings = rootstock_advice::advise_namespaced_mapping(&section, &outcome, settings);
    findings(&outcome.violations.into_iter().chain(warnings).collect::<Vec<_>>())
}

/// Returns `name@version` for each entry of the rendered profile's provider section, with the value of one field.
fn rendered(
    parent: &CloudProfile,
    child: &NamespacedCloudProfileSpec,
    field: &str,
    semantics: Semantics,
) -> Vec<String> {
    let registry = rootstock_providers::registry().unwrap();
    let provider = registry.get(&parent.spec.provider_type).unwrap();
    let config = child.provider_config.as_ref().unwrap();
    let merged = provider.merge_config(&parent.spec, config, &settings(semantics).quirks).unwrap();
    let config: Value = serde_json::to_value(merged.config).unwrap();
    let mut entries = Vec::new();
    for image in config["machineImages"].as_array().unwrap() {
        for version in image["versions"].as_array().unwrap() {
            let name = |value: &Value| value.as_str().unwrap_or("-").to_owned();
            entries.push(format!("{}@{} {}", name(&image["name"]), name(&version["version"]), name(&version[field])));
        }
    }
    entries
}

const N: &str = "spec.providerConfig.machineImages";
const AMD: &str = "[{name: own, versions: [{version: '2', architectures: [amd64]}]}]";
const BOTH: &str = "[{name: own, versions: [{version: '2', architectures: [amd64, arm64]}]}]";

#[rstest]
#[case::aws("aws-legacy", AMD, "[{version: '2', regions: [{name: eu-central-1, ami: a}]}]")]
#[case::alicloud("alicloud-legacy", AMD, "[{version: '2', regions: [{name: eu-central-1, id: a}]}]")]
#[case::gcp("gcp-legacy", BOTH, "[{version: '2', image: a}, {version: '2', image: b, architecture: arm64}]")]
#[case::azure("azure-legacy", BOTH, "[{version: '2', id: a}, {version: '2', id: b, architecture: arm64}]")]
#[case::ironcore(
    "ironcore",
    BOTH,
    "[{version: '2', image: a, architecture: amd64}, {version: '2', image: b, architecture: arm64}]"
)]
fn own_images_in_legacy_format(#[case] base: &str, #[case] core: &str, #[case] versions: &str) {
    let parent = profile(base, &[]);
    let child = child(&parent, core, &format!("[{{name: own, versions: {versions}}}]"), "{}");
    assert_eq!(found(&parent, &child, Documented), [""; 0], "documented semantics");
    assert_eq!(found(&parent, &child, Gardener), [""; 0], "Gardener's semantics");
}

#[rstest]
#[case::gcp("gcp-legacy", "[{version: '2', image: a}]")]
#[case::azure("azure-legacy", "[{version: '2', id: a}]")]
#[case::ironcore("ironcore", "[{version: '2', image: a, architecture: amd64}]")]
fn a_missing_architecture_is_reported(#[case] base: &str, #[case] versions: &str) {
    let parent = profile(base, &[]);
    let child = child(&parent, BOTH, &format!("[{{name: own, versions: {versions}}}]"), "{}");
    let documented = ["error provider-architecture-unmapped spec.machineImages[0].versions[0]"];
    assert_eq!(found(&parent, &child, Documented), documented);
    assert_eq!(found(&parent, &child, Gardener), [format!("error provider-architecture-unmapped {N}")]);
}

/// Only the quirk `namespaced_config_is_compared_apart`.
#[test]
fn extensions_compare_sections_separately() {
    let parent = profile("gcp-legacy", &[]);
    let child = child(&parent, AMD, "[{name: own, versions: [{version: '1', image: a}]}]", "{}");
    let quirks = Quirks::NONE.with("namespaced_config_is_compared_apart", true).unwrap();
    let apart = found_under(&parent, &child, &Settings { quirks, ..settings(Documented) });
    let documented = [
        "error provider-mapping-surplus spec.providerConfig.machineImages[0].versions[0].version",
        "error provider-version-unmapped spec.machineImages[0].versions[0]",
    ];
    assert_eq!(found(&parent, &child, Documented), documented);
    let apart_found = ["provider-architecture-unmapped", "provider-mapping-surplus", "provider-mapping-surplus"];
    let places = [N.to_owned(), N.to_owned(), format!("{N}[0].versions[0]")];
    let expected: Vec<String> =
        apart_found.iter().zip(places).map(|(rule, place)| format!("error {rule} {place}")).collect();
    assert_eq!(apart, expected);
}

/// Azure reports missing architectures only if the parent does not have the image.
#[test]
fn azure_reports_missing_architectures_of_new_images_only() {
    let parent = profile("azure-legacy", &[]);
    let core = "[{name: gardenlinux, versions: [{version: '2', architectures: [amd64, arm64]}]}]";
    let child = child(&parent, core, "[{name: gardenlinux, versions: [{version: '2', id: a}]}]", "{}");
    let documented = ["error provider-architecture-unmapped spec.machineImages[0].versions[0]"];
    assert_eq!(found(&parent, &child, Documented), documented);
    assert_eq!(found(&parent, &child, Gardener), [""; 0]);
}

/// Each region must be mapped for all flavors, if the provider has regions.
#[test]
fn regions_are_complete() {
    let parent = profile("aws", &[("spec.regions.1", "{name: us-east-1}")]);
    let flavor = "{architecture: [amd64], bootMode: [uefi-preferred]}";
    let other = "{architecture: [arm64], bootMode: [uefi-preferred]}";
    let core = format!("[{{name: own, versions: [{{version: '2', capabilityFlavors: [{flavor}, {other}]}}]}}]");
    let provider = format!(
        "[{{name: own, versions: [{{version: '2', capabilityFlavors: [
            {{capabilities: {flavor}, regions: [{{name: eu-central-1, ami: a}}, {{name: us-east-1, ami: b}}]}},
            {{capabilities: {other}, regions: [{{name: eu-central-1, ami: c}}]}}]}}]}}]"
    );
    let child = child(&parent, &core, &provider, "{}");
    let path = format!("{N}[0].versions[0].capabilityFlavors[1]");
    assert_eq!(found(&parent, &child, Documented), [format!("error provider-regions-incomplete {path}")]);
    assert_eq!(found(&parent, &child, Gardener), [format!("error provider-flavor-unmapped {N}")]);
}

#[rstest]
#[case::gcp("gcp-legacy", "{regionConfigs: []}", &[], &[])]
#[case::azure_counts("azure-legacy", "{countFaultDomains: [{region: a, count: 1}]}",
    &["error provider-field-inherited spec.providerConfig.countFaultDomains"],
    &["error provider-field-inherited spec.providerConfig.countFaultDomains"])]
#[case::azure_foreign_machine_type("azure-legacy", "{machineTypes: [{name: new, acceleratedNetworking: true}]}",
    &["error provider-mapping-surplus spec.providerConfig.machineTypes[0]"],
    &["error provider-mapping-surplus spec.providerConfig.machineTypes[0]"])]
#[case::ironcore_metal("ironcore-metal", "{machineTypes: [{name: new}]}",
    &["warning provider-field-inherited spec.providerConfig.machineTypes"], &[])]
fn other_fields(#[case] base: &str, #[case] further: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    let parent = profile(base, &[]);
    let child = child(&parent, "[]", "[]", further);
    let unknown = |found: Vec<String>| -> Vec<String> {
        found.into_iter().filter(|line| !line.starts_with("error unknown-field")).collect()
    };
    assert_eq!(unknown(found(&parent, &child, Documented)), documented);
    assert_eq!(unknown(found(&parent, &child, Gardener)), gardener);
}

/// Entries for a version that the parent has: in Azure and GCP both remain (quirk `namespaced_entries_are_appended`),
/// in IronCore Metal only the last one (quirk `namespaced_entries_collapse`).
#[test]
fn entries_for_one_version_in_the_rendered_profile() {
    let versions = "[{name: gardenlinux, versions: [{version: 1877.5.0, image: a}, \
                     {version: 1877.5.0, image: b, architecture: arm64}]}]";
    let core = "[{name: gardenlinux, versions: [{version: 1877.5.0}]}]";
    let entries = |base: &str, semantics| {
        let legacy = (
            "spec.providerConfig.machineImages.0.versions",
            "[{version: 1877.5.0, image: p}, {version: 1877.5.0, image: q, architecture: arm64}]",
        );
        let parent = profile(base, &[legacy]);
        let child = child(&parent, core, versions, "{}");
        rendered(&parent, &child, "image", semantics)
            .iter()
            .map(|entry| entry.split(' ').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(entries("gcp-legacy", Documented), ["a", "b"]);
    assert_eq!(entries("gcp-legacy", Gardener), ["p", "q", "a", "b"]);
    assert_eq!(entries("ironcore-metal", Documented), ["a", "b"]);
    assert_eq!(entries("ironcore-metal", Gardener), ["b"]);
}

/// Azure adds machine types with new names.
#[test]
fn azure_machine_types_are_added() {
    let types = ("spec.providerConfig.machineTypes", "[{name: one, acceleratedNetworking: true}]");
    let parent = profile("azure-legacy", &[types]);
    let child = child(&parent, "[]", "[]", "{machineTypes: [{name: one}, {name: two}]}");
    let registry = rootstock_providers::registry().unwrap();
    let azure = registry.get("azure").unwrap();
    let config = child.provider_config.as_ref().unwrap();
    let merged = azure.merge_config(&parent.spec, config, &settings(Documented).quirks).unwrap();
    let config: Value = serde_json::to_value(merged.config).unwrap();
    assert_eq!(config["machineTypes"], json!([{"name": "one", "acceleratedNetworking": true}, {"name": "two"}]));
    let foreign = |index| format!("error provider-mapping-surplus spec.providerConfig.machineTypes[{index}]");
    assert_eq!(found(&parent, &child, Documented), [foreign(0), foreign(1)]);
}

/// Azure looks for surplus flavors in the last entry of a version that maps anything, once for each entry.
#[rstest]
#[case::flavors("[FLAVORS]", 1)]
#[case::flavors_last("[LEGACY, FLAVORS]", 2)]
#[case::legacy_last("[FLAVORS, LEGACY]", 0)]
#[case::empty_last("[FLAVORS, {version: '2'}]", 2)]
fn azure_compares_the_last_entry_of_a_version(#[case] versions: &str, #[case] surplus: usize) {
    let parent = profile("azure", &[]);
    let flavor =
        |architecture: &str, id: &str| format!("{{capabilities: {{architecture: [{architecture}]}}, id: {id}}}");
    let flavors = format!("{{version: '2', capabilityFlavors: [{}, {}]}}", flavor("amd64", "a"), flavor("arm64", "b"));
    let versions =
        versions.replace("FLAVORS", &flavors).replace("LEGACY", "{version: '2', architecture: amd64, id: c}");
    let core = "[{name: own, versions: [{version: '2', capabilityFlavors: [{architecture: [amd64]}]}]}]";
    let child = child(&parent, core, &format!("[{{name: own, versions: {versions}}}]"), "{}");
    let quirks = Quirks::NONE.with("namespaced_config_is_compared_apart", true).unwrap();
    let found = found_under(&parent, &child, &Settings { quirks, ..settings(Documented) });
    let of_surplus = found.iter().filter(|found| found.starts_with("error provider-mapping-surplus"));
    assert_eq!(of_surplus.count(), surplus, "{found:?}");
}

/// STACKIT: without a value, the parent's `apiEndpoints` stay.
#[rstest]
#[case::absent("{}", "https://iaas.example")]
#[case::null("{apiEndpoints: null}", "https://iaas.example")]
#[case::value("{apiEndpoints: {iaas: 'https://other.example'}}", "https://other.example")]
fn stackit_endpoints_replace_the_parents(#[case] further: &str, #[case] expected: &str) {
    let parent = profile("stackit", &[("spec.providerConfig.apiEndpoints", "{iaas: 'https://iaas.example'}")]);
    let child = child(&parent, "[]", "[]", further);
    let registry = rootstock_providers::registry().unwrap();
    let config = child.provider_config.as_ref().unwrap();
    let plugin = registry.get("stackit").unwrap();
    let merged = plugin.merge_config(&parent.spec, config, &settings(Documented).quirks).unwrap();
    let config: Value = serde_json::to_value(merged.config).unwrap();
    assert_eq!(config["apiEndpoints"]["iaas"], expected);
}

/// Azure: entries for the parent's `spec.machineTypes` belong to the parent, and an empty object counts as set.
#[test]
fn azure_machine_types_of_the_parent() {
    let parent = profile("azure-legacy", &[]);
    let name = &parent.spec.types()[0].name;
    let further =
        format!("{{machineTypes: [{{name: {name}, acceleratedNetworking: true}}], cloudConfiguration: {{}}}}");
    let child = child(&parent, "[]", "[]", &further);
    let inherited = "error provider-field-inherited spec.providerConfig.cloudConfiguration";
    let overridden = "error provider-mapping-overrides-parent spec.providerConfig.machineTypes[0]";
    let foreign = "error provider-mapping-surplus spec.providerConfig.machineTypes[0]";
    assert_eq!(found(&parent, &child, Documented), [inherited, overridden]);
    assert_eq!(found(&parent, &child, Gardener), [inherited, overridden, foreign]);
}

/// The extensions compare the profile as written: flavors below a parent without capabilities have no architectures for
/// them. Alibaba Cloud's compares nothing there.
#[rstest]
#[case::aws("aws-legacy", "[{version: '2', regions: [{name: eu-central-1, ami: a}]}]", true)]
#[case::gcp("gcp-legacy", "[{version: '2', image: a}]", true)]
#[case::azure("azure-legacy", "[{version: '2', id: a}]", true)]
#[case::ironcore("ironcore", "[{version: '2', image: a, architecture: amd64}]", true)]
#[case::alicloud("alicloud-legacy", "[{version: '2', regions: [{name: eu-central-1, id: a}]}]", false)]
fn flavors_below_a_parent_without_capabilities(#[case] base: &str, #[case] versions: &str, #[case] refused: bool) {
    let parent = profile(base, &[]);
    let flavored = "[{name: own, versions: [{version: '2', capabilityFlavors: [{architecture: [amd64]}]}]}]";
    let written = child(&parent, flavored, &format!("[{{name: own, versions: {versions}}}]"), "{}");
    let converted = child(&parent, AMD, &format!("[{{name: own, versions: {versions}}}]"), "{}");
    let registry = rootstock_providers::registry().unwrap();
    let section =
        NamespacedSection { parent: &parent.spec, written: &written, child: &converted, rendered: &parent.spec };
    let found = findings(&registry.check_namespaced_cloud_profile(&section, &settings(Gardener)).violations);
    let expected = format!("error provider-mapping-surplus {N}");
    assert_eq!(found, if refused { vec![expected] } else { Vec::new() });
}

/// The extensions use only the last entry of a repeated image.
#[rstest]
#[case::gcp("gcp-legacy", "image")]
#[case::azure("azure-legacy", "id")]
fn only_the_last_entry_of_a_repeated_image_counts(#[case] base: &str, #[case] field: &str) {
    let parent = profile(base, &[]);
    let core =
        "[{name: own, versions: [{version: '1', architectures: [amd64]}, {version: '2', architectures: [amd64]}]}]";
    let provider = format!(
        "[{{name: own, versions: [{{version: '1', {field}: a}}]}}, {{name: own, versions: [{{version: '2', {field}: b}}]}}]"
    );
    let child = child(&parent, core, &provider, "{}");
    let repeated = format!("error provider-mapping-repeated {N}[1].name");
    assert_eq!(found(&parent, &child, Documented), [repeated]);
    assert_eq!(found(&parent, &child, Gardener), [format!("error provider-architecture-unmapped {N}")]);
    let versions = rendered(&parent, &child, "version", Gardener);
    assert_eq!(versions.iter().filter(|entry| entry.starts_with("own@")).count(), 1);
}

/// Azure and GCP require the architectures of a version, and a version without any requires nothing.
#[rstest]
#[case::azure("azure-legacy", "{version: '2'}")]
#[case::azure_with_architectures("azure-legacy", "{version: '2', architectures: [amd64]}")]
#[case::gcp("gcp-legacy", "{version: '2'}")]
fn a_version_of_the_parents_image_without_entry(#[case] base: &str, #[case] version: &str) {
    let parent = profile(base, &[]);
    let child = child(&parent, &format!("[{{name: gardenlinux, versions: [{version}]}}]"), "[]", "{}");
    assert_eq!(found(&parent, &child, Gardener), [""; 0]);
}

/// All entries of an image that the parent does not have are kept, for every provider.
#[rstest]
#[case("ironcore", Gardener)]
#[case("ironcore", Documented)]
#[case("ironcore-metal", Gardener)]
#[case("ironcore-metal", Documented)]
fn entries_of_a_new_image_stay(#[case] base: &str, #[case] semantics: Semantics) {
    let parent = profile(base, &[]);
    let entries = "[{version: '2', image: a, architecture: amd64}, {version: '2', image: b, architecture: arm64}]";
    let child = child(&parent, BOTH, &format!("[{{name: own, versions: {entries}}}]"), "{}");
    let rendered = rendered(&parent, &child, "image", semantics);
    let own: Vec<&String> = rendered.iter().filter(|entry| entry.starts_with("own@")).collect();
    assert_eq!(own, ["own@2 a", "own@2 b"]);
}

/// A field counts as set, even if it is empty, unless its type cannot distinguish it from an absent one.
#[rstest]
#[case::openstack_switch("openstack-legacy", "{keystoneForceInsecure: false}", false)]
#[case::openstack_lists("openstack-legacy", "{constraints: {floatingPools: []}}", false)]
#[case::openstack_optional_switch("openstack-legacy", "{useSNAT: false}", true)]
#[case::stackit_text("stackit", "{keystoneCACert: ''}", true)]
#[case::stackit_object("stackit", "{bastion: {}}", true)]
#[case::ironcore_ignores("ironcore", "{regionConfigs: [{name: a}]}", false)]
fn empty_fields_count_only_if_distinguishable(#[case] base: &str, #[case] further: &str, #[case] refused: bool) {
    let parent = profile(base, &[]);
    let found = found(&parent, &child(&parent, "[]", "[]", further), Gardener);
    let expected = if refused { vec!["error provider-field-inherited spec.providerConfig"] } else { Vec::new() };
    assert_eq!(found, expected);
}
