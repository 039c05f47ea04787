//! Fields compared by value: all except those whose schema has them compared by their effect.

use std::collections::{BTreeSet, HashMap, VecDeque};

use rootstock_core_model::{
    CloudProfileSpec, Decodable, GARDENER, NodeKind, NodeRef, QUANTITY_TOKEN, Quantity, RawObject, nouns,
};
use rootstock_document::schema::{Compare, EntityKind, FieldSchema, ObjectSchema, Shape};

use crate::ProfileSide;
use crate::properties::{PropertyChange, Subject};

/// A value before and after; `None` where it is absent.
type Pair<'n> = [Option<NodeRef<'n>>; 2];

const PROVIDER_CONFIG: &str = "providerConfig";

/// Returns every change of a field that is compared by value, in schema order.
pub(crate) fn changes(old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> Vec<PropertyChange> {
    let sides = [old, new];
    let config = [new, old].into_iter().find_map(ProfileSide::config).map_or(Shape::Any, |config| config.shape());
    let mut walk = Walk { subject: Subject::Profile, path: String::new(), changes: Vec::new() };
    if old.spec != new.spec {
        // A parsed spec is within the limits of a document, so this does not fail.
        let specs = sides.map(|side| RawObject::from_serialize(side.spec).unwrap_or_default());
        let [old, new] = &specs;
        for field in fields_of(CloudProfileSpec::SHAPE) {
            let shape = if field.name == PROVIDER_CONFIG { config } else { field.shape };
            walk.field(field.name, shape, field.compare, [old.get(field.name), new.get(field.name)]);
        }
    }
    walk.changes
}

const fn fields_of(shape: Shape) -> &'static [FieldSchema] {
    match shape {
        Shape::Object(schema) => schema.fields,
        Shape::Any | Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) => &[],
    }
}

/// A walk over two documents at once.
struct Walk {
    subject: Subject,
    /// The path below the subject.
    path: String,
    changes: Vec<PropertyChange>,
}

impl Walk {
    fn field(&mut self, name: &str, shape: Shape, how: Compare, pair: Pair<'_>) {
        let length = self.path.len();
        match name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            true if self.path.is_empty() => self.path.push_str(name),
            true => self.path.extend([".", name]),
            false => self.path.extend(["[", name, "]"]),
        }
        self.value(shape, how, pair.map(|node| node.filter(|node| !node.is_null())));
        self.path.truncate(length);
    }

    fn value(&mut self, shape: Shape, how: Compare, pair: Pair<'_>) {
        let [old, new] = pair;
        if old == new {
            return;
        }
        let is = |kind: NodeKind| pair.iter().flatten().all(|node| node.kind() == kind);
        let has_objects =
            || pair.iter().flatten().flat_map(|list| list.items()).any(|item| item.kind() == NodeKind::Object);
        match how {
            Compare::Whole => self.change_of_value(pair),
            _ if is(NodeKind::List) && has_objects() => match shape {
                Shape::List(item) if matches!(item, Shape::Object(_)) => self.items(*item, how, pair),
                _ if how == Compare::Effect => {}
                _ => self.items(Shape::Any, how, pair),
            },
            Compare::Effect => {}
            Compare::Set => self.change(pair, set_text),
            Compare::Value if is(NodeKind::Object) => self.object(shape, pair),
            Compare::Value if is_same_quantity(shape, pair) => {}
            Compare::Value => self.change_of_value(pair),
        }
    }

    fn object(&mut self, shape: Shape, pair: Pair<'_>) {
        let known = fields_of(shape);
        for field in known {
            self.field(field.name, field.shape, field.compare, pair.map(|node| node?.get(field.name)));
        }
        let inner = if let Shape::Map(value) = shape { *value } else { Shape::Any };
        let keys = pair.iter().flatten().flat_map(|node| node.entries()).map(|(key, _)| key);
        let mut seen: BTreeSet<&str> = known.iter().map(|field| field.name).collect();
        let others: Vec<&str> = keys.filter(|key| seen.insert(key)).collect();
        let by_key = pair.map(by_key);
        for key in &others {
            self.field(key, inner, Compare::Value, by_key.each_ref().map(|entries| entries.get(key).copied()));
        }
        if known.is_empty() && others.is_empty() {
            self.change_of_value(pair);
        }
    }

    /// Compares the items of two lists, paired by name.
    fn items(&mut self, shape: Shape, how: Compare, pair: Pair<'_>) {
        let schema = if let Shape::Object(schema) = shape { Some(schema) } else { None };
        let [old, new] =
            pair.map(|list| list.into_iter().flat_map(NodeRef::items).map(|item| (Name::of(item, schema), item)));
        let mut counterparts: HashMap<Name, VecDeque<NodeRef<'_>>> = HashMap::new();
        let mut pairs = Vec::new();
        let new: Vec<_> = new.collect();
        for (name, item) in &new {
            counterparts.entry(name.clone()).or_default().push_back(*item);
        }
        for (name, item) in old {
            let other = counterparts.get_mut(&name).and_then(VecDeque::pop_front);
            pairs.push((name, [Some(item), other]));
        }
        for (name, _) in new {
            pairs.extend(
                counterparts.get_mut(&name).and_then(VecDeque::pop_front).map(|item| (name, [None, Some(item)])),
            );
        }
        if how == Compare::Set {
            self.change(pair, |list| {
                let names: BTreeSet<String> = list.items().map(|item| Name::of(item, schema).text).collect();
                names.into_iter().collect::<Vec<_>>().join(", ")
            });
        }
        for (position, (name, items)) in pairs.into_iter().enumerate() {
            let is_membership = how != Compare::Value && name.is_scalar && items.contains(&None);
            if !is_membership {
                self.item(name, position, schema, items);
            }
        }
    }

    fn item(&mut self, name: Name, position: usize, schema: Option<&'static ObjectSchema>, pair: Pair<'_>) {
        let shape = schema.map_or(Shape::Any, Shape::Object);
        let offered = schema.and_then(|schema| schema.keys().find_map(|field| field.offers));
        let Some(subject) = offered.and_then(|entity_kind| self.subject.item(entity_kind, &name.text)) else {
            let length = self.path.len();
            let name = if name.text.is_empty() { position.to_string() } else { name.text };
            self.path.extend(["[", &name, "]"]);
            self.value(shape, Compare::Value, pair);
            self.path.truncate(length);
            return;
        };
        let above = (std::mem::replace(&mut self.subject, subject), std::mem::take(&mut self.path));
        self.value(shape, Compare::Value, pair);
        (self.subject, self.path) = above;
    }

    /// Records a changed value; as JSON if the texts are equal.
    fn change_of_value(&mut self, pair: Pair<'_>) {
        let [from, to] = pair.map(|node| node.map(text));
        if from == to { self.change(pair, json) } else { self.change(pair, text) }
    }

    fn change(&mut self, pair: Pair<'_>, text: impl Fn(NodeRef<'_>) -> String) {
        let texts = pair.map(|node| node.map(&text));
        let [from, to] = &texts;
        if from != to {
            let lists = pair.map(|node| node.filter(|node| node.kind() == NodeKind::List));
            let items = lists.map(|list| list.into_iter().flat_map(NodeRef::items).map(set_text).collect());
            self.changes.push(PropertyChange::new(self.subject.clone(), self.path.clone(), texts, items));
        }
    }
}

/// Returns the entries of an object by key; of repeated keys the first.
fn by_key(object: Option<NodeRef<'_>>) -> HashMap<&str, NodeRef<'_>> {
    let mut entries = HashMap::new();
    for (key, value) in object.into_iter().flat_map(NodeRef::entries) {
        entries.entry(key).or_insert(value);
    }
    entries
}

/// The name of an item of a list; empty if it has none.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Name {
    text: String,
    /// True if it consists of scalars: items of different names are then different items.
    is_scalar: bool,
}

impl Name {
    fn of(item: NodeRef<'_>, schema: Option<&ObjectSchema>) -> Self {
        let fields = schema.into_iter().flat_map(ObjectSchema::keys);
        let mut keys: Vec<NodeRef<'_>> = fields.filter_map(|field| item.get(field.name)).collect();
        if keys.is_empty() {
            keys.extend(GARDENER.identifying.iter().find_map(|key| item.get(key)));
        }
        let is_scalar = !keys.is_empty() && keys.iter().all(|key| key.kind() == NodeKind::Scalar);
        let texts: Vec<String> = keys.into_iter().map(set_text).collect();
        Self { text: texts.join(","), is_scalar }
    }
}

impl Subject {
    /// Returns the subject for a list item, if its changes are reported under its own name.
    fn item(&self, entity_kind: EntityKind, name: &str) -> Option<Self> {
        let name = name.to_owned();
        match (entity_kind, self) {
            (nouns::MACHINE_IMAGE, _) => Some(Self::MachineImage { name }),
            (nouns::IMAGE_VERSION, Self::MachineImage { name: image }) => {
                Some(Self::ImageVersion { image: image.clone(), version: name })
            }
            (nouns::MACHINE_TYPE, _) => Some(Self::MachineType { name }),
            (nouns::VOLUME_TYPE, _) => Some(Self::VolumeType { name }),
            (nouns::REGION, _) => Some(Self::Region { name }),
            _ => None,
        }
    }
}

/// Returns whether both are the same quantity, spelled differently.
fn is_same_quantity(shape: Shape, pair: Pair<'_>) -> bool {
    let quantity = |node: NodeRef<'_>| node.raw_text().and_then(|text| Quantity::from_scalar(text).ok());
    let [old, new] = pair.map(|node| node.and_then(quantity));
    matches!(shape, Shape::Scalar(QUANTITY_TOKEN)) && old.is_some() && old == new
}

/// Formats a scalar as is, a list of scalars with commas, and anything else as compact JSON.
fn text(node: NodeRef<'_>) -> String {
    let texts = node.items().map(NodeRef::raw_text).collect::<Option<Vec<&str>>>();
    match (node.raw_text(), texts) {
        (Some(text), _) => text.to_owned(),
        (None, Some(texts)) if !texts.is_empty() => texts.join(", "),
        _ => json(node),
    }
}

fn json(node: NodeRef<'_>) -> String {
    serde_json::to_string(&node).unwrap_or_default()
}

/// Formats a value independently of order and repetition; an object as its keys with their values.
fn set_text(node: NodeRef<'_>) -> String {
    let parts: BTreeSet<String> = match node.kind() {
        NodeKind::Scalar => return text(node),
        NodeKind::List => node.items().map(set_text).collect(),
        NodeKind::Object => node.entries().map(|(key, value)| format!("{key}={}", set_text(value))).collect(),
    };
    parts.into_iter().collect::<Vec<_>>().join(", ")
}
