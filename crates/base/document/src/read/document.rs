//! The content of a stream.

use std::sync::Arc;

use super::InputText;
use crate::{NodeRef, Problem, RawObject, Span};

/// An input with all its documents.
#[derive(Debug, Clone)]
pub struct File {
    /// The source text.
    pub source: Arc<InputText>,
    /// The documents in order; the items of a list (`kind: List`, `CloudProfileList`) count as documents.
    pub documents: Vec<Document>,
}

/// One document of a stream, or one item of a list in it.
#[derive(Debug, Clone)]
pub struct Document {
    /// The index of the document in its stream, starting at 0.
    pub number: usize,
    /// The index of the item, starting at 0, if this is an item of a list.
    pub item: Option<usize>,
    /// The span of the document in the file.
    pub span: Span,
    /// The content of the document.
    pub body: Body,
    /// Problems that the parser found, such as syntax errors and duplicate keys.
    pub problems: Vec<Problem>,
}

impl Document {
    /// Returns the object, if the document is one.
    #[must_use]
    pub fn object(&self) -> Option<&ReadObject> {
        match &self.body {
            Body::Object(object) => Some(object),
            Body::NotAnObject { .. } | Body::Empty | Body::Unreadable => None,
        }
    }

    /// Returns the content, if it is readable and not empty.
    #[must_use]
    pub fn raw(&self) -> Option<&RawObject> {
        match &self.body {
            Body::Object(object) => Some(&object.raw),
            Body::NotAnObject { raw, .. } => Some(raw),
            Body::Empty | Body::Unreadable => None,
        }
    }
}

/// The content of a document.
#[derive(Debug, Clone)]
pub enum Body {
    /// A Kubernetes object of any kind.
    Object(ReadObject),
    /// Readable content that is not a Kubernetes object.
    NotAnObject {
        /// The content.
        raw: RawObject,
        /// The reason why it is not an object, as a short clause.
        reason: &'static str,
    },
    /// Only blanks and comments, or a list without items.
    Empty,
    /// Unreadable content; the document's problems contain the reason.
    Unreadable,
}

/// A Kubernetes object.
#[derive(Debug, Clone)]
pub struct ReadObject {
    /// The `apiVersion`, empty if it has none.
    pub api_version: String,
    /// The `kind`; list items without one get it from the kind of the list.
    pub kind: String,
    /// `metadata.name`, empty if it has none.
    pub name: String,
    /// `metadata.namespace`, empty if it has none.
    pub namespace: String,
    /// The entire object.
    pub raw: RawObject,
}

impl ReadObject {
    /// Returns the object at a node, or the reason why it is not one. `kind` is the kind that the surrounding list implies.
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

    /// Returns whether the object has this kind, and this API version or none.
    #[must_use]
    pub fn is(&self, kind: &str, api_version: &str) -> bool {
        self.kind == kind && (self.api_version == api_version || self.api_version.is_empty())
    }
}
