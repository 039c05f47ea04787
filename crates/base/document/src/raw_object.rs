//! Parts of a document that this crate does not interpret.

use std::fmt;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::tree::{Builder, EmitError, NodeId, Text, tree_of};
use crate::{NodeRef, ReadLimits, Span, Tree};

/// A value of a document with its positions: a tree and a node in it.
///
/// Cloning is cheap. Two values are equal if they mean the same, regardless of the order of keys.
///
/// ```
/// use rootstock_document::RawObject;
/// let one: RawObject = serde_json::from_str(r#"{"a": 1, "b": [true, null]}"#)?;
/// let other: RawObject = serde_yaml::from_str("{b: [true, null], a: 1}")?;
/// assert_eq!(one, other);
/// assert_eq!(serde_json::to_string(&other)?, r#"{"b":[true,null],"a":1}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RawObject {
    tree: Tree,
    node: NodeId,
}

impl RawObject {
    /// Creates the object from the value at a node.
    #[must_use]
    pub fn new(node: NodeRef<'_>) -> Self {
        Self { tree: node.tree().clone(), node: node.id() }
    }

    /// Returns the value as a node.
    #[must_use]
    pub fn node(&self) -> NodeRef<'_> {
        self.tree.node(self.node)
    }

    /// Returns the value for a key of an object.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<NodeRef<'_>> {
        self.node().get(key)
    }

    /// Returns the object in which the value of the path's first field is replaced by the value at the path; all positions stay
    /// those of the text, so that edits of the result are edits of the text. `None` if there is no such value, or an alias is on the
    /// way.
    ///
    /// ```
    /// use rootstock_document::{After, Editor, Fragment, apply_edits, read};
    /// let text = "kind: X\nspec:\n  template:\n    type: local\n  more: 1\n";
    /// let file = read::read("a.yaml", text.as_bytes(), &Default::default());
    /// let template = file.documents[0].raw().and_then(|raw| raw.with_inner(&["spec", "template"])).ok_or("none")?;
    /// let spec = template.get("spec").ok_or("none")?;
    /// assert_eq!(spec.get("type").and_then(|node| node.as_str()), Some("local"));
    /// let mut editor = Editor::new(spec.tree());
    /// editor.add_field(spec, After(&["type"]), "regions", Fragment::texts(["eu"]))?;
    /// let expected = "kind: X\nspec:\n  template:\n    type: local\n    regions: [eu]\n  more: 1\n";
    /// assert_eq!(apply_edits(text, &editor.finish()).as_deref(), Some(expected));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_inner(&self, path: &[impl AsRef<str>]) -> Option<Self> {
        let node = self.node();
        let field = path.first()?.as_ref();
        let value =
            path.iter().try_fold(node, |value, name| value.get(name.as_ref()).filter(|value| !value.is_alias()))?;
        let entry =
            |(name, own): (&str, NodeRef<'_>)| Some((own.key_id()?, if name == field { value.id() } else { own.id() }));
        let entries: Vec<(NodeId, NodeId)> = node.entries().filter_map(entry).collect();
        Some(Self { tree: self.tree.with_entries(self.node, &entries)?, node: self.node })
    }

    /// Returns whether the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.node().is_null()
    }

    /// Creates an object from any value that can be serialized.
    ///
    /// # Errors
    ///
    /// Returns an error if a key is not a string, number or boolean, or if the value exceeds [`ReadLimits::DEFAULT`].
    pub fn from_serialize(value: &impl Serialize) -> Result<Self, EmitError> {
        Ok(Self::from(tree_of(value)?))
    }
}

impl Default for RawObject {
    /// Returns a null.
    fn default() -> Self {
        Self::from(Tree::default())
    }
}

impl From<Tree> for RawObject {
    fn from(tree: Tree) -> Self {
        Self { tree, node: NodeId(0) }
    }
}

impl fmt::Debug for RawObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Value<'a>(NodeRef<'a>);
        impl fmt::Debug for Value<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.0.as_scalar() {
                    Some(scalar) => scalar.fmt(f),
                    None if self.0.kind() == crate::NodeKind::List => {
                        f.debug_list().entries(self.0.items().map(Value)).finish()
                    }
                    None => f.debug_map().entries(self.0.entries().map(|(key, value)| (key, Value(value)))).finish(),
                }
            }
        }
        Value(self.node()).fmt(f)
    }
}

impl Eq for RawObject {}

impl PartialEq for RawObject {
    fn eq(&self, other: &Self) -> bool {
        self.node() == other.node()
    }
}

impl Serialize for RawObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.node().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawObject {
    /// Builds a tree without positions. A field that is decoded ([`Decodable`](trait@crate::Decodable)) keeps its node instead.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const LIMITS: ReadLimits = ReadLimits::DEFAULT;
        let mut builder = Builder::new(<_>::default(), 0, &LIMITS);
        deserializer.deserialize_any(TreeVisitor(&mut builder))?;
        Ok(Self::from(builder.finish().0))
    }
}

/// A visitor that adds values to a tree.
struct TreeVisitor<'b, 'l>(&'b mut Builder<'l>);

impl TreeVisitor<'_, '_> {
    fn plain<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.0.plain(Span::default(), Text::Decoded(text), 0).map_err(de::Error::custom)
    }
}

impl<'de> de::DeserializeSeed<'de> for TreeVisitor<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TreeVisitor<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.plain(if value { "true" } else { "false" })
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.plain(&value.to_string())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.plain(&value.to_string())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        if value.is_finite() { self.plain(&crate::tree::json_float(value)) } else { self.plain("null") }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.0.text(Span::default(), Text::Decoded(text), 0).map_err(de::Error::custom)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.plain("null")
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.plain("null")
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.open_list(Span::default(), 0).map_err(de::Error::custom)?;
        while list.next_element_seed(TreeVisitor(self.0))?.is_some() {}
        self.0.close(0).map_err(de::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.open_object(Span::default(), 0).map_err(de::Error::custom)?;
        while let Some(key) = map.next_key::<String>()? {
            self.0.text(Span::default(), Text::Decoded(&key), 0).map_err(de::Error::custom)?;
            map.next_value_seed(TreeVisitor(self.0))?;
        }
        self.0.close(0).map_err(de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RawObject {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"additionalProperties": true, "description": "Any value, as it is written."})
    }
}
