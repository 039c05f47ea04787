//! Properties that hold for every parent and every NamespacedCloudProfile.

use proptest::prelude::*;
use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile, render};
use rootstock_core_model::{
    CloudProfile, Decode, NamespacedCloudProfile, NamespacedCloudProfileSpec, Path, RawObject, Segment, Semantics,
};
use serde_json::{Map, Value, json};

use crate::rendering::settings;

/// A subset of the fields, each with one of its values.
fn fields(choices: &[(&'static str, &[&'static str])]) -> BoxedStrategy<Map<String, Value>> {
    let each = choices.iter().map(|&(name, values)| {
        let values: Vec<Value> = values.iter().map(|value| serde_json::from_str(value).unwrap()).collect();
        proptest::option::of(proptest::sample::select(values)).prop_map(move |value| Some((name.to_owned(), value?)))
    });
    each.collect::<Vec<_>>().prop_map(|fields| fields.into_iter().flatten().collect()).boxed()
}

/// A list of objects with distinct keys.
fn keyed(
    key: &'static str,
    names: &'static [&'static str],
    item: BoxedStrategy<Map<String, Value>>,
) -> impl Strategy<Value = Value> {
    let items = names.iter().map(|name| {
        proptest::option::of(item.clone()).prop_map(move |item| {
            let mut item = item?;
            item.insert(key.to_owned(), json!(name));
            Some(Value::Object(item))
        })
    });
    items.collect::<Vec<_>>().prop_map(|items| Value::Array(items.into_iter().flatten().collect())).prop_flat_map(
        |list| {
            let items = list.as_array().cloned().unwrap_or_default();
            Just(items).prop_shuffle().prop_map(Value::Array)
        },
    )
}

const DATES: &[&str] = &["\"2025-01-01T00:00:00Z\"", "\"2027-01-01T00:00:00Z\""];
const VERSIONS: &[&str] = &["1.30.1", "1.31.2", "1.32.3", "1.33.4"];

fn spec() -> impl Strategy<Value = Value> {
    let life = fields(&[("expirationDate", DATES), ("classification", &["\"preview\"", "\"deprecated\"", "\"\""])]);
    let version = fields(&[
        ("expirationDate", DATES),
        ("classification", &["\"preview\""]),
        ("architectures", &["[\"amd64\"]", "[\"arm64\", \"amd64\"]"]),
        ("cri", &["[{\"name\": \"containerd\"}]"]),
        (
            "capabilityFlavors",
            &[
                "[]",
                "[{\"architecture\": [\"arm64\"]}, {\"architecture\": [\"amd64\"], \"disk\": [\"a\"]}]",
                "[{\"disk\": [\"b\"]}]",
            ],
        ),
    ]);
    let image = (keyed("version", VERSIONS, version), fields(&[("updateStrategy", &["\"patch\"", "\"\""])])).prop_map(
        |(versions, mut image)| {
            image.insert("versions".to_owned(), versions);
            image
        },
    );
    let machine = fields(&[
        ("cpu", &["\"2\""]),
        ("usable", &["false"]),
        ("architecture", &["\"arm64\"", "\"amd64\""]),
        ("capabilities", &["{\"architecture\": [\"arm64\"]}", "{\"architecture\": [\"amd64\"], \"disk\": [\"a\"]}"]),
    ]);
    let volume = fields(&[("class", &["\"fast\""]), ("usable", &["false"])]);
    let rest = fields(&[("limits", &["{}", "{\"maxNodesTotal\": 3}"]), ("caBundle", &["\"a\"", "\"b\\n\""])]);
    (
        proptest::option::of(keyed("version", VERSIONS, life)),
        keyed("name", &["os", "other", "third"], image.boxed()),
        keyed("name", &["m", "n", "o"], machine),
        keyed("name", &["v", "w"], volume),
        rest,
    )
        .prop_map(|(kubernetes, images, machines, volumes, mut spec)| {
            if let Some(versions) = kubernetes {
                spec.insert("kubernetes".to_owned(), json!({ "versions": versions }));
            }
            spec.insert("machineImages".to_owned(), images);
            spec.insert("machineTypes".to_owned(), machines);
            spec.insert("volumeTypes".to_owned(), volumes);
            Value::Object(spec)
        })
}

fn parent() -> impl Strategy<Value = CloudProfile> {
    let registered = prop_oneof![
        Just(Value::Null),
        Just(json!([{"name": "architecture", "values": ["arm64"]}, {"name": "disk", "values": ["a", "b"]}])),
        Just(json!([{"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "disk", "values": ["a", "b"]}])),
    ];
    (spec(), registered).prop_map(|(mut spec, registered)| {
        spec["machineCapabilities"] = registered;
        serde_json::from_value(json!({ "spec": spec })).unwrap()
    })
}

fn child() -> impl Strategy<Value = NamespacedCloudProfile> {
    spec().prop_map(|spec| serde_json::from_value(json!({ "spec": spec })).unwrap())
}

fn semantics() -> impl Strategy<Value = Semantics> {
    prop_oneof![Just(Semantics::Documented), Just(Semantics::Gardener)]
}

/// Sorts every list of objects by key, at every depth.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(sorted).collect();
            if items.iter().all(|item| item.get("name").or_else(|| item.get("version")).is_some()) {
                items.sort_by_key(|item| (item["name"].to_string(), item["version"].to_string()));
            }
            Value::Array(items)
        }
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect(),
        other => other.clone(),
    }
}

fn at<'v>(value: &'v Value, path: &[Segment]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        Segment::Field(name) => value.get(name.as_ref()),
        Segment::Index(index) => value.get(index),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Every machine type has an architecture, as the documents require; Gardener renders amd64 for one without.
    #[test]
    fn empty_child_renders_the_parent(parent in parent(), semantics in semantics()) {
        let rendered = render(&parent, &NamespacedCloudProfile::default(), &settings(semantics));
        let mut stored = parent;
        default_cloud_profile(&mut stored);
        canonicalize_cloud_profile(&mut stored, None);
        prop_assert_eq!(serde_json::to_value(&rendered.spec).unwrap(), serde_json::to_value(&stored.spec).unwrap());
        prop_assert!(rendered.origins.is_empty());
    }

    #[test]
    fn rendering_is_deterministic(parent in parent(), child in child(), semantics in semantics()) {
        let settings = settings(semantics);
        prop_assert_eq!(render(&parent, &child, &settings), render(&parent, &child, &settings));
    }

    #[test]
    fn the_order_of_entries_does_not_matter(parent in parent(), child in child(), semantics in semantics()) {
        let settings = settings(semantics);
        let mut turned = child.clone();
        turned.spec.kubernetes.iter_mut().for_each(|it| it.versions.iter_mut().for_each(|list| list.reverse()));
        for image in turned.spec.machine_images.iter_mut().flatten() {
            image.versions.iter_mut().for_each(|list| list.reverse());
        }
        turned.spec.machine_images.iter_mut().for_each(|list| list.reverse());
        turned.spec.machine_types.iter_mut().for_each(|list| list.reverse());
        turned.spec.volume_types.iter_mut().for_each(|list| list.reverse());
        let result = |child| sorted(&serde_json::to_value(render(&parent, child, &settings).spec).unwrap());
        prop_assert_eq!(result(&child), result(&turned));
    }

    #[test]
    fn parent_order_is_preserved(parent in parent(), child in child(), semantics in semantics()) {
        let rendered = render(&parent, &child, &settings(semantics));
        let of_parent: Vec<&str> = parent.spec.images().iter().map(|image| image.name.as_str()).collect();
        let names: Vec<&str> = rendered.spec.images().iter().map(|image| image.name.as_str()).collect();
        prop_assert_eq!(&names[..of_parent.len()], &of_parent[..]);
    }

    /// Origins lead from a path that exists in the result to one that was written.
    #[test]
    fn origins_exist(parent in parent(), child in child(), semantics in semantics()) {
        let rendered = render(&parent, &child, &settings(semantics));
        let result = json!({ "spec": serde_json::to_value(&rendered.spec).unwrap() });
        let written = serde_json::to_value(&child).unwrap();
        for origin in &rendered.origins {
            prop_assert!(at(&written, origin.from.segments()).is_some(), "{}", origin.from);
            let is_there = at(&result, origin.path.segments()).is_some();
            prop_assert_eq!(is_there, origin.effect != rootstock_admission::Effect::Removed, "{}", origin.path);
        }
    }

    /// Any input that can be decoded, with findings or without, is rendered.
    #[test]
    fn any_decodable_input_is_rendered(parent in parent(), value in any_value(), semantics in semantics()) {
        let raw: RawObject = serde_json::from_value(value).unwrap();
        let (spec, _) = raw.decode::<NamespacedCloudProfileSpec>(&Path::root("spec"));
        let child = NamespacedCloudProfile { spec, ..NamespacedCloudProfile::default() };
        let settings = settings(semantics);
        let rendered = render(&parent, &child, &settings);
        let registry = rootstock_providers::registry().unwrap();
        for provider in registry.iter() {
            let _ = rendered.clone().with_provider_config(provider, &child.spec, &settings);
        }
    }
}

/// JSON with the field names of the API, also in the wrong places.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::sample::select(vec!["", "amd64", "1.30.1", "2027-01-01T00:00:00Z", "os", "🌲"]).prop_map(Value::from),
    ];
    let names = vec![
        "kubernetes",
        "versions",
        "version",
        "machineImages",
        "name",
        "expirationDate",
        "classification",
        "lifecycle",
        "architectures",
        "capabilityFlavors",
        "architecture",
        "machineTypes",
        "capabilities",
        "volumeTypes",
        "limits",
        "maxNodesTotal",
        "caBundle",
        "providerConfig",
        "parent",
        "cri",
        "image",
    ];
    leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map(proptest::sample::select(names.clone()), inner, 0..6)
                .prop_map(|map| map.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}
