//! Offending values that are not strings, rendered as Kubernetes renders them: compact JSON.

use rootstock_core_model::BadValue;

/// Renders a JSON string, escaped as Go escapes it.
pub(crate) fn json_string(text: &str) -> String {
    BadValue::json_string(text)
}

/// Renders a list of strings as an offending value.
pub(crate) fn list(values: &[String]) -> BadValue {
    BadValue::list(values)
}

/// Renders a value whose `Display` is its JSON form: a number or a boolean.
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
