//! Documents as trees of values with source positions.
//!
//! A tree is an arena of small nodes in document order. A scalar whose source is identical to its value is a span of the source;
//! only values with escapes or folded lines are stored separately. An alias is a node that refers to another one, so that values
//! are never copied.

mod builder;
mod compare;
mod fault;
mod json_size;
mod merge;
#[cfg(feature = "read")]
mod path_of;
mod plain_key;
mod scalar;
mod serialize;
mod tree_serializer;

use std::collections::HashMap;
use std::sync::Arc;

pub(crate) use builder::{Builder, Text};
#[cfg(feature = "read")]
pub(crate) use builder::{Collection, Parsed};
pub(crate) use fault::{Fault, TreeWarning};
pub use scalar::Scalar;
pub(crate) use scalar::{json_float, resolve};
pub use tree_serializer::EmitError;
pub(crate) use tree_serializer::tree_of;

use crate::Span;

/// A document. Cloning is cheap, because clones share all data.
#[derive(Debug, Clone)]
pub struct Tree(Arc<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    /// The entire file.
    source: Arc<String>,
    /// Values of scalars that differ from their source.
    extra: String,
    nodes: Vec<Node>,
    /// The effective entries of objects with merge keys or duplicate keys, in ranges.
    effective: Vec<(u32, u32)>,
    ranges: Vec<(u32, u32)>,
}

/// A value or key. The meaning of `a` and `b` depends on the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    start: u32,
    end: u32,
    a: u32,
    b: u32,
    shape: Shape,
    in_extra: bool,
}

impl Node {
    /// A null, which also replaces a nonexistent node; in practice, every id comes from the builder.
    const NULL: Self = Self { start: 0, end: 0, a: 0, b: 0, shape: Shape::Plain, in_extra: true };
}

impl Parts {
    fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id.0 as usize).copied().unwrap_or(Node::NULL)
    }

    /// Returns the node after a node and all its content.
    fn after(&self, id: NodeId) -> NodeId {
        let node = self.node(id);
        match node.shape {
            Shape::List | Shape::Object | Shape::Merged => NodeId(node.a),
            Shape::Plain | Shape::Text | Shape::Number | Shape::Alias => NodeId(id.0 + 1),
        }
    }

    /// Returns the text of a scalar.
    fn text(&self, node: Node) -> &str {
        let holder: &str = if node.in_extra { &self.extra } else { &self.source };
        let start = node.a as usize;
        holder.get(start..start + node.b as usize).unwrap_or_default()
    }
}

/// The shapes of a [`Node`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A scalar whose text determines its type; `a` is the start of the text, `b` its length.
    Plain,
    /// A string; `a` and `b` as in [`Self::Plain`].
    Text,
    /// A number in a JSON document; `a` and `b` as in [`Self::Plain`].
    Number,
    /// A list; `a` is the node after its content, `b` the number of items.
    List,
    /// An object, with alternating keys and values; `a` is the node after its content, `b` the number of entries.
    Object,
    /// An object whose entries are in a table; `a` is the node after its content, `b` the index in `ranges`.
    Merged,
    /// The value of another node; `a` is that node.
    Alias,
}

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// A string, number, boolean or null.
    Scalar,
    /// A list.
    List,
    /// An object (a mapping in YAML).
    Object,
}

/// The index of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(crate) u32);

impl Tree {
    /// Returns the document's value.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.node(NodeId(0))
    }

    /// Returns the text of the entire file, to which spans refer; empty for a tree that was not read from text.
    #[must_use]
    pub fn source(&self) -> &Arc<String> {
        &self.0.source
    }

    /// Returns the spans of values that aliases repeat, once per alias: changing such a value affects every place that repeats it.
    pub fn repeated(&self) -> impl Iterator<Item = Span> {
        let aliases = self.0.nodes.iter().filter(|node| node.shape == Shape::Alias);
        aliases.map(|alias| self.node(NodeId(alias.a)).span())
    }

    /// Returns a tree in which an object has these entries: pairs of keys and values of this tree.
    pub(crate) fn with_entries(&self, object: NodeId, entries: &[(NodeId, NodeId)]) -> Option<Self> {
        let mut parts = Parts::clone(&self.0);
        let range = (u32::try_from(parts.effective.len()).ok()?, u32::try_from(entries.len()).ok()?);
        parts.effective.extend(entries.iter().map(|(key, value)| (key.0, value.0)));
        let node = parts.nodes.get_mut(object.0 as usize)?;
        node.shape = Shape::Merged;
        node.b = u32::try_from(parts.ranges.len()).ok()?;
        parts.ranges.push(range);
        Some(Self(Arc::new(parts)))
    }

    pub(crate) fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id, key: None }
    }

    pub(crate) fn shares_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn raw(&self, id: NodeId) -> Node {
        self.0.node(id)
    }

    /// Returns the node itself, or the target of an alias.
    fn resolved(&self, id: NodeId) -> Node {
        self.raw(self.target(id))
    }

    /// Returns the id of an alias's target; any other id unchanged.
    fn target(&self, id: NodeId) -> NodeId {
        match self.shape_of(id) {
            // An alias never refers to an alias, because the builder resolves it.
            Shape::Alias => NodeId(self.raw(id).a),
            _ => id,
        }
    }

    fn shape_of(&self, id: NodeId) -> Shape {
        self.raw(id).shape
    }

    /// Returns the shape and text of a scalar; `None` for a list or object.
    fn scalar_of(&self, id: NodeId) -> Option<(Shape, &str)> {
        let node = self.resolved(id);
        matches!(node.shape, Shape::Text | Shape::Plain | Shape::Number).then(|| (node.shape, self.text(node)))
    }

    fn key_text(&self, id: NodeId) -> &str {
        self.scalar_of(id).map(|(_, text)| text).unwrap_or_default()
    }

    fn text(&self, node: Node) -> &str {
        self.0.text(node)
    }

    /// Returns the node after a node and all its content.
    fn after(&self, id: NodeId) -> NodeId {
        self.0.after(id)
    }
}

impl Default for Tree {
    /// Returns a null.
    fn default() -> Self {
        static NULL: std::sync::OnceLock<Tree> = std::sync::OnceLock::new();
        NULL.get_or_init(|| {
            Tree(Arc::new(Parts {
                source: Arc::default(),
                extra: String::new(),
                nodes: vec![Node::NULL],
                effective: Vec::new(),
                ranges: Vec::new(),
            }))
        })
        .clone()
    }
}

/// A value in a [`Tree`], with its key if it is in an object.
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'a> {
    tree: &'a Tree,
    id: NodeId,
    key: Option<NodeId>,
}

impl<'a> NodeRef<'a> {
    /// Returns the tree that contains the value.
    #[must_use]
    pub fn tree(self) -> &'a Tree {
        self.tree
    }

    pub(crate) fn id(self) -> NodeId {
        self.id
    }

    /// Returns whether the value is an alias.
    #[must_use]
    pub fn is_alias(self) -> bool {
        self.tree.shape_of(self.id) == Shape::Alias
    }

    /// Returns the kind of the value, with aliases resolved.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        match self.tree.shape_of(self.tree.target(self.id)) {
            Shape::List => NodeKind::List,
            Shape::Object | Shape::Merged => NodeKind::Object,
            Shape::Plain | Shape::Text | Shape::Number | Shape::Alias => NodeKind::Scalar,
        }
    }

    /// Returns the span of the value; an alias has its own span. Empty in a tree that was not read from text.
    #[must_use]
    pub fn span(self) -> Span {
        let node = self.tree.raw(self.id);
        Span::new(node.start, node.end)
    }

    /// Returns the span of the key, if the value has one.
    #[must_use]
    pub fn key_span(self) -> Option<Span> {
        self.key.map(|key| self.tree.node(key).span())
    }

    /// Returns the key as Kubernetes reads it, if the value has one.
    #[must_use]
    pub fn key(self) -> Option<&'a str> {
        self.key.map(|key| self.tree.key_text(key))
    }

    pub(crate) fn key_id(self) -> Option<NodeId> {
        self.key
    }

    /// Returns the string if it is written here, as opposed to repeated by an alias.
    pub(crate) fn own_text(self) -> Option<&'a str> {
        let node = self.tree.raw(self.id);
        (node.shape == Shape::Text).then(|| self.tree.text(node))
    }

    /// Returns the scalar as Kubernetes reads it; `None` for a list or object.
    #[must_use]
    pub fn as_scalar(self) -> Option<Scalar<'a>> {
        let (shape, text) = self.tree.scalar_of(self.id)?;
        Some(match shape {
            Shape::Text => Scalar::Text(text),
            Shape::Number => scalar::json_number(text),
            _ => resolve(text),
        })
    }

    /// Returns the string; `None` for other values.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        match self.as_scalar()? {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a scalar's text regardless of its type: `1.30`, `yes`, the content of a string.
    #[must_use]
    pub fn raw_text(self) -> Option<&'a str> {
        self.tree.scalar_of(self.id).map(|(_, text)| text)
    }

    /// Returns whether the value is null, explicitly or by omission.
    #[must_use]
    pub fn is_null(self) -> bool {
        // Fast path: the shape rules out most values, and the type of other plain scalars is irrelevant.
        let shape = self.tree.shape_of(self.tree.target(self.id));
        shape == Shape::Plain && self.raw_text().is_some_and(scalar::is_null)
    }

    /// Returns whether the value is a number in a JSON document.
    pub(crate) fn is_json_number(self) -> bool {
        self.tree.shape_of(self.tree.target(self.id)) == Shape::Number
    }

    /// Returns the number of entries or items; 0 for a scalar.
    #[must_use]
    pub fn len(self) -> usize {
        let node = self.tree.resolved(self.id);
        match node.shape {
            Shape::List | Shape::Object => node.b as usize,
            Shape::Merged => self.tree.0.ranges.get(node.b as usize).map_or(0, |range| range.1 as usize),
            Shape::Plain | Shape::Text | Shape::Number | Shape::Alias => 0,
        }
    }

    /// Returns whether the value has no entries and no items.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the entries of an object; of duplicate keys, only the last one counts. Empty for other values.
    #[must_use]
    pub fn entries(self) -> Entries<'a> {
        let id = self.target();
        let node = self.tree.raw(id);
        let (next, left, table) = match node.shape {
            Shape::Object => (id.0 + 1, node.b, false),
            Shape::Merged => {
                let (start, length) = self.tree.0.ranges.get(node.b as usize).copied().unwrap_or_default();
                (start, length, true)
            }
            Shape::Plain | Shape::Text | Shape::Number | Shape::List | Shape::Alias => (0, 0, false),
        };
        Entries { tree: self.tree, next, left, table }
    }

    /// Returns the values of an object by key, for many lookups in a large object; empty for other values.
    ///
    /// ```
    /// use rootstock_document::RawObject;
    /// let object: RawObject = serde_json::from_str(r#"{"kind": "CloudProfile"}"#)?;
    /// assert_eq!(object.node().by_key()["kind"].as_str(), Some("CloudProfile"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn by_key(self) -> HashMap<&'a str, NodeRef<'a>> {
        self.entries().collect()
    }

    /// Returns the items of a list; empty for other values.
    #[must_use]
    pub fn items(self) -> Items<'a> {
        let id = self.target();
        let node = self.tree.raw(id);
        let left = if node.shape == Shape::List { node.b } else { 0 };
        Items { tree: self.tree, next: NodeId(id.0 + 1), left }
    }

    /// Returns the value of a key; `None` if there is none or if this is not an object.
    ///
    /// ```
    /// # #[cfg(feature = "read")] {
    /// use rootstock_document::read;
    /// let file = read::read("profile.yaml", b"kind: CloudProfile\nspec: {type: local}\n", &Default::default());
    /// let tree = file.documents[0].object().unwrap().raw.node().tree().clone();
    /// let kind = tree.root().get("spec").and_then(|spec| spec.get("type"));
    /// assert_eq!(kind.and_then(|node| node.as_str()), Some("local"));
    /// # }
    /// ```
    #[must_use]
    pub fn get(self, key: &str) -> Option<NodeRef<'a>> {
        self.entries().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    fn target(self) -> NodeId {
        self.tree.target(self.id)
    }
}

/// An iterator over the entries of an object, in document order.
#[derive(Debug, Clone)]
pub struct Entries<'a> {
    tree: &'a Tree,
    next: u32,
    left: u32,
    table: bool,
}

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a str, NodeRef<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (key, id) = if self.table {
            let (key, id) = self.tree.0.effective.get(self.next as usize)?;
            self.next += 1;
            (NodeId(*key), NodeId(*id))
        } else {
            // A key is always a scalar, so the next node is its value.
            let (key, id) = (NodeId(self.next), NodeId(self.next + 1));
            self.next = self.tree.after(id).0;
            (key, id)
        };
        // A key is never an alias, either.
        Some((self.tree.key_text(key), NodeRef { tree: self.tree, id, key: Some(key) }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// An iterator over the items of a list.
#[derive(Debug, Clone)]
pub struct Items<'a> {
    tree: &'a Tree,
    next: NodeId,
    left: u32,
}

impl<'a> Iterator for Items<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let id = self.next;
        self.next = self.tree.after(id);
        Some(self.tree.node(id))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Items<'_> {}
