//! Conversion of scenarios to documents: the core section in Gardener's format, the provider section in the format of the
//! provider's sample.

use rootstock_core_model::ARCHITECTURE;
use serde_json::{Map, Value, json};

use super::scenario::{Scenario, ScenarioFlavor, ScenarioImage, ScenarioVersion};
use super::subject::{Subject, object};
use rootstock_provider_api::LegacyArchitecture;

/// Returns a CloudProfile whose sections match.
pub(super) fn profile(subject: &Subject, scenario: &Scenario) -> Value {
    sections(subject, scenario, scenario)
}

/// Returns a CloudProfile with the core section of one scenario and the provider section of another.
pub(super) fn sections(subject: &Subject, core: &Scenario, provider: &Scenario) -> Value {
    let definitions = core.definitions.iter().map(|(name, values)| json!({ "name": name, "values": values }));
    let images = core.images.iter().map(|image| {
        let versions = image.versions.iter().map(|version| core_version(core, version));
        json!({ "name": image.name, "versions": versions.collect::<Value>() })
    });
    let machines = core.machines.iter().map(|machine| {
        json!({
            "name": machine.name, "cpu": "4", "gpu": "0", "memory": "16Gi",
            "capabilities": machine.capabilities, "architecture": machine.architecture,
        })
    });
    let regions = core.regions.iter().map(|region| json!({ "name": region, "zones": [{ "name": "a" }] }));
    json!({ "spec": {
        "type": subject.provider.name(),
        "machineCapabilities": definitions.collect::<Value>(),
        "kubernetes": { "versions": [{ "version": "1.34.1" }] },
        "machineImages": images.collect::<Value>(),
        "machineTypes": machines.collect::<Value>(),
        "regions": regions.collect::<Value>(),
        "providerConfig": config(subject, &provider.images),
    }})
}

fn core_version(scenario: &Scenario, version: &ScenarioVersion) -> Value {
    let flavors = version.flavors.iter().map(|flavor| &flavor.capabilities);
    if scenario.definitions.is_empty() {
        let architectures = flavors.filter_map(|capabilities| capabilities.get(ARCHITECTURE)?.first());
        return json!({ "version": version.version, "architectures": architectures.collect::<Vec<_>>() });
    }
    json!({ "version": version.version, "capabilityFlavors": flavors.collect::<Vec<_>>() })
}

pub(super) fn config(subject: &Subject, images: &[ScenarioImage]) -> Value {
    let mut config = subject.settings();
    let identity = subject.provider.extension().config;
    config.insert("apiVersion".to_owned(), identity.api_version.into());
    config.insert("kind".to_owned(), identity.kind.into());
    let images = images.iter().map(|image| {
        let versions = image.versions.iter().flat_map(|version| provider_versions(subject, version));
        json!({ "name": image.name, "versions": versions.collect::<Value>() })
    });
    config.insert("machineImages".to_owned(), images.collect());
    config.into()
}

fn provider_versions(subject: &Subject, version: &ScenarioVersion) -> Vec<Value> {
    let place = subject.legacy_architecture().filter(|_| version.legacy);
    let entry = |fields: Map<String, Value>| {
        let mut entry = fields;
        entry.extend(place.and_then(|_| object(subject.sample().legacy_fields).ok()).unwrap_or_default());
        entry.insert("version".to_owned(), version.version.clone().into());
        Value::Object(entry)
    };
    let Some(place) = place else {
        let flavors = version.flavors.iter().map(|flavor| {
            let mut fields = references(subject, flavor, None);
            fields.insert("capabilities".to_owned(), json!(flavor.capabilities));
            Value::Object(fields)
        });
        return vec![entry(Map::from_iter([("capabilityFlavors".to_owned(), flavors.collect())]))];
    };
    match place {
        LegacyArchitecture::Version => {
            let entries = version.flavors.iter().map(|flavor| {
                let mut fields = references(subject, flavor, None);
                fields.insert(ARCHITECTURE.to_owned(), architecture(flavor).into());
                entry(fields)
            });
            entries.collect()
        }
        LegacyArchitecture::Regions | LegacyArchitecture::Nowhere => {
            let mut fields = Map::new();
            for flavor in &version.flavors {
                let written = (place == LegacyArchitecture::Regions).then(|| architecture(flavor));
                for (name, value) in references(subject, flavor, written) {
                    match (fields.get_mut(&name), value) {
                        (Some(Value::Array(regions)), Value::Array(more)) => regions.extend(more),
                        (_, value) => drop(fields.insert(name, value)),
                    }
                }
            }
            vec![entry(fields)]
        }
    }
}

fn architecture(flavor: &ScenarioFlavor) -> &str {
    let values = flavor.capabilities.get(ARCHITECTURE).unwrap_or_default();
    values.first().map(String::as_str).unwrap_or_default()
}

/// Returns the fields with the references of a flavor; `architecture` is added to every region.
fn references(subject: &Subject, flavor: &ScenarioFlavor, architecture: Option<&str>) -> Map<String, Value> {
    let mut fields = Map::new();
    if let (Some(field), false) = (subject.sample().regional, flavor.regions.is_empty()) {
        let regions = flavor.regions.iter().map(|(region, value)| {
            let mut entry = Map::new();
            entry.insert("name".to_owned(), region.clone().into());
            entry.insert(field.to_owned(), value.clone().into());
            entry.extend(architecture.map(|one| (ARCHITECTURE.to_owned(), one.into())));
            Value::Object(entry)
        });
        fields.insert("regions".to_owned(), regions.collect());
    }
    if let (Some(field), Some(value)) = (subject.sample().everywhere, &flavor.everywhere) {
        fields.insert(field.to_owned(), value.clone().into());
    }
    fields
}
