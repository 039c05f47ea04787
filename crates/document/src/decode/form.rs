//! What is read in the place of a node.

use std::cell::Cell;

use serde::de::{Error as _, Expected, Unexpected, Visitor};

use super::Refusal;
use super::node::NodeDeserializer;
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
    /// The item of that list, which has the level: what stands beside it.
    Item(&'static Gathered, NodeRef<'a>),
}

/// An entry that is an item.
pub(super) struct Named<'p, 'a> {
    pub(super) name: &'a str,
    pub(super) value: NodeRef<'a>,
    /// How such items are written, once their type is known.
    pub(super) hint: &'p Cell<Option<&'static Shorthand>>,
}

impl<'a> NodeDeserializer<'_, 'a> {
    /// Whether it is neither an object nor a list that is read: then [`Self::visit_form`] reads it.
    pub(super) const fn is_replaced(&self) -> bool {
        matches!(self.form, Form::Text(_) | Form::Written(_) | Form::Named(_))
    }

    /// Reads what stands for the node. Objects and lists are no part of this: each place that visits one is code for each type.
    pub(super) fn visit_form<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.form {
            Form::Text(text) => visitor.visit_borrowed_str(text),
            Form::Written(text) => visitor.visit_str(text),
            _ => Err(self.is_no_scalar(&visitor)),
        }
    }

    #[cold]
    fn is_no_scalar(&self, expected: &dyn Expected) -> Refusal {
        match self.form {
            Form::Named(_) => Refusal::custom("must be a list"),
            Form::List(_) => Refusal::invalid_type(Unexpected::Seq, expected),
            _ => Refusal::invalid_type(Unexpected::Map, expected),
        }
    }
}
