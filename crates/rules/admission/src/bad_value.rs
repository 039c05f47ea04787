//! Offending values that are no strings, rendered as Kubernetes renders them: compact JSON.

use rootstock_core_model::BadValue;

/// A JSON string, escaped as Go escapes it.
pub(crate) fn json_string(text: &str) -> String {
    BadValue::json_string(text)
}

/// A list of strings as an offending value.
pub(crate) fn list(values: &[String]) -> BadValue {
    BadValue::list(values)
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
