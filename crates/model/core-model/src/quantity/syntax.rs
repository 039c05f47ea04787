//! Parsing of quantities: a number and a unit.

use crate::scalar_text::{beginning, split_digits};

use super::decimal::Decimal;
use super::{Quantity, QuantityFormat, QuantityProblem};

/// The suffix after the number.
enum Unit {
    Decimal(i32),
    Exponent(i32),
    Binary(u32),
}

/// The parts of a valid quantity.
pub(super) struct Parts<'t> {
    text: &'t str,
    negative: bool,
    whole: &'t str,
    fraction: &'t str,
    unit: Unit,
    has_unit: bool,
}

impl<'t> Parts<'t> {
    pub(super) fn of(text: &'t str) -> Result<Self, QuantityProblem> {
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
        // Kubernetes reads a text without digits as 0, but only where it computes with 64 bits.
        let has_digits = !(whole.is_empty() && fraction.is_empty());
        if !has_digits && matches!(unit, Unit::Exponent(..-9) | Unit::Binary(5..)) {
            return Err(QuantityProblem::NotANumber);
        }
        Ok(Self { text, negative, whole, fraction, unit, has_unit: !unit_text.is_empty() })
    }

    pub(super) fn quantity(self) -> Quantity {
        let Self { text, negative, whole, fraction, unit, has_unit } = self;
        let whole = whole.trim_start_matches('0');
        // Most quantities are whole numbers, which are canonical.
        let is_canonical = text == whole && !has_unit;
        let spelling = (!is_canonical && keeps_spelling(whole, fraction, &unit)).then(|| text.into());
        let (magnitude, mut format) = match unit {
            Unit::Decimal(exponent) => (Decimal::new(whole, fraction, exponent), QuantityFormat::DecimalSi),
            Unit::Exponent(exponent) => (Decimal::new(whole, fraction, exponent), QuantityFormat::DecimalExponent),
            Unit::Binary(power) => (Decimal::new(whole, fraction, 0).times_1024(power), QuantityFormat::BinarySi),
        };
        let mut magnitude = magnitude.rounded_up_to_nano();
        if format == QuantityFormat::BinarySi {
            magnitude = magnitude.at_most(i64::MAX.unsigned_abs());
            if magnitude.is_below_one() {
                format = QuantityFormat::DecimalSi;
            }
        }
        let negative = negative && !magnitude.is_zero();
        Quantity { negative, magnitude, format, has_unit, spelling }
    }
}

/// Returns whether Kubernetes considers the spelling canonical and keeps it.
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
            // A whole part of only zeros counts as one digit, and a leading zero is never canonical.
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
            return digits.parse().map(Unit::Exponent).map_err(|_| QuantityProblem::BadExponent(beginning(text)));
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
        _ => return Err(QuantityProblem::NoUnit(beginning(text))),
    };
    Err(QuantityProblem::AlmostUnit { unit: text.to_owned(), meant })
}
