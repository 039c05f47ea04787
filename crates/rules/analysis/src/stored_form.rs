//! The differences between an object as written and as stored by Gardener, each with its reason.

use rootstock_core_model::{FieldPath, GARDENER, NodeKind, NodeRef, RawObject, Segment};
use rootstock_document::{After, Edit, EditObstacle, Editor, Fragment, Locator};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoredDifference {
    /// The path in the profile as written.
    pub path: FieldPath,
    /// The kind of change.
    pub change: StoredChange,
    /// The written value, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<RawObject>,
    /// The stored value, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<RawObject>,
    /// The reason, as a clause.
    pub because: &'static str,
}

/// The kind of change to a field or list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StoredChange {
    /// The value is filled in.
    Added,
    /// The value is written differently, with the same meaning.
    Rewritten,
    /// The value is dropped.
    Dropped,
}

/// Returns the differences between the written and the stored object, in written order. `metadata` belongs to the API
/// server and is not compared.
///
/// ```
/// use rootstock_analysis::stored_form::{StoredChange, differences};
/// use rootstock_core_model::RawObject;
/// let written: RawObject = serde_json::from_str(r#"{"spec": {"type": "local"}, "status": {}}"#)?;
/// let stored: RawObject = serde_json::from_str(r#"{"spec": {"type": "local", "regions": ["here"]}}"#)?;
/// let found = differences(written.node(), stored.node());
/// assert_eq!(found[0].path.to_string(), "spec.regions");
/// assert_eq!((found[0].change, found[1].change), (StoredChange::Added, StoredChange::Dropped));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn differences(written: NodeRef<'_>, stored: NodeRef<'_>) -> Vec<StoredDifference> {
    let capabilities = stored.get("spec").and_then(|spec| spec.get("machineCapabilities"));
    let registers = capabilities.is_some_and(|capabilities| !is_empty_value(capabilities));
    let mut found = Vec::new();
    for field in ["spec", "status"] {
        let path = FieldPath::root().field(field);
        match (written.get(field), stored.get(field)) {
            (Some(written), Some(stored)) => compare(registers, (written, stored), &path, &mut found),
            (Some(written), None) => found.push(dropped(&path, written)),
            (None, _) => {}
        }
    }
    found
}

/// Returns the origin of a legacy field's value that is filled in for an object; `None` for other fields.
///
/// `item` is the object as stored: earlier items of its list may have been dropped, so its index may differ.
fn architecture_reason(registers: bool, item: NodeRef<'_>, field: &str) -> Option<&'static str> {
    let has = |node: Option<NodeRef<'_>>| node.is_some_and(|node| !is_empty_value(node));
    Some(match field {
        "architecture" | "architectures" if !registers => "the default, `amd64`",
        "architecture" if has(item.get("capabilities").and_then(|all| all.get("architecture"))) => {
            "kept for clients that read the legacy field: from `capabilities.architecture`"
        }
        "architecture" => "kept for clients that read the legacy field: the only architecture that is registered",
        "architectures" if has(item.get("capabilityFlavors")) => {
            "kept for clients that read the legacy field: from `capabilityFlavors`"
        }
        "architectures" => "kept for clients that read the legacy field: the architectures that are registered",
        _ => return None,
    })
}

fn dropped(path: &FieldPath, written: NodeRef<'_>) -> StoredDifference {
    let (before, because) = (Some(RawObject::new(written)), dropped_reason(path));
    StoredDifference { path: path.clone(), change: StoredChange::Dropped, before, after: None, because }
}

fn added(path: &FieldPath, stored: NodeRef<'_>) -> StoredDifference {
    let (after, because) = (Some(RawObject::new(stored)), added_reason(path));
    StoredDifference { path: path.clone(), change: StoredChange::Added, before: None, after, because }
}

/// A part of the object, as written and as stored.
type Pair<'n> = (NodeRef<'n>, NodeRef<'n>);

/// Compares two parts; `registers` is whether the stored object registers capabilities.
fn compare(registers: bool, pair: Pair<'_>, path: &FieldPath, found: &mut Vec<StoredDifference>) {
    let (written, stored) = pair;
    if written == stored {
        return;
    }
    match (written.kind(), stored.kind()) {
        (NodeKind::Object, NodeKind::Object) => compare_objects(registers, pair, path, found),
        (NodeKind::List, NodeKind::List) => compare_lists(registers, pair, path, found),
        _ => {
            let (change, because) = match is_empty_value(written) {
                true => (StoredChange::Added, added_reason(path)),
                false => (StoredChange::Rewritten, "as Kubernetes writes it"),
            };
            let before = Some(RawObject::new(written));
            found.push(StoredDifference { change, before, because, ..added(path, stored) });
        }
    }
}

fn compare_objects(registers: bool, pair: Pair<'_>, path: &FieldPath, found: &mut Vec<StoredDifference>) {
    let (written, stored) = pair;
    let (of_written, of_stored) = (written.by_key(), stored.by_key());
    for (key, value) in written.entries() {
        let path = path.clone().field(key.to_owned());
        match of_stored.get(key) {
            Some(of_stored) => {
                compare(registers, (value, *of_stored), &path, found);
                let filled_in = found.last_mut().filter(|last| last.change == StoredChange::Added && last.path == path);
                let because = architecture_reason(registers, stored, key);
                if let Some((filled_in, because)) = filled_in.zip(because) {
                    filled_in.because = because;
                }
            }
            // `null` and empty lists are not stored, and nothing is lost with them.
            None if is_empty_value(value) => {}
            None => found.push(dropped(&path, value)),
        }
    }
    for (key, value) in stored.entries().filter(|(key, value)| !of_written.contains_key(key) && !is_empty_value(*value))
    {
        let path = path.clone().field(key.to_owned());
        let added = added(&path, value);
        found.push(match architecture_reason(registers, stored, key) {
            Some(because) => StoredDifference { because, ..added },
            None => added,
        });
    }
}

fn compare_lists(registers: bool, pair: Pair<'_>, path: &FieldPath, found: &mut Vec<StoredDifference>) {
    let (written, stored) = pair;
    if written.is_empty() {
        return found.push(added(path, stored));
    }
    let mut left = stored.items().peekable();
    for (index, item) in written.items().enumerate() {
        let path = path.clone().index(index);
        // Items are only ever dropped, never reordered.
        match left.peek() {
            Some(next) if name(*next) == name(item) => {
                compare(registers, (item, *next), &path, found);
                left.next();
            }
            _ => found.push(dropped(&path, item)),
        }
    }
}

/// Returns the identifying name of a list item.
fn name(item: NodeRef<'_>) -> Option<&str> {
    ["name", "version"].into_iter().find_map(|key| item.get(key)?.raw_text())
}

fn is_empty_value(node: NodeRef<'_>) -> bool {
    match node.kind() {
        NodeKind::Scalar => node.is_null(),
        NodeKind::List => node.is_empty(),
        NodeKind::Object => node.entries().all(|(_, value)| is_empty_value(value)),
    }
}

fn last_field(path: &FieldPath) -> &str {
    let fields = path.segments().iter().rev().find_map(|segment| match segment {
        Segment::Field(name) => Some(name.as_ref()),
        Segment::Index(_) => None,
    });
    fields.unwrap_or_default()
}

fn added_reason(path: &FieldPath) -> &'static str {
    match last_field(path) {
        "updateStrategy" => "the default: maintenance goes up to the newest major version",
        "cri" => "the default container runtime",
        "usable" => "the default: shoots may use it",
        "capabilityFlavors" => "several architectures are registered: one flavor for each legacy architecture",
        "capabilities" => "several architectures are registered: what the legacy field says, or else `amd64`",
        _ => "Kubernetes writes it out",
    }
}

fn dropped_reason(path: &FieldPath) -> &'static str {
    match last_field(path) {
        "status" => "clients do not set the status",
        "capabilityFlavors" | "capabilities" => "the profile no longer registers capabilities",
        "versions" => {
            "a new profile loses versions that have expired, and Kubernetes versions that are not available yet"
        }
        _ => "it is not part of the API",
    }
}

/// Returns the differences as edits of the text.
///
/// # Errors
///
/// Returns an error if the text cannot be edited without guessing.
pub fn edits(root: NodeRef<'_>, differences: &[StoredDifference]) -> Result<Vec<Edit>, EditObstacle> {
    let tree = root.tree();
    let mut editor = Editor::new(tree);
    let mut locator = Locator::with_hints(root, &GARDENER);
    // Removals from one object or list are made at once, because two neighbours share a comma.
    let mut objects: Vec<(FieldPath, Vec<&str>)> = Vec::new();
    let mut lists: Vec<(FieldPath, Vec<usize>)> = Vec::new();
    for difference in differences {
        let Some(parent) = difference.path.parent() else { continue };
        let around = locator.locate(&parent).node;
        match (difference.path.segments().last(), &difference.after) {
            (Some(Segment::Field(key)), Some(after)) => {
                let value = Fragment::of(after.node());
                if difference.change == StoredChange::Rewritten {
                    editor.replace_value(around, key, value)?;
                } else {
                    editor.add_field(around, After(&[]), key, value)?;
                }
            }
            (Some(Segment::Field(key)), None) => match objects.last_mut().filter(|(object, _)| *object == parent) {
                Some((_, keys)) => keys.push(key),
                None => objects.push((parent, vec![key])),
            },
            (Some(Segment::Index(index)), None) => match lists.last_mut().filter(|(list, _)| *list == parent) {
                Some((_, indices)) => indices.push(*index),
                None => lists.push((parent, vec![*index])),
            },
            (Some(Segment::Index(index)), Some(after)) => {
                if let Some((item, text)) = around.items().nth(*index).zip(after.node().as_str()) {
                    editor.replace_text(item, text)?;
                }
            }
            (None, _) => {}
        }
    }
    for (object, keys) in objects {
        editor.remove_fields(locator.locate(&object).node, &keys)?;
    }
    for (list, indices) in lists {
        editor.remove_items(locator.locate(&list).node, &indices, false)?;
    }
    Ok(editor.finish())
}

/// The stored object, serialized with its fields in written order.
#[derive(Debug, Clone, Copy)]
pub struct InWrittenOrder<'a> {
    /// The written object; new fields come after its fields.
    pub written: Option<NodeRef<'a>>,
    /// The stored object.
    pub stored: NodeRef<'a>,
}

impl Serialize for InWrittenOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.stored.kind() {
            NodeKind::Scalar => self.stored.serialize(serializer),
            NodeKind::List => {
                let mut written = self.written.into_iter().flat_map(NodeRef::items);
                let mut list = serializer.serialize_seq(None)?;
                for stored in self.stored.items() {
                    let written = written.find(|item| name(*item) == name(stored));
                    list.serialize_element(&Self { written, stored })?;
                }
                list.end()
            }
            NodeKind::Object => {
                let written = self.written.filter(|written| written.kind() == NodeKind::Object);
                let (of_written, of_stored) = (written.map(NodeRef::by_key), self.stored.by_key());
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in written.into_iter().flat_map(NodeRef::entries) {
                    if let Some(stored) = of_stored.get(key) {
                        map.serialize_entry(key, &Self { written: Some(value), stored: *stored })?;
                    }
                }
                let new = |key: &str| of_written.as_ref().is_none_or(|written| !written.contains_key(key));
                for (key, stored) in self.stored.entries().filter(|(key, value)| new(key) && !value.is_null()) {
                    map.serialize_entry(key, &Self { written: None, stored })?;
                }
                map.end()
            }
        }
    }
}
