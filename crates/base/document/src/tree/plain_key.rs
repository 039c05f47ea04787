//! Keys without quotes.

use super::{Scalar, resolve};

/// The interpretation of a key without quotes by Kubernetes.
pub(super) enum PlainKey {
    AsWritten,
    ReadAs(String),
    Merge,
    Missing,
    /// A number above 2^63 - 1.
    TooLarge,
}

impl PlainKey {
    pub(super) fn of(written: &str) -> Self {
        let read_as = match resolve(written) {
            Scalar::Text("<<") => return Self::Merge,
            Scalar::Text(_) => return Self::AsWritten,
            Scalar::Null => return Self::Missing,
            Scalar::Bool(value) => value.to_string(),
            Scalar::Int(value) => value.to_string(),
            Scalar::Uint(_) => return Self::TooLarge,
            // Go prints fractional keys with 32-bit precision.
            #[expect(clippy::cast_possible_truncation, reason = "as Go does")]
            Scalar::Float(value) => fraction(value as f32),
        };
        if read_as == written { Self::AsWritten } else { Self::ReadAs(read_as) }
    }
}

/// Formats a fractional key like Go's `strconv.FormatFloat(value, 'g', -1, 32)`, with the words of YAML for what is not finite.
fn fraction(value: f32) -> String {
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    match scientific.split_once('e').map(|(digits, exponent)| (digits, exponent.parse::<i32>())) {
        Some((digits, Ok(exponent))) if !(-4..6).contains(&exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.abs())
        }
        _ => value.to_string(),
    }
}
