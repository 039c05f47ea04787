//! The deserializer over one node.

use std::cell::Cell;

use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::access::{AloneItem, EnumValue, ListItems};
use super::field_names::FieldNames;
use super::node::NodeDeserializer;
use super::object::ObjectEntries;
use super::shorthand::{self, NamedEntries};
use super::{Refusal, nested_level, scalars, unknown_field, wording};
use crate::raw_object::{RAW_OBJECT_TOKEN, hand_over};
use crate::tree::resolve;
use crate::{Applicability, Change, Fix, NodeKind, Problem, ProblemKind, RawObject, Scalar};

impl<'p, 'a> NodeDeserializer<'p, 'a> {
    fn is_null(&self) -> bool {
        matches!(self.scalar(), Some(Scalar::Null))
    }

    fn entries(&self, fields: Option<&'static [&'static str]>) -> ObjectEntries<'p, 'a> {
        let entries = (!self.absent).then(|| self.node.entries());
        let owner = fields.map(|known| FieldNames { known, of: self.node });
        ObjectEntries::new(entries, self.path, self.context, owner)
    }

    fn visit_object<V: Visitor<'a>>(
        self,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        if !self.is_null() && self.node.kind() != NodeKind::Object {
            self.reject(ProblemKind::WrongType, "an object");
        }
        visitor.visit_map(self.entries(fields))
    }

    fn whole_number<V, T>(
        self,
        visit: impl FnOnce(V, T) -> Result<V::Value, Refusal>,
        visitor: V,
    ) -> Result<V::Value, Refusal>
    where
        V: Visitor<'a>,
        T: scalars::WholeNumber,
    {
        let Some(scalar) = self.scalar() else {
            self.reject(ProblemKind::WrongType, "a whole number");
            return visit(visitor, T::default());
        };
        let (scalar, is_quoted) = match scalar {
            Scalar::Null => return visit(visitor, T::default()),
            Scalar::Text(text) => (resolve(text), true),
            other => (other, false),
        };
        let Some(number) = scalars::whole(scalar, self.node.is_json_number()) else {
            self.reject(ProblemKind::WrongType, "a whole number");
            return visit(visitor, T::default());
        };
        let Ok(fitting) = T::try_from(number) else {
            self.reject(ProblemKind::WrongType, &format!("a whole number from {} to {}", T::LEAST, T::MOST));
            return visit(visitor, T::default());
        };
        if is_quoted {
            self.context.report(|| wording::needless_quotes(self.path, self.node, "a whole number"));
        }
        visit(visitor, fitting)
    }

    /// The text for a string, with a finding if it lacks quotes.
    fn string(&self) -> &'a str {
        match self.scalar() {
            Some(Scalar::Text(text)) => text,
            Some(Scalar::Null) => "",
            Some(scalar) => {
                // What was meant is what was written.
                let text = self.node.raw_text().unwrap_or_default();
                self.context.report(|| {
                    let quoted = format!("\"{text}\"");
                    Problem::new(
                        ProblemKind::UnquotedString,
                        self.path,
                        wording::rendered(self.node),
                        format!("must be a string, and without quotes `{text}` is {}", scalar.noun()),
                    )
                    .with_help(format!("write it in quotes: `{quoted}`"))
                    .with_fix(Fix {
                        title: "put the value in quotes".to_owned(),
                        applicability: Applicability::Safe,
                        changes: vec![Change::Replace { path: self.path.to_field_path(), text: quoted }],
                    })
                });
                text
            }
            None => {
                self.reject(ProblemKind::WrongType, "a string");
                ""
            }
        }
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $number:ty),+) => {
        $(fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
            self.whole_number(|visitor: V, number: $number| visitor.$visit(number), visitor)
        })+
    };
}

impl<'a> Deserializer<'a> for NodeDeserializer<'_, 'a> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
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
            None if self.node.kind() == NodeKind::List => {
                visitor.visit_seq(ListItems::new(Some(self.node.items()), self))
            }
            None => visitor.visit_map(self.entries(None)),
        }
    }

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
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

    fn deserialize_f32<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
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

    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.string())
    }

    fn deserialize_string<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.string())
    }

    fn deserialize_char<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.string())
    }

    fn deserialize_identifier<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.string())
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(self, name: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        let hints = self.context.hints;
        if name == RAW_OBJECT_TOKEN {
            hand_over(if self.absent { RawObject::default() } else { RawObject::new(self.node) });
        } else if let Some(scalar) = hints.scalar(name) {
            return scalar.visit(self, visitor);
        } else if let Some(level) = hints.level_of(name) {
            return nested_level::visit(level, self, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        if self.absent || self.node.kind() == NodeKind::List {
            let items = (!self.absent).then(|| self.node.items());
            return visitor.visit_seq(ListItems::new(items, self));
        }
        match self.scalar() {
            Some(Scalar::Null) => {}
            // `architecture: amd64`: a list of one was meant.
            Some(Scalar::Text(text)) => {
                let fits = Cell::new(false);
                let list = visitor.visit_seq(AloneItem::new(text, &fits));
                if fits.get() {
                    self.context.report(|| wording::no_list(self.path, self.node, text));
                } else {
                    self.reject(ProblemKind::WrongType, "a list");
                }
                return list;
            }
            None if !self.context.hints.shorthands.is_empty() && !self.node.is_empty() => {
                let hint = Cell::new(None);
                let list = visitor.visit_seq(NamedEntries::new(self, &hint));
                match hint.get() {
                    Some(hint) if !self.told => {
                        self.context.report(|| shorthand::problem(self.path, self.node, hint));
                    }
                    Some(_) => {}
                    None => self.reject(ProblemKind::WrongType, "a list"),
                }
                return list;
            }
            _ => self.reject(ProblemKind::WrongType, "a list"),
        }
        visitor.visit_seq(ListItems::new(None, self))
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.visit_object(None, visitor)
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        if let Some(item) = shorthand::of_text(&self, name) {
            return visitor.visit_map(item);
        }
        self.visit_object(Some(fields), visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_enum(EnumValue(self))
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        // A derived struct ignores the value of a field that it does not have.
        if let Some(owner) = self.owner {
            unknown_field::report(self.context, self.path, self.node, owner);
        }
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { <V: Visitor<'a>> i128 u128 bytes byte_buf }
}
