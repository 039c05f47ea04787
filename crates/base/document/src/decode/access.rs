//! Access to lists and enums for serde.

use std::cell::Cell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, SeqAccess, VariantAccess, Visitor};

use super::form::{Form, Named};
use super::node::{NodeDeserializer, Read};
use super::{DecodeError, wording};
use crate::tree::{Entries, Items};
use crate::{ImplicitItem, NodeRef, Path, Shorthand, SiblingFields};

/// The items of a value that is read as a list.
pub(super) struct ListItems<'p, 'a> {
    source: Source<'p, 'a>,
    index: usize,
    list: NodeDeserializer<'p, 'a>,
}

/// The source of items.
pub(super) enum Source<'p, 'a> {
    /// No items.
    Nothing,
    /// A list.
    Items(Items<'a>),
    /// A string in the place of a list, and a cell that records whether the list is one of strings.
    SingleText(Option<&'a str>, &'p Cell<bool>),
    /// An object in the place of a list, with each field as an item, and a cell for the form of the items, which is known once
    /// their type is.
    Named(Entries<'a>, &'p Cell<Option<&'static Shorthand>>),
    /// The fields of the object that belong in the only item of the list.
    ImplicitItem(Option<&'static ImplicitItem>),
}

impl<'p, 'a> ListItems<'p, 'a> {
    pub(super) const fn new(source: Source<'p, 'a>, list: NodeDeserializer<'p, 'a>) -> Self {
        Self { source, index: 0, list: list.as_form(Form::Itself) }
    }
}

/// The consequence of a type refusing an item.
enum FailureScope {
    /// Leaving out the item: the value in the place of the list is reported instead.
    Item,
    /// Refusing the list, too.
    List,
}

/// The part that does not depend on the type, because serde generates the rest for each type.
impl<'p, 'a> ListItems<'p, 'a> {
    /// Returns the deserializer of the next item; `named` holds an item that is written as an entry of an object.
    fn next<'q>(&mut self, path: &'q Path<'q>, named: &'q mut Option<Named<'q, 'a>>) -> Option<NodeDeserializer<'q, 'a>>
    where
        'p: 'q,
    {
        let list = &self.list;
        let item: Option<NodeDeserializer<'q, 'a>> = match &mut self.source {
            Source::Nothing => None,
            Source::Items(items) => items.next().map(|node| NodeDeserializer {
                form_is_reported: list.form_is_reported,
                ..NodeDeserializer::at(node, path, list.context, None)
            }),
            Source::SingleText(text, _) => text.take().map(|text| list.as_form(Form::Text(text))),
            Source::Named(entries, hint) => {
                entries.next().map(|(name, value)| list.as_form(Form::Named(named.insert(Named { name, value, hint }))))
            }
            Source::ImplicitItem(hint) => hint.take().and_then(|hint| {
                let level = hint.level_of(list.node)?;
                let object = NodeDeserializer { path, ..*list };
                Some(match hint.siblings {
                    SiblingFields::Nothing => {
                        NodeDeserializer { node: level, slot: level.id(), form_is_reported: true, ..object }
                    }
                    SiblingFields::AllExcept(_) => object.as_form(Form::Item(hint)),
                })
            }),
        };
        self.index += usize::from(item.is_some());
        item
    }

    /// Returns the number of items, if known.
    pub(super) fn len(&self) -> Option<usize> {
        match &self.source {
            Source::Items(items) => Some(items.len()),
            _ => None,
        }
    }

    /// Reads the next item; returns whether there was one.
    pub(super) fn read_next(&mut self, read: Read<'_, 'a>) -> Result<bool, DecodeError> {
        let path = self.list.path.index(self.index);
        let mut named = None;
        let Some(item) = self.next(&path, &mut named) else { return Ok(false) };
        let result = read(&item);
        match self.settle(item.node, &path, result.as_ref().err()) {
            FailureScope::Item => Ok(result.is_ok()),
            FailureScope::List => result.map(|()| true),
        }
    }

    /// Records whether an item could be read, and returns the consequence if not.
    fn settle(&self, item: NodeRef<'a>, path: &Path<'_>, refusal: Option<&DecodeError>) -> FailureScope {
        match (&self.source, refusal) {
            (Source::Items(_), Some(refusal)) => {
                self.list.context.blame(item.id(), || wording::refused(path, item, refusal));
                FailureScope::List
            }
            (Source::SingleText(_, fits), refusal) => {
                fits.set(refusal.is_none());
                FailureScope::Item
            }
            (Source::Named(..), _) => FailureScope::Item,
            (Source::Items(_) | Source::ImplicitItem(_) | Source::Nothing, _) => FailureScope::List,
        }
    }
}

impl<'a> SeqAccess<'a> for ListItems<'_, 'a> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, DecodeError> {
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
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), DecodeError> {
        let Some((name, node)) = self.0.node.entries().next() else { return Ok((seed.deserialize(self.0)?, self)) };
        let name = seed.deserialize(BorrowedStrDeserializer::<DecodeError>::new(name))?;
        Ok((name, Self(NodeDeserializer { node, ..self.0 })))
    }
}

impl<'a> VariantAccess<'a> for EnumValue<'_, 'a> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, DecodeError> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.0.deserialize_struct("", fields, visitor)
    }
}
