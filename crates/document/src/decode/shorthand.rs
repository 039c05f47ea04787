//! Lists of named items that are written as objects, and items that are written as their name: reported, and read as they are
//! meant.

use std::cell::Cell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::node::NodeDeserializer;
use super::{Refusal, wording};
use crate::tree::Entries;
use crate::{
    Applicability, Change, Fix, NodeKind, NodeRef, Path, Problem, ProblemKind, RawObject, Scalar, Segment, Shorthand,
};

/// An object in the place of a list, each field as an item.
pub(super) struct NamedEntries<'p, 'a, 'c> {
    entries: Entries<'a>,
    list: NodeDeserializer<'p, 'a>,
    /// How the items are written, once their type is known.
    hint: &'c Cell<Option<&'static Shorthand>>,
}

impl<'p, 'a, 'c> NamedEntries<'p, 'a, 'c> {
    pub(super) fn new(list: NodeDeserializer<'p, 'a>, hint: &'c Cell<Option<&'static Shorthand>>) -> Self {
        Self { entries: list.node.entries(), list, hint }
    }
}

impl<'a> SeqAccess<'a> for NamedEntries<'_, 'a, '_> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some((name, value)) = self.entries.next() else { return Ok(None) };
        Ok(seed.deserialize(NamedItem { name, value, list: self.list, hint: self.hint }).ok())
    }
}

/// A field that is an item.
struct NamedItem<'p, 'a, 'c> {
    name: &'a str,
    value: NodeRef<'a>,
    list: NodeDeserializer<'p, 'a>,
    hint: &'c Cell<Option<&'static Shorthand>>,
}

impl<'a> Deserializer<'a> for NamedItem<'_, 'a, '_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::custom("must be a list"))
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        token: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let context = self.list.context;
        let hint = context.hints.shorthand(token).filter(|hint| !hint.value.is_empty());
        let hint = hint.ok_or_else(|| Refusal::custom("must be a list"))?;
        self.hint.set(Some(hint));
        let path = self.list.path.field(self.name);
        let value = NodeDeserializer::at(self.value, &path, context, None);
        visitor.visit_map(NameAndValue { hint, name: Some(self.name), value: Some(value) })
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The two fields of a named item.
struct NameAndValue<'p, 'a> {
    hint: &'static Shorthand,
    name: Option<&'a str>,
    value: Option<NodeDeserializer<'p, 'a>>,
}

impl<'a> MapAccess<'a> for NameAndValue<'_, 'a> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        let key = match (self.name, &self.value) {
            (Some(_), _) => self.hint.key,
            (None, Some(_)) => self.hint.value,
            (None, None) => return Ok(None),
        };
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        match (self.name.take(), self.value) {
            (Some(name), _) => seed.deserialize(BorrowedStrDeserializer::new(name)),
            (None, Some(value)) => {
                self.value = None;
                seed.deserialize(value)
            }
            (None, None) => Err(Refusal::custom("a value was asked for before its key")),
        }
    }
}

/// Reads an item that is written as its name; `None` if no such thing is known of it.
pub(super) fn of_text<'a>(item: &NodeDeserializer<'_, 'a>, token: &str) -> Option<impl MapAccess<'a, Error = Refusal>> {
    let hint = item.context.hints.shorthand(token)?;
    let Some(Scalar::Text(name)) = item.scalar() else { return None };
    if !item.told {
        item.context.report(|| {
            let dash =
                if matches!(item.path.to_field_path().segments().last(), Some(Segment::Index(_))) { "- " } else { "" };
            wording::wrong_type(ProblemKind::WrongType, item.path, item.node, "an object")
                .with_help(format!("write `{dash}{}: {name}`", hint.key))
        });
    }
    Some(NameAndValue { hint, name: Some(name), value: None })
}

/// That an object stands where a list of named items must stand.
pub(super) fn problem(path: &Path<'_>, node: NodeRef<'_>, hint: &Shorthand) -> Problem {
    let problem = wording::wrong_type(ProblemKind::WrongType, path, node, "a list");
    let problem = problem.with_help(format!("write a list of `{}` and `{}`", hint.key, hint.value));
    let field = path.to_field_path();
    match (field.parent(), field.segments().last(), written_out(node, hint)) {
        (Some(object), Some(Segment::Field(name)), Some(value)) => problem.with_fix(Fix {
            title: format!("write a list of `{}` and `{}`", hint.key, hint.value),
            applicability: Applicability::Suggested,
            changes: vec![Change::Rewrite {
                path: object,
                fields: vec![name.to_string()],
                name: name.to_string(),
                value,
            }],
        }),
        _ => problem,
    }
}

/// The list that was meant, where its items are written in a shorter form.
pub(super) fn written_out(node: NodeRef<'_>, hint: &Shorthand) -> Option<RawObject> {
    let items: Vec<WholeItem<'_>> = match node.kind() {
        NodeKind::Object if !hint.value.is_empty() => {
            node.entries().map(|(name, value)| WholeItem { hint, name, value: Some(value) }).collect()
        }
        NodeKind::List => {
            let named = node.items().map(|item| Some(WholeItem { hint, name: item.as_str()?, value: None }));
            named.collect::<Option<_>>()?
        }
        NodeKind::Object | NodeKind::Scalar => return None,
    };
    if items.is_empty() { None } else { RawObject::from_serialize(&items).ok() }
}

/// An item with both fields.
struct WholeItem<'a> {
    hint: &'a Shorthand,
    name: &'a str,
    value: Option<NodeRef<'a>>,
}

impl Serialize for WholeItem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.hint.key, self.name)?;
        match self.value {
            // A list of one was meant.
            Some(value) if value.as_str().is_some() => map.serialize_entry(self.hint.value, &[value])?,
            Some(value) => map.serialize_entry(self.hint.value, &value)?,
            None => {}
        }
        map.end()
    }
}
