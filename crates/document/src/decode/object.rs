//! Objects for serde, with fields that belong into an item of one of their lists read as that item.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::field_names::FieldNames;
use super::node::NodeDeserializer;
use super::{Context, Refusal, wording};
use crate::tree::Entries;
use crate::{Beside, Gathered, NodeRef, Path};

/// The entries of an object.
pub(super) struct ObjectEntries<'p, 'a> {
    entries: Option<Entries<'a>>,
    path: &'p Path<'p>,
    context: &'p Context,
    owner: Option<FieldNames<'a>>,
    part: Part<'a>,
    value: Option<EntryValue<'a>>,
}

/// Which entries of an object are read.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// All.
    Whole,
    /// Those that stay where they are; then the list that the others belong into.
    Staying(&'static Gathered),
    /// Those that stay, and the list has been read.
    Stayed(&'static Gathered),
    /// Those that belong into the list, with the level.
    Gathered(&'static Gathered, NodeRef<'a>),
}

impl Part<'_> {
    fn has(self, key: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Staying(hint) | Self::Stayed(hint) => hint.stays(key),
            Self::Gathered(hint, level) => hint.goes_in(key, level),
        }
    }
}

/// The value that comes next.
enum EntryValue<'a> {
    /// Of a field, under the name that it is read by.
    Field { key: &'a str, node: NodeRef<'a>, told: bool },
    /// The list that fields of the object belong into.
    List(&'static Gathered),
}

impl<'p, 'a> ObjectEntries<'p, 'a> {
    pub(super) fn new(
        entries: Option<Entries<'a>>,
        path: &'p Path<'p>,
        context: &'p Context,
        owner: Option<FieldNames<'a>>,
    ) -> Self {
        let gathered = owner.and_then(|owner| context.gathered(owner.of.id()));
        let part = gathered.map_or(Part::Whole, Part::Staying);
        Self { entries, path, context, owner, part, value: None }
    }

    /// Reads another part of the entries.
    fn of(self, part: Part<'a>) -> Self {
        Self { part, ..self }
    }

    fn next(&mut self) -> Option<EntryValue<'a>> {
        let (context, part) = (self.context, self.part);
        // What was rejected is left out, key and all.
        let mut present = self.entries.as_mut()?.filter(|(key, value)| part.has(key) && !context.is_absent(value.id()));
        if let Some((key, node)) = present.next() {
            let name = context.name_of(node.id());
            return Some(EntryValue::Field { key: name.unwrap_or(key), node, told: name.is_some() });
        }
        let Part::Staying(hint) = self.part else { return None };
        self.part = Part::Stayed(hint);
        Some(EntryValue::List(hint))
    }
}

impl<'a> MapAccess<'a> for ObjectEntries<'_, 'a> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        self.value = self.next();
        let key = match &self.value {
            Some(EntryValue::Field { key, .. }) => key,
            Some(EntryValue::List(hint)) => hint.list,
            None => return Ok(None),
        };
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        match self.value.take() {
            Some(EntryValue::Field { key, node, told }) => {
                let path = self.path.field(key);
                let value = NodeDeserializer { told, ..NodeDeserializer::at(node, &path, self.context, self.owner) };
                let result = seed.deserialize(value);
                if let Err(refusal) = &result {
                    self.context.blame(node.id(), || wording::refused(&path, node, refusal));
                }
                result
            }
            Some(EntryValue::List(hint)) => {
                let Some(owner) = self.owner else { return Err(serde::de::Error::custom("no object has this list")) };
                let path = self.path.field(hint.list);
                let object = NodeDeserializer::at(owner.of, &path, self.context, None);
                seed.deserialize(GatheredList { hint, object })
            }
            None => Err(serde::de::Error::custom("a value was asked for before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.entries.as_ref().map(ExactSizeIterator::len)
    }
}

/// The list with the one item.
struct GatheredList<'p, 'a> {
    hint: &'static Gathered,
    /// The object, at the path of the list.
    object: NodeDeserializer<'p, 'a>,
}

impl<'a> Deserializer<'a> for GatheredList<'_, 'a> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_seq(OneItem(Some(self)))
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

struct OneItem<'p, 'a>(Option<GatheredList<'p, 'a>>);

impl<'a> SeqAccess<'a> for OneItem<'_, 'a> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(GatheredList { hint, object }) = self.0.take() else { return Ok(None) };
        let Some(level) = hint.level_of(object.node) else { return Ok(None) };
        let path = object.path.index(0);
        let object = NodeDeserializer { path: &path, ..object };
        match hint.beside {
            Beside::Nothing => {
                seed.deserialize(NodeDeserializer { node: level, slot: level.id(), told: true, ..object })
            }
            Beside::AllBut(_) => seed.deserialize(GatheredItem { hint, object, level }),
        }
        .map(Some)
    }
}

/// What stands beside the list.
struct GatheredItem<'p, 'a> {
    hint: &'static Gathered,
    object: NodeDeserializer<'p, 'a>,
    level: NodeRef<'a>,
}

impl<'a> GatheredItem<'_, 'a> {
    fn visit<V: Visitor<'a>>(self, fields: Option<&'static [&'static str]>, visitor: V) -> Result<V::Value, Refusal> {
        let NodeDeserializer { node, path, context, .. } = self.object;
        let owner = fields.map(|known| FieldNames { known, of: node });
        let part = Part::Gathered(self.hint, self.level);
        visitor.visit_map(ObjectEntries::new(Some(node.entries()), path, context, owner).of(part))
    }
}

impl<'a> Deserializer<'a> for GatheredItem<'_, 'a> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.visit(None, visitor)
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.visit(Some(fields), visitor)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
