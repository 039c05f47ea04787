//! Amounts of resources, as Kubernetes writes them: `500m`, `16Gi`, `1e3`.

mod decimal;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use decimal::Decimal;

/// The name under which a [`Quantity`] asks its deserializer to treat it as one scalar.
#[doc(hidden)]
pub const QUANTITY_TOKEN: &str = "$rootstock::Quantity";

/// How a quantity was written, and is printed if its value allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum QuantityFormat {
    /// Powers of 1000: `n u m k M G T P E`, or no unit.
    #[default]
    DecimalSi,
    /// Powers of 1024: `Ki Mi Gi Ti Pi Ei`.
    BinarySi,
    /// `1e3`
    DecimalExponent,
}

/// A number of unlimited size, exact down to a billionth.
///
/// Compared by value: `1Gi` equals `1024Mi`. Printed as Kubernetes does: in canonical form (the largest unit that needs no
/// fraction), except that spellings which the Kubernetes parser takes for canonical already are kept, such as `00012`.
///
/// Finer amounts than `1n` are rounded away from zero, and amounts with a binary unit end at 2^63-1.
///
/// ```
/// use rootstock_core_model::Quantity;
/// let memory: Quantity = "1.5Gi".parse()?;
/// assert_eq!(memory.to_string(), "1536Mi");
/// assert!(memory > "1.5G".parse()?);
/// assert_eq!("0.5".parse::<Quantity>()?.to_string(), "500m");
/// assert!("1K".parse::<Quantity>().is_err());
/// # Ok::<(), rootstock_core_model::QuantityError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Quantity {
    negative: bool,
    magnitude: Decimal,
    format: QuantityFormat,
    has_unit: bool,
    /// The spelling, where it is not the canonical one and yet kept.
    spelling: Option<Box<str>>,
}

impl Quantity {
    /// Nothing.
    pub const ZERO: Self = Self {
        negative: false,
        magnitude: Decimal::ZERO,
        format: QuantityFormat::DecimalSi,
        has_unit: false,
        spelling: None,
    };

    /// Reads the value of a field: as [`str::parse`] does, with white space around it ignored.
    ///
    /// # Errors
    ///
    /// When the text is no quantity.
    pub fn from_scalar(text: &str) -> Result<Self, QuantityError> {
        text.trim().parse()
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_zero()
    }

    /// Whether it is less than 0.
    #[must_use]
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    /// How it compares with 0.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match (self.is_zero(), self.negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    /// How it was written.
    #[must_use]
    pub const fn format(&self) -> QuantityFormat {
        self.format
    }

    /// Whether it was written with a unit or an exponent.
    #[must_use]
    pub const fn has_unit(&self) -> bool {
        self.has_unit
    }

    /// In canonical form, whatever its spelling.
    fn write_canonical(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        if self.format == QuantityFormat::BinarySi
            && let Some(mut value) = self.magnitude.to_integer()
            && value >= 1024
        {
            let mut units = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].into_iter();
            let mut unit = units.next().unwrap_or_default();
            while value.is_multiple_of(1024)
                && let Some(next) = units.next()
            {
                value /= 1024;
                unit = next;
            }
            return write!(f, "{value}{unit}");
        }
        // What is below 1024 or no whole number is printed in decimal units, so that nothing is lost.
        let (mantissa, exponent) = self.magnitude.in_thousands();
        f.write_str(&mantissa)?;
        let unit = match exponent {
            _ if self.format == QuantityFormat::DecimalExponent => None,
            -9 => Some("n"),
            -6 => Some("u"),
            -3 => Some("m"),
            0 => Some(""),
            3 => Some("k"),
            6 => Some("M"),
            9 => Some("G"),
            12 => Some("T"),
            15 => Some("P"),
            18 => Some("E"),
            _ => None,
        };
        match unit {
            Some(unit) => f.write_str(unit),
            None if exponent == 0 => Ok(()),
            None => write!(f, "e{exponent}"),
        }
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
        }
    }
}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Quantity {}

impl Hash for Quantity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.negative.hash(state);
        self.magnitude.hash(state);
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.spelling {
            Some(spelling) => f.write_str(spelling),
            None => self.write_canonical(f),
        }
    }
}

/// The text is no quantity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no quantity: {problem}")]
pub struct QuantityError {
    /// The text as written, or its beginning if it is long.
    pub text: String,
    /// What is wrong with it.
    pub problem: QuantityProblem,
}

/// What is wrong with a text that should be a quantity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuantityProblem {
    /// There is no text.
    #[error("it is empty; write a number with an optional unit, for example 500m or 16Gi")]
    Empty,
    /// No number with one sign, one dot, one unit.
    #[error("write a number with an optional unit, for example 500m or 16Gi")]
    NotANumber,
    /// A unit that is none, but close to one.
    #[error("there is no unit `{unit}`; write `{meant}`")]
    AlmostUnit {
        /// The unit as written.
        unit: String,
        /// The unit, or units, it resembles.
        meant: &'static str,
    },
    /// A unit that is none.
    #[error("there is no unit `{0}`; units are n, u, m, k, M, G, T, P, E and Ki, Mi, Gi, Ti, Pi, Ei")]
    NoUnit(String),
    /// `1e` followed by no whole number, or by one that is too large.
    #[error("`{0}` is no exponent; write for example 1e3")]
    BadExponent(String),
}

impl FromStr for Quantity {
    type Err = QuantityError;

    /// Reads what Kubernetes reads: an optional sign, digits with at most one dot, a unit or exponent; no blanks.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).map_err(|problem| {
            const SHOWN: usize = 60;
            let mut shown: String = text.chars().take(SHOWN).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            QuantityError { text: shown, problem }
        })
    }
}

/// What stands after the number.
enum Unit {
    Decimal(i32),
    Exponent(i32),
    Binary(u32),
}

fn parse(text: &str) -> Result<Quantity, QuantityProblem> {
    if text.is_empty() {
        return Err(QuantityProblem::Empty);
    }
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, rest) = split_digits(unsigned);
    let (fraction, unit_text) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    let unit = parse_unit(unit_text)?;
    let whole_digits = whole.trim_start_matches('0');
    let spelling = keeps_spelling(whole_digits, fraction, &unit).then(|| text.into());
    // Without a single digit Kubernetes reads 0, but only where it computes with 64 bits.
    let has_digits = !(whole.is_empty() && fraction.is_empty());
    if !has_digits && matches!(unit, Unit::Exponent(..-9) | Unit::Binary(5..)) {
        return Err(QuantityProblem::NotANumber);
    }
    let (magnitude, mut format) = match unit {
        Unit::Decimal(exponent) => (Decimal::new(whole_digits, fraction, exponent), QuantityFormat::DecimalSi),
        Unit::Exponent(exponent) => (Decimal::new(whole_digits, fraction, exponent), QuantityFormat::DecimalExponent),
        Unit::Binary(power) => (Decimal::new(whole_digits, fraction, 0).times_1024(power), QuantityFormat::BinarySi),
    };
    let mut magnitude = magnitude.rounded_up_to_nano();
    if format == QuantityFormat::BinarySi {
        magnitude = magnitude.min(Decimal::from(i64::MAX.unsigned_abs()));
        if magnitude < Decimal::from(1) {
            format = QuantityFormat::DecimalSi;
        }
    }
    let negative = negative && !magnitude.is_zero();
    Ok(Quantity { negative, magnitude, format, has_unit: !unit_text.is_empty(), spelling })
}

fn split_digits(text: &str) -> (&str, &str) {
    let length = text.find(|found: char| !found.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(length).unwrap_or((text, ""))
}

/// Whether Kubernetes takes the spelling for canonical and keeps it.
fn keeps_spelling(whole: &str, fraction: &str, unit: &Unit) -> bool {
    match unit {
        Unit::Decimal(exponent) | Unit::Exponent(exponent) => {
            let scale = i64::from(*exponent) - i64::try_from(fraction.len()).unwrap_or(i64::MAX);
            let ends_with_thousands = match fraction.len() {
                0 => whole.ends_with("000"),
                1 => fraction == "0" && whole.ends_with("00"),
                2 => fraction == "00" && whole.ends_with('0'),
                _ => fraction.ends_with("000"),
            };
            // A whole part of zeros alone counts as one digit, and a leading zero never is canonical.
            !whole.is_empty()
                && whole.len() + fraction.len() <= 18
                && scale >= -9
                && scale % 3 == 0
                && !ends_with_thousands
        }
        Unit::Binary(power) => {
            let most_digits = match power {
                1 => 11,
                2 => 8,
                3 => 5,
                4 => 2,
                _ => 0,
            };
            fraction.is_empty() && whole.len() <= most_digits && whole.parse::<u64>().is_ok_and(|value| value % 8 != 0)
        }
    }
}

fn parse_unit(text: &str) -> Result<Unit, QuantityProblem> {
    Ok(match text {
        "n" => Unit::Decimal(-9),
        "u" => Unit::Decimal(-6),
        "m" => Unit::Decimal(-3),
        "" => Unit::Decimal(0),
        "k" => Unit::Decimal(3),
        "M" => Unit::Decimal(6),
        "G" => Unit::Decimal(9),
        "T" => Unit::Decimal(12),
        "P" => Unit::Decimal(15),
        "E" => Unit::Decimal(18),
        "Ki" => Unit::Binary(1),
        "Mi" => Unit::Binary(2),
        "Gi" => Unit::Binary(3),
        "Ti" => Unit::Binary(4),
        "Pi" => Unit::Binary(5),
        "Ei" => Unit::Binary(6),
        _ => return parse_exponent(text),
    })
}

fn parse_exponent(text: &str) -> Result<Unit, QuantityProblem> {
    if let Some(digits) = text.strip_prefix(['e', 'E']) {
        let is_exponent = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+' || byte == b'-');
        if is_exponent {
            return digits.parse().map(Unit::Exponent).map_err(|_| QuantityProblem::BadExponent(shorten(text)));
        }
    }
    if !text.starts_with(|found: char| found.is_ascii_alphabetic()) {
        return Err(QuantityProblem::NotANumber);
    }
    let meant = match text {
        "K" | "KB" | "kB" | "kb" => "k` or `Ki",
        "ki" | "KI" | "kI" | "KiB" => "Ki",
        "mi" | "MI" | "mI" | "MiB" => "Mi",
        "g" | "GB" | "gb" => "G` or `Gi",
        "gi" | "GI" | "gI" | "GiB" => "Gi",
        "MB" | "mb" => "M` or `Mi",
        "t" | "TB" | "tb" => "T` or `Ti",
        "ti" | "TI" | "tI" | "TiB" => "Ti",
        "p" | "PB" | "pb" => "P` or `Pi",
        "pi" | "PI" | "pI" | "PiB" => "Pi",
        _ => return Err(QuantityProblem::NoUnit(shorten(text))),
    };
    Err(QuantityProblem::AlmostUnit { unit: text.to_owned(), meant })
}

fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    /// From a string or a bare number; `null` is 0.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Quantity;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quantity such as 500m or 16Gi")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Quantity, E> {
                Quantity::from_scalar(text).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Quantity, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Quantity, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Quantity, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_unit<E: de::Error>(self) -> Result<Quantity, E> {
                Ok(Quantity::ZERO)
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Quantity, D::Error> {
                inner.deserialize_any(self)
            }
        }
        deserializer.deserialize_newtype_struct(QUANTITY_TOKEN, ScalarVisitor)
    }
}

#[cfg(test)]
mod tests;
