//! Names and values of capabilities as a document lends them.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use smallvec::SmallVec;

/// Texts of a map: hardly any has more.
pub(super) type Texts<'t> = SmallVec<[Cow<'t, str>; 8]>;

/// A string, which need not be copied. (serde copies for a `Cow` that is not told to borrow.)
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'t>(#[serde(borrow)] pub(super) Cow<'t, str>);

/// Reads a list of values behind those that there are; a null is an empty list, and in a list an empty value.
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
    fn a_text_without_escapes_is_lent() {
        let Text(lent) = serde_json::from_str(r#""amd64""#).unwrap();
        assert!(matches!(lent, Cow::Borrowed("amd64")));
        let Text(made) = serde_json::from_str(r#""amd\u00364""#).unwrap();
        assert!(matches!(made, Cow::Owned(text) if text == "amd64"));
    }
}
