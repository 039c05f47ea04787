//! CloudProfiles whose sections match, or nearly.

use std::collections::BTreeSet;

use rootstock_conformance_kit::{Dice, ScenarioFlavor, ScenarioImage, ScenarioVersion};
use rootstock_core_model::{ARCHITECTURE, Capabilities, FeatureGates};
use rootstock_provider_api::LegacyArchitecture;
use serde_json::{Map, Value, json};

use super::Source;

const REGIONS: [&str; 3] = ["north", "south", "west"];
const IMAGE_VERSIONS: [&str; 7] = ["1.0.0", "1.0.1", "1.1.0", "1.2.0-rc.1", "1.2.0", "2.0.0", "3.1.0"];
const KUBERNETES_VERSIONS: [&str; 7] = ["1.31.4", "1.32.1", "1.32.3", "1.33.2", "1.33.5", "1.34.1", "1.35.0"];
const CONSTRAINTS: [&str; 5] = [">= 1.33", "< 1.34", ">= 1.32, < 1.35", "< 1.33", ">= 1.31"];
const FURTHER: [(&str, &[&str]); 2] = [("hypervisor", &["virtualized", "baremetal"]), ("boot", &["uefi", "bios"])];
const RESERVED: [(&str, &[&str]); 2] =
    [("gardener-bootType", &["standard", "secure"]), ("gardener-gpuSupport", &["none", "nvidia"])];

/// The registered capabilities, and those that may be used without registration.
struct Vocabulary {
    registered: Vec<(&'static str, Vec<&'static str>)>,
    reserved: bool,
}

pub(super) fn written(source: &Source<'_>, gates: FeatureGates, dice: &mut Dice) -> Value {
    let extension = source.plugin().extension();
    let is_legacy = dice.once_in(if extension.released().knows_capabilities() { 5 } else { 2 });
    let architectures = if dice.once_in(3) { vec!["amd64"] } else { vec!["amd64", "arm64"] };
    let mut registered = vec![(ARCHITECTURE, architectures)];
    registered.extend(FURTHER.iter().filter(|_| dice.once_in(2)).map(|(name, values)| (*name, values.to_vec())));
    // What the extension reads itself, besides choosing an image.
    let settings = extension.machine_settings;
    let of_format = extension.legacy_format.into_iter().flat_map(|format| format.capabilities);
    let read = of_format.filter(|(name, _)| settings.iter().any(|setting| setting.capability == *name));
    registered.extend(read.filter(|_| dice.once_in(2)).map(|(name, values)| (*name, values.to_vec())));
    if dice.once_in(6) {
        registered.reverse();
    }
    let vocabulary = Vocabulary { registered, reserved: gates.worker_capabilities && dice.once_in(2) };
    let regions: Vec<&str> = REGIONS.into_iter().take(1 + dice.below(3)).collect();
    let machine_types = machine_types(&vocabulary, is_legacy, dice);
    let (mut core, mut mapped) = (Vec::new(), Vec::new());
    let mut references = 0;
    for number in 0..1 + dice.below(2) {
        let name = format!("image-{number}");
        let (mut versions, mut images) = (Vec::new(), Vec::new());
        for version in some_in_order(&IMAGE_VERSIONS, 3, dice) {
            let mut entry = lifecycle_fields(gates, dice);
            entry.insert("version".to_owned(), version.into());
            requirements(&mut entry, dice);
            let flavors = if is_legacy {
                let mut architectures = dice.at_least_one(&["amd64", "arm64"]);
                if dice.once_in(2) || source.writer.legacy_architecture() == Some(LegacyArchitecture::Nowhere) {
                    architectures.truncate(1);
                }
                entry.insert("architectures".to_owned(), json!(architectures));
                architectures.into_iter().map(|one| Capabilities::from_iter([(ARCHITECTURE, [one])])).collect()
            } else {
                let flavors = flavors(&vocabulary, dice);
                if !(dice.once_in(10) && vocabulary.registered.len() == 1) {
                    entry.insert("capabilityFlavors".to_owned(), json!(flavors));
                }
                flavors
            };
            versions.push(Value::Object(entry));
            let legacy = is_legacy || !extension.released().knows_capabilities();
            let flavors = if legacy && !is_legacy { by_architecture(&vocabulary, flavors) } else { flavors };
            let flavors = flavors.into_iter().map(|one| mapping(source, one, &regions, &mut references, dice));
            images.push(ScenarioVersion { version: version.to_owned(), flavors: flavors.collect(), legacy });
        }
        if dice.once_in(2) {
            versions.reverse();
        }
        let mut image = Map::from_iter([("name".to_owned(), name.clone().into())]);
        if let Some(Some(strategy)) = dice.one(&[None, Some("patch"), Some("minor"), Some("major")]) {
            image.insert("updateStrategy".to_owned(), (*strategy).into());
        }
        image.insert("versions".to_owned(), versions.into());
        core.push(Value::Object(image));
        mapped.push(ScenarioImage { name, versions: images });
    }
    let kubernetes = some_in_order(&KUBERNETES_VERSIONS, 5, dice).into_iter().map(|version| {
        let mut entry = lifecycle_fields(gates, dice);
        entry.insert("version".to_owned(), version.into());
        Value::Object(entry)
    });
    let kubernetes: Vec<Value> = kubernetes.collect();
    let definitions = vocabulary.registered.iter().map(|(name, values)| json!({"name": name, "values": values}));
    let mut spec = json!({
        "type": source.provider,
        "kubernetes": {"versions": kubernetes},
        "machineImages": core,
        "machineTypes": machine_types,
        "volumeTypes": [{"name": "standard", "class": "standard"}],
        "regions": regions.iter().map(|name| json!({"name": name, "zones": [{"name": "a"}, {"name": "b"}]}))
            .collect::<Vec<_>>(),
        "providerConfig": source.writer.provider_config(&mapped),
    });
    if !is_legacy {
        spec["machineCapabilities"] = definitions.collect();
    }
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
        "metadata": {"name": "profile"},
        "spec": spec,
    })
}

/// Returns a random, non-empty subset of the items, in their order.
fn some_in_order(items: &[&'static str], most: usize, dice: &mut Dice) -> Vec<&'static str> {
    let mut chosen: Vec<usize> = (0..items.len()).collect();
    dice.shuffle(&mut chosen);
    chosen.truncate(1 + dice.below(most));
    chosen.sort_unstable();
    chosen.into_iter().map(|index| items[index]).collect()
}

/// Returns a random lifecycle: a classification, dates or stages.
pub(super) fn lifecycle_fields(gates: FeatureGates, dice: &mut Dice) -> Map<String, Value> {
    let [earlier, between, later] = ["2025-06-01T00:00:00Z", "2026-03-01T00:00:00Z", "2026-12-01T00:00:00Z"];
    let mut lifecycle_fields = Map::new();
    if gates.version_classification_lifecycle && dice.once_in(3) {
        let stages = ["preview", "supported", "deprecated", "expired"];
        let first = dice.below(stages.len());
        let starts = [None, Some(earlier), Some(between), Some(later), Some("2027-06-01T00:00:00Z")];
        let begin = dice.below(4);
        let list = stages.iter().skip(first).zip(starts.iter().skip(begin));
        let list = list.map(|(stage, start)| match start {
            Some(start) => json!({"classification": stage, "startTime": start}),
            None => json!({"classification": stage}),
        });
        lifecycle_fields.insert("lifecycle".to_owned(), list.collect());
        return lifecycle_fields;
    }
    if let Some(Some(classification)) =
        dice.one(&[None, None, Some("supported"), Some("supported"), Some("deprecated"), Some("preview")])
    {
        lifecycle_fields.insert("classification".to_owned(), (*classification).into());
    }
    if dice.once_in(3) {
        lifecycle_fields.insert(
            "expirationDate".to_owned(),
            (*dice.one(&[earlier, between, between, between, later]).unwrap()).into(),
        );
    }
    lifecycle_fields
}

/// Adds random container runtimes, kubelet constraints, and in-place updates.
pub(super) fn requirements(entry: &mut Map<String, Value>, dice: &mut Dice) {
    if dice.once_in(2) {
        let runtimes = dice.some(&["gvisor", "kata"]);
        let runtimes: Vec<Value> = runtimes.iter().map(|runtime| json!({"type": runtime})).collect();
        entry.insert("cri".to_owned(), json!([{"name": "containerd", "containerRuntimes": runtimes}]));
    }
    if dice.once_in(4) {
        let constraint = if dice.once_in(8) { "not a constraint" } else { dice.one(&CONSTRAINTS).unwrap() };
        entry.insert("kubeletVersionConstraint".to_owned(), constraint.into());
    }
    if dice.once_in(2) {
        let mut updates = Map::from_iter([("supported".to_owned(), (!dice.once_in(4)).into())]);
        if !dice.once_in(4) {
            updates.insert("minVersionForUpdate".to_owned(), (*dice.one(&["1.0.0", "1.0.1", "2.0.0"]).unwrap()).into());
        }
        entry.insert("inPlaceUpdates".to_owned(), updates.into());
    }
}

fn machine_types(vocabulary: &Vocabulary, is_legacy: bool, dice: &mut Dice) -> Vec<Value> {
    let mut machine_types = Vec::new();
    for number in 0..1 + dice.below(3) {
        let mut machine_type = json!({"name": format!("type-{number}"), "cpu": "4", "gpu": "0", "memory": "16Gi"});
        if is_legacy {
            if !dice.once_in(3) {
                machine_type["architecture"] = (*dice.one(&["amd64", "arm64"]).unwrap()).into();
            }
        } else {
            machine_type["capabilities"] = json!(capabilities(vocabulary, dice));
        }
        machine_types.push(machine_type);
    }
    machine_types
}

/// Returns random capabilities of a flavor or a machine type: one architecture, and some of everything else.
fn capabilities(vocabulary: &Vocabulary, dice: &mut Dice) -> Capabilities {
    let mut capabilities = Capabilities::new();
    for (name, values) in &vocabulary.registered {
        if *name == ARCHITECTURE {
            if values.len() > 1 || dice.once_in(2) {
                capabilities.insert(*name, vec![(*dice.one(values).unwrap()).to_owned()]);
            }
        } else if !dice.once_in(3) {
            let values = dice.at_least_one(values).into_iter().map(str::to_owned).collect();
            capabilities.insert(*name, values);
        }
    }
    for (name, values) in RESERVED.iter().filter(|_| vocabulary.reserved) {
        if dice.once_in(2) {
            let values = dice.at_least_one(values).into_iter().map(str::to_owned).collect();
            capabilities.insert(*name, values);
        }
    }
    capabilities
}

/// Returns distinct flavors.
fn flavors(vocabulary: &Vocabulary, dice: &mut Dice) -> Vec<Capabilities> {
    let mut seen = BTreeSet::new();
    let mut flavors = Vec::new();
    for _ in 0..1 + dice.below(3) {
        let flavor = capabilities(vocabulary, dice);
        let complete = vocabulary.registered.iter().map(|(name, values)| {
            let own = flavor.get(name).map(|own| own.iter().cloned().collect());
            own.unwrap_or_else(|| values.iter().map(|value| (*value).to_owned()).collect::<BTreeSet<String>>())
        });
        let reserved = RESERVED.iter().map(|(name, _)| {
            let own = flavor.get(name).map(|own| own.iter().cloned().collect());
            own.unwrap_or_default()
        });
        if seen.insert(complete.chain(reserved).collect::<Vec<BTreeSet<String>>>()) {
            flavors.push(flavor);
        }
    }
    flavors
}

/// Reduces flavors to their architectures, for an extension without capabilities.
fn by_architecture(vocabulary: &Vocabulary, flavors: Vec<Capabilities>) -> Vec<Capabilities> {
    let registered = vocabulary.registered.iter().find(|(name, _)| *name == ARCHITECTURE).unwrap();
    let all: Vec<String> = registered.1.iter().map(|value| (*value).to_owned()).collect();
    let architectures: BTreeSet<String> =
        flavors.iter().flat_map(|flavor| flavor.get(ARCHITECTURE).unwrap_or(&all).to_vec()).collect();
    architectures.into_iter().map(|one| Capabilities::from_iter([(ARCHITECTURE, [one])])).collect()
}

/// Returns a flavor with its references, sometimes not for every region.
fn mapping(
    source: &Source<'_>,
    capabilities: Capabilities,
    regions: &[&str],
    references: &mut usize,
    dice: &mut Dice,
) -> ScenarioFlavor {
    let (regional, everywhere) = source.writer.places();
    let mut reference = || {
        *references += 1;
        source.writer.reference(&format!("reference-{references}"))
    };
    let everywhere = (everywhere && !(regional && dice.once_in(2))).then(&mut reference);
    let written = regions.iter().filter(|_| regional && !dice.once_in(6));
    let regions = written.map(|region| ((*region).to_owned(), reference())).collect();
    ScenarioFlavor { capabilities, regions, everywhere }
}
