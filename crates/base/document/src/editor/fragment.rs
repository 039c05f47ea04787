//! What is put into a document: new values, and values that stand in it already.

use std::ops::Range;

use crate::editor::extent::is_flow;
use crate::{NodeKind, NodeRef, emit};

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
    /// An object or list in brackets, on one line.
    InBrackets(Box<Fragment<'a>>),
}

/// What becomes of a value on the way into a copy.
#[derive(Debug, Clone)]
pub enum Copied<'a> {
    /// The value, with what becomes of everything in it.
    AsIs,
    /// This text, in the quotes that the value has.
    Text(String),
    /// The value, and behind what is in it these: further items of a list.
    With(Vec<Item<'a>>),
    /// Something else.
    Instead(Fragment<'a>),
    /// Nothing: the field or item is left out.
    LeftOut,
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

    /// A value of the document written out once more, in the same style, without its comments; `change` says what becomes of it and
    /// of everything in it. Nothing if it is left out itself.
    ///
    /// What aliases and merge keys bring in is written out.
    pub fn copied(node: NodeRef<'_>, change: &mut dyn FnMut(NodeRef<'_>) -> Copied<'a>) -> Option<Self> {
        Self::copied_into(node, true, change)
    }

    /// The same in a value that is in brackets, or is not.
    fn copied_into(
        node: NodeRef<'_>,
        brackets: bool,
        change: &mut dyn FnMut(NodeRef<'_>) -> Copied<'a>,
    ) -> Option<Self> {
        let text = node.tree().source();
        let own = is_flow(node, text);
        let more = match change(node) {
            Copied::LeftOut => return None,
            Copied::Instead(fragment) => return Some(fragment),
            Copied::Text(text) if quoted(node).is_some() => return Some(Self::Written(emit::quoted(&text))),
            Copied::Text(text) => return Some(Self::Text(text)),
            Copied::AsIs => Vec::new(),
            Copied::With(more) => more,
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
        // What is spread over lines within brackets is laid out as what is around it.
        let spread = text.get(node.span().range()).is_some_and(|text| text.contains('\n'));
        Some(if own && !(brackets && spread) { Self::InBrackets(Box::new(fragment)) } else { fragment })
    }

    /// Adds where the values and items stand that move into it.
    pub(crate) fn add_moved(&self, moved: &mut Vec<Range<usize>>) {
        match self {
            Self::Moved(value) => moved.push(value.span().range()),
            Self::Object(fields) => fields.iter().for_each(|field| field.value.add_moved(moved)),
            Self::List(items) => items.iter().for_each(|item| match item {
                Item::New { value, .. } => value.add_moved(moved),
                Item::Moved { list, index, .. } => {
                    moved.extend(list.items().nth(*index).map(|item| item.span().range()))
                }
            }),
            Self::InBrackets(inner) => inner.add_moved(moved),
            Self::Text(_) | Self::Written(_) | Self::Texts(_) => {}
        }
    }

    /// Whether it is written on the line of its key.
    pub(crate) fn is_inline(&self) -> bool {
        match self {
            Self::Text(_) | Self::Written(_) | Self::Texts(_) | Self::Moved(_) | Self::InBrackets(_) => true,
            Self::Object(fields) => fields.is_empty(),
            Self::List(items) => items.is_empty(),
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

/// A scalar in quotes as it is written, if that is on one line.
fn quoted(node: NodeRef<'_>) -> Option<&str> {
    let text = node.tree().source().get(node.span().range())?;
    (text.starts_with(['"', '\'']) && !text.contains('\n')).then_some(text)
}
