//! What is read in the place of a node.

use std::cell::Cell;

use crate::{Gathered, NodeRef, Shorthand};

/// What is read in the place of a node. serde makes code for each type and each deserializer that it may be read from: one for all
/// forms, instead of one for each, is half of that code.
#[derive(Clone, Copy)]
pub(super) enum Form<'p, 'a> {
    /// What it is.
    Itself,
    /// A string and nothing else, also where an option is asked for.
    Text(&'a str),
    /// The same, where the string is not in the document.
    Written(&'p str),
    /// An entry of an object that stands in the place of a list, as an item.
    Named(&'p Named<'p, 'a>),
    /// The list that fields of the object belong into.
    List(&'static Gathered),
    /// The item of that list: what stands beside its level.
    Item(&'static Gathered),
}

/// An entry that is an item.
pub(super) struct Named<'p, 'a> {
    pub(super) name: &'a str,
    pub(super) value: NodeRef<'a>,
    /// How such items are written, once their type is known.
    pub(super) hint: &'p Cell<Option<&'static Shorthand>>,
}
