//! Objects in which a list or map has many items.

use rootstock_core_model::{BASE64_TOKEN, GO_DURATION_TOKEN, QUANTITY_TOKEN};
use rootstock_document::schema::{ObjectSchema, Shape};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Growth, Items, Place, Step};

/// The review of the creation or update of an object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Review<'o> {
    api_version: &'static str,
    kind: &'static str,
    request: Request<'o>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'o> {
    uid: &'static str,
    kind: Value,
    resource: Value,
    name: Value,
    namespace: Value,
    operation: &'static str,
    user_info: Value,
    object: &'o Value,
    old_object: Option<&'o Value>,
}

impl Growth {
    /// Returns the number of items with which the grown part has about this size; each list of the values of a capability, because
    /// products of them are cheap for fewer.
    pub(super) fn count_of(&self, bytes: usize) -> usize {
        let sizes = self.places.iter().map(|place| item_size(self, place));
        let size = if self.places.len() > 2 { sizes.max().unwrap_or(1) } else { sizes.sum() };
        (bytes / size.max(1)).max(4)
    }

    /// Returns the object with this number of items in each place.
    pub(super) fn grown(&self, count: usize) -> Value {
        let mut object = self.object();
        // Scalars are the same in all places.
        let mut scalar = None;
        for place in &self.places {
            let list = node(&mut object, &place.steps);
            let mut item = item(list, place.shape);
            if matches!(place.shape, Shape::List(Shape::Scalar(_))) {
                item = scalar.get_or_insert(item).clone();
            }
            *list = match place.shape {
                Shape::Map(_) => Value::Object((0..count).map(|at| (format!("key{at}"), item.clone())).collect()),
                _ => Value::Array((0..count).map(|at| self.items.item(&item, place.shape, at)).collect()),
            };
        }
        object
    }

    /// Returns the object before it grows.
    fn object(&self) -> Value {
        let profile = &self.profile;
        match self.kind {
            Kind::CloudProfile => Value::clone(profile),
            Kind::NamespacedCloudProfile => {
                let mut child = json!({
                    "apiVersion": at(profile, "/apiVersion"), "kind": "NamespacedCloudProfile",
                    "metadata": {"name": "own", "namespace": "garden-dev"},
                    "spec": {
                        "parent": {"kind": "CloudProfile", "name": at(profile, "/metadata/name")},
                        "machineImages": at(profile, "/spec/machineImages"), "machineTypes": at(profile, "/spec/machineTypes"),
                        "providerConfig": {
                            "apiVersion": at(profile, "/spec/providerConfig/apiVersion"), "kind": at(profile, "/spec/providerConfig/kind"),
                            "machineImages": at(profile, "/spec/providerConfig/machineImages"),
                        },
                    },
                });
                for list in ["/spec/machineImages/0/name", "/spec/providerConfig/machineImages/0/name"] {
                    if let Some(name) = child.pointer_mut(list) {
                        *name = json!("own");
                    }
                }
                child
            }
            Kind::Shoot => json!({
                "apiVersion": at(profile, "/apiVersion"), "kind": "Shoot",
                "metadata": {"name": "own", "namespace": "garden-dev"},
                "spec": {
                    "cloudProfile": {"kind": "CloudProfile", "name": "local"}, "region": "local",
                    "kubernetes": {"version": "1.34.1"},
                    "provider": {"type": "local", "workers": [{
                        "name": "a", "minimum": 1, "maximum": 2, "zones": ["0"],
                        "machine": {"type": "medium", "image": {"name": "plain", "version": "1.0.0"}},
                    }]},
                },
            }),
        }
    }

    /// Returns the review of the creation of an object, or of its update if there is an old one.
    pub(super) fn review<'o>(&self, object: &'o Value, old_object: Option<&'o Value>) -> Review<'o> {
        let (kind, resource) = match self.kind {
            Kind::CloudProfile => ("CloudProfile", "cloudprofiles"),
            Kind::NamespacedCloudProfile => ("NamespacedCloudProfile", "namespacedcloudprofiles"),
            Kind::Shoot => ("Shoot", "shoots"),
        };
        let with = |key: &str, value: &str| json!({"group": "core.gardener.cloud", "version": "v1beta1", key: value});
        Review {
            api_version: "admission.k8s.io/v1",
            kind: "AdmissionReview",
            request: Request {
                uid: "u1",
                kind: with("kind", kind),
                resource: with("resource", resource),
                name: at(object, "/metadata/name"),
                namespace: at(object, "/metadata/namespace"),
                operation: if old_object.is_some() { "UPDATE" } else { "CREATE" },
                user_info: json!({"username": "someone"}),
                object,
                old_object,
            },
        }
    }
}

/// Returns a copy of the value at a JSON pointer; null if there is none.
fn at(object: &Value, pointer: &str) -> Value {
    object.pointer(pointer).cloned().unwrap_or_default()
}

/// Returns the size of an item of a list or map, as JSON.
fn item_size(growth: &Growth, place: &Place) -> usize {
    item(node(&mut growth.object(), &place.steps), place.shape).to_string().len() + ", k1000: ".len()
}

/// Returns the value at a place; what is missing on the way is created.
fn node<'v>(object: &'v mut Value, steps: &[Step]) -> &'v mut Value {
    steps.iter().fold(object, |node, step| match step {
        Step::Field(name) => field(node, name),
        Step::Entry => {
            let key = node.as_object().and_then(|entries| entries.keys().next().cloned());
            field(node, key.as_deref().unwrap_or("key"))
        }
        Step::Last if node.is_array() => {
            let last = node.as_array().map_or(0, |items| items.len().saturating_sub(1));
            &mut node[last]
        }
        Step::Last => {
            let key = node.as_object().and_then(|entries| entries.keys().next_back().cloned());
            field(node, key.as_deref().unwrap_or("key"))
        }
        Step::Item => {
            if node.as_array().is_none_or(Vec::is_empty) {
                *node = json!([null]);
            }
            &mut node[0]
        }
    })
}

fn field<'v>(node: &'v mut Value, name: &str) -> &'v mut Value {
    if !node.is_object() {
        *node = json!({});
    }
    &mut node[name]
}

/// Returns an item of a list, or the value of an entry of a map: one that is there, or else one with all fields.
fn item(list: &Value, shape: Shape) -> Value {
    let there = match list {
        Value::Array(items) => items.first(),
        Value::Object(entries) => entries.values().next(),
        _ => None,
    };
    let (Shape::List(item) | Shape::Map(item)) = shape else { return Value::Null };
    there.filter(|there| !there.is_null()).cloned().unwrap_or_else(|| sample(*item))
}

fn sample(shape: Shape) -> Value {
    match shape {
        Shape::Any => Value::Null,
        Shape::Scalar("bool") => json!(true),
        Shape::Scalar("String") => json!("name"),
        Shape::Scalar(QUANTITY_TOKEN) => json!("1Gi"),
        Shape::Scalar(GO_DURATION_TOKEN) => json!("1h0m0s"),
        Shape::Scalar(BASE64_TOKEN) => json!("AAAA"),
        Shape::Scalar(_) => json!(1),
        Shape::Object(ObjectSchema { fields, .. }) => {
            let fields = fields.iter().map(|field| (field.name.to_owned(), sample(field.shape)));
            Value::Object(fields.filter(|(_, value)| !value.is_null()).collect())
        }
        Shape::List(item) => Value::Array(Some(sample(*item)).into_iter().filter(|item| !item.is_null()).collect()),
        Shape::Map(value) => json!({"key": sample(*value)}),
    }
}

impl Items {
    fn item(self, item: &Value, shape: Shape, at: usize) -> Value {
        let keys: Vec<&str> = match shape {
            Shape::List(Shape::Object(schema)) => schema.keys().map(|key| key.name).collect(),
            _ => Vec::new(),
        };
        match (self, item) {
            (Self::Repeated, item) => item.clone(),
            (Self::Misnamed, Value::Object(fields)) => {
                let renamed = fields.iter().map(|(name, value)| (name.chars().skip(1).collect(), value.clone()));
                Value::Object(renamed.collect::<Map<String, Value>>())
            }
            (_, Value::Object(fields)) if keys.iter().any(|key| fields.contains_key(*key)) => {
                let mut fields = fields.clone();
                for (name, value) in fields.iter_mut().filter(|(name, _)| keys.contains(&name.as_str())) {
                    *value = if name == "version" { json!(format!("1.{at}.0")) } else { numbered(value, at) };
                }
                Value::Object(fields)
            }
            (_, item) => numbered(item, at),
        }
    }
}

/// Returns a value whose texts differ from those with another number.
fn numbered(value: &Value, at: usize) -> Value {
    match value {
        Value::String(text) => json!(format!("{text}{at}")),
        Value::Number(_) => json!(at),
        Value::Array(items) => items.iter().map(|item| numbered(item, at)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, value)| (name.clone(), numbered(value, at))).collect())
        }
        Value::Null | Value::Bool(_) => value.clone(),
    }
}
