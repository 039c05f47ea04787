//! Invalid values in the format in which Kubernetes prints them.

use std::fmt::Write as _;

/// The offending value. Strings are printed in quotes, all other values as they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BadValue {
    /// No value, for kinds of errors that carry none (Required, Forbidden).
    #[default]
    None,
    /// A string from the document.
    Text(String),
    /// Any other value as text: a number, `null`, or a list or object as compact JSON.
    Rendered(String),
}

impl BadValue {
    /// Returns the bare content, as the recorded test vectors contain it: `""` for [`Self::None`].
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::None => "",
            Self::Text(text) | Self::Rendered(text) => text,
        }
    }
}

impl From<&str> for BadValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for BadValue {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl BadValue {
    /// Returns a JSON string literal with the escapes that Go's encoder uses.
    ///
    /// ```
    /// use rootstock_document::BadValue;
    /// assert_eq!(BadValue::json_string("a\"<\n"), r#""a\"\u003c\n""#);
    /// ```
    #[must_use]
    pub fn json_string(text: &str) -> String {
        let mut json = String::with_capacity(text.len() + 2);
        json.push('"');
        for character in text.chars() {
            match character {
                '"' => json.push_str("\\\""),
                '\\' => json.push_str("\\\\"),
                '\n' => json.push_str("\\n"),
                '\r' => json.push_str("\\r"),
                '\t' => json.push_str("\\t"),
                '\u{8}' => json.push_str("\\b"),
                '\u{c}' => json.push_str("\\f"),
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                    // Writing to a string cannot fail.
                    let _ = write!(json, "\\u{:04x}", u32::from(character));
                }
                _ => json.push(character),
            }
        }
        json.push('"');
        json
    }

    /// Returns a JSON list of strings.
    ///
    /// ```
    /// use rootstock_document::BadValue;
    /// assert_eq!(BadValue::list(&["amd64".to_owned(), "arm64".to_owned()]).as_str(), r#"["amd64","arm64"]"#);
    /// ```
    #[must_use]
    pub fn list(values: &[String]) -> Self {
        let items: Vec<String> = values.iter().map(|value| Self::json_string(value)).collect();
        Self::Rendered(format!("[{}]", items.join(",")))
    }
}
