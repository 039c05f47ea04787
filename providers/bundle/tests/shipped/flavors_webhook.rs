//! The flavors that the extensions' mutating webhooks were recorded to write into the core section, compared with the
//! plug-ins' answers.

use rootstock_core_model::{Decode, MachineImage, Path, Quirks, RawObject};
use rootstock_provider_api::{FlavorsWebhook, Provider};
use rootstock_vectors::{Row, rows};
use rstest::rstest;
use serde_json::{Value, json};

/// Known differences from the recording: the validation of the same object rejects what the webhook reads.
const KNOWN: &[(&str, &str)] = &[
    ("provider-aws-namespaced-pub-00331", "an entry is repeated, and its flavors also have regions"),
    ("provider-azure-pub-00211", "an entry with two references counts"),
    ("provider-azure-pub-00343", "a value is null"),
    ("provider-gcp-pub-00122", "a value is null"),
    ("provider-gcp-namespaced-pub-00334", "two images have no name"),
];

/// Whether images or versions of the core section are repeated: the recorded webhooks write only one of them, and such
/// profiles are rejected.
fn is_repeated_in_core(vector: &Row) -> bool {
    vector.mutations.iter().any(|one| one.starts_with("core_dup"))
}

/// Formats images, versions and flavors like the recording: flavors are unordered, and absent means none.
fn shown(images: &[MachineImage]) -> Value {
    let of_image = |image: &MachineImage| {
        let versions = image.offered().iter().map(|version| {
            let flavors = version.flavors().iter().map(|flavor| serde_json::to_string(&flavor.0).unwrap());
            json!({"version": version.version, "flavors": sorted(flavors)})
        });
        json!({"name": image.name, "versions": versions.collect::<Vec<_>>()})
    };
    images.iter().map(of_image).collect()
}

fn recorded(images: &Value) -> Value {
    let of_version = |version: &Value| {
        let flavors = version["flavors"].as_array().into_iter().flatten();
        let flavors = flavors.map(|flavor| match flavor {
            Value::Null => "{}".to_owned(),
            // The model sorts values, and writes null for no values.
            flavor => flavor.to_string(),
        });
        json!({"version": version["version"], "flavors": sorted(flavors)})
    };
    let of_image = |image: &Value| {
        let versions: Vec<Value> = image["versions"].as_array().into_iter().flatten().map(of_version).collect();
        json!({"name": image["name"], "versions": versions})
    };
    images.as_array().into_iter().flatten().map(of_image).collect()
}

fn sorted(flavors: impl Iterator<Item = String>) -> Vec<String> {
    let canonical = |text: String| -> String {
        let flavor: std::collections::BTreeMap<String, Option<Vec<String>>> = serde_json::from_str(&text).unwrap();
        let flavor = flavor.into_iter().map(|(name, values)| (name, values.unwrap_or_default()));
        serde_json::to_string(&flavor.collect::<std::collections::BTreeMap<_, _>>()).unwrap()
    };
    let mut flavors: Vec<String> = flavors.map(canonical).collect();
    flavors.sort_unstable();
    flavors
}

fn written(provider: &dyn Provider, core: &RawObject, registers: bool, config: &Value) -> Vec<MachineImage> {
    let (mut images, _) = core
        .get("machineImages")
        .map(|images| RawObject::new(images).decode::<Vec<MachineImage>>(&Path::object()))
        .unwrap_or_default();
    let config: RawObject = serde_json::from_value(config.clone()).unwrap();
    let decoded = provider.decode(&config, &Path::object(), &Quirks::GARDENER_1_150);
    if registers && !config.is_null() {
        for one in decoded.config.webhook_flavors(&images) {
            let versions = images[one.image].versions.as_mut().unwrap();
            versions[one.version].capability_flavors = Some(one.flavors);
        }
    }
    images
}

/// Recordings exist for every extension with a webhook, and also for those without one.
#[rstest]
fn recorded_webhook_flavors_are_reproduced(
    #[values("alicloud", "aws", "azure", "gcp", "ironcore", "ironcore-metal", "openstack", "stackit")] name: &str,
    #[values("", "-namespaced")] kind: &str,
) {
    let provider = rootstock_providers::registry().unwrap().get(name).unwrap();
    let (mut compared, mut differences) = (0, Vec::new());
    for vector in rows(&format!("provider-{name}{kind}")).unwrap() {
        let (id, input, expected) = (&vector.id, &vector.input, &vector.other["mutated"]["flavors"]);
        if expected.is_null() || is_repeated_in_core(&vector) || KNOWN.iter().any(|(known, _)| *known == *id) {
            continue;
        }
        let (object, registering) = match kind {
            "" => (&input["profile"], &input["profile"]),
            _ => (&input["namespacedCloudProfile"], &input["parent"]),
        };
        let definitions = registering["spec"]["machineCapabilities"].as_array();
        let core: RawObject = serde_json::from_value(object["spec"].clone()).unwrap();
        let images = written(provider, &core, definitions.is_some_and(|some| !some.is_empty()), &input["config"]);
        if shown(&images) != recorded(expected) {
            differences.push(format!("{id}\n  {}\n  {}", shown(&images), recorded(expected)));
        }
        compared += 1;
    }
    assert!(differences.is_empty(), "{} of {compared}\n{}", differences.len(), differences.join("\n"));
    // The CloudProfiles of these providers were recorded without webhooks.
    let has_none = kind.is_empty() && ["ironcore", "openstack", "stackit"].contains(&name);
    assert!(has_none || compared > 300, "only {compared} were compared");
}

#[rstest]
#[case("alicloud", FlavorsWebhook::LastMappedEntry)]
#[case("aws", FlavorsWebhook::LastMappedEntry)]
#[case("azure", FlavorsWebhook::FlavorsFirst)]
#[case("gcp", FlavorsWebhook::FlavorsFirst)]
#[case("ironcore-metal", FlavorsWebhook::AllEntries)]
#[case("openstack", FlavorsWebhook::LastEntry)]
#[case("local", FlavorsWebhook::None)]
#[case("stackit", FlavorsWebhook::None)]
fn webhook_matches_the_extension(#[case] name: &str, #[case] webhook: FlavorsWebhook) {
    let provider = rootstock_providers::registry().unwrap().get(name).unwrap();
    assert_eq!(provider.extension().flavors_webhook, webhook);
}
