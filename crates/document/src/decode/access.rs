//! Lists and enums for serde.

use std::cell::Cell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, SeqAccess, VariantAccess, Visitor};

use super::node::NodeDeserializer;
use super::{Refusal, wording};
use crate::tree::Items;

/// The items of a list.
pub(super) struct ListItems<'p, 'a> {
    items: Option<Items<'a>>,
    index: usize,
    list: NodeDeserializer<'p, 'a>,
}

impl<'p, 'a> ListItems<'p, 'a> {
    pub(super) fn new(items: Option<Items<'a>>, list: NodeDeserializer<'p, 'a>) -> Self {
        Self { items, index: 0, list }
    }
}

impl<'a> SeqAccess<'a> for ListItems<'_, 'a> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(node) = self.items.as_mut().and_then(Iterator::next) else { return Ok(None) };
        let NodeDeserializer { path, context, told, .. } = self.list;
        let path = path.index(self.index);
        self.index += 1;
        let result = seed.deserialize(NodeDeserializer { told, ..NodeDeserializer::at(node, &path, context, None) });
        if let Err(refusal) = &result {
            context.blame(node.id(), || wording::refused(&path, node, refusal));
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
