//! What a stream holds.

use std::sync::Arc;

use super::InputText;
use crate::{NodeRef, Problem, RawObject, Span};

/// An input and all its documents, none left out.
#[derive(Debug, Clone)]
pub struct File {
    /// The text.
    pub source: Arc<InputText>,
    /// The documents in order; the items of a list (`kind: List`, `CloudProfileList`) count as documents.
    pub documents: Vec<Document>,
}

/// One document of a stream, or one item of a list in it.
#[derive(Debug, Clone)]
pub struct Document {
    /// The number of the document in its stream, from 0.
    pub number: usize,
    /// The number of the item, from 0, if the document is a list.
    pub item: Option<usize>,
    /// Where it stands in the file.
    pub span: Span,
    /// What it is.
    pub body: Body,
    /// What the reader found: why it cannot be read, keys that stand twice.
    pub problems: Vec<Problem>,
}

impl Document {
    /// The object, if it is one.
    #[must_use]
    pub fn object(&self) -> Option<&ReadObject> {
        match &self.body {
            Body::Object(object) => Some(object),
            Body::NoObject { .. } | Body::Empty | Body::Unreadable => None,
        }
    }

    /// The content, if it can be read and is not empty.
    #[must_use]
    pub fn raw(&self) -> Option<&RawObject> {
        match &self.body {
            Body::Object(object) => Some(&object.raw),
            Body::NoObject { raw, .. } => Some(raw),
            Body::Empty | Body::Unreadable => None,
        }
    }
}

/// What a document is.
#[derive(Debug, Clone)]
pub enum Body {
    /// A Kubernetes object of any kind.
    Object(ReadObject),
    /// Readable, and no Kubernetes object.
    NoObject {
        /// What it holds.
        raw: RawObject,
        /// Why it is none, as a short clause.
        reason: &'static str,
    },
    /// Nothing but blanks and comments, or a list without items.
    Empty,
    /// Not readable; the document's problems say why.
    Unreadable,
}

/// A Kubernetes object.
#[derive(Debug, Clone)]
pub struct ReadObject {
    /// The `apiVersion`, empty if it has none.
    pub api_version: String,
    /// The `kind`; for an item of a list that has none, what the list's kind says.
    pub kind: String,
    /// `metadata.name`, empty if it has none.
    pub name: String,
    /// `metadata.namespace`, empty if it has none.
    pub namespace: String,
    /// All of it.
    pub raw: RawObject,
}

impl ReadObject {
    /// The object at a node, or why it is none. `kind` is what the surrounding list says.
    pub(super) fn at(node: NodeRef<'_>, kind: Option<&str>) -> Result<Self, &'static str> {
        let text = |node: Option<NodeRef<'_>>| node.and_then(NodeRef::as_str).unwrap_or_default().to_owned();
        if node.kind() != crate::NodeKind::Object {
            return Err("it is not an object");
        }
        let own = text(node.get("kind"));
        let kind = if own.is_empty() { kind.map(str::to_owned).ok_or("it has no `kind`")? } else { own };
        let metadata = node.get("metadata");
        let field = |name| text(metadata.and_then(|metadata| metadata.get(name)));
        Ok(Self {
            api_version: text(node.get("apiVersion")),
            kind,
            name: field("name"),
            namespace: field("namespace"),
            raw: RawObject::new(node),
        })
    }

    /// Whether it is of a kind, and of that version of it or of none in particular.
    #[must_use]
    pub fn is(&self, kind: &str, api_version: &str) -> bool {
        self.kind == kind && (self.api_version == api_version || self.api_version.is_empty())
    }
}
