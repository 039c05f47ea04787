//! A deserializer for one node of the document, with its path and the form in which it is read.

use serde::de::{Error as _, Expected, Unexpected, Visitor};

use super::field_names::FieldNames;
use super::form::Form;
use super::{Context, DecodeError, wording};
use crate::tree::NodeId;
use crate::{NodeRef, Path, ProblemKind, Scalar};

/// A deserializer for one node.
#[derive(Clone, Copy)]
pub(super) struct NodeDeserializer<'p, 'a> {
    pub(super) node: NodeRef<'a>,
    /// The node that identifies the value when it is excluded. Aliases are not resolved, so that one alias can be excluded alone.
    pub(super) slot: NodeId,
    pub(super) path: &'p Path<'p>,
    pub(super) context: &'p Context,
    /// The object that contains the value as a field, if the object's fields are known.
    pub(super) owner: Option<&'p FieldNames<'a>>,
    /// Whether the value counts as absent.
    pub(super) absent: bool,
    /// Whether the form in which its items are written has been reported.
    pub(super) form_is_reported: bool,
    /// The form in which the node is read.
    pub(super) form: Form<'p, 'a>,
}

/// A callback that reads a value into the caller's target. Its caller does not depend on the type and is compiled only once.
pub(super) type Read<'r, 'a> = &'r mut dyn FnMut(&NodeDeserializer<'_, 'a>) -> Result<(), DecodeError>;

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
        Self {
            node,
            slot,
            path,
            context,
            owner,
            absent: context.is_absent(slot),
            form_is_reported: false,
            form: Form::Itself,
        }
    }

    /// Returns the deserializer with another form.
    pub(super) const fn as_form(self, form: Form<'p, 'a>) -> Self {
        Self { form, ..self }
    }

    /// Returns the scalar: a null if the value counts as absent, `None` for a list or object.
    pub(super) fn scalar(&self) -> Option<Scalar<'a>> {
        if self.absent { Some(Scalar::Null) } else { self.node.as_scalar() }
    }

    /// Reports a value of the wrong form or type.
    pub(super) fn reject(&self, kind: ProblemKind, wanted: &str) {
        self.context.reject(self.slot, || wording::wrong_type(kind, self.path, self.node, wanted));
    }

    /// Returns whether the form is neither an object nor a list; [`Self::visit_form`] then reads it.
    pub(super) const fn is_replaced(&self) -> bool {
        matches!(self.form, Form::Text(_) | Form::Written(_) | Form::Named(_))
    }

    /// Visits the form instead of the node. Objects and lists are handled elsewhere, because each place that visits one is compiled
    /// for each type.
    pub(super) fn visit_form<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.form {
            Form::Text(text) => visitor.visit_borrowed_str(text),
            Form::Written(text) => visitor.visit_str(text),
            _ => Err(self.not_a_scalar_error(&visitor)),
        }
    }

    #[cold]
    pub(super) fn not_a_scalar_error(&self, expected: &dyn Expected) -> DecodeError {
        match self.form {
            Form::Named(_) => DecodeError::custom("must be a list"),
            Form::List(_) => DecodeError::invalid_type(Unexpected::Seq, expected),
            _ => DecodeError::invalid_type(Unexpected::Map, expected),
        }
    }
}
