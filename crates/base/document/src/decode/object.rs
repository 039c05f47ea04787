//! Access to objects for serde; fields that belong in an item of one of the object's lists are read as that item.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, MapAccess};

use super::field_names::FieldNames;
use super::form::Form;
use super::node::{NodeDeserializer, Read};
use super::shorthand::NameAndValue;
use super::{Context, DecodeError, wording};
use crate::tree::Entries;
use crate::{ImplicitItem, NodeRef, Path};

/// The entries of an object.
pub(super) struct ObjectEntries<'p, 'a> {
    entries: Option<Entries<'a>>,
    path: &'p Path<'p>,
    context: &'p Context,
    owner: Option<FieldNames<'a>>,
    part: Part<'a>,
    value: Option<EntryValue<'a>>,
}

/// The entries of an object that are read.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// All entries.
    Whole,
    /// The entries that stay in the object, followed by the list that the others belong in.
    BeforeList(&'static ImplicitItem),
    /// The entries that stay in the object, after the list has been read.
    AfterList(&'static ImplicitItem),
    /// The entries that belong in the list, with the level.
    ImplicitItem(&'static ImplicitItem, NodeRef<'a>),
    /// No entries of the node: a name and the value that belongs to it.
    Shorthand(NameAndValue<'a>),
}

impl Part<'_> {
    fn has(self, key: &str) -> bool {
        match self {
            Self::Whole | Self::Shorthand(_) => true,
            Self::BeforeList(hint) | Self::AfterList(hint) => hint.stays(key),
            Self::ImplicitItem(hint, level) => hint.moves_to_item(key, level),
        }
    }
}

/// The value of the next entry.
pub(super) enum EntryValue<'a> {
    /// The value of a field, with the key under which it is read.
    Field { key: &'a str, node: NodeRef<'a>, form_is_reported: bool },
    /// The list that fields of the object belong in.
    List(&'static ImplicitItem),
    /// The name of an item, as the value of the field `key`.
    Name { key: &'static str, name: &'a str, node: NodeRef<'a> },
    /// The value that belongs to the name, as the value of the field `key`.
    Named { key: &'static str, node: NodeRef<'a> },
}

impl<'a> EntryValue<'a> {
    /// Returns the key under which the value is read.
    pub(super) const fn key(&self) -> &'a str {
        match self {
            Self::Field { key, .. } => key,
            Self::Name { key, .. } | Self::Named { key, .. } => key,
            Self::List(hint) => hint.list,
        }
    }
}

impl<'p, 'a> ObjectEntries<'p, 'a> {
    pub(super) fn new(
        entries: Option<Entries<'a>>,
        path: &'p Path<'p>,
        context: &'p Context,
        owner: Option<FieldNames<'a>>,
    ) -> Self {
        let implicit_item = owner.and_then(|owner| context.implicit_item(owner.of.id()));
        let part = implicit_item.map_or(Part::Whole, Part::BeforeList);
        Self { entries, path, context, owner, part, value: None }
    }

    /// Restricts the entries to the level and its siblings that belong in the only item of the list.
    pub(super) fn siblings(self, hint: &'static ImplicitItem, level: NodeRef<'a>) -> Self {
        Self { part: Part::ImplicitItem(hint, level), ..self }
    }

    /// Returns the entries of an item in a shorter form, which is at `path`.
    pub(super) const fn shorthand(item: NameAndValue<'a>, path: &'p Path<'p>, context: &'p Context) -> Self {
        Self { entries: None, path, context, owner: None, part: Part::Shorthand(item), value: None }
    }

    /// Returns the next entry.
    pub(super) fn next(&mut self) -> Option<EntryValue<'a>> {
        if let Part::Shorthand(NameAndValue { hint, name, node, has_value }) = &mut self.part {
            let node = *node;
            if let Some(name) = name.take() {
                return Some(EntryValue::Name { key: hint.key, name, node });
            }
            return std::mem::take(has_value).then_some(EntryValue::Named { key: hint.value, node });
        }
        let (context, part) = (self.context, self.part);
        if matches!(part, Part::Whole) && context.reads_as_written() {
            let (key, node) = self.entries.as_mut()?.next()?;
            return Some(EntryValue::Field { key, node, form_is_reported: false });
        }
        // Rejected fields are left out entirely, including their keys.
        let mut present = self.entries.as_mut()?.filter(|(key, value)| part.has(key) && !context.is_absent(value.id()));
        if let Some((key, node)) = present.next() {
            let name = context.name_of(node.id());
            return Some(EntryValue::Field { key: name.unwrap_or(key), node, form_is_reported: name.is_some() });
        }
        let Part::BeforeList(hint) = self.part else { return None };
        self.part = Part::AfterList(hint);
        Some(EntryValue::List(hint))
    }
}

/// The part that does not depend on the type, because serde generates the rest for each type.
impl<'p, 'a> ObjectEntries<'p, 'a> {
    /// Returns the path of an entry's value, if it differs from the object's.
    fn path_of<'q>(&self, entry: &EntryValue<'q>) -> Option<Path<'q>>
    where
        'p: 'q,
    {
        match entry {
            EntryValue::Field { key, .. } => Some(self.path.field(key)),
            EntryValue::List(hint) => Some(self.path.field(hint.list)),
            EntryValue::Name { .. } | EntryValue::Named { .. } => None,
        }
    }

    /// Returns the deserializer for an entry's value.
    fn reader<'q>(&'q self, entry: &EntryValue<'a>, path: &'q Path<'q>) -> Result<NodeDeserializer<'q, 'a>, DecodeError>
    where
        'p: 'q,
    {
        let custom = <DecodeError as serde::de::Error>::custom;
        match entry {
            EntryValue::Field { node, form_is_reported, .. } => Ok(NodeDeserializer {
                form_is_reported: *form_is_reported,
                ..NodeDeserializer::at(*node, path, self.context, self.owner.as_ref())
            }),
            EntryValue::List(hint) => {
                let owner = self.owner.ok_or_else(|| custom("no object has this list"))?;
                Ok(NodeDeserializer::at(owner.of, path, self.context, None).as_form(Form::List(hint)))
            }
            EntryValue::Name { name, node, .. } => {
                Ok(NodeDeserializer::at(*node, path, self.context, None).as_form(Form::Text(name)))
            }
            EntryValue::Named { node, .. } => Ok(NodeDeserializer::at(*node, path, self.context, None)),
        }
    }

    /// Returns the value of an entry if it is a string that is read as written.
    pub(super) fn text_as_written(&self, entry: &EntryValue<'a>) -> Option<&'a str> {
        match entry {
            EntryValue::Field { node, .. } if self.context.reads_as_written() => node.own_text(),
            _ => None,
        }
    }

    /// Reads the value of an entry.
    pub(super) fn read(&self, entry: &EntryValue<'a>, read: Read<'_, 'a>) -> Result<(), DecodeError> {
        let own = self.path_of(entry);
        let path = own.as_ref().unwrap_or(self.path);
        let result = read(&self.reader(entry, path)?);
        if let Err(refusal) = &result {
            self.blame(entry, path, refusal);
        }
        result
    }

    /// Records the field that a type has refused.
    #[cold]
    fn blame(&self, entry: &EntryValue<'a>, path: &Path<'_>, refusal: &DecodeError) {
        if let EntryValue::Field { node, .. } = entry {
            self.context.blame(node.id(), || wording::refused(path, *node, refusal));
        }
    }
}

impl<'a> MapAccess<'a> for ObjectEntries<'_, 'a> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        self.value = self.next();
        let key = self.value.as_ref().map(EntryValue::key);
        key.map(|key| seed.deserialize(BorrowedStrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        let no_key = || serde::de::Error::custom("the value was requested before its key");
        let entry = self.value.take().ok_or_else(no_key)?;
        let (mut seed, mut read) = (Some(seed), None);
        self.read(&entry, &mut |value| {
            read = seed.take().map(|seed| seed.deserialize(*value)).transpose()?;
            Ok(())
        })?;
        read.ok_or_else(no_key)
    }

    fn size_hint(&self) -> Option<usize> {
        self.entries.as_ref().map(ExactSizeIterator::len)
    }
}
