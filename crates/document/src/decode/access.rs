//! Lists, objects and enums for serde.

use std::cell::Cell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::node::NodeDeserializer;
use super::unknown_field::FieldNames;
use super::{Context, Refusal, wording};
use crate::tree::{Entries, Items};
use crate::{NodeRef, Path};

/// The entries of an object.
pub(super) struct ObjectEntries<'p, 'a> {
    entries: Option<Entries<'a>>,
    path: &'p Path<'p>,
    context: &'p Context,
    owner: Option<FieldNames<'a>>,
    value: Option<(&'a str, NodeRef<'a>)>,
}

impl<'p, 'a> ObjectEntries<'p, 'a> {
    pub(super) fn new(
        entries: Option<Entries<'a>>,
        path: &'p Path<'p>,
        context: &'p Context,
        owner: Option<FieldNames<'a>>,
    ) -> Self {
        Self { entries, path, context, owner, value: None }
    }
}

impl<'a> MapAccess<'a> for ObjectEntries<'_, 'a> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        let Some(entries) = &mut self.entries else { return Ok(None) };
        // What was rejected is left out, key and all.
        let context = self.context;
        let mut present = entries.filter(|(_, value)| !context.is_absent(value.id()));
        self.value = present.next().map(|(key, value)| (context.tried_name(value.id()).unwrap_or(key), value));
        self.value.map(|(key, _)| seed.deserialize(BorrowedStrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        let Some((key, node)) = self.value.take() else {
            return Err(serde::de::Error::custom("a value was asked for before its key"));
        };
        let path = self.path.field(key);
        let result = seed.deserialize(NodeDeserializer::at(node, &path, self.context, self.owner));
        if let Err(refusal) = &result {
            self.context.blame(node.id(), || wording::refused(&path, node, refusal));
        }
        result
    }

    fn size_hint(&self) -> Option<usize> {
        self.entries.as_ref().map(ExactSizeIterator::len)
    }
}

/// The items of a list.
pub(super) struct ListItems<'p, 'a> {
    items: Option<Items<'a>>,
    index: usize,
    path: &'p Path<'p>,
    context: &'p Context,
}

impl<'p, 'a> ListItems<'p, 'a> {
    pub(super) fn new(items: Option<Items<'a>>, path: &'p Path<'p>, context: &'p Context) -> Self {
        Self { items, index: 0, path, context }
    }
}

impl<'a> SeqAccess<'a> for ListItems<'_, 'a> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(node) = self.items.as_mut().and_then(Iterator::next) else { return Ok(None) };
        let path = self.path.index(self.index);
        self.index += 1;
        let result = seed.deserialize(NodeDeserializer::at(node, &path, self.context, None));
        if let Err(refusal) = &result {
            self.context.blame(node.id(), || wording::refused(&path, node, refusal));
        }
        result.map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.items.as_ref().map(ExactSizeIterator::len)
    }
}

/// A string that stands where a list was meant.
pub(super) struct AloneItem<'a, 'c> {
    text: Option<&'a str>,
    /// Whether the list turned out to be one of strings.
    fits: &'c Cell<bool>,
}

impl<'a, 'c> AloneItem<'a, 'c> {
    pub(super) fn new(text: &'a str, fits: &'c Cell<bool>) -> Self {
        Self { text: Some(text), fits }
    }
}

impl<'a> SeqAccess<'a> for AloneItem<'a, '_> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(text) = self.text.take() else { return Ok(None) };
        let item = seed.deserialize(AloneString(text)).ok();
        self.fits.set(item.is_some());
        Ok(item)
    }
}

/// A string and nothing else, also where an option is asked for.
struct AloneString<'a>(&'a str);

impl<'a> Deserializer<'a> for AloneString<'a> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// An enum: a name, or an object of a name and a value.
pub(super) struct EnumValue<'p, 'a>(pub(super) NodeDeserializer<'p, 'a>);

impl<'p, 'a> EnumAccess<'a> for EnumValue<'p, 'a> {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), Refusal> {
        let Some((name, node)) = self.0.node.entries().next() else { return Ok((seed.deserialize(self.0)?, self)) };
        let name = seed.deserialize(BorrowedStrDeserializer::<Refusal>::new(name))?;
        Ok((name, Self(NodeDeserializer { node, ..self.0 })))
    }
}

impl<'a> VariantAccess<'a> for EnumValue<'_, 'a> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, Refusal> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Refusal> {
        self.0.deserialize_struct("", fields, visitor)
    }
}
