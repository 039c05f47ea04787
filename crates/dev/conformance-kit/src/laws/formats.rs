//! The correspondence between both formats, as the plug-in defines it.
#![expect(
    clippy::indexing_slicing,
    reason = "keys of JSON that the kit has written itself; one that is missing reads as null"
)]

use std::collections::BTreeMap;

use rootstock_core_model::{ARCHITECTURE, Capabilities, Severity, VALID_ARCHITECTURES};
use serde_json::{Map, Value, json};

use crate::document::at;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::Scenario;
use crate::subject::{Subject, config_of, shown};
use crate::test_profile::TestProfile;
use crate::writing;
use rootstock_provider_api::{LegacyArchitecture, LegacyFormat, MappedVersion};

pub(crate) fn formats(subject: &Subject) -> CheckedCases {
    if !subject.extension().released().knows_capabilities() {
        return Err(Stop::NotApplicable("the provider does not support capabilities"));
    }
    let Some(format) = subject.provider.extension().legacy_format else {
        return Err(Stop::NotApplicable("the provider has no legacy format"));
    };
    let mut cases = 0;
    for scenario in subject.legacy()? {
        let legacy = writing::profile(subject, &scenario);
        let open = |document: &Value| {
            TestProfile::open(subject, &document["spec"])
                .ok_or_else(|| Stop::Broken(format!("{}\ncannot be read", config_of(document))))
        };
        let test_profile = open(&legacy)?;
        let mapped = test_profile.config.mapped_versions();
        let written = writing::profile(subject, &with_capabilities(&scenario, &format));
        let converted = converted(&legacy, &test_profile, &mapped, &format);
        for other in [written, converted] {
            let flavored = open(&other)?;
            let found = subject.findings(&other);
            ensure(found.iter().all(|one| one.severity != Severity::Error), || {
                format!("{}\nwith flavors\n{}\nfound: {}", config_of(&legacy), config_of(&other), shown(&found))
            })?;
            for ((question, before), (_, after)) in test_profile.answers().into_iter().zip(flavored.answers()) {
                // The core section excludes machines of another architecture, so their images do not matter.
                if !scenario.is_for(&question) {
                    continue;
                }
                ensure(before == after, || {
                    let (legacy, other) = (config_of(&legacy), config_of(&other));
                    format!("{legacy}\n{question}: {before:?}\nwith flavors\n{other}\n{question}: {after:?}")
                })?;
                cases += 1;
            }
        }
    }
    Ok(cases)
}

/// Returns the same profile with capabilities, as the kit would write it.
fn with_capabilities(scenario: &Scenario, format: &LegacyFormat) -> Scenario {
    let mut other = scenario.clone();
    other.definitions = definitions(format);
    other.images.iter_mut().flat_map(|image| &mut image.versions).for_each(|version| version.legacy = false);
    for machine in &mut other.machines {
        let architecture = machine.architecture.take();
        machine.capabilities = architecture.map(|one| (ARCHITECTURE, [one])).into_iter().collect();
    }
    other
}

fn definitions(format: &LegacyFormat) -> Vec<(String, Vec<String>)> {
    let further = format.capabilities.iter().copied();
    let all = std::iter::once((ARCHITECTURE, &VALID_ARCHITECTURES[..])).chain(further);
    all.map(|(name, values)| (name.to_owned(), values.iter().map(|value| (*value).to_owned()).collect())).collect()
}

/// Converts a legacy profile to capabilities as the plug-in specifies.
fn converted(legacy: &Value, test_profile: &TestProfile, mapped: &[MappedVersion], format: &LegacyFormat) -> Value {
    let mut document = legacy.clone();
    let spec = &mut document["spec"];
    let definitions = definitions(format);
    spec["machineCapabilities"] =
        definitions.iter().map(|(name, values)| json!({ "name": name, "values": values })).collect();
    for machine in spec["machineTypes"].as_array_mut().into_iter().flatten() {
        let name = machine["name"].as_str().unwrap_or_default().to_owned();
        let mut capabilities = test_profile.config.legacy_machine_type(&name);
        let architecture = machine["architecture"].as_str().unwrap_or_default().to_owned();
        capabilities.insert(ARCHITECTURE, vec![architecture]);
        machine["capabilities"] = json!(capabilities);
        machine["architecture"] = Value::Null;
    }
    let mut flavors: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
    let mut core: BTreeMap<(String, String), Vec<Capabilities>> = BTreeMap::new();
    for entry in mapped {
        let key = (entry.image.clone(), entry.version.clone());
        let source = at(legacy, &entry.path);
        for artifact in &entry.artifacts {
            let mut fields = Map::new();
            for name in format.moved {
                fields.extend(source.and_then(|one| one.get(*name)).map(|value| ((*name).to_owned(), value.clone())));
            }
            if format.regions {
                let regions = artifact.regions.iter().filter_map(|index| source?.get("regions")?.get(index).cloned());
                let regions = regions.map(|mut region| {
                    if let (Value::Object(fields), LegacyArchitecture::Regions) = (&mut region, format.architecture) {
                        fields.remove(ARCHITECTURE);
                    }
                    region
                });
                fields.insert("regions".to_owned(), regions.collect());
            }
            let mut capabilities = artifact.capabilities.clone();
            if capabilities.get(ARCHITECTURE).is_none() {
                capabilities.insert(ARCHITECTURE, test_profile.architectures(&entry.image, &entry.version));
            }
            fields.insert("capabilities".to_owned(), json!(capabilities));
            flavors.entry(key.clone()).or_default().push(fields.into());
            core.entry(key.clone()).or_default().push(capabilities);
        }
    }
    for (list, is_core) in [("/machineImages", true), ("/providerConfig/machineImages", false)] {
        let images = spec.pointer_mut(list).and_then(Value::as_array_mut);
        for image in images.into_iter().flatten() {
            let name = image["name"].as_str().unwrap_or_default().to_owned();
            let mut versions: BTreeMap<String, Value> = BTreeMap::new();
            for version in image["versions"].as_array().into_iter().flatten() {
                let version = version["version"].as_str().unwrap_or_default().to_owned();
                let key = (name.clone(), version.clone());
                let flavors = if is_core { json!(core.get(&key)) } else { json!(flavors.get(&key)) };
                versions.insert(version.clone(), json!({ "version": version, "capabilityFlavors": flavors }));
            }
            image["versions"] = versions.into_values().collect();
        }
    }
    document
}
