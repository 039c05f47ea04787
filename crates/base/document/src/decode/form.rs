//! Forms of a value that differ from the node.

use std::cell::Cell;

use crate::{ImplicitItem, NodeRef, Shorthand};

/// The form in which a node is read. serde generates code for each pair of a type and a deserializer; one deserializer for all
/// forms instead of one for each halves that code.
#[derive(Clone, Copy)]
pub(super) enum Form<'p, 'a> {
    /// The node itself.
    Itself,
    /// A string and nothing else, even if an option is requested.
    Text(&'a str),
    /// Like [`Self::Text`], but for a string that is not part of the document.
    Written(&'p str),
    /// An entry of an object in the place of a list, as an item.
    Named(&'p Named<'p, 'a>),
    /// The list that the object's fields belong in.
    List(&'static ImplicitItem),
    /// The item of that list: the level and its sibling fields.
    Item(&'static ImplicitItem),
}

/// An entry that is read as an item.
pub(super) struct Named<'p, 'a> {
    pub(super) name: &'a str,
    pub(super) value: NodeRef<'a>,
    /// The form of such items, once their type is known.
    pub(super) hint: &'p Cell<Option<&'static Shorthand>>,
}
