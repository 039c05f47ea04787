//! Objects for serde, with fields that belong into an item of one of their lists read as that item.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, MapAccess};

use super::field_names::FieldNames;
use super::form::Form;
use super::node::{NodeDeserializer, Read};
use super::shorthand::NameAndValue;
use super::{Context, Refusal, wording};
use crate::tree::Entries;
use crate::{Gathered, NodeRef, Path};

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
    /// None of the node's: a name, and what belongs to it.
    Shorthand(NameAndValue<'a>),
}

impl Part<'_> {
    fn has(self, key: &str) -> bool {
        match self {
            Self::Whole | Self::Shorthand(_) => true,
            Self::Staying(hint) | Self::Stayed(hint) => hint.stays(key),
            Self::Gathered(hint, level) => hint.goes_in(key, level),
        }
    }
}

/// The value that comes next.
pub(super) enum EntryValue<'a> {
    /// Of a field, under the name that it is read by.
    Field { key: &'a str, node: NodeRef<'a>, told: bool },
    /// The list that fields of the object belong into.
    List(&'static Gathered),
    /// Of the field `key`, the name that an item is written with.
    Name { key: &'static str, name: &'a str, node: NodeRef<'a> },
    /// Of the field `key`, what stands behind the name.
    Named { key: &'static str, node: NodeRef<'a> },
}

impl<'a> EntryValue<'a> {
    /// The key that it is read by.
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
        let gathered = owner.and_then(|owner| context.gathered(owner.of.id()));
        let part = gathered.map_or(Part::Whole, Part::Staying);
        Self { entries, path, context, owner, part, value: None }
    }

    /// What stands beside the level of the one item of a list.
    pub(super) fn beside(self, hint: &'static Gathered, level: NodeRef<'a>) -> Self {
        Self { part: Part::Gathered(hint, level), ..self }
    }

    /// The fields of an item in a shorter form, which stands at `path`.
    pub(super) const fn shorthand(item: NameAndValue<'a>, path: &'p Path<'p>, context: &'p Context) -> Self {
        Self { entries: None, path, context, owner: None, part: Part::Shorthand(item), value: None }
    }

    /// The entry that comes next.
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
            return Some(EntryValue::Field { key, node, told: false });
        }
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

/// What is the same for all types: serde makes code of the rest for each of them.
impl<'p, 'a> ObjectEntries<'p, 'a> {
    /// Where the value of an entry stands, if that is not where the object does.
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

    /// What reads the value of an entry.
    fn reader<'q>(&'q self, entry: &EntryValue<'a>, path: &'q Path<'q>) -> Result<NodeDeserializer<'q, 'a>, Refusal>
    where
        'p: 'q,
    {
        let custom = <Refusal as serde::de::Error>::custom;
        match entry {
            EntryValue::Field { node, told, .. } => Ok(NodeDeserializer {
                told: *told,
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

    /// The string that the value of an entry is, if it is one and is read as it is written.
    pub(super) fn text_as_written(&self, entry: &EntryValue<'a>) -> Option<&'a str> {
        match entry {
            EntryValue::Field { node, .. } if self.context.reads_as_written() => node.own_text(),
            _ => None,
        }
    }

    /// Reads the value of an entry.
    pub(super) fn read(&self, entry: &EntryValue<'a>, read: Read<'_, 'a>) -> Result<(), Refusal> {
        let own = self.path_of(entry);
        let path = own.as_ref().unwrap_or(self.path);
        let result = read(&self.reader(entry, path)?);
        if let Err(refusal) = &result {
            self.blame(entry, path, refusal);
        }
        result
    }

    /// Remembers which field a type has refused.
    #[cold]
    fn blame(&self, entry: &EntryValue<'a>, path: &Path<'_>, refusal: &Refusal) {
        if let EntryValue::Field { node, .. } = entry {
            self.context.blame(node.id(), || wording::refused(path, *node, refusal));
        }
    }
}

impl<'a> MapAccess<'a> for ObjectEntries<'_, 'a> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        self.value = self.next();
        let key = self.value.as_ref().map(EntryValue::key);
        key.map(|key| seed.deserialize(BorrowedStrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        let no_key = || serde::de::Error::custom("a value was asked for before its key");
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
