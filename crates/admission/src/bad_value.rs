//! Offending values that are no strings, rendered as Kubernetes renders them: compact JSON.

use std::fmt::Write as _;

use rootstock_core_model::BadValue;

/// A JSON string, escaped as Go escapes it.
pub(crate) fn json_string(text: &str) -> String {
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

/// A list of strings as an offending value.
pub(crate) fn list(values: &[String]) -> BadValue {
    let items: Vec<String> = values.iter().map(|value| json_string(value)).collect();
    BadValue::Rendered(format!("[{}]", items.join(",")))
}

/// Something that prints as JSON does: a number, a truth value.
pub(crate) fn plain(value: impl std::fmt::Display) -> BadValue {
    BadValue::Rendered(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_go_escapes_them() {
        assert_eq!(json_string("a\"b\\c\n\u{1}<é"), r#""a\"b\\c\n\u0001\u003cé""#);
        assert_eq!(list(&["amd64".to_owned(), "arm64".to_owned()]).as_str(), r#"["amd64","arm64"]"#);
        assert_eq!(list(&[]).as_str(), "[]");
        assert_eq!(plain(-1).as_str(), "-1");
    }
}
