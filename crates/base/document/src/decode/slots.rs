//! Decoding of values into slots: the equivalent of serde's visitors, but shared by all types.

use std::cell::Cell;

use serde::de::{Error as _, Expected, Unexpected};

use super::DecodeError;
use super::access::ListItems;
use super::decodable::{Fields, List, Map, Slot, Target};
use super::form::Form;
use super::node::NodeDeserializer;
use crate::RawObject;

impl NodeDeserializer<'_, '_> {
    /// Decodes the value into a slot.
    pub(super) fn decode_into(&self, slot: Slot<'_>) -> Result<(), DecodeError> {
        match slot.0 {
            Target::Text(text) => self.decode_text(text),
            Target::Value(value) => value.read(*self),
            Target::Raw(raw) => {
                *raw = self.raw();
                Ok(())
            }
            Target::Optional(optional) => match self.form {
                Form::Itself if self.is_null() => {
                    optional.absent();
                    Ok(())
                }
                Form::Named(_) => Err(self.wrong_form_error(&"an option")),
                _ => self.decode_into(optional.present()),
            },
            Target::Fields(fields) => self.decode_fields(fields),
            Target::List(list) => self.decode_items(list),
            Target::Map(map) => self.decode_entries(map),
        }
    }

    fn decode_text(&self, text: &mut String) -> Result<(), DecodeError> {
        *text = match self.form {
            Form::Text(text) | Form::Written(text) => text,
            Form::Named(_) => return Err(self.wrong_form_error(&"a string")),
            Form::Itself | Form::Item(_) | Form::List(_) => self.string(),
        }
        .to_owned();
        Ok(())
    }

    fn decode_fields(&self, fields: &mut dyn Fields) -> Result<(), DecodeError> {
        let (mut path, names) = (None, fields.names());
        let Some(mut entries) = self.fields_of(fields.type_name(), names, &mut path)? else {
            return Err(self.wrong_form_error(&fields.type_name()));
        };
        let (mut seen, releases) = (Seen::default(), fields.releases());
        while let Some(entry) = entries.next() {
            let index = seen.index_of(entry.key(), names)?;
            if let Some(absent) = index.and_then(|index| releases.get(index)).filter(|it| !self.context.has(it)) {
                entries.read(&entry, &mut |value| {
                    value.skip_absent(absent);
                    Ok(())
                })?;
                continue;
            }
            let mut slot = index.and_then(|index| fields.slot_of(index));
            // Fast path for a string in a string slot: most values are one, and there is nothing to report.
            if let Some(text) = entries.text_as_written(&entry) {
                slot = match slot.map(|slot| slot.try_set_text(text)) {
                    Some(Ok(())) => continue,
                    Some(Err(slot)) => Some(slot),
                    None => None,
                };
            }
            entries.read(&entry, &mut |value| match slot.take() {
                Some(slot) => value.decode_into(slot),
                None => {
                    value.skip_unknown();
                    Ok(())
                }
            })?;
        }
        Ok(())
    }

    fn decode_items(&self, list: &mut dyn List) -> Result<(), DecodeError> {
        if self.is_replaced() {
            return Err(self.wrong_form_error(&"a list"));
        }
        let (fits, hint) = (Cell::new(false), Cell::new(None));
        let mut items = ListItems::new(self.items(&fits, &hint), *self);
        list.begin(items.len().unwrap_or_default());
        while items.read_next(&mut |item| item.decode_into(list.add()).inspect_err(|_| list.remove_last()))? {}
        self.settle_list(fits.get(), hint.get());
        Ok(())
    }

    fn decode_entries(&self, map: &mut dyn Map) -> Result<(), DecodeError> {
        if self.is_replaced() {
            return Err(self.wrong_form_error(&"an object"));
        }
        let mut entries = self.object(None);
        map.begin();
        while let Some(entry) = entries.next() {
            entries.read(&entry, &mut |value| value.decode_into(map.value(entry.key())))?;
        }
        Ok(())
    }

    fn raw(&self) -> RawObject {
        if self.absent { RawObject::default() } else { RawObject::new(self.node) }
    }

    #[cold]
    fn wrong_form_error(&self, expected: &dyn Expected) -> DecodeError {
        match self.form {
            Form::Text(text) | Form::Written(text) => DecodeError::invalid_type(Unexpected::Str(text), expected),
            _ => self.not_a_scalar_error(expected),
        }
    }
}

/// The fields of a struct that have been read, by index.
#[derive(Default)]
struct Seen {
    bits: u128,
    /// The index of the field that probably comes next, because authors keep the order of the type.
    next: usize,
}

impl Seen {
    /// Returns the index of a field; `None` if the struct does not have it. Fails if the field has been read already.
    fn index_of(&mut self, key: &str, names: &'static [&'static str]) -> Result<Option<usize>, DecodeError> {
        let (before, after) = names.split_at_checked(self.next).unwrap_or((names, &[]));
        let is_key = |name: &&str| *name == key;
        let Some(index) =
            after.iter().position(is_key).map(|index| self.next + index).or_else(|| before.iter().position(is_key))
        else {
            return Ok(None);
        };
        let bit = u32::try_from(index).ok().and_then(|index| 1_u128.checked_shl(index)).unwrap_or_default();
        if self.bits & bit != 0 {
            return Err(DecodeError::duplicate_field(names.get(index).copied().unwrap_or_default()));
        }
        self.bits |= bit;
        self.next = index + 1;
        Ok(Some(index))
    }
}
