//! Values that are not acceptable, as Kubernetes prints them.

use std::fmt::Write as _;

/// The offending value.
///
/// Strings print quoted, everything else as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BadValue {
    /// The kind carries no value (Required, Forbidden).
    #[default]
    None,
    /// A string of the document.
    Text(String),
    /// Anything else, rendered: a number, a list or object as compact JSON, `null`.
    Rendered(String),
}

impl BadValue {
    /// The bare content, as recorded vectors hold it: `""` for none.
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
    /// A JSON string, escaped as Go escapes it.
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

    /// A list of strings.
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
