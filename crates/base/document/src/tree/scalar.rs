//! Types of unquoted scalars according to go-yaml v2, which every Kubernetes client uses.

/// A scalar as Kubernetes reads it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar<'a> {
    /// `null`, `~` or an omitted value.
    Null,
    /// A boolean, including `yes`, `on`, `y` and the like.
    Bool(bool),
    /// A whole number that fits in 64 bits with a sign.
    Int(i64),
    /// A whole number that fits in 64 bits only without a sign.
    Uint(u64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(&'a str),
}

impl Scalar<'_> {
    /// Returns a noun for messages: "a number", "a boolean".
    #[must_use]
    pub const fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::Uint(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a string",
        }
    }
}

/// Resolves the type of a plain scalar.
///
/// The order is go-yaml's: first words, then numbers without `_` in Go's notations with a base prefix (`0x`, `0o`, `0b`, and `0`
/// for octal), then decimal fractions. All other texts, including dates, are strings.
pub(crate) fn resolve(text: &str) -> Scalar<'_> {
    match text.as_bytes().first() {
        None => Scalar::Null,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => number(text).unwrap_or(Scalar::Text(text)),
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~') => {
            word(text).unwrap_or(Scalar::Text(text))
        }
        Some(_) => Scalar::Text(text),
    }
}

/// Returns whether a plain scalar is null.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

fn word(text: &str) -> Option<Scalar<'static>> {
    Some(match text {
        _ if is_null(text) => Scalar::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Scalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Scalar::Bool(false),
        _ => return None,
    })
}

fn number(text: &str) -> Option<Scalar<'static>> {
    match text {
        ".nan" | ".NaN" | ".NAN" => return Some(Scalar::Float(f64::NAN)),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Some(Scalar::Float(f64::INFINITY)),
        "-.inf" | "-.Inf" | "-.INF" => return Some(Scalar::Float(f64::NEG_INFINITY)),
        _ => {}
    }
    if text.starts_with('.') {
        // Without a leading digit, go-yaml does not remove `_`.
        return decimal(text);
    }
    // The longest 64-bit number is binary: `-0b` and 64 digits. Longer texts can only be fractions.
    let without;
    let digits = if text.contains('_') {
        without = text.replace('_', "");
        without.as_str()
    } else {
        text
    };
    integer(digits).or_else(|| decimal(digits))
}

fn integer(text: &str) -> Option<Scalar<'static>> {
    let (negative, signed, magnitude) = match text.as_bytes().first()? {
        b'-' => (true, true, text.get(1..)?),
        b'+' => (false, true, text.get(1..)?),
        _ => (false, false, text),
    };
    let (radix, digits) = match magnitude.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, magnitude.get(2..)?),
        [b'0', b'o' | b'O', ..] => (8, magnitude.get(2..)?),
        [b'0', b'b' | b'B', ..] => (2, magnitude.get(2..)?),
        [b'0', _, ..] => (8, magnitude.get(1..)?),
        _ => (10, magnitude),
    };
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    match (negative, i64::try_from(value)) {
        (false, Ok(value)) => Some(Scalar::Int(value)),
        (true, Ok(value)) => Some(Scalar::Int(-value)),
        (true, Err(_)) => (value == i64::MIN.unsigned_abs()).then_some(Scalar::Int(i64::MIN)),
        // Go accepts unsigned numbers only without a sign.
        (false, Err(_)) => (!signed).then_some(Scalar::Uint(value)),
    }
}

/// `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`
fn decimal(text: &str) -> Option<Scalar<'static>> {
    fn digits(bytes: &[u8]) -> usize {
        bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
    let mut rest = text.as_bytes();
    if let [b'-' | b'+', after @ ..] = rest {
        rest = after;
    }
    let whole = digits(rest);
    rest = rest.get(whole..)?;
    if let [b'.', after @ ..] = rest {
        let fraction = digits(after);
        if whole == 0 && fraction == 0 {
            return None;
        }
        rest = after.get(fraction..)?;
    } else if whole == 0 {
        return None;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let after = if let [b'-' | b'+', after @ ..] = after { after } else { after };
        let exponent = digits(after);
        if exponent == 0 {
            return None;
        }
        rest = after.get(exponent..)?;
    }
    // For Go, a number beyond the range of a float is an error, so go-yaml makes it a string.
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    rest.is_empty().then_some(Scalar::Float(value))
}

/// Returns the value of a number whose syntax a JSON parser has checked.
pub(super) fn json_number(text: &str) -> Scalar<'_> {
    if let Ok(value) = text.parse::<i64>() {
        Scalar::Int(value)
    } else if let Ok(value) = text.parse::<u64>() {
        Scalar::Uint(value)
    } else {
        Scalar::Float(text.parse().unwrap_or(f64::INFINITY))
    }
}

/// Formats a number like Go's JSON encoder, which YAML numbers pass through on the way to Kubernetes.
pub(crate) fn json_float(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{value:e}");
        // Rust prints 1e21, Go 1e+21.
        match text.split_once('e') {
            Some((mantissa, exponent)) if !exponent.starts_with('-') => format!("{mantissa}e+{exponent}"),
            _ => text,
        }
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    // Recorded from go-yaml v2.4.4 (sigs.k8s.io/yaml v1.6.0).
    #[case("yes", Scalar::Bool(true))]
    #[case("no", Scalar::Bool(false))]
    #[case("on", Scalar::Bool(true))]
    #[case("Off", Scalar::Bool(false))]
    #[case("y", Scalar::Bool(true))]
    #[case("N", Scalar::Bool(false))]
    #[case("yEs", Scalar::Text("yEs"))]
    #[case("0777", Scalar::Int(511))]
    #[case("-0777", Scalar::Int(-511))]
    #[case("0o777", Scalar::Int(511))]
    #[case("0x1F", Scalar::Int(31))]
    #[case("0b11", Scalar::Int(3))]
    #[case("1_000", Scalar::Int(1000))]
    #[case("1__0", Scalar::Int(10))]
    #[case("08", Scalar::Float(8.0))]
    #[case("1.30", Scalar::Float(1.3))]
    #[case("1.", Scalar::Float(1.0))]
    #[case(".5", Scalar::Float(0.5))]
    #[case("1e3", Scalar::Float(1000.0))]
    #[case("1e999", Scalar::Text("1e999"))]
    #[case("1.30.1", Scalar::Text("1.30.1"))]
    #[case("9223372036854775807", Scalar::Int(i64::MAX))]
    #[case("-9223372036854775808", Scalar::Int(i64::MIN))]
    #[case("18446744073709551615", Scalar::Uint(u64::MAX))]
    #[case("18446744073709551616", Scalar::Float(18_446_744_073_709_551_616.0))]
    #[case("+5", Scalar::Int(5))]
    #[case("+", Scalar::Text("+"))]
    #[case("-", Scalar::Text("-"))]
    #[case(".", Scalar::Text("."))]
    #[case("0x", Scalar::Text("0x"))]
    #[case("0", Scalar::Int(0))]
    #[case("2026-01-01", Scalar::Text("2026-01-01"))]
    #[case("220000+0100", Scalar::Text("220000+0100"))]
    #[case("190:20:30", Scalar::Text("190:20:30"))]
    #[case("16Gi", Scalar::Text("16Gi"))]
    #[case("~", Scalar::Null)]
    #[case("", Scalar::Null)]
    #[case("Null", Scalar::Null)]
    #[case(".inf", Scalar::Float(f64::INFINITY))]
    #[case("-.INF", Scalar::Float(f64::NEG_INFINITY))]
    #[case("++1", Scalar::Text("++1"))]
    fn scalar_types_match_go_yaml(#[case] text: &str, #[case] expected: Scalar<'_>) {
        assert_eq!(resolve(text), expected);
    }

    #[rstest]
    #[case(1.0, "1")]
    #[case(1.5, "1.5")]
    #[case(1e20, "100000000000000000000")]
    #[case(1e21, "1e+21")]
    #[case(1e-7, "1e-7")]
    #[case(0.0, "0")]
    fn floats_print_like_in_go(#[case] value: f64, #[case] expected: &str) {
        assert_eq!(json_float(value), expected);
    }
}
