//! Kubernetes' scalars with a syntax of their own.

use rootstock_document::{Numbers, ScalarAdvice, ScalarSyntax};
use rootstock_versioning::{TIMESTAMP_TOKEN, Timestamp};

use crate::rules::{INVALID_BASE64, INVALID_DURATION, INVALID_QUANTITY, INVALID_TIMESTAMP};
use crate::{BASE64_TOKEN, Base64Data, GO_DURATION_TOKEN, GoDuration, QUANTITY_TOKEN, Quantity};

pub(super) static ALL: [ScalarSyntax; 4] = [
    ScalarSyntax {
        name: INVALID_QUANTITY.name,
        token: QUANTITY_TOKEN,
        wanted: "a quantity, such as `500m` or `16Gi`",
        stand_in: "0",
        numbers: Numbers::Fit,
        check: |text| Quantity::check_scalar(text).map_err(|error| error.to_string()),
        advice: quantity_advice,
    },
    ScalarSyntax {
        name: INVALID_TIMESTAMP.name,
        token: TIMESTAMP_TOKEN,
        wanted: "a date and time, such as `2026-12-31T23:59:59Z`",
        stand_in: "1970-01-01T00:00:00Z",
        numbers: Numbers::OtherFormat,
        check: |text| text.parse::<Timestamp>().map(drop).map_err(|error| error.to_string()),
        advice: timestamp_advice,
    },
    ScalarSyntax {
        name: INVALID_DURATION.name,
        token: GO_DURATION_TOKEN,
        wanted: "a span of time, such as `20m` or `1h30m`",
        stand_in: "0s",
        numbers: Numbers::OtherFormat,
        check: |text| text.parse::<GoDuration>().map(drop).map_err(|error| error.to_string()),
        advice: duration_advice,
    },
    ScalarSyntax {
        name: INVALID_BASE64.name,
        token: BASE64_TOKEN,
        wanted: "bytes in base64",
        stand_in: "",
        numbers: Numbers::WrongType,
        check: |text| text.parse::<Base64Data>().map(drop).map_err(|error| error.to_string()),
        advice: |_| ScalarAdvice::None,
    },
];

fn timestamp_advice(text: &str) -> ScalarAdvice {
    let day_only = format!("{text}T00:00:00Z");
    let spaced = text.replacen(' ', "T", 1);
    let repaired = [day_only, spaced.clone(), format!("{spaced}Z"), text.to_uppercase()];
    let repaired = repaired.into_iter().find(|text| text.parse::<Timestamp>().is_ok());
    repaired.map_or(ScalarAdvice::None, ScalarAdvice::Replacement)
}

/// Repairs common mistakes: `gi`, `GB`, `GiB`, or a space before the unit.
fn quantity_advice(text: &str) -> ScalarAdvice {
    let trimmed: String = text.split_whitespace().collect();
    let stem = trimmed.trim_end_matches(['b', 'B']);
    let end = stem.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (digits, unit) = stem.split_at_checked(end).unwrap_or((stem, ""));
    let unit = match unit {
        "K" => "k",
        "m" if trimmed.ends_with(['b', 'B']) => "M",
        "g" => "G",
        "t" => "T",
        "ki" | "kI" | "KI" => "Ki",
        "mi" | "MI" => "Mi",
        "gi" | "GI" => "Gi",
        "ti" | "TI" => "Ti",
        other => other,
    };
    let repaired = format!("{digits}{unit}");
    let is_new = repaired != text && !digits.is_empty() && Quantity::from_scalar(&repaired).is_ok();
    if is_new { ScalarAdvice::Replacement(repaired) } else { ScalarAdvice::None }
}

fn duration_advice(text: &str) -> ScalarAdvice {
    let with_unit = format!("{text}s");
    if text.parse::<u32>().is_ok() && with_unit.parse::<GoDuration>().is_ok() {
        ScalarAdvice::Help(format!("add a unit: `{with_unit}`, `{text}m`"))
    } else {
        ScalarAdvice::None
    }
}
