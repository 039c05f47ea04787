//! Resource quantities in Kubernetes' notation: `500m`, `16Gi`, `1e3`.

mod decimal;
mod syntax;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scalar_text::beginning;
use decimal::Decimal;
use syntax::Parts;

/// The name under which a [`Quantity`] asks its deserializer to treat it as one scalar.
#[doc(hidden)]
pub const QUANTITY_TOKEN: &str = "$rootstock::Quantity";

/// The notation in which a quantity was written, and is printed if its value permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum QuantityFormat {
    /// Powers of 1000: `n u m k M G T P E`, or no unit.
    #[default]
    DecimalSi,
    /// Powers of 1024: `Ki Mi Gi Ti Pi Ei`.
    BinarySi,
    /// A decimal exponent, for example `1e3`.
    DecimalExponent,
}

/// A number of unlimited size, exact to one billionth.
///
/// Comparison is by value: `1Gi` equals `1024Mi`. Printing follows Kubernetes: canonical form (the largest unit that needs no
/// fraction), except that spellings which the Kubernetes parser already considers canonical are kept, such as `00012`.
///
/// Amounts finer than `1n` are rounded away from zero, and amounts with a binary unit are capped at 2^63-1.
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
    /// The spelling, if it is kept although it is not canonical.
    spelling: Option<Box<str>>,
}

impl Quantity {
    /// The quantity 0.
    pub const ZERO: Self = Self {
        negative: false,
        magnitude: Decimal::ZERO,
        format: QuantityFormat::DecimalSi,
        has_unit: false,
        spelling: None,
    };

    /// Parses the value of a field: like [`str::parse`], but ignores surrounding white space.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a quantity.
    pub fn from_scalar(text: &str) -> Result<Self, QuantityError> {
        text.trim().parse()
    }

    /// Checks whether [`from_scalar`](Self::from_scalar) accepts the value of a field, without computing it.
    ///
    /// ```
    /// use rootstock_core_model::Quantity;
    /// assert!(Quantity::check_scalar(" 16Gi ").is_ok());
    /// assert!(Quantity::check_scalar("16GB").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is not a quantity.
    pub fn check_scalar(text: &str) -> Result<(), QuantityError> {
        parts_of(text.trim()).map(drop)
    }

    /// Returns whether the quantity is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_zero()
    }

    /// Returns whether the quantity is less than 0.
    #[must_use]
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the result of the comparison with 0.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match (self.is_zero(), self.negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    /// The notation in which the quantity was written.
    #[must_use]
    pub const fn format(&self) -> QuantityFormat {
        self.format
    }

    /// Returns whether it was written with a unit or an exponent.
    #[must_use]
    pub const fn has_unit(&self) -> bool {
        self.has_unit
    }

    /// Returns whether the quantity has no fraction.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.magnitude.is_whole()
    }

    /// Returns the number of billionths; `None` if it is too large.
    ///
    /// ```
    /// use rootstock_core_model::Quantity;
    /// assert_eq!("-1500m".parse::<Quantity>()?.to_nanos(), Some(-1_500_000_000));
    /// assert_eq!("1e100".parse::<Quantity>()?.to_nanos(), None);
    /// # Ok::<(), rootstock_core_model::QuantityError>(())
    /// ```
    #[must_use]
    pub fn to_nanos(&self) -> Option<i128> {
        let magnitude = self.magnitude.to_nanos()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Returns the sum, in the format of this quantity unless it is zero; `None` if the numbers are too large.
    ///
    /// ```
    /// use rootstock_core_model::Quantity;
    /// let sum = "1500m".parse::<Quantity>()?.plus(&"1".parse()?);
    /// assert_eq!(sum.map(|sum| sum.to_string()).as_deref(), Some("2500m"));
    /// # Ok::<(), rootstock_core_model::QuantityError>(())
    /// ```
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        match (self.is_zero(), other.is_zero()) {
            (_, true) => return Some(self.clone()),
            (true, false) => return Some(other.clone()),
            (false, false) => {}
        }
        let nanos = self.to_nanos()?.checked_add(other.to_nanos()?)?;
        let sum: Self = format!("{nanos}n").parse().ok()?;
        Some(Self { format: self.format, spelling: None, ..sum })
    }

    /// Returns the quantity as a whole number, for example of bytes; `None` if it is negative, has a fraction or is too large.
    ///
    /// ```
    /// use rootstock_core_model::Quantity;
    /// assert_eq!("1Ki".parse::<Quantity>()?.as_whole_number(), Some(1024));
    /// assert_eq!("500m".parse::<Quantity>()?.as_whole_number(), None);
    /// # Ok::<(), rootstock_core_model::QuantityError>(())
    /// ```
    #[must_use]
    pub fn as_whole_number(&self) -> Option<u64> {
        let number = self.magnitude.to_integer()?;
        (!self.negative || number == 0).then_some(number)
    }

    /// Writes the canonical form, regardless of the spelling.
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
        // Values that are below 1024 or not whole are printed in decimal units, to preserve their exact value.
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

/// The error for text that is not a valid quantity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid quantity: {problem}")]
pub struct QuantityError {
    /// The text as written, or its beginning if it is long.
    pub text: String,
    /// The problem with the text.
    pub problem: QuantityProblem,
}

/// The problem with a text that should be a quantity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuantityProblem {
    /// The text is empty.
    #[error("it is empty; write a number with an optional unit, for example 500m or 16Gi")]
    Empty,
    /// Not a number with at most one sign, one dot and one unit.
    #[error("write a number with an optional unit, for example 500m or 16Gi")]
    NotANumber,
    /// An unknown unit that resembles a known one.
    #[error("there is no unit `{unit}`; write `{meant}`")]
    AlmostUnit {
        /// The unit as written.
        unit: String,
        /// The unit or units that it resembles.
        meant: &'static str,
    },
    /// An unknown unit.
    #[error("there is no unit `{0}`; units are n, u, m, k, M, G, T, P, E and Ki, Mi, Gi, Ti, Pi, Ei")]
    NoUnit(String),
    /// `1e` followed by something other than a whole number, or by one that is too large.
    #[error("`{0}` is not a valid exponent; write for example 1e3")]
    BadExponent(String),
}

fn parts_of(text: &str) -> Result<Parts<'_>, QuantityError> {
    Parts::of(text).map_err(|problem| QuantityError { text: beginning(text), problem })
}

impl FromStr for Quantity {
    type Err = QuantityError;

    /// Accepts the same syntax as Kubernetes: an optional sign, digits with at most one dot, and a unit or exponent; no spaces.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(parts_of(text)?.quantity())
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

rootstock_document::decodable_by_serde!(Quantity as QUANTITY_TOKEN);

impl<'de> Deserialize<'de> for Quantity {
    /// Deserializes a string or a bare number; `null` is 0.
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
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Quantity {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Quantity".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["string", "number"],
            "description": "An amount, such as 500m, 4 or 16Gi.",
            "pattern": r"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?\s*$",
        })
    }
}
