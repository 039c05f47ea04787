//! A document with some fields set, and everything else unchanged and in its original order.

use std::collections::HashMap;

use rootstock_core_model::{FieldPath, NodeKind, NodeRef, RawObject, Segment};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// A field and the value it is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) path: FieldPath,
    pub(crate) value: RawObject,
}

/// A document with some fields set, and everything else unchanged and in its original order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledDocument {
    written: RawObject,
    settings: Vec<Setting>,
}

impl FilledDocument {
    pub(crate) const fn new(written: RawObject, settings: Vec<Setting>) -> Self {
        Self { written, settings }
    }
}

impl Serialize for FilledDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Overlay::new(self.written.node(), &self.settings).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FilledDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Object".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object", "additionalProperties": true, "description": "A Kubernetes object with all its fields."})
    }
}

/// A node and the settings that apply to it or below it. New fields are added after the existing ones.
struct Overlay<'a> {
    node: Option<NodeRef<'a>>,
    /// The number of path segments that lead to the node.
    depth: usize,
    settings: Vec<&'a Setting>,
}

impl<'a> Overlay<'a> {
    fn new(root: NodeRef<'a>, settings: &'a [Setting]) -> Self {
        Self { node: Some(root), depth: 0, settings: settings.iter().collect() }
    }

    /// Groups the settings by their next path segment. Also returns the segments in the order of the settings.
    fn group_by_segment(&self) -> (HashMap<&'a Segment, Vec<&'a Setting>>, Vec<&'a Segment>) {
        let (mut parts, mut steps) = (HashMap::<_, Vec<_>>::new(), Vec::new());
        for setting in &self.settings {
            if let Some(step) = setting.path.segments().get(self.depth) {
                let part = parts.entry(step).or_default();
                if part.is_empty() {
                    steps.push(step);
                }
                part.push(*setting);
            }
        }
        (parts, steps)
    }

    /// Creates the overlay of a child.
    fn below(&self, settings: Option<Vec<&'a Setting>>, node: Option<NodeRef<'a>>) -> Self {
        Self { node, depth: self.depth + 1, settings: settings.unwrap_or_default() }
    }
}

impl Serialize for Overlay<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(own) = self.settings.iter().rev().find(|setting| setting.path.segments().len() == self.depth) {
            return own.value.serialize(serializer);
        }
        let (mut parts, steps) = self.group_by_segment();
        match self.node {
            Some(node) if self.settings.is_empty() => node.serialize(serializer),
            Some(node) if node.kind() == NodeKind::List => {
                let mut list = serializer.serialize_seq(None)?;
                for (index, item) in node.items().enumerate() {
                    list.serialize_element(&self.below(parts.remove(&Segment::Index(index)), Some(item)))?;
                }
                list.end()
            }
            _ => {
                let node = self.node.filter(|node| node.kind() == NodeKind::Object);
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in node.into_iter().flat_map(NodeRef::entries) {
                    let settings = parts.remove(&Segment::Field(key.to_owned().into()));
                    map.serialize_entry(key, &self.below(settings, Some(value)))?;
                }
                for step in steps {
                    // The settings of existing fields have been applied already.
                    if let (Segment::Field(field), Some(settings)) = (step, parts.remove(step)) {
                        map.serialize_entry(field.as_ref(), &self.below(Some(settings), None))?;
                    }
                }
                map.end()
            }
        }
    }
}
