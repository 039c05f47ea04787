//! The law that a comparison of two profiles reports every changed field.
//!
//! The fields are derived from the types, so that a new field is tested without a change here.

use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile, render};
use rootstock_behavioural_diff::{ProfileChanges, ProfileSide, compare};
use rootstock_core_model::{
    CanonicalProfile, CloudProfile, Decodable, Decode, NamespacedCloudProfile, Path, RawObject, Semantics, Settings,
};
use rootstock_document::schema::Shape;
use rootstock_judge::{CompiledProfile, ProviderSection};
use serde_json::{Value, json};

use crate::leaves::{Leaf, Reported, leaves};

/// The fields that do not affect Gardener's behaviour, with reasons: the kind of objects (empty means all), the path,
/// and the reason.
const NOT_BEHAVIOUR: [(&str, &str, &str); 8] = [
    ("", "apiVersion", "there is one version of the API"),
    ("", "kind", "it is the type of the object"),
    ("", "metadata", "it names and labels the object"),
    ("", "status", "Gardener writes it"),
    (
        "",
        "spec.providerConfig.machineImages[].versions[].capabilityFlavors[].regions[].architecture",
        "the architecture of a flavor is among its capabilities",
    ),
    (NCP, "spec.parent", "the rendered profiles are compared, whatever they are rendered from"),
    (NCP, "spec.kubernetes.versions[].classification", "only the parent's is taken"),
    (NCP, "spec.kubernetes.versions[].lifecycle", "only the parent's is taken"),
];

const NCP: &str = NamespacedCloudProfile::KIND;

fn is_behaviour(kind: &str, leaf: &Leaf) -> bool {
    let path = leaf.path();
    let is_below =
        |field: &str| path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
    !NOT_BEHAVIOUR.iter().any(|(of, field, _)| is_below(field) && (of.is_empty() || *of == kind))
}

fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap())
}

/// Reads a file of `fixtures/base`, if there is one.
fn base(name: &str) -> Option<Value> {
    let path = format!("{}/../../fixtures/base/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    Some(serde_yaml::from_str(&std::fs::read_to_string(path).ok()?).unwrap())
}

fn decoded<T: Decodable + Default>(document: &Value) -> T {
    RawObject::from_serialize(document).unwrap().decode(&Path::object()).0
}

fn stored(mut profile: CloudProfile) -> CompiledProfile {
    let registry = rootstock_providers::registry().unwrap();
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    let config = registry.check_cloud_profile(&profile.spec, &settings()).config;
    let section = registry.get(&profile.spec.provider_type).map(|plugin| ProviderSection { plugin, config });
    let profile = CanonicalProfile::named(profile.metadata.name, profile.spec);
    CompiledProfile::with_provider(profile, settings().gates, section).unwrap()
}

fn changes([old, new]: [CloudProfile; 2]) -> ProfileChanges {
    let [old, new] = [stored(old), stored(new)];
    compare(&ProfileSide::new(&old, &settings()), &ProfileSide::new(&new, &settings()))
}

fn profile_changes(documents: [&Value; 2]) -> ProfileChanges {
    changes(documents.map(decoded))
}

/// Like [`profile_changes`], but for two NamespacedCloudProfiles below profiles of `fixtures/base`.
fn namespaced_changes(documents: [&Value; 2]) -> ProfileChanges {
    let registry = rootstock_providers::registry().unwrap();
    changes(documents.map(|document| {
        let child: NamespacedCloudProfile = decoded(document);
        let parent: CloudProfile = decoded(&base(&child.spec.parent.name).unwrap());
        let mut spec = render(&parent, &child, &settings()).spec;
        let plugin = registry.get(&spec.provider_type).unwrap();
        let own = child.spec.provider_config;
        let merged = own.and_then(|own| plugin.merge_config(&parent.spec, &own, &settings().quirks));
        spec.provider_config = merged.map(|merged| merged.config).or(spec.provider_config);
        CloudProfile { spec, ..parent }
    }))
}

/// Returns the leaves whose changes are not reported in any of the documents.
fn silent(kind: &str, leaves: &[Leaf], documents: &[Value]) -> Vec<String> {
    let compare = if kind == NCP { namespaced_changes } else { profile_changes };
    let is_reported = |leaf: &&Leaf| {
        documents.iter().flat_map(|document| leaf.changes(document)).any(|change| {
            let changes = compare([&change.old, &change.new]);
            let mut properties = changes.properties.iter();
            match leaf.reported() {
                Reported::ByEffect => !changes.is_empty(),
                Reported::AsPartOf(whole) => properties.any(|one| one.property.ends_with(whole)),
                Reported::Itself => properties.any(|one| {
                    one.property.ends_with(leaf.name()) && [one.from.clone(), one.to.clone()] == change.texts
                }),
            }
        })
    };
    leaves.iter().filter(|leaf| is_behaviour(kind, leaf)).filter(|leaf| !is_reported(leaf)).map(Leaf::path).collect()
}

#[test]
fn every_field_of_a_profile() {
    let mut in_place = base("local").unwrap();
    in_place["spec"]["machineImages"][0]["versions"][0]["inPlaceUpdates"] = json!({"supported": true});
    let documents = [base("local").unwrap(), base("local-legacy").unwrap(), in_place];
    let leaves = leaves(CloudProfile::SHAPE);
    assert!(leaves.len() > 60);
    assert_eq!(silent(CloudProfile::KIND, &leaves, &documents), Vec::<String>::new());
}

#[test]
fn every_field_of_a_namespaced_profile() {
    // A child has an image of its own, and overrides the other fields of its parent.
    let child = |parent: &str| {
        let (mut child, parent) = (base("ncp").unwrap(), base(parent).unwrap());
        child["spec"]["parent"]["name"] = parent["metadata"]["name"].clone();
        for field in ["kubernetes", "machineImages", "machineTypes", "providerConfig"] {
            child["spec"][field] = parent["spec"][field].clone();
        }
        child["spec"]["kubernetes"]["versions"][0]["expirationDate"] = json!("2027-01-01T00:00:00Z");
        child["spec"]["machineImages"][0]["name"] = json!("own");
        child["spec"]["machineImages"][0]["versions"][0]["inPlaceUpdates"] = json!({"supported": true});
        child["spec"]["providerConfig"]["machineImages"][0]["name"] = json!("own");
        child
    };
    let documents = ["local", "local-legacy"].map(child);
    let config = stored(decoded(&base("local").unwrap())).config().unwrap().shape();
    let images = leaves(config).into_iter().filter(|leaf| leaf.path().starts_with("machineImages"));
    let images = images.map(|leaf| leaf.below(&["spec", "providerConfig"]));
    let leaves = leaves(NamespacedCloudProfile::SHAPE).into_iter().filter(|leaf| leaf.path() != "spec.providerConfig");
    let leaves: Vec<Leaf> = leaves.chain(images).collect();
    assert!(leaves.len() > 40);
    assert_eq!(silent(NCP, &leaves, &documents), Vec::<String>::new());
}

/// Returns the files of `fixtures/base` for a provider: its own, and those of another provider with a format that has
/// no other example.
fn bases(provider: &str) -> Vec<Value> {
    let of_another = match provider {
        "ironcore-metal" => Some("gcp-legacy"),
        "stackit" => Some("openstack"),
        _ => None,
    };
    let own = [provider.to_owned(), format!("{provider}-legacy")].into_iter().filter_map(|name| base(&name));
    let another = of_another.map(|name| {
        let (text, other) = (base(name).unwrap().to_string(), name.trim_end_matches("-legacy"));
        let text = text.replace(&format!("\"{other}"), &format!("\"{provider}"));
        serde_json::from_str(&text).unwrap()
    });
    let mut documents: Vec<Value> = own.chain(another).collect();
    // The networking of machine types takes effect with images that support it.
    documents.extend((provider == "azure").then(|| base("../migration/azure")).flatten());
    // Some providers have images for single regions.
    let mut regional = documents[0].clone();
    let images = regional["spec"]["providerConfig"]["machineImages"].take();
    let region = regional["spec"]["regions"][0]["name"].clone();
    regional["spec"]["providerConfig"]["regions"] = json!([{"name": region, "machineImages": images}]);
    documents.push(regional);
    documents
}

#[test]
fn every_field_of_a_provider_config() {
    let mut found = Vec::new();
    for provider in rootstock_providers::registry().unwrap().iter() {
        let (name, documents) = (provider.name(), bases(provider.name()));
        let config = stored(decoded(&documents[0])).config().unwrap().shape();
        assert!(matches!(config, Shape::Object(_)), "{name}");
        let leaves: Vec<Leaf> =
            leaves(config).into_iter().map(|leaf| leaf.below(&["spec", "providerConfig"])).collect();
        found.extend(silent(CloudProfile::KIND, &leaves, &documents).into_iter().map(|path| format!("{name}: {path}")));
    }
    assert_eq!(found, Vec::<String>::new());
}
