//! Offending values that are no strings, rendered as Kubernetes renders them: compact JSON.

use std::fmt::Write as _;

use crate::BadValue;

impl BadValue {
    /// A JSON string, escaped as Go escapes it.
    ///
    /// ```
    /// use rootstock_core_model::BadValue;
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
    /// use rootstock_core_model::BadValue;
    /// assert_eq!(BadValue::list(&["amd64".to_owned(), "arm64".to_owned()]).as_str(), r#"["amd64","arm64"]"#);
    /// ```
    #[must_use]
    pub fn list(values: &[String]) -> Self {
        let items: Vec<String> = values.iter().map(|value| Self::json_string(value)).collect();
        Self::Rendered(format!("[{}]", items.join(",")))
    }
}
