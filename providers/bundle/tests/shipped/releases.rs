//! The verdicts of every known release of an extension: which formats it reads, what its webhook writes, and which image it boots.

use rootstock_admission::{in_parent_format, render};
use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{
    CloudProfile, Decode, MachineImage, NamespacedCloudProfile, Path, RawObject, Release, Semantics, Settings,
    Severity, Violation, ViolationKind,
};
use rootstock_provider_api::{
    ImageRequest, NamespacedSection, NotFoundReason, Provider, WebhookTarget, with_flavors_of_extension,
};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::settings;

const ARCHITECTURE: &str = "architecture";

/// The format of an entry.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Format {
    Flavors,
    Legacy,
    Both,
    Nothing,
}

/// Returns an entry of a provider for a version, for amd64.
fn entry(provider: &str, version: &str, format: Format, reference: &str) -> Value {
    let place = |architecture: bool| match provider {
        "gcp" => json!({ "image": reference }),
        "azure" => json!({ "urn": format!("pub:offer:sku:{reference}") }),
        _ => {
            let field = if provider == "aws" { "ami" } else { "id" };
            let mut region = json!({ "name": "europe-1", field: reference });
            if architecture && provider != "alicloud" {
                region[ARCHITECTURE] = "amd64".into();
            }
            json!({ "regions": [region] })
        }
    };
    let mut entry = json!({ "version": version });
    let mut set = |fields: Value| {
        fields.as_object().unwrap().iter().for_each(|(name, value)| entry[name] = value.clone());
    };
    if matches!(format, Format::Legacy | Format::Both) {
        set(place(true));
    }
    if matches!(format, Format::Flavors | Format::Both) {
        let mut flavor = place(false);
        flavor["capabilities"] = json!({ ARCHITECTURE: ["amd64"] });
        set(json!({ "capabilityFlavors": [flavor] }));
    }
    entry
}

/// Returns a profile with one version of an image, mapped by the entries.
fn profile(provider: &str, capabilities: bool, core_flavors: bool, entries: &[Value]) -> CloudProfile {
    let mut config = json!({
        "apiVersion": format!("{provider}.provider.extensions.gardener.cloud/v1alpha1"),
        "kind": "CloudProfileConfig",
        "machineImages": [{ "name": "plain", "versions": entries }],
    });
    if provider == "openstack" {
        config["keystoneURL"] = "https://keystone.example".into();
        config["constraints"] =
            json!({ "floatingPools": [{ "name": "fp" }], "loadBalancerProviders": [{ "name": "lb" }] });
    }
    if provider == "azure" {
        for field in ["countFaultDomains", "countUpdateDomains"] {
            config[field] = json!([{ "region": "europe-1", "count": 2 }]);
        }
    }
    let flavors = json!([{ ARCHITECTURE: ["amd64"] }]);
    let (version, machine) = match capabilities {
        true if core_flavors => (json!({ "version": "1.0.0", "capabilityFlavors": flavors }), flavors[0].clone()),
        true => (json!({ "version": "1.0.0" }), flavors[0].clone()),
        false => (json!({ "version": "1.0.0", "architectures": ["amd64"] }), Value::Null),
    };
    let mut document = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "example" },
        "spec": {
            "type": provider, "kubernetes": { "versions": [{ "version": "1.33.1" }] },
            "machineImages": [{ "name": "plain", "versions": [version] }],
            "machineTypes": [{ "name": "small", "cpu": "4", "gpu": "0", "memory": "16Gi", "architecture": "amd64" }],
            "regions": [{ "name": "europe-1" }], "providerConfig": config,
        },
    });
    if capabilities {
        document["spec"]["machineCapabilities"] = json!([{ "name": ARCHITECTURE, "values": ["amd64"] }]);
        document["spec"]["machineTypes"][0] =
            json!({ "name": "small", "cpu": "4", "gpu": "0", "memory": "16Gi", "capabilities": machine });
    }
    let raw: RawObject = serde_json::from_value(document).unwrap();
    let (profile, violations) = raw.decode::<CloudProfile>(&Path::object());
    assert!(violations.is_empty(), "{violations:?}");
    profile
}

/// Returns the answer of every known release, and of the one that is followed: the releases from which on it is another one.
fn by_release(provider: &str, semantics: Semantics, ask: impl Fn(&dyn Provider, &Settings) -> String) -> String {
    let registry = rootstock_providers::registry().unwrap();
    let plugin = registry.get(provider).unwrap();
    let known = plugin.extension().releases.unwrap();
    let releases = std::iter::once(known.oldest).chain(known.oldest.next_minors(known.newest));
    let mut answers: Vec<(String, String)> = Vec::new();
    for release in releases.map(Some).chain([None]) {
        let mut settings = settings(semantics);
        if let Some(release) = release {
            settings.extensions = settings.extensions.with(plugin.name(), release).unwrap();
        }
        let answer = ask(plugin, &settings);
        if answers.last().is_none_or(|(_, last)| *last != answer) {
            answers.push((release.map_or("followed".to_owned(), |release| release.to_string()), answer));
        }
    }
    answers.iter().map(|(from, answer)| format!("{from} {answer}")).collect::<Vec<_>>().join(", ")
}

/// Returns a verdict in a word.
fn verdict(violations: &[Violation]) -> String {
    let mut errors = violations.iter().filter(|one| one.severity == Severity::Error).peekable();
    let is_unknown = |one: &Violation| one.kind == ViolationKind::UnknownField;
    match errors.peek() {
        None => "accepts".to_owned(),
        Some(_) if violations.iter().any(is_unknown) => "cannot read".to_owned(),
        Some(_) => "refuses".to_owned(),
    }
}

fn written(
    plugin: &dyn Provider,
    target: WebhookTarget<'_>,
    config: &RawObject,
    settings: &Settings,
) -> Option<Vec<MachineImage>> {
    if !target.may_change(plugin, settings) {
        return None;
    }
    let decoded = plugin.decode_at(config, &Path::object(), settings);
    Some(with_flavors_of_extension(target, &*decoded.config, settings)?.0)
}

/// Returns the verdict about a profile, after the webhook of the extension.
fn checked(profile: &CloudProfile, plugin: &dyn Provider, settings: &Settings) -> String {
    let mut profile = profile.clone();
    let (images, definitions) = (profile.spec.images(), profile.spec.capability_definitions());
    let target = WebhookTarget { images, counted: images, parent: &[], definitions };
    if let Some(images) = written(plugin, target, profile.spec.provider_config.as_ref().unwrap(), settings) {
        profile.spec.machine_images = Some(images);
    }
    let registry = rootstock_providers::registry().unwrap();
    verdict(&registry.check_cloud_profile(&profile.spec, settings).violations)
}

#[rstest]
#[case::openstack("openstack", "1.49 cannot read, 1.52 accepts")]
#[case::aws("aws", "1.63 cannot read, 1.65 accepts")]
#[case::azure("azure", "1.55 cannot read, 1.58 accepts")]
#[case::gcp("gcp", "1.47 cannot read, 1.50 accepts")]
#[case::alicloud("alicloud", "1.64 cannot read, 1.70 accepts")]
fn flavors_are_known_since(
    #[case] provider: &str,
    #[case] expected: &str,
    #[values(Documented, Gardener)] semantics: Semantics,
) {
    let profile = profile(provider, true, true, &[entry(provider, "1.0.0", Format::Flavors, "a")]);
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release(provider, semantics, ask), expected);
}

#[rstest]
#[case::openstack("openstack", "1.49 accepts, 1.52 refuses, 1.55 accepts")]
#[case::aws("aws", "1.63 accepts, 1.65 refuses, 1.69 accepts")]
#[case::azure("azure", "1.55 accepts, 1.58 refuses, 1.60 accepts")]
#[case::gcp("gcp", "1.47 accepts")]
#[case::alicloud("alicloud", "1.64 accepts")]
fn legacy_entries_are_refused_next_to_flavors(#[case] provider: &str, #[case] expected: &str) {
    let profile = profile(provider, true, true, &[entry(provider, "1.0.0", Format::Legacy, "a")]);
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

#[rstest]
#[case::openstack("openstack", Format::Flavors, "1.49 cannot read, 1.52 refuses, 1.55 accepts")]
#[case::aws("aws", Format::Flavors, "1.63 cannot read, 1.65 accepts")]
#[case::azure("azure", Format::Flavors, "1.55 cannot read, 1.58 accepts")]
#[case::gcp("gcp", Format::Flavors, "1.47 cannot read, 1.50 accepts")]
#[case::alicloud("alicloud", Format::Flavors, "1.64 cannot read, 1.70 accepts")]
fn webhook_writes_flavors_since(#[case] provider: &str, #[case] format: Format, #[case] expected: &str) {
    let mut profile = profile(provider, true, false, &[entry(provider, "1.0.0", format, "a")]);
    // Two architectures, so that a version without flavors is not one of the entry's.
    profile.spec.machine_capabilities.as_mut().unwrap()[0].values.push("arm64".to_owned());
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

/// The flavors that the webhook leaves in the core section, for an entry in the legacy format.
#[rstest]
#[case::openstack("openstack", "1.49 unchanged, 1.55 writes 1")]
#[case::aws("aws", "1.63 unchanged, 1.65 writes 0, 1.69 writes 1")]
#[case::azure("azure", "1.55 unchanged, 1.58 writes 0, 1.60 writes 1")]
#[case::gcp("gcp", "1.47 unchanged, 1.50 writes 1")]
#[case::alicloud("alicloud", "1.64 unchanged, 1.70 writes 1")]
fn webhook_takes_flavors_of_legacy_entries_away(#[case] provider: &str, #[case] expected: &str) {
    let mut profile = profile(provider, true, true, &[entry(provider, "1.0.0", Format::Legacy, "a")]);
    // Other flavors than the webhook writes.
    let versions = profile.spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap();
    let once = versions[0].capability_flavors.clone().unwrap();
    let twice = [once.clone(), once].concat();
    versions[0].capability_flavors = Some(twice);
    let ask = |plugin: &dyn Provider, settings: &Settings| {
        let (images, definitions) = (profile.spec.images(), profile.spec.capability_definitions());
        let target = WebhookTarget { images, counted: images, parent: &[], definitions };
        let written = written(plugin, target, profile.spec.provider_config.as_ref().unwrap(), settings);
        written.map_or("unchanged".to_owned(), |images| format!("writes {}", images[0].offered()[0].flavors().len()))
    };
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

/// Returns the image of the machine type, by the last letter of its reference.
fn booted(profile: &CloudProfile, plugin: &dyn Provider, settings: &Settings) -> String {
    let decoded = plugin.decode_at(profile.spec.provider_config.as_ref().unwrap(), &Path::object(), settings);
    let machine_type = profile.spec.types().first().unwrap();
    let request = ImageRequest::new("plain", "1.0.0", Some("europe-1"), machine_type);
    let request = ImageRequest { architecture: Some("amd64"), ..request };
    match decoded.config.select_image(&profile.spec, &request, settings) {
        Ok(choice) => choice.reference.value.chars().last().unwrap().to_string(),
        Err(error) if matches!(error.reason, NotFoundReason::Undecodable(_)) => "cannot read".to_owned(),
        Err(_) => "none".to_owned(),
    }
}

#[rstest]
#[case::openstack_flavors("openstack", true, &[Format::Flavors], "1.49 cannot read, 1.52 a")]
#[case::aws_flavors("aws", true, &[Format::Flavors], "1.63 cannot read, 1.65 a")]
#[case::azure_flavors("azure", true, &[Format::Flavors], "1.55 cannot read, 1.58 a")]
#[case::gcp_flavors("gcp", true, &[Format::Flavors], "1.47 cannot read, 1.50 a")]
#[case::alicloud_flavors("alicloud", true, &[Format::Flavors], "1.64 cannot read, 1.70 a")]
#[case::openstack_legacy("openstack", true, &[Format::Legacy], "1.49 a, 1.52 none, 1.55 a")]
#[case::aws_legacy("aws", true, &[Format::Legacy], "1.63 a, 1.65 none, 1.69 a")]
#[case::azure_legacy("azure", true, &[Format::Legacy], "1.55 a, 1.58 none, 1.60 a")]
#[case::gcp_legacy("gcp", true, &[Format::Legacy], "1.47 a")]
#[case::alicloud_legacy("alicloud", true, &[Format::Legacy], "1.64 a")]
#[case::openstack_two("openstack", true, &[Format::Flavors, Format::Flavors], "1.49 cannot read, 1.52 a, 1.55 none")]
#[case::aws_two("aws", true, &[Format::Flavors, Format::Flavors], "1.63 cannot read, 1.65 a, 1.69 none")]
#[case::azure_two("azure", true, &[Format::Flavors, Format::Flavors], "1.55 cannot read, 1.58 a, 1.60 none")]
#[case::gcp_two("gcp", true, &[Format::Flavors, Format::Flavors], "1.47 cannot read, 1.50 none")]
#[case::alicloud_two("alicloud", true, &[Format::Flavors, Format::Flavors], "1.64 cannot read, 1.70 a")]
#[case::openstack_two_legacy("openstack", false, &[Format::Legacy, Format::Legacy], "1.49 a, 1.55 none")]
#[case::aws_two_legacy("aws", false, &[Format::Legacy, Format::Legacy], "1.63 a, 1.69 none")]
#[case::azure_two_legacy("azure", false, &[Format::Legacy, Format::Legacy], "1.55 a, 1.60 none")]
#[case::gcp_two_legacy("gcp", false, &[Format::Legacy, Format::Legacy], "1.47 a, 1.50 none")]
#[case::alicloud_two_legacy("alicloud", false, &[Format::Legacy, Format::Legacy], "1.64 a")]
fn image_is_chosen(
    #[case] provider: &str,
    #[case] capabilities: bool,
    #[case] formats: &[Format],
    #[case] expected: &str,
) {
    let references = ["a", "b"];
    let entries =
        formats.iter().zip(references).map(|(format, reference)| entry(provider, "1.0.0", *format, reference));
    let profile = profile(provider, capabilities, true, &entries.collect::<Vec<_>>());
    let ask = |plugin: &dyn Provider, settings: &Settings| booted(&profile, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

/// AWS v1.64 has the field under the name of Gardener v1.118 to v1.127, whose capabilities later releases of Gardener do not send.
#[rstest]
#[case::alone(Format::Flavors, true, "1.63 cannot read", "1.64 refuses", "none")]
#[case::without_capabilities(Format::Flavors, false, "1.63 cannot read", "1.64 refuses", "none")]
#[case::next_to_regions(Format::Both, true, "1.63 cannot read", "1.64 refuses", "a")]
fn aws_reads_capability_sets_in_one_release(
    #[case] format: Format,
    #[case] capabilities: bool,
    #[case] before: &str,
    #[case] verdict: &str,
    #[case] image: &str,
    #[values(Documented, Gardener)] semantics: Semantics,
) {
    let mut entry = entry("aws", "1.0.0", format, "a");
    let flavors = entry.as_object_mut().unwrap().remove("capabilityFlavors").unwrap();
    entry["capabilitySets"] = flavors;
    let profile = profile("aws", capabilities, true, &[entry]);
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release("aws", semantics, ask), format!("{before}, {verdict}, 1.65 cannot read"));
    let ask = |plugin: &dyn Provider, settings: &Settings| booted(&profile, plugin, settings);
    // Without a release, what can be read of the entry counts as documented.
    let followed = if semantics == Documented { ", followed a" } else { "" };
    assert_eq!(by_release("aws", semantics, ask), format!("{before}, 1.64 {image}, 1.65 cannot read{followed}"));
}

/// The findings of AWS v1.64 name the field as it is written.
#[test]
fn refused_capability_sets_are_named_as_written() {
    let mut entry = entry("aws", "1.0.0", Format::Both, "a");
    let flavors = entry.as_object_mut().unwrap().remove("capabilityFlavors").unwrap();
    entry["capabilitySets"] = flavors;
    let profile = profile("aws", true, true, &[entry]);
    let mut settings = settings(Documented);
    settings.extensions = settings.extensions.with("aws", Release::new(1, 64)).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let found: Vec<String> =
        registry.check_cloud_profile(&profile.spec, &settings).violations.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "spec.providerConfig.machineImages[0].versions[0].capabilitySets: Forbidden: must not be set, because v1.64 of the \
          extension for provider `aws` does not see `spec.machineCapabilities`; use the legacy format"
        ]
    );
}

/// A flavor without an architecture, where one is registered and the machine type names none.
#[rstest]
#[case::openstack("openstack", "1.49 cannot read, 1.52 a")]
#[case::aws("aws", "1.63 cannot read, 1.65 a, 1.69 none")]
#[case::azure("azure", "1.55 cannot read, 1.58 a")]
#[case::gcp("gcp", "1.47 cannot read, 1.50 a")]
#[case::alicloud("alicloud", "1.64 cannot read, 1.70 a")]
fn unwritten_architecture_is_chosen(#[case] provider: &str, #[case] expected: &str) {
    let mut unwritten = entry(provider, "1.0.0", Format::Flavors, "a");
    unwritten["capabilityFlavors"][0].as_object_mut().unwrap().remove("capabilities");
    let mut profile = profile(provider, true, true, &[unwritten]);
    profile.spec.machine_types.as_mut().unwrap()[0].capabilities = Default::default();
    let ask = |plugin: &dyn Provider, settings: &Settings| booted(&profile, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

#[rstest]
#[case::legacy_amd64(false, "amd64", "1.49 e, 1.52 none, 1.55 e")]
#[case::legacy_arm64(false, "arm64", "1.49 none, 1.55 e")]
#[case::capabilities_amd64(true, "amd64", "1.49 e, 1.52 none, 1.55 e")]
#[case::capabilities_arm64(true, "arm64", "1.49 none, 1.55 e")]
fn openstack_images_are_found_by_name(#[case] capabilities: bool, #[case] architecture: &str, #[case] expected: &str) {
    let entry = json!({
        "version": "1.0.0", "image": "by-name",
        "regions": [{ "name": "asia-1", "id": "id", "architecture": architecture }],
    });
    let mut profile = profile("openstack", capabilities, true, &[entry]);
    let machine_type = &mut profile.spec.machine_types.as_mut().unwrap()[0];
    if capabilities {
        machine_type.capabilities = serde_json::from_value(json!({ ARCHITECTURE: [architecture] })).unwrap();
        profile.spec.machine_capabilities.as_mut().unwrap()[0].values = vec![architecture.to_owned()];
    }
    let ask = |plugin: &dyn Provider, settings: &Settings| {
        let decoded = plugin.decode_at(profile.spec.provider_config.as_ref().unwrap(), &Path::object(), settings);
        let request = ImageRequest::new("plain", "1.0.0", Some("europe-1"), &profile.spec.types()[0]);
        let request = ImageRequest { architecture: Some(architecture), ..request };
        let choice = decoded.config.select_image(&profile.spec, &request, settings);
        choice.map_or("none".to_owned(), |choice| choice.reference.value.chars().last().unwrap().to_string())
    };
    assert_eq!(by_release("openstack", Gardener, ask), expected);
}

#[rstest]
#[case("1.49 accepts, 1.51 cannot read", "1.49 a, 1.51 cannot read")]
fn octavia_switch_is_known_before(
    #[case] expected: &str,
    #[case] image: &str,
    #[values(Documented, Gardener)] semantics: Semantics,
) {
    let mut profile = profile("openstack", false, false, &[entry("openstack", "1.0.0", Format::Legacy, "a")]);
    let mut config: Value = serde_json::to_value(profile.spec.provider_config.take().unwrap()).unwrap();
    config["useOctavia"] = true.into();
    profile.spec.provider_config = Some(serde_json::from_value(config).unwrap());
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release("openstack", semantics, ask), expected);
    let ask = |plugin: &dyn Provider, settings: &Settings| booted(&profile, plugin, settings);
    let followed = if semantics == Documented { ", followed a" } else { "" };
    assert_eq!(by_release("openstack", semantics, ask), format!("{image}{followed}"));
}

/// A partly migrated profile: the releases that do not know flavors find no image of it, not even that of its legacy entry.
#[rstest]
#[case::openstack("openstack", "1.49 cannot read, 1.52 none, 1.55 a")]
#[case::aws("aws", "1.63 cannot read, 1.65 none, 1.69 a")]
#[case::azure("azure", "1.55 cannot read, 1.58 none, 1.60 a")]
#[case::gcp("gcp", "1.47 cannot read, 1.50 a")]
#[case::alicloud("alicloud", "1.64 cannot read, 1.70 a")]
fn flavors_of_another_version_hide_a_legacy_entry(
    #[case] provider: &str,
    #[case] expected: &str,
    #[values(Documented, Gardener)] semantics: Semantics,
) {
    let entries = [entry(provider, "1.0.0", Format::Legacy, "a"), entry(provider, "2.0.0", Format::Flavors, "b")];
    let profile = profile(provider, true, true, &entries);
    let ask = |plugin: &dyn Provider, settings: &Settings| booted(&profile, plugin, settings);
    assert_eq!(by_release(provider, semantics, ask), expected);
}

#[test]
fn undecodable_config_is_explained() {
    let profile = profile("gcp", true, true, &[entry("gcp", "1.0.0", Format::Flavors, "a")]);
    let mut settings = settings(Documented);
    settings.extensions = settings.extensions.with("gcp", Release::new(1, 49)).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let config = profile.spec.provider_config.as_ref().unwrap();
    let decoded = registry.get("gcp").unwrap().decode_at(config, &Path::object(), &settings);
    let request = ImageRequest::new("plain", "1.0.0", Some("europe-1"), &profile.spec.types()[0]);
    let not_found = decoded.config.select_image(&profile.spec, &request, &settings).unwrap_err();
    assert_eq!(
        not_found.to_string(),
        "machine image `plain` version `1.0.0`: v1.49 of the extension for provider `gcp` cannot decode `providerConfig` because \
         of `capabilityFlavors`, and finds no image in it; v1.50 can"
    );
    assert_eq!(
        serde_json::to_value(&not_found.reason).unwrap(),
        json!({
            "kind": "undecodable", "extension": "v1.49 of the extension for provider `gcp`", "fields": ["capabilityFlavors"],
            "since": "v1.50",
        })
    );
}

/// Returns an Azure profile with an entry in the legacy format, and a capability of this name for networking.
fn azure_profile_with(name: &str) -> CloudProfile {
    let mut profile = profile("azure", true, true, &[entry("azure", "1.0.0", Format::Legacy, "a")]);
    let definition = json!({ "name": name, "values": ["accelerated", "basic"] });
    profile.spec.machine_capabilities.as_mut().unwrap().push(serde_json::from_value(definition).unwrap());
    profile
}

/// An entry without accelerated networking is for basic networking only, if the machine type has the capability under its name.
#[rstest]
#[case("azure-networking", "1.55 a, 1.58 none, 1.60 a, 1.62 none")]
#[case("gardener-azure-networking", "1.55 a, 1.58 none, 1.62 a")]
#[case("networking", "1.55 a, 1.58 none, 1.60 a")]
fn azure_networking_is_called(#[case] name: &str, #[case] expected: &str) {
    let mut profile = azure_profile_with(name);
    let capabilities = json!({ ARCHITECTURE: ["amd64"], name: ["accelerated"] });
    profile.spec.machine_types.as_mut().unwrap()[0].capabilities = serde_json::from_value(capabilities).unwrap();
    let ask = |plugin: &dyn Provider, settings: &Settings| booted(&profile, plugin, settings);
    assert_eq!(by_release("azure", Gardener, ask), expected);
}

/// In documented semantics, an entry in the legacy format needs the capability under the name of the release.
#[rstest]
#[case("azure-networking", "1.55 none, 1.60 `gardener-azure-networking`, 1.62 none")]
#[case("gardener-azure-networking", "1.55 none, 1.62 `azure-networking`")]
#[case("networking", "1.55 none, 1.60 `gardener-azure-networking`, 1.62 `azure-networking`")]
fn azure_needs_the_capability_under_the_name_of_the_release(#[case] registered: &str, #[case] expected: &str) {
    let profile = azure_profile_with(registered);
    let registry = rootstock_providers::registry().unwrap();
    let ask = |_: &dyn Provider, settings: &Settings| {
        let violations = registry.check_cloud_profile(&profile.spec, settings).violations;
        let found = violations.iter().find(|one| one.rule.name == "azure-networking-unregistered");
        let name = found.map(|one| one.detail.split_whitespace().nth(3).unwrap().to_owned());
        name.unwrap_or_else(|| "none".to_owned())
    };
    // Before v1.60, the extension does not get that far.
    assert_eq!(by_release("azure", Documented, ask), expected);
}

/// Each part of the description has the name of the release.
#[test]
fn azure_capability_has_one_name() {
    let ask = |plugin: &dyn Provider, settings: &Settings| {
        let profile = profile("azure", false, false, &[entry("azure", "1.0.0", Format::Legacy, "a")]);
        let config = profile.spec.provider_config.as_ref().unwrap();
        let config = plugin.decode_at(config, &Path::object(), settings).config;
        let extension = config.extension();
        let names = [
            extension.legacy_format.unwrap().capabilities[0].0.to_owned(),
            extension.machine_settings[0].capability.to_owned(),
            config.legacy_machine_type("small").iter().next().unwrap().0.to_owned(),
            config.mapped_versions()[0].artifacts[0]
                .capabilities
                .iter()
                .map(|(name, _)| name)
                .max()
                .unwrap()
                .to_owned(),
            config.image_references(&profile.spec)[0]
                .capabilities
                .iter()
                .map(|(name, _)| name)
                .max()
                .unwrap()
                .to_owned(),
        ];
        assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
        names[0].clone()
    };
    let expected = "1.55 azure-networking, 1.58 networking, 1.60 gardener-azure-networking, 1.62 azure-networking";
    assert_eq!(by_release("azure", Documented, ask), expected);
}

/// The machine types of a profile without capabilities have accelerated networking in every release.
#[rstest]
fn azure_networking_of_legacy_machine_types_is_constant(#[values(Documented, Gardener)] semantics: Semantics) {
    let mut entry = entry("azure", "1.0.0", Format::Legacy, "a");
    entry["acceleratedNetworking"] = true.into();
    let mut profile = profile("azure", false, false, &[entry]);
    let mut config: Value = serde_json::to_value(profile.spec.provider_config.take().unwrap()).unwrap();
    config["machineTypes"] = json!([{ "name": "small", "acceleratedNetworking": true }]);
    profile.spec.provider_config = Some(serde_json::from_value(config).unwrap());
    let ask = |plugin: &dyn Provider, settings: &Settings| {
        let config = plugin.decode_at(profile.spec.provider_config.as_ref().unwrap(), &Path::object(), settings).config;
        let vocabulary = config.image_vocabulary(&profile.spec, settings);
        let request = ImageRequest::new("plain", "1.0.0", Some("europe-1"), &profile.spec.types()[0]);
        let request = ImageRequest { architecture: Some("amd64"), ..request };
        let machine_type = config.machine(&profile.spec, &vocabulary, &request);
        let choice = config.select_image(&profile.spec, &request, settings).unwrap();
        let flavor = vocabulary.flavor(&choice.reference.capabilities, None);
        let setting = config.extension().machine_settings[0];
        format!("{}", setting.is_on(vocabulary.compiled(), &flavor, &machine_type))
    };
    assert_eq!(by_release("azure", semantics, ask), "1.55 true");
}

/// Returns the errors about a profile for a release, in documented semantics.
fn errors_at(profile: &CloudProfile, provider: &str, release: Release) -> Vec<Violation> {
    let registry = rootstock_providers::registry().unwrap();
    let mut settings = settings(Documented);
    settings.extensions = settings.extensions.with(registry.get(provider).unwrap().name(), release).unwrap();
    let mut violations = registry.check_cloud_profile(&profile.spec, &settings).violations;
    violations.retain(|one| one.severity == Severity::Error);
    violations
}

/// Flavors for a release that does not know them are one mistake.
#[rstest]
#[case::openstack("openstack", Release::new(1, 51))]
#[case::aws("aws", Release::new(1, 63))]
#[case::aws_with_capability_sets("aws", Release::new(1, 64))]
#[case::azure("azure", Release::new(1, 57))]
#[case::gcp("gcp", Release::new(1, 49))]
#[case::alicloud("alicloud", Release::new(1, 69))]
fn unknown_flavors_are_one_mistake(#[case] provider: &str, #[case] release: Release) {
    let profile = profile(provider, true, true, &[entry(provider, "1.0.0", Format::Flavors, "a")]);
    let found = errors_at(&profile, provider, release);
    let rules: Vec<&str> = found.iter().map(|one| one.rule.name).collect();
    assert_eq!(rules, ["unknown-field"], "{found:?}");
}

/// The release that accepts an entry in the legacy format next to flavors is named where it is refused.
#[rstest]
#[case::openstack("openstack", Release::new(1, 53), "v1.55")]
#[case::aws("aws", Release::new(1, 65), "v1.69")]
#[case::azure("azure", Release::new(1, 58), "v1.60")]
fn release_that_mixes_formats_is_named(#[case] provider: &str, #[case] release: Release, #[case] since: &str) {
    let profile = profile(provider, true, true, &[entry(provider, "1.0.0", Format::Legacy, "a")]);
    let violations = errors_at(&profile, provider, release);
    let mut mixed = violations.iter().filter(|one| one.rule.name == "provider-image-formats-mixed").peekable();
    assert!(mixed.peek().is_some(), "{violations:?}");
    for found in mixed {
        assert!(found.detail.ends_with(&format!("{since} of the extension accepts it")), "{found}");
    }
}

/// The change that a NamespacedCloudProfile makes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Does {
    /// Changes only the date of a version of the parent.
    ChangesDate,
    /// Adds a version whose flavors are in `providerConfig` only.
    LeavesFlavorsOut,
    /// Adds a version, with an entry in this format.
    AddsVersion(Format),
}

/// Returns the verdict about a NamespacedCloudProfile, after the webhook of the extension.
fn checked_namespaced(parent: &CloudProfile, does: Does, plugin: &dyn Provider, settings: &Settings) -> String {
    let flavors = json!([{ ARCHITECTURE: ["amd64"] }]);
    let below_capabilities = parent.spec.has_capabilities();
    let (core, entries) = match does {
        Does::ChangesDate => (
            json!([{ "name": "plain", "versions": [{ "version": "1.0.0", "expirationDate": "2099-01-01T00:00:00Z" }] }]),
            None,
        ),
        Does::LeavesFlavorsOut => (
            json!([{ "name": "own", "versions": [{ "version": "2.0.0" }] }]),
            Some(entry(plugin.name(), "2.0.0", Format::Flavors, "b")),
        ),
        Does::AddsVersion(format) => {
            let version = match format {
                Format::Flavors => json!({ "version": "2.0.0", "capabilityFlavors": flavors }),
                _ if below_capabilities => json!({ "version": "2.0.0", "capabilityFlavors": flavors }),
                _ => json!({ "version": "2.0.0", "architectures": ["amd64"] }),
            };
            (json!([{ "name": "own", "versions": [version] }]), Some(entry(plugin.name(), "2.0.0", format, "b")))
        }
    };
    let mut document = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": { "name": "ours", "namespace": "garden-dev" },
        "spec": { "parent": { "kind": "CloudProfile", "name": "example" }, "machineImages": core },
    });
    if let Some(entry) = entries {
        document["spec"]["providerConfig"] = json!({
            "apiVersion": plugin.extension().config.api_version, "kind": "CloudProfileConfig",
            "machineImages": [{ "name": "own", "versions": [entry] }],
        });
    }
    let raw: RawObject = serde_json::from_value(document).unwrap();
    let mut child = raw.decode::<NamespacedCloudProfile>(&Path::object()).0;
    let (images, definitions) = (child.spec.images(), parent.spec.capability_definitions());
    let target = WebhookTarget { images, counted: images, parent: parent.spec.images(), definitions };
    let config = child.spec.provider_config.clone();
    if plugin.extension().at(settings).namespaced.webhook_writes_flavors
        && let Some(images) = config.and_then(|config| written(plugin, target, &config, settings))
    {
        child.spec.machine_images = Some(images);
    }
    let rendered = render(parent, &child, settings).with_provider_config(plugin, &child.spec, settings);
    let converted = in_parent_format(&child.spec, &parent.spec);
    let section =
        NamespacedSection { parent: &parent.spec, written: &child.spec, child: &converted, rendered: &rendered.spec };
    let registry = rootstock_providers::registry().unwrap();
    verdict(&registry.check_namespaced_cloud_profile(&section, settings).violations)
}

#[rstest]
#[case::openstack("openstack", Does::ChangesDate, true, "1.49 accepts, 1.52 refuses, 1.55 accepts")]
#[case::aws("aws", Does::ChangesDate, true, "1.63 accepts, 1.65 refuses, 1.70 accepts")]
#[case::azure("azure", Does::ChangesDate, true, "1.55 accepts, 1.58 refuses, 1.61 accepts")]
#[case::gcp("gcp", Does::ChangesDate, true, "1.47 refuses, 1.51 accepts")]
#[case::alicloud("alicloud", Does::ChangesDate, true, "1.64 accepts, 1.70 refuses, followed accepts")]
#[case::openstack("openstack", Does::ChangesDate, false, "1.49 accepts")]
#[case::aws("aws", Does::ChangesDate, false, "1.63 accepts")]
#[case::azure("azure", Does::ChangesDate, false, "1.55 accepts")]
#[case::gcp("gcp", Does::ChangesDate, false, "1.47 refuses, 1.50 accepts")]
#[case::alicloud("alicloud", Does::ChangesDate, false, "1.64 accepts")]
#[case::openstack("openstack", Does::LeavesFlavorsOut, true, "1.49 cannot read, 1.52 refuses, 1.55 accepts")]
#[case::aws("aws", Does::LeavesFlavorsOut, true, "1.63 cannot read, 1.65 refuses, 1.70 accepts")]
#[case::azure("azure", Does::LeavesFlavorsOut, true, "1.55 cannot read, 1.58 refuses, 1.61 accepts")]
#[case::gcp("gcp", Does::LeavesFlavorsOut, true, "1.47 cannot read, 1.50 refuses, 1.52 accepts")]
#[case::alicloud("alicloud", Does::LeavesFlavorsOut, true, "1.64 cannot read, 1.70 refuses, followed accepts")]
#[case::openstack(
    "openstack",
    Does::AddsVersion(Format::Flavors),
    false,
    "1.49 cannot read, 1.52 accepts, 1.55 refuses"
)]
#[case::aws(
    "aws",
    Does::AddsVersion(Format::Flavors),
    false,
    "1.63 cannot read, 1.65 refuses, 1.67 accepts, 1.69 refuses"
)]
#[case::azure("azure", Does::AddsVersion(Format::Flavors), false, "1.55 cannot read, 1.58 accepts, 1.60 refuses")]
#[case::gcp("gcp", Does::AddsVersion(Format::Flavors), false, "1.47 cannot read, 1.50 refuses")]
#[case::alicloud("alicloud", Does::AddsVersion(Format::Flavors), false, "1.64 cannot read, 1.70 refuses")]
fn namespaced_profiles(#[case] provider: &str, #[case] does: Does, #[case] capabilities: bool, #[case] expected: &str) {
    let format = if capabilities && does != Does::ChangesDate { Format::Flavors } else { Format::Legacy };
    let mut parent = profile(provider, capabilities, true, &[entry(provider, "1.0.0", format, "a")]);
    if does == Does::LeavesFlavorsOut {
        // A version without flavors is then for both architectures.
        parent.spec.machine_capabilities.as_mut().unwrap()[0].values.push("arm64".to_owned());
    }
    let ask = |plugin: &dyn Provider, settings: &Settings| checked_namespaced(&parent, does, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

#[rstest]
#[case("openstack", Format::Both, "1.49 cannot read, 1.52 refuses")]
#[case("aws", Format::Nothing, "1.63 refuses")]
#[case("azure", Format::Both, "1.55 cannot read, 1.58 refuses")]
fn entries_of_both_formats_or_none_are_refused(#[case] provider: &str, #[case] format: Format, #[case] expected: &str) {
    let profile = profile(provider, true, true, &[entry(provider, "1.0.0", format, "a")]);
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

/// Alibaba Cloud's extension compares the sections of a profile since v1.70, GCP's looks for images since v1.50.
#[rstest]
#[case::alicloud("alicloud", 1, "1.64 accepts, 1.70 refuses")]
#[case::gcp("gcp", 0, "1.47 accepts, 1.50 refuses")]
fn missing_entries_pass(#[case] provider: &str, #[case] kept: usize, #[case] expected: &str) {
    let mut profile = profile(provider, false, false, &[entry(provider, "0.9.0", Format::Legacy, "a")]);
    if kept == 0 {
        let mut config: Value = serde_json::to_value(profile.spec.provider_config.take().unwrap()).unwrap();
        config["machineImages"] = json!([]);
        profile.spec.provider_config = Some(serde_json::from_value(config).unwrap());
        profile.spec.machine_images = None;
    }
    let ask = |plugin: &dyn Provider, settings: &Settings| checked(&profile, plugin, settings);
    assert_eq!(by_release(provider, Gardener, ask), expected);
}

/// Releases that are newer than the newest known one are answered like it.
#[test]
fn newer_release_is_the_newest_known() {
    let registry = rootstock_providers::registry().unwrap();
    for plugin in registry.iter() {
        let Some(known) = plugin.extension().releases else { continue };
        let at = |release: Release| {
            let mut settings = settings(Gardener);
            settings.extensions = settings.extensions.with(plugin.name(), release).unwrap();
            let extension = plugin.extension().at(&settings).into_owned();
            serde_json::to_value(rootstock_provider_api::Extension { running: None, ..extension }).unwrap()
        };
        assert_eq!(at(known.newest), at(Release::new(1, 200)), "{}", plugin.name());
    }
}

/// The sentences are the rest of one that begins with the extension.
#[test]
fn departures_are_described() {
    let registry = rootstock_providers::registry().unwrap();
    for extension in registry.iter().map(Provider::extension) {
        for departure in extension.releases.iter().flat_map(|known| known.departures) {
            let what = departure.what;
            assert!(what.starts_with(|first: char| first.is_lowercase()) && !what.ends_with('.'), "{what}");
        }
    }
}
