//! Content to insert into a document: new values, and values that it already contains.

use std::ops::Range;

use crate::editor::extent::is_flow;
use crate::{NodeKind, NodeRef, emit};

/// A value.
#[derive(Debug, Clone)]
pub enum Fragment<'a> {
    /// A string.
    Text(String),
    /// A scalar in source form, identical in every style: a number, a boolean, or an already quoted string.
    Written(String),
    /// A list of strings, written on one line.
    Texts(Vec<String>),
    /// An object.
    Object(Vec<Field<'a>>),
    /// A list.
    List(Vec<Item<'a>>),
    /// A value of the document with all its content.
    Moved(NodeRef<'a>),
    /// An object or list in brackets, on one line.
    InBrackets(Box<Fragment<'a>>),
}

/// The treatment of a value when it is copied.
#[derive(Debug, Clone)]
pub enum CopyAction<'a> {
    /// The value itself; its content is treated individually.
    AsIs,
    /// This text, in the value's style of quotes.
    Text(String),
    /// The list, with further items at its end.
    With(Vec<Item<'a>>),
    /// Another value.
    Instead(Fragment<'a>),
    /// No value: the field or item is left out.
    LeftOut,
}

/// A field of a [`Fragment::Object`].
#[derive(Debug, Clone)]
pub struct Field<'a> {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Fragment<'a>,
    /// The comment lines above the key, each with its `#`; written in block style only.
    pub above: Vec<String>,
    /// The comment after the key or value, with its `#`; written in block style only.
    pub behind: Option<String>,
}

/// An item of a [`Fragment::List`].
#[derive(Debug, Clone)]
pub enum Item<'a> {
    /// A new item.
    New {
        /// The value.
        value: Fragment<'a>,
        /// The comment lines above the dash, each with its `#`; written in block style only.
        above: Vec<String>,
    },
    /// An item of a list of the document, with the comments above it, possibly without some of its fields.
    Moved {
        /// The item.
        item: ListItem<'a>,
        /// The fields to leave out.
        without: &'static [&'static str],
        /// Pairs of keys and strings to append as fields, unless the item has them.
        with: Vec<(String, String)>,
    },
}

/// An item of a list of the document.
#[derive(Debug, Clone, Copy)]
pub struct ListItem<'a> {
    pub(crate) list: NodeRef<'a>,
    /// The item before it, if it is not the first one.
    pub(crate) previous: Option<NodeRef<'a>>,
    pub(crate) node: NodeRef<'a>,
}

impl<'a> ListItem<'a> {
    /// Returns the items of a list in their order.
    pub fn of(list: NodeRef<'a>) -> impl Iterator<Item = Self> {
        let mut previous = None;
        list.items().map(move |node| Self { list, previous: previous.replace(node), node })
    }
}

impl<'a> Fragment<'a> {
    /// Creates a list of strings.
    #[must_use]
    pub fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::Texts(texts.into_iter().map(Into::into).collect())
    }

    /// Creates a fragment from a value of another document.
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

    /// Copies a value of the document in the same style, but without its comments; `change` determines the treatment of the value
    /// and everything in it. Returns `None` if the value itself is left out.
    ///
    /// Aliases and merge keys are expanded.
    pub fn copied(node: NodeRef<'_>, change: &mut dyn FnMut(NodeRef<'_>) -> CopyAction<'a>) -> Option<Self> {
        Self::copied_into(node, true, change)
    }

    /// Like [`copied`](Self::copied), for a surrounding value that is in brackets or not.
    fn copied_into(
        node: NodeRef<'_>,
        brackets: bool,
        change: &mut dyn FnMut(NodeRef<'_>) -> CopyAction<'a>,
    ) -> Option<Self> {
        let text = node.tree().source();
        let own = is_flow(node, text);
        let more = match change(node) {
            CopyAction::LeftOut => return None,
            CopyAction::Instead(fragment) => return Some(fragment),
            CopyAction::Text(text) if quoted(node).is_some() => return Some(Self::Written(emit::quoted(&text))),
            CopyAction::Text(text) => return Some(Self::Text(text)),
            CopyAction::AsIs => Vec::new(),
            CopyAction::With(more) => more,
        };
        let fragment = match node.kind() {
            NodeKind::Scalar => {
                return Some(quoted(node).map_or_else(|| Self::of(node), |text| Self::Written(text.to_owned())));
            }
            NodeKind::Object => {
                let fields = node.entries();
                Self::Object(
                    fields
                        .filter_map(|(key, value)| Some(Field::new(key, Self::copied_into(value, own, change)?)))
                        .collect(),
                )
            }
            NodeKind::List => {
                let items = node.items().filter_map(|item| Self::copied_into(item, own, change)).map(Item::new);
                Self::List(items.chain(more).collect())
            }
        };
        // A multi-line value within brackets gets the layout of the surrounding value.
        let spread = text.get(node.span().range()).is_some_and(|text| text.contains('\n'));
        Some(if own && !(brackets && spread) { Self::InBrackets(Box::new(fragment)) } else { fragment })
    }

    /// Collects the spans of the values and items that move into the fragment.
    pub(crate) fn add_moved(&self, moved: &mut Vec<Range<usize>>) {
        match self {
            Self::Moved(value) => moved.push(value.span().range()),
            Self::Object(fields) => fields.iter().for_each(|field| field.value.add_moved(moved)),
            Self::List(items) => items.iter().for_each(|item| match item {
                Item::New { value, .. } => value.add_moved(moved),
                Item::Moved { item, .. } => moved.push(item.node.span().range()),
            }),
            Self::InBrackets(inner) => inner.add_moved(moved),
            Self::Text(_) | Self::Written(_) | Self::Texts(_) => {}
        }
    }

    /// Returns whether the fragment is written on the line of its key.
    pub(crate) fn is_inline(&self) -> bool {
        match self {
            Self::Text(_) | Self::Written(_) | Self::Texts(_) | Self::Moved(_) | Self::InBrackets(_) => true,
            Self::Object(fields) => fields.is_empty(),
            Self::List(items) => items.is_empty(),
        }
    }
}

impl<'a> Field<'a> {
    /// Creates a field without comments.
    #[must_use]
    pub fn new(key: impl Into<String>, value: Fragment<'a>) -> Self {
        Self { key: key.into(), value, above: Vec::new(), behind: None }
    }
}

impl<'a> Item<'a> {
    /// Creates a new item without comments.
    #[must_use]
    pub const fn new(value: Fragment<'a>) -> Self {
        Self::New { value, above: Vec::new() }
    }

    /// Moves an item of the document unchanged.
    #[must_use]
    pub const fn moved(item: ListItem<'a>) -> Self {
        Self::Moved { item, without: &[], with: Vec::new() }
    }
}

/// Returns the source of a quoted scalar on a single line.
fn quoted(node: NodeRef<'_>) -> Option<&str> {
    let text = node.tree().source().get(node.span().range())?;
    (text.starts_with(['"', '\'']) && !text.contains('\n')).then_some(text)
}
