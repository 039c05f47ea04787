//! One node on the way through the document: what is read, where it stands, and what is told of it.

use serde::de::{Error as _, Expected, Unexpected, Visitor};

use super::field_names::FieldNames;
use super::form::Form;
use super::{Context, Refusal, wording};
use crate::tree::NodeId;
use crate::{NodeRef, Path, ProblemKind, Scalar};

/// Reads one node.
#[derive(Clone, Copy)]
pub(super) struct NodeDeserializer<'p, 'a> {
    pub(super) node: NodeRef<'a>,
    /// The node by which the value is taken out: not resolved, so that one alias does not stand for all.
    pub(super) slot: NodeId,
    pub(super) path: &'p Path<'p>,
    pub(super) context: &'p Context,
    /// The object that the value is a field of, where its fields are known.
    pub(super) owner: Option<&'p FieldNames<'a>>,
    /// Whether the value counts as absent.
    pub(super) absent: bool,
    /// Whether the form that its items are written in has been reported.
    pub(super) told: bool,
    /// What is read in its place.
    pub(super) form: Form<'p, 'a>,
}

/// Reads a value into what the caller has for it. What is the same for all types is on the other side of it, so that it is compiled
/// once.
pub(super) type Read<'r, 'a> = &'r mut dyn FnMut(&NodeDeserializer<'_, 'a>) -> Result<(), Refusal>;

impl<'p, 'a> NodeDeserializer<'p, 'a> {
    pub(super) fn root(node: NodeRef<'a>, path: &'p Path<'p>, context: &'p Context) -> Self {
        Self::at(node, path, context, None)
    }

    pub(super) fn at(
        node: NodeRef<'a>,
        path: &'p Path<'p>,
        context: &'p Context,
        owner: Option<&'p FieldNames<'a>>,
    ) -> Self {
        let slot = node.id();
        Self { node, slot, path, context, owner, absent: context.is_absent(slot), told: false, form: Form::Itself }
    }

    /// Reads something else in its place.
    pub(super) const fn as_form(self, form: Form<'p, 'a>) -> Self {
        Self { form, ..self }
    }

    /// The scalar, a null if the value counts as absent, `None` for a list or object.
    pub(super) fn scalar(&self) -> Option<Scalar<'a>> {
        if self.absent { Some(Scalar::Null) } else { self.node.as_scalar() }
    }

    /// Reports that something else must stand here.
    pub(super) fn reject(&self, kind: ProblemKind, wanted: &str) {
        self.context.reject(self.slot, || wording::wrong_type(kind, self.path, self.node, wanted));
    }

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
    pub(super) fn is_no_scalar(&self, expected: &dyn Expected) -> Refusal {
        match self.form {
            Form::Named(_) => Refusal::custom("must be a list"),
            Form::List(_) => Refusal::invalid_type(Unexpected::Seq, expected),
            _ => Refusal::invalid_type(Unexpected::Map, expected),
        }
    }
}
