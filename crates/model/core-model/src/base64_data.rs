//! Base64-encoded bytes, as Go decodes them.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// The name under which a [`Base64Data`] asks its deserializer to treat it as one scalar.
pub const BASE64_TOKEN: &str = "$rootstock::Base64";

/// Base64-encoded bytes, with padding. Line breaks are ignored.
///
/// ```
/// use rootstock_core_model::Base64Data;
/// assert!("YWJj".parse::<Base64Data>().is_ok());
/// assert!("YWI".parse::<Base64Data>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Base64Data(String);

/// The error for text that is not valid base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be base64: letters, digits, `+` and `/` in groups of four, the last one padded with `=`")]
pub struct Base64Error;

impl Base64Data {
    /// The text as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Base64Data {
    type Err = Base64Error;

    /// Fails if the text does not consist of whole groups of four base64 digits, or has padding other than at its end.
    fn from_str(text: &str) -> Result<Self, Base64Error> {
        let written: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
        let padding = written.iter().rev().take_while(|byte| **byte == b'=').count();
        let digits = written.iter().rev().skip(padding);
        let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let is_whole = written.len().is_multiple_of(4) && padding <= 2;
        if is_whole && digits.clone().all(is_digit) { Ok(Self(text.to_owned())) } else { Err(Base64Error) }
    }
}

impl Serialize for Base64Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

rootstock_document::decodable_by_serde!(Base64Data as BASE64_TOKEN);

impl<'de> Deserialize<'de> for Base64Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Base64Data;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes in base64")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Base64Data, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Base64Data, D::Error> {
                inner.deserialize_str(self)
            }
        }
        deserializer.deserialize_newtype_struct(BASE64_TOKEN, TextVisitor)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Base64Data {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Base64".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        const DIGIT: &str = r"[A-Za-z0-9+/][\r\n]*";
        schemars::json_schema!({
            "type": "string",
            "description": "Bytes in base64.",
            "pattern": format!(r"^[\r\n]*(({DIGIT}){{4}})*(({DIGIT}){{2}}(=[\r\n]*){{2}}|({DIGIT}){{3}}=[\r\n]*)?$"),
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", true)]
    #[case("YWJj", true)]
    #[case("YWI=", true)]
    #[case("YWJ\nj", true)]
    #[case("YWI", false)]
    #[case("YW=I", false)]
    #[case("Y===", false)]
    #[case("no base64!", false)]
    fn texts(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(text.parse::<Base64Data>().is_ok(), expected);
    }
}
