//! A document with some fields set: everything else stays as it is, in its order.

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

    /// What lies one step further down.
    fn below(&self, step: &Segment, node: Option<NodeRef<'a>>) -> Self {
        let concerns = |setting: &&&Setting| setting.path.segments().get(self.depth) == Some(step);
        Self { node, depth: self.depth + 1, settings: self.settings.iter().filter(concerns).copied().collect() }
    }

    /// The fields that are set at this node, each once.
    fn fields(&self) -> Vec<&'a str> {
        let mut fields = Vec::new();
        for setting in &self.settings {
            if let Some(Segment::Field(name)) = setting.path.segments().get(self.depth)
                && !fields.contains(&name.as_ref())
            {
                fields.push(name.as_ref());
            }
        }
        fields
    }
}

impl Serialize for Overlay<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(own) = self.settings.iter().rev().find(|setting| setting.path.segments().len() == self.depth) {
            return own.value.serialize(serializer);
        }
        match self.node {
            Some(node) if self.settings.is_empty() => node.serialize(serializer),
            Some(node) if node.kind() == NodeKind::List => {
                let mut list = serializer.serialize_seq(None)?;
                for (index, item) in node.items().enumerate() {
                    list.serialize_element(&self.below(&Segment::Index(index), Some(item)))?;
                }
                list.end()
            }
            _ => {
                let node = self.node.filter(|node| node.kind() == NodeKind::Object);
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in node.into_iter().flat_map(NodeRef::entries) {
                    map.serialize_entry(key, &self.below(&Segment::Field(key.to_owned().into()), Some(value)))?;
                }
                for field in self.fields().into_iter().filter(|field| node.is_none_or(|node| node.get(field).is_none()))
                {
                    map.serialize_entry(field, &self.below(&Segment::Field(field.to_owned().into()), None))?;
                }
                map.end()
            }
        }
    }
}
