//! Decoding of values into slots: the equivalent of serde's visitors, but shared by all types.

use std::cell::Cell;

use serde::de::{Error as _, Expected, Unexpected};

use super::Refusal;
use super::access::ListItems;
use super::decodable::{Fields, List, Map, Slot, Target};
use super::form::Form;
use super::node::NodeDeserializer;
use crate::RawObject;

impl NodeDeserializer<'_, '_> {
    /// Decodes the value into a slot.
    pub(super) fn decode_into(&self, slot: Slot<'_>) -> Result<(), Refusal> {
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
                Form::Named(_) => Err(self.is_not(&"an option")),
                _ => self.decode_into(optional.present()),
            },
            Target::Fields(fields) => self.decode_fields(fields),
            Target::List(list) => self.decode_items(list),
            Target::Map(map) => self.decode_entries(map),
        }
    }

    fn decode_text(&self, text: &mut String) -> Result<(), Refusal> {
        *text = match self.form {
            Form::Text(text) | Form::Written(text) => text,
            Form::Named(_) => return Err(self.is_not(&"a string")),
            Form::Itself | Form::Item(_) | Form::List(_) => self.string(),
        }
        .to_owned();
        Ok(())
    }

    fn decode_fields(&self, fields: &mut dyn Fields) -> Result<(), Refusal> {
        let (mut path, names) = (None, fields.names());
        let Some(mut entries) = self.fields_of(fields.type_name(), names, &mut path)? else {
            return Err(self.is_not(&fields.type_name()));
        };
        let mut seen = Seen::default();
        while let Some(entry) = entries.next() {
            let place = seen.place_of(entry.key(), names)?;
            let mut slot = place.and_then(|place| fields.slot_of(place));
            // Fast path for a string in a string slot: most values are one, and there is nothing to report.
            if let Some(text) = entries.text_as_written(&entry) {
                slot = match slot.map(|slot| slot.filled_with(text)) {
                    Some(Ok(())) => continue,
                    Some(Err(slot)) => Some(slot),
                    None => None,
                };
            }
            entries.read(&entry, &mut |value| match slot.take() {
                Some(slot) => value.decode_into(slot),
                None => {
                    value.pass_over();
                    Ok(())
                }
            })?;
        }
        Ok(())
    }

    fn decode_items(&self, list: &mut dyn List) -> Result<(), Refusal> {
        if self.is_replaced() {
            return Err(self.is_not(&"a list"));
        }
        let (fits, hint) = (Cell::new(false), Cell::new(None));
        let mut items = ListItems::new(self.items(&fits, &hint), *self);
        list.begin(items.len().unwrap_or_default());
        while items.read_next(&mut |item| item.decode_into(list.add()).inspect_err(|_| list.take_back()))? {}
        self.settle_list(fits.get(), hint.get());
        Ok(())
    }

    fn decode_entries(&self, map: &mut dyn Map) -> Result<(), Refusal> {
        if self.is_replaced() {
            return Err(self.is_not(&"an object"));
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
    fn is_not(&self, expected: &dyn Expected) -> Refusal {
        match self.form {
            Form::Text(text) | Form::Written(text) => Refusal::invalid_type(Unexpected::Str(text), expected),
            _ => self.is_no_scalar(expected),
        }
    }
}

/// The fields of a struct that have been read, by index.
#[derive(Default)]
struct Seen {
    places: u128,
    /// The index of the field that probably comes next, because authors keep the order of the type.
    next: usize,
}

impl Seen {
    /// Returns the index of a field; `None` if the struct does not have it. Fails if the field has been read already.
    fn place_of(&mut self, key: &str, names: &'static [&'static str]) -> Result<Option<usize>, Refusal> {
        let (before, after) = names.split_at_checked(self.next).unwrap_or((names, &[]));
        let is_it = |name: &&str| *name == key;
        let Some(place) =
            after.iter().position(is_it).map(|place| self.next + place).or_else(|| before.iter().position(is_it))
        else {
            return Ok(None);
        };
        let place_alone = u32::try_from(place).ok().and_then(|place| 1_u128.checked_shl(place)).unwrap_or_default();
        if self.places & place_alone != 0 {
            return Err(Refusal::duplicate_field(names.get(place).copied().unwrap_or_default()));
        }
        self.places |= place_alone;
        self.next = place + 1;
        Ok(Some(place))
    }
}
