//! What is put into a document: new values, and values that stand in it already.

use crate::{NodeKind, NodeRef};

/// A value.
#[derive(Debug, Clone)]
pub enum Fragment<'a> {
    /// A string.
    Text(String),
    /// A scalar as it is written, in every style the same: a number, a boolean, or what is quoted already.
    Written(String),
    /// A list of strings, which is written on one line.
    Texts(Vec<String>),
    /// An object.
    Object(Vec<Field<'a>>),
    /// A list.
    List(Vec<Item<'a>>),
    /// A value of the document with everything in it.
    Moved(NodeRef<'a>),
}

/// A field of a [`Fragment::Object`].
#[derive(Debug, Clone)]
pub struct Field<'a> {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Fragment<'a>,
    /// Comment lines above the key, each with its `#`; only block style has place for them.
    pub above: Vec<String>,
    /// A comment behind the key or value, with its `#`; only block style has place for it.
    pub behind: Option<String>,
}

/// An item of a [`Fragment::List`].
#[derive(Debug, Clone)]
pub enum Item<'a> {
    /// A new one.
    New {
        /// The value.
        value: Fragment<'a>,
        /// Comment lines above the dash, each with its `#`; only block style has place for them.
        above: Vec<String>,
    },
    /// An item of a list of the document, with the comments above it, without some of its fields.
    Moved {
        /// The list.
        list: NodeRef<'a>,
        /// The item's position in it.
        index: usize,
        /// The fields that are left out.
        without: &'static [&'static str],
        /// Fields that are added at its end, unless it has them: keys and strings.
        with: Vec<(String, String)>,
    },
}

impl<'a> Fragment<'a> {
    /// A list of strings.
    #[must_use]
    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::Texts(texts.into_iter().map(Into::into).collect())
    }

    /// A value of another document, written out.
    #[must_use]
    pub fn of(node: NodeRef<'_>) -> Self {
        match node.kind() {
            NodeKind::Object => {
                Self::Object(node.entries().map(|(key, value)| Field::new(key, Self::of(value))).collect())
            }
            NodeKind::List if node.items().all(|item| item.as_str().is_some()) => {
                Self::texts(node.items().filter_map(NodeRef::as_str))
            }
            NodeKind::List => Self::List(node.items().map(|item| Item::new(Self::of(item))).collect()),
            NodeKind::Scalar => match node.as_str() {
                Some(text) => Self::Text(text.to_owned()),
                None => Self::Written(node.raw_text().filter(|text| !text.is_empty()).unwrap_or("null").to_owned()),
            },
        }
    }

    /// Whether it is written on the line of its key.
    pub(crate) fn is_inline(&self) -> bool {
        match self {
            Self::Text(_) | Self::Written(_) | Self::Texts(_) => true,
            Self::Object(fields) => fields.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Moved(node) => node.kind() == NodeKind::Scalar,
        }
    }
}

impl<'a> Field<'a> {
    /// A field without comments.
    #[must_use]
    pub fn new(key: impl Into<String>, value: Fragment<'a>) -> Self {
        Self { key: key.into(), value, above: Vec::new(), behind: None }
    }
}

impl<'a> Item<'a> {
    /// A new item without comments.
    #[must_use]
    pub const fn new(value: Fragment<'a>) -> Self {
        Self::New { value, above: Vec::new() }
    }

    /// An item of the document as it is.
    #[must_use]
    pub const fn moved(list: NodeRef<'a>, index: usize) -> Self {
        Self::Moved { list, index, without: &[], with: Vec::new() }
    }
}
