//! A document with some fields set: everything else stays as it is, in its order.

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

/// A document with some fields set: everything else stays as it is written, in its order.
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
        schemars::json_schema!({"type": "object", "additionalProperties": true, "description": "An object as Kubernetes has it, all its fields."})
    }
}

/// A node with the settings that concern it laid over it. What is set and not there is added behind what is there.
struct Overlay<'a> {
    node: Option<NodeRef<'a>>,
    /// How many steps lead to the node.
    depth: usize,
    settings: Vec<&'a Setting>,
}

impl<'a> Overlay<'a> {
    /// The settings laid over a document.
    fn new(root: NodeRef<'a>, settings: &'a [Setting]) -> Self {
        Self { node: Some(root), depth: 0, settings: settings.iter().collect() }
    }

    /// The settings by the next step to what they set, and the steps in the order of the settings.
    fn parted(&self) -> (HashMap<&'a Segment, Vec<&'a Setting>>, Vec<&'a Segment>) {
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

    /// What lies one step further down.
    fn below(&self, settings: Option<Vec<&'a Setting>>, node: Option<NodeRef<'a>>) -> Self {
        Self { node, depth: self.depth + 1, settings: settings.unwrap_or_default() }
    }
}

impl Serialize for Overlay<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(own) = self.settings.iter().rev().find(|setting| setting.path.segments().len() == self.depth) {
            return own.value.serialize(serializer);
        }
        let (mut parts, steps) = self.parted();
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
                    // What is there already has its settings.
                    if let (Segment::Field(field), Some(settings)) = (step, parts.remove(step)) {
                        map.serialize_entry(field.as_ref(), &self.below(Some(settings), None))?;
                    }
                }
                map.end()
            }
        }
    }
}
