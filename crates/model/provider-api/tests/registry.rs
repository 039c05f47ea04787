//! Tests of the registry, and of a minimal plug-in.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::sync::Arc;

use rootstock_core_model::{Capabilities, CloudProfileSpec, Path, Semantics, Settings};
use rootstock_document::Decodable;
use rootstock_provider_api::{
    Artifact, Checker, Comparison, ConfigIdentity, Extension, ImageVersion, LegacyComparison, MixedFormat, Package,
    Plugin, Provider, ProviderImage, Registry, RegistryError, extension,
};
use serde::Serialize;

#[derive(Debug, Default, PartialEq, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct AcmeConfig {
    api_version: String,
    kind: String,
    machine_images: Option<Vec<ProviderImage<AcmeVersion>>>,
}

#[derive(Debug, Default, PartialEq, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct AcmeVersion {
    version: String,
    disk: String,
}

impl ImageVersion for AcmeVersion {
    const EVERYWHERE_FIELD: &'static str = "disk";

    fn version(&self) -> &str {
        &self.version
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        vec![Artifact::legacy(Capabilities::new()).with_everywhere(&self.disk)]
    }
}

/// A provider with its name as a parameter, so that one type serves several.
struct Acme<const NAME: char>;

impl<const NAME: char> Plugin for Acme<NAME> {
    const EXTENSION: Extension = Extension {
        name: match NAME {
            'a' => "acme",
            _ => "zeta",
        },
        former_names: &["parcel"],
        config: ConfigIdentity::cloud_profile("acme/v1"),
        package: Package { name: "provider-acme", version: "1.0.0" },
        comparison: Comparison {
            legacy: LegacyComparison::Versions,
            mixed: MixedFormat::Unsupported,
            ..Comparison::USUAL
        },
        ..extension!("acme")
    };

    type Config = AcmeConfig;
    type Version = AcmeVersion;

    fn images(config: &AcmeConfig) -> &[ProviderImage<AcmeVersion>] {
        config.machine_images.as_deref().unwrap_or_default()
    }

    fn check(config: &AcmeConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
        checker.check_images(Self::images(config), &path.field("machineImages"), |checker, version, path| {
            if version.disk.is_empty() {
                checker.require_reference(&path.field("disk"), "a disk");
            }
        });
    }
}

static ACME: Acme<'a'> = Acme;
static ACME_AGAIN: Acme<'a'> = Acme;
static ZETA: Acme<'z'> = Acme;

#[test]
fn providers_are_sorted_by_name() {
    let registry = Registry::builder().with(&ZETA).with(&ACME).build().unwrap();
    assert_eq!(registry.names().collect::<Vec<_>>(), ["acme", "zeta"]);
    assert_eq!(registry.get("zeta").map(Provider::name), Some("zeta"));
    assert!(registry.get("Zeta").is_none());
    assert_eq!(format!("{registry:?}"), r#"["acme", "zeta"]"#);
}

#[test]
fn duplicate_name_is_refused() {
    let error = Registry::builder().with(&ACME).with(&ZETA).with(&ACME_AGAIN).build().unwrap_err();
    assert_eq!(error, RegistryError::Duplicate { name: "acme", first: "provider-acme", second: "provider-acme" });
}

#[test]
fn an_empty_registry_is_refused() {
    assert_eq!(Registry::builder().build().unwrap_err(), RegistryError::Empty);
}

/// No plug-in is linked into this test, which must be an error, not an empty list.
#[test]
fn empty_inventory_is_an_error() {
    assert_eq!(Registry::from_inventory(&[]).unwrap_err(), RegistryError::Empty);
    assert_eq!(Registry::from_inventory(&["local"]).unwrap_err(), RegistryError::Empty);
}

fn check(spec: &str) -> Vec<String> {
    let spec: CloudProfileSpec = serde_json::from_str(spec).unwrap();
    let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap());
    let registry = Registry::builder().with(&ACME).build().unwrap();
    registry
        .check_cloud_profile(&spec, &settings)
        .violations
        .iter()
        .map(|found| format!("{} {found}", found.rule.name))
        .collect()
}

#[test]
fn an_unknown_provider_is_a_note_that_names_the_known_ones() {
    let found = check(r#"{"type": "acne", "providerConfig": {"anything": true}}"#);
    assert_eq!(
        found,
        [
            r#"provider-unknown spec.type: Unsupported value: "acne": no plug-in knows provider `acne`, so `spec.providerConfig` is not checked; there are plug-ins for `acme`"#
        ],
    );
    assert!(check("{}").is_empty(), "the core rules report an empty type");
}

/// A renamed provider is not a typo: no name is near, but the new one is known.
#[test]
fn former_name_suggests_the_new_one() {
    let spec: CloudProfileSpec = serde_json::from_str(r#"{"type": "parcel"}"#).unwrap();
    let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap());
    let registry = Registry::builder().with(&ACME).build().unwrap();
    assert_eq!(registry.current_name("parcel"), Some("acme"));
    let outcome = registry.check_cloud_profile(&spec, &settings);
    let help: Vec<&str> = outcome.violations.iter().map(|found| &*found.help).collect();
    assert_eq!(help, ["the provider is now called `acme`"]);
}

#[test]
fn a_plug_in_gets_the_shared_checks() {
    let spec = r#"{
        "type": "acme",
        "machineImages": [{"name": "plain", "versions": [{"version": "1.0.0"}, {"version": "2.0.0"}]}],
        "providerConfig": {
            "apiVersion": "acme/v1", "kind": "CloudProfileConfig", "colour": "red",
            "machineImages": [{"name": "plain", "versions": [{"version": "1.0.0", "disk": "d1"}, {"version": "1.0.0"}]}]
        }
    }"#;
    let rules: Vec<String> = check(spec).iter().filter_map(|line| Some(line.split(' ').next()?.to_owned())).collect();
    assert_eq!(
        rules,
        ["unknown-field", "provider-image-reference-missing", "provider-version-unmapped", "provider-mapping-repeated"],
    );
}

#[test]
fn shared_rules_are_sorted_and_unique() {
    let rules = rootstock_provider_api::rules();
    assert!(rules.windows(2).all(|pair| pair[0].name < pair[1].name));
    for rule in rules {
        assert_eq!(rule.page.lines().next(), Some(format!("# {}", rule.name).as_str()));
    }
}

#[test]
fn extension_is_serializable() {
    let extension = *Acme::<'z'>.extension();
    let printed = serde_json::to_value(extension).unwrap();
    assert_eq!(printed["name"], "zeta");
    assert_eq!(printed["config"], serde_json::json!({"apiVersion": "acme/v1", "kind": "CloudProfileConfig"}));
    assert_eq!(printed["comparison"]["mixed"], "unsupported");
    assert!(!extension.mixes_formats() && extension.knows_capabilities());
    // The sample is only for the conformance kit.
    assert_eq!(printed.get("sample"), None);
}

#[test]
fn reference_to_a_registry_can_be_shared() {
    let registry = Registry::builder().with(&ZETA).build().unwrap();
    let shared: Arc<Registry> = (&registry).into();
    assert_eq!(shared.names().collect::<Vec<_>>(), ["zeta"]);
}

/// Checks the name of the calling crate, and the default identity of the configuration.
#[test]
fn usual_extension_has_default_identity() {
    let usual = extension!("quay");
    assert_eq!(usual.package.name, env!("CARGO_PKG_NAME"));
    assert_eq!(usual.config.api_version, "quay.provider.extensions.gardener.cloud/v1alpha1");
}
