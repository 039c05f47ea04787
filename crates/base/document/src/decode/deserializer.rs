//! The deserializer for one node.

use std::cell::Cell;

use serde::de::{Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

use super::access::{EnumValue, ListItems, Source};
use super::field_names::FieldNames;
use super::form::Form;
use super::node::NodeDeserializer;
use super::object::ObjectEntries;
use super::shorthand;
use super::{DecodeError, nested_level, unknown_field, wording};
use crate::tree::resolve;
use crate::{NodeKind, Path, ProblemKind, Releases, Scalar, Shorthand};

impl<'p, 'a> NodeDeserializer<'p, 'a> {
    pub(super) fn is_null(&self) -> bool {
        self.absent || self.node.is_null()
    }

    pub(super) fn entries(&self, fields: Option<&'static [&'static str]>) -> ObjectEntries<'p, 'a> {
        let entries = (!self.absent).then(|| self.node.entries());
        let owner = fields.map(|known| FieldNames { known, of: self.node });
        let entries = ObjectEntries::new(entries, self.path, self.context, owner);
        match self.form {
            Form::Item(hint) => match hint.level_of(self.node) {
                Some(level) => entries.siblings(hint, level),
                None => entries,
            },
            _ => entries,
        }
    }

    /// Returns the entries of a value that must be an object.
    pub(super) fn object(&self, fields: Option<&'static [&'static str]>) -> ObjectEntries<'p, 'a> {
        if self.node.kind() != NodeKind::Object && !self.is_null() {
            self.context.reject(self.slot, || shorthand::expected_object(self, fields.unwrap_or_default()));
        }
        self.entries(fields)
    }

    /// Returns the fields of a value that must be a struct; `None` if something else is read. `path` stores the path of an entry
    /// that is an item.
    pub(super) fn fields_of<'q>(
        &self,
        name: &'static str,
        fields: &'static [&'static str],
        path: &'q mut Option<Path<'q>>,
    ) -> Result<Option<ObjectEntries<'q, 'a>>, DecodeError>
    where
        'p: 'q,
        'a: 'q,
    {
        match self.form {
            Form::Named(named) => {
                let item =
                    shorthand::of_entry(named, self, name).ok_or_else(|| DecodeError::custom("must be a list"))?;
                let path = path.insert(self.path.field(named.name));
                Ok(Some(ObjectEntries::shorthand(item, path, self.context)))
            }
            Form::Itself | Form::Item(_) => Ok(Some(match shorthand::of_text(self, name) {
                Some(item) => ObjectEntries::shorthand(item, self.path, self.context),
                None => self.object(Some(fields)),
            })),
            Form::Text(_) | Form::Written(_) | Form::List(_) => Ok(None),
        }
    }

    /// Returns the items of a value that must be a list. Whether a string fits, and in which form an object has its entries, is
    /// known only after the items were read.
    pub(super) fn items<'c>(&self, fits: &'c Cell<bool>, hint: &'c Cell<Option<&'static Shorthand>>) -> Source<'c, 'a> {
        if let Form::List(implicit_item) = self.form {
            return Source::ImplicitItem(Some(implicit_item));
        }
        match self.scalar() {
            Some(Scalar::Null) => Source::Nothing,
            // `architecture: amd64`: a list of one was meant.
            Some(Scalar::Text(text)) => Source::SingleText(Some(text), fits),
            None if self.node.kind() == NodeKind::List => Source::Items(self.node.items()),
            None if self.has_named_entries() => Source::Named(self.node.entries(), hint),
            _ => {
                self.reject(ProblemKind::WrongType, "a list");
                Source::Nothing
            }
        }
    }

    /// Reports a value that is not a list in the place of one, once its items have been read.
    pub(super) fn settle_list(&self, fits: bool, hint: Option<&'static Shorthand>) {
        match self.scalar() {
            _ if matches!(self.form, Form::List(_)) => {}
            Some(Scalar::Text(text)) if fits => {
                self.context.report(|| wording::text_instead_of_list(self.path, self.node, text));
            }
            Some(Scalar::Text(_)) => self.reject(ProblemKind::WrongType, "a list"),
            None if self.has_named_entries() => match hint {
                Some(hint) if !self.form_is_reported => {
                    self.context.report(|| shorthand::problem(self.path, self.node, hint));
                }
                Some(_) => {}
                None => self.reject(ProblemKind::WrongType, "a list"),
            },
            _ => {}
        }
    }

    /// Skips the value of a field that its object does not have.
    pub(super) fn skip_unknown(&self) {
        if let Some(owner) = self.owner {
            unknown_field::report(self.context, self.path, self.node, *owner);
        }
    }

    /// Skips the value of a field that the running release does not have.
    #[cold]
    pub(super) fn skip_absent(&self, releases: &Releases) {
        if !self.context.known_fields_only {
            self.context.report(|| unknown_field::absent(self.context, self.path, self.node, releases));
        }
    }

    /// Returns whether this is an object that may replace a list.
    fn has_named_entries(&self) -> bool {
        self.node.kind() == NodeKind::Object && !self.context.hints.shorthands.is_empty() && !self.node.is_empty()
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $number:ty),+) => {
        $(fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.whole_number(|visitor: V, number: $number| visitor.$visit(number), visitor)
        })+
    };
}

impl<'a> Deserializer<'a> for NodeDeserializer<'_, 'a> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        match self.scalar() {
            Some(Scalar::Null) => visitor.visit_unit(),
            Some(Scalar::Bool(value)) => visitor.visit_bool(value),
            Some(Scalar::Int(value)) => match u64::try_from(value) {
                Ok(value) => visitor.visit_u64(value),
                Err(_) => visitor.visit_i64(value),
            },
            Some(Scalar::Uint(value)) => visitor.visit_u64(value),
            Some(Scalar::Float(value)) => visitor.visit_f64(value),
            Some(Scalar::Text(text)) => visitor.visit_borrowed_str(text),
            None if self.node.kind() == NodeKind::List || matches!(self.form, Form::List(_)) => {
                self.deserialize_seq(visitor)
            }
            None => visitor.visit_map(self.entries(None)),
        }
    }

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        let value = match self.scalar() {
            Some(Scalar::Bool(value)) => value,
            Some(Scalar::Null) => false,
            Some(Scalar::Text(text)) if let Scalar::Bool(value) = resolve(text) => {
                self.context.report(|| wording::needless_quotes(self.path, self.node, "`true` or `false`"));
                value
            }
            _ => {
                self.reject(ProblemKind::WrongType, "`true` or `false`");
                false
            }
        };
        visitor.visit_bool(value)
    }

    whole_numbers!(
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    );

    fn deserialize_f32<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        let value = match self.scalar() {
            Some(Scalar::Null) => 0.0,
            Some(Scalar::Int(value)) => value as f64,
            Some(Scalar::Uint(value)) => value as f64,
            Some(Scalar::Float(value)) if value.is_finite() => value,
            _ => {
                self.reject(ProblemKind::WrongType, "a number");
                0.0
            }
        };
        visitor.visit_f64(value)
    }

    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        visitor.visit_borrowed_str(self.string())
    }

    fn deserialize_string<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.form {
            Form::Itself if self.is_null() => visitor.visit_none(),
            Form::Named(_) => self.visit_form(visitor),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        let hints = self.context.hints;
        if let Some(scalar) = hints.scalar(name) {
            return scalar.visit(self, visitor);
        } else if let Some(level) = hints.level_of(name) {
            return nested_level::visit(level, self, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        let (fits, hint) = (Cell::new(false), Cell::new(None));
        let list = visitor.visit_seq(ListItems::new(self.items(&fits, &hint), self));
        self.settle_list(fits.get(), hint.get());
        list
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        visitor.visit_map(self.object(None))
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let mut path = None;
        match self.fields_of(name, fields, &mut path)? {
            Some(entries) => visitor.visit_map(entries),
            None => self.visit_form(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        visitor.visit_enum(EnumValue(self))
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        // A derived struct ignores the value of a field that it does not have.
        self.skip_unknown();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { <V: Visitor<'a>> i128 u128 bytes byte_buf }
}
