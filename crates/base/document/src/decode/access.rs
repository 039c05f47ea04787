//! Lists and enums for serde.

use std::cell::Cell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, SeqAccess, VariantAccess, Visitor};

use super::form::{Form, Named};
use super::node::{NodeDeserializer, Read};
use super::{Refusal, wording};
use crate::tree::{Entries, Items};
use crate::{Beside, Gathered, NodeRef, Path, Shorthand};

/// What is read as a list.
pub(super) struct ListItems<'p, 'a> {
    source: Source<'p, 'a>,
    index: usize,
    list: NodeDeserializer<'p, 'a>,
}

/// Where items come from.
pub(super) enum Source<'p, 'a> {
    /// There are none.
    Nothing,
    /// A list.
    Items(Items<'a>),
    /// A string that stands where a list was meant; whether the list turned out to be one of strings.
    Alone(Option<&'a str>, &'p Cell<bool>),
    /// An object in the place of a list, each field as an item; how those are written, once their type is known.
    Named(Entries<'a>, &'p Cell<Option<&'static Shorthand>>),
    /// Fields of the object that belong into the one item of the list.
    Gathered(Option<&'static Gathered>),
}

impl<'p, 'a> ListItems<'p, 'a> {
    pub(super) const fn new(source: Source<'p, 'a>, list: NodeDeserializer<'p, 'a>) -> Self {
        Self { source, index: 0, list: list.as_form(Form::Itself) }
    }
}

/// What follows if a type refuses an item.
enum Refused {
    /// Left out: what stands in the place of the list is told instead.
    Item,
    /// The list is refused with it.
    List,
}

/// What is the same for all types: serde makes code of the rest for each of them.
impl<'p, 'a> ListItems<'p, 'a> {
    /// What reads the next item; `named` is for one that stands there as an entry of an object.
    fn next<'q>(&mut self, path: &'q Path<'q>, named: &'q mut Option<Named<'q, 'a>>) -> Option<NodeDeserializer<'q, 'a>>
    where
        'p: 'q,
    {
        let list = &self.list;
        let item: Option<NodeDeserializer<'q, 'a>> = match &mut self.source {
            Source::Nothing => None,
            Source::Items(items) => items.next().map(|node| NodeDeserializer {
                told: list.told,
                ..NodeDeserializer::at(node, path, list.context, None)
            }),
            Source::Alone(text, _) => text.take().map(|text| list.as_form(Form::Text(text))),
            Source::Named(entries, hint) => {
                entries.next().map(|(name, value)| list.as_form(Form::Named(named.insert(Named { name, value, hint }))))
            }
            Source::Gathered(hint) => hint.take().and_then(|hint| {
                let level = hint.level_of(list.node)?;
                let object = NodeDeserializer { path, ..*list };
                Some(match hint.beside {
                    Beside::Nothing => NodeDeserializer { node: level, slot: level.id(), told: true, ..object },
                    Beside::AllBut(_) => object.as_form(Form::Item(hint)),
                })
            }),
        };
        self.index += usize::from(item.is_some());
        item
    }

    /// How many there are, if that is known.
    pub(super) fn len(&self) -> Option<usize> {
        match &self.source {
            Source::Items(items) => Some(items.len()),
            _ => None,
        }
    }

    /// Reads the next item; whether there was one.
    pub(super) fn read_next(&mut self, read: Read<'_, 'a>) -> Result<bool, Refusal> {
        let path = self.list.path.index(self.index);
        let mut named = None;
        let Some(item) = self.next(&path, &mut named) else { return Ok(false) };
        let result = read(&item);
        match self.settle(item.node, &path, result.as_ref().err()) {
            Refused::Item => Ok(result.is_ok()),
            Refused::List => result.map(|()| true),
        }
    }

    /// Remembers what became of an item.
    fn settle(&self, item: NodeRef<'a>, path: &Path<'_>, refusal: Option<&Refusal>) -> Refused {
        match (&self.source, refusal) {
            (Source::Items(_), Some(refusal)) => {
                self.list.context.blame(item.id(), || wording::refused(path, item, refusal));
                Refused::List
            }
            (Source::Alone(_, fits), refusal) => {
                fits.set(refusal.is_none());
                Refused::Item
            }
            (Source::Named(..), _) => Refused::Item,
            (Source::Items(_) | Source::Gathered(_) | Source::Nothing, _) => Refused::List,
        }
    }
}

impl<'a> SeqAccess<'a> for ListItems<'_, 'a> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let (mut seed, mut read) = (Some(seed), None);
        let has_read = self.read_next(&mut |item| {
            read = seed.take().map(|seed| seed.deserialize(*item)).transpose()?;
            Ok(())
        })?;
        Ok(read.filter(|_| has_read))
    }

    fn size_hint(&self) -> Option<usize> {
        self.len()
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
