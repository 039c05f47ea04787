//! Durations in Go's notation: `1h30m`, `500ms`.

use std::fmt;
use std::str::FromStr;

use rootstock_versioning::ScalarVisitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scalar_text::{beginning, split_digits};

/// The name under which a [`GoDuration`] asks its deserializer to treat it as one scalar.
#[doc(hidden)]
pub const GO_DURATION_TOKEN: &str = "$rootstock::GoDuration";

/// A duration in nanoseconds, possibly negative, up to about 292 years.
///
/// ```
/// use rootstock_core_model::GoDuration;
/// let timeout: GoDuration = "90m".parse()?;
/// assert_eq!(timeout.to_string(), "1h30m0s");
/// assert!("90".parse::<GoDuration>().is_err());
/// # Ok::<(), rootstock_core_model::GoDurationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GoDuration(i64);

impl GoDuration {
    /// The duration in nanoseconds.
    #[must_use]
    pub const fn nanoseconds(self) -> i64 {
        self.0
    }
}

/// The error for text that is not a valid duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid duration: {problem}")]
pub struct GoDurationError {
    /// The text as written, or its beginning if it is long.
    pub text: String,
    /// The problem with the text.
    pub problem: GoDurationProblem,
}

/// The problem with a text that should be a duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GoDurationProblem {
    /// Not a sequence of numbers with units.
    #[error("write numbers with units, for example 1h30m or 500ms")]
    NotANumber,
    /// A number without a unit.
    #[error("a number lacks its unit; write for example 30s, 20m or 1h")]
    MissingUnit,
    /// An unknown unit.
    #[error("there is no unit `{0}`; units are ns, us, ms, s, m and h")]
    NoUnit(String),
    /// More nanoseconds than fit into 64 bits.
    #[error("it is longer than about 292 years")]
    TooLong,
}

impl FromStr for GoDuration {
    type Err = GoDurationError;

    /// Accepts the same syntax as Go's `time.ParseDuration`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).map(Self).map_err(|problem| GoDurationError { text: beginning(text), problem })
    }
}

fn parse(text: &str) -> Result<i64, GoDurationProblem> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(GoDurationProblem::NotANumber);
    }
    let mut total = 0_u64;
    while !rest.is_empty() {
        let (part, after) = split_part(rest)?;
        total = total.checked_add(part).filter(|sum| *sum <= 1 << 63).ok_or(GoDurationProblem::TooLong)?;
        rest = after;
    }
    let signed = if negative { 0_i64.checked_sub_unsigned(total) } else { i64::try_from(total).ok() };
    signed.ok_or(GoDurationProblem::TooLong)
}

/// Parses one number and its unit at the start of a text, in nanoseconds.
fn split_part(text: &str) -> Result<(u64, &str), GoDurationProblem> {
    let (whole, rest) = split_digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    if whole.is_empty() && fraction.is_empty() {
        return Err(GoDurationProblem::NotANumber);
    }
    let length = rest.find(|found: char| found == '.' || found.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at_checked(length).unwrap_or((rest, ""));
    let nanoseconds = match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        "" => return Err(GoDurationProblem::MissingUnit),
        _ => return Err(GoDurationProblem::NoUnit(beginning(unit))),
    };
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().map_err(|_| GoDurationProblem::TooLong)? };
    let value = whole
        .checked_mul(nanoseconds)
        .and_then(|value| value.checked_add(fraction_of(fraction, nanoseconds)))
        .filter(|value| *value <= 1 << 63)
        .ok_or(GoDurationProblem::TooLong)?;
    Ok((value, rest))
}

/// Returns `0.DIGITS` of a unit, computed in floating point like Go; digits beyond 63 bits are dropped.
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let mut number = 0_u64;
    let mut scale = 1.0_f64;
    for digit in digits.bytes().map(|byte| u64::from(byte.wrapping_sub(b'0'))) {
        let Some(next) =
            number.checked_mul(10).and_then(|next| next.checked_add(digit)).filter(|next| *next <= 1 << 63)
        else {
            break;
        };
        number = next;
        scale *= 10.0;
    }
    (number as f64 * (unit as f64 / scale)) as u64
}

impl fmt::Display for GoDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let nanoseconds = self.0.unsigned_abs();
        match nanoseconds {
            0..1_000 => return write!(f, "{nanoseconds}ns"),
            1_000..1_000_000 => return write_decimal(f, nanoseconds, 3, "\u{b5}s"),
            1_000_000..1_000_000_000 => return write_decimal(f, nanoseconds, 6, "ms"),
            _ => {}
        }
        let minutes = nanoseconds / 60_000_000_000;
        let (hours, minutes_of_hour) = (minutes / 60, minutes % 60);
        if hours > 0 {
            write!(f, "{hours}h")?;
        }
        if minutes > 0 {
            write!(f, "{minutes_of_hour}m")?;
        }
        write_decimal(f, nanoseconds % 60_000_000_000, 9, "s")
    }
}

/// Writes `number / 10^places` without trailing zeros, followed by the unit.
fn write_decimal(f: &mut fmt::Formatter<'_>, number: u64, places: u32, unit: &str) -> fmt::Result {
    let scale = 10_u64.pow(places);
    write!(f, "{}", number / scale)?;
    let fraction = number % scale;
    if fraction > 0 {
        let digits = format!("{fraction:0width$}", width = places as usize);
        write!(f, ".{}", digits.trim_end_matches('0'))?;
    }
    f.write_str(unit)
}

impl Serialize for GoDuration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

rootstock_document::decodable_by_serde!(GoDuration as GO_DURATION_TOKEN);

impl<'de> Deserialize<'de> for GoDuration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(GO_DURATION_TOKEN, ScalarVisitor::new("a span of time such as 1h30m"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for GoDuration {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Duration".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A duration, such as 20m or 1h30m.",
            "pattern": r"^[+-]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("0", "0s")]
    #[case("-0", "0s")]
    #[case("20m", "20m0s")]
    #[case("1h30m", "1h30m0s")]
    #[case("1h", "1h0m0s")]
    #[case("90s", "1m30s")]
    #[case("1.5s", "1.5s")]
    #[case("1.s", "1s")]
    #[case(".5s", "500ms")]
    #[case("100ms", "100ms")]
    #[case("1500us", "1.5ms")]
    #[case("3\u{b5}s", "3\u{b5}s")]
    #[case("3\u{3bc}s", "3\u{b5}s")]
    #[case("1ns", "1ns")]
    #[case("-1m1s", "-1m1s")]
    #[case("+5h", "5h0m0s")]
    #[case("0.3333333333333333333h", "20m0s")]
    #[case("9223372036854775807ns", "2562047h47m16.854775807s")]
    #[case("-9223372036854775808ns", "-2562047h47m16.854775808s")]
    fn reads_and_prints_as_go(#[case] text: &str, #[case] printed: &str) {
        assert_eq!(text.parse::<GoDuration>().unwrap().to_string(), printed);
    }

    #[rstest]
    #[case("", "`` is not a valid duration: write numbers with units, for example 1h30m or 500ms")]
    #[case("-", "`-` is not a valid duration: write numbers with units, for example 1h30m or 500ms")]
    #[case("abc", "`abc` is not a valid duration: write numbers with units, for example 1h30m or 500ms")]
    #[case(".s", "`.s` is not a valid duration: write numbers with units, for example 1h30m or 500ms")]
    #[case("1m-30s", "`1m-30s` is not a valid duration: there is no unit `m-`; units are ns, us, ms, s, m and h")]
    #[case("20", "`20` is not a valid duration: a number lacks its unit; write for example 30s, 20m or 1h")]
    #[case("1d", "`1d` is not a valid duration: there is no unit `d`; units are ns, us, ms, s, m and h")]
    #[case(
        "9223372036854775808ns",
        "`9223372036854775808ns` is not a valid duration: it is longer than about 292 years"
    )]
    #[case("3000000h", "`3000000h` is not a valid duration: it is longer than about 292 years")]
    fn reports_the_problem(#[case] text: &str, #[case] message: &str) {
        assert_eq!(text.parse::<GoDuration>().unwrap_err().to_string(), message);
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = text.parse::<GoDuration>();
        }

        #[test]
        fn survives_the_round_trip(nanoseconds in -(1_i64 << 53)..(1_i64 << 53)) {
            let duration = GoDuration(nanoseconds);
            prop_assert_eq!(duration.to_string().parse::<GoDuration>().unwrap(), duration);
        }
    }
}
