//! Names and values of capabilities, borrowed from the document if possible.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use smallvec::SmallVec;

/// The texts of a map; few maps have more than eight.
pub(super) type Texts<'t> = SmallVec<[Cow<'t, str>; 8]>;

/// A string that is borrowed if possible. (For a `Cow` without `borrow`, serde copies.)
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'t>(#[serde(borrow)] pub(super) Cow<'t, str>);

/// A seed that appends a list of values. A null is read as an empty list, and a null in a list as an empty value.
pub(super) struct Values<'v, 't>(pub(super) &'v mut Texts<'t>);

impl<'de> DeserializeSeed<'de> for Values<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Values<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of values")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(value) = list.next_element::<Option<Text<'de>>>()? {
            self.0.push(value.unwrap_or_default().0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_escapes_is_borrowed() {
        let Text(lent) = serde_json::from_str(r#""amd64""#).unwrap();
        assert!(matches!(lent, Cow::Borrowed("amd64")));
        let Text(made) = serde_json::from_str(r#""amd\u00364""#).unwrap();
        assert!(matches!(made, Cow::Owned(text) if text == "amd64"));
    }
}
