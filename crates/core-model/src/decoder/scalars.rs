//! Scalars with a syntax of their own, and whole numbers.

use rootstock_versioning::{TIMESTAMP_TOKEN, Timestamp};
use serde::de::Visitor;
use serde::de::value::BorrowedStrDeserializer;

use super::node::NodeDeserializer;
use super::{Refusal, wording};
use crate::rules::{INVALID_BASE64, INVALID_DURATION, INVALID_QUANTITY, INVALID_TIMESTAMP, WRONG_TYPE};
use crate::tree::json_float;
use crate::{BASE64_TOKEN, Base64Data, GO_DURATION_TOKEN, GoDuration, QUANTITY_TOKEN, Quantity, Rule, Scalar};

/// The scalars that announce themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    Quantity,
    Timestamp,
    GoDuration,
    Base64,
}

impl Special {
    pub(super) fn named(token: &str) -> Option<Self> {
        match token {
            QUANTITY_TOKEN => Some(Self::Quantity),
            TIMESTAMP_TOKEN => Some(Self::Timestamp),
            GO_DURATION_TOKEN => Some(Self::GoDuration),
            BASE64_TOKEN => Some(Self::Base64),
            _ => None,
        }
    }

    /// Reads the scalar; one that is none is reported, and a stand-in read.
    pub(super) fn visit<'a, V: Visitor<'a>>(
        self,
        node: NodeDeserializer<'_, 'a>,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let number;
        let text = match node.scalar() {
            Some(Scalar::Text(text)) => Some(text),
            Some(Scalar::Null) => None,
            // A quantity may be a number. In YAML the number counts, not how it is written: `0777` is 511.
            Some(Scalar::Int(_) | Scalar::Uint(_)) if self == Self::Quantity && node.node.is_json_number() => {
                node.node.raw_text()
            }
            Some(Scalar::Int(value)) if self == Self::Quantity => {
                number = value.to_string();
                return self.visit_number(node, &number, visitor);
            }
            Some(Scalar::Float(value)) if self == Self::Quantity => {
                number = if node.node.is_json_number() {
                    node.node.raw_text().unwrap_or_default().to_owned()
                } else {
                    json_float(value)
                };
                return self.visit_number(node, &number, visitor);
            }
            Some(_) => {
                node.reject(self.rule_for_other_types(), self.wanted());
                None
            }
            None => {
                node.reject(&WRONG_TYPE, self.wanted());
                None
            }
        };
        let text = match text {
            Some(text) if self.accepts(text) => text,
            Some(text) => {
                self.reject(node, text);
                self.stand_in()
            }
            None => self.stand_in(),
        };
        visitor.visit_newtype_struct(BorrowedStrDeserializer::new(text))
    }

    fn visit_number<'a, V: Visitor<'a>>(
        self,
        node: NodeDeserializer<'_, 'a>,
        number: &str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        if self.accepts(number) {
            return visitor.visit_newtype_struct(serde::de::value::StrDeserializer::new(number));
        }
        self.reject(node, number);
        visitor.visit_newtype_struct(BorrowedStrDeserializer::new(self.stand_in()))
    }

    fn reject(self, node: NodeDeserializer<'_, '_>, text: &str) {
        let problem = match self {
            Self::Quantity => Quantity::from_scalar(text).err().map(|error| error.to_string()),
            Self::Timestamp => text.parse::<Timestamp>().err().map(|error| error.to_string()),
            Self::GoDuration => text.parse::<GoDuration>().err().map(|error| error.to_string()),
            Self::Base64 => text.parse::<Base64Data>().err().map(|error| error.to_string()),
        };
        let detail = problem.unwrap_or_default();
        node.context.reject(node.slot, || wording::bad_scalar(self.rule(), node.path, text, detail, self.advice(text)));
    }

    fn accepts(self, text: &str) -> bool {
        match self {
            Self::Quantity => Quantity::from_scalar(text).is_ok(),
            Self::Timestamp => text.parse::<Timestamp>().is_ok(),
            Self::GoDuration => text.parse::<GoDuration>().is_ok(),
            Self::Base64 => text.parse::<Base64Data>().is_ok(),
        }
    }

    const fn stand_in(self) -> &'static str {
        match self {
            Self::Quantity => "0",
            Self::Timestamp => "1970-01-01T00:00:00Z",
            Self::GoDuration => "0s",
            Self::Base64 => "",
        }
    }

    const fn rule(self) -> &'static Rule {
        match self {
            Self::Quantity => &INVALID_QUANTITY,
            Self::Timestamp => &INVALID_TIMESTAMP,
            Self::GoDuration => &INVALID_DURATION,
            Self::Base64 => &INVALID_BASE64,
        }
    }

    /// A time and a span of time must be strings; a number instead of one most often is another format.
    const fn rule_for_other_types(self) -> &'static Rule {
        match self {
            Self::Quantity | Self::Base64 => &WRONG_TYPE,
            Self::Timestamp | Self::GoDuration => self.rule(),
        }
    }

    const fn wanted(self) -> &'static str {
        match self {
            Self::Quantity => "a quantity, such as `500m` or `16Gi`",
            Self::Timestamp => "a date and time, such as `2026-12-31T23:59:59Z`",
            Self::GoDuration => "a span of time, such as `20m` or `1h30m`",
            Self::Base64 => "bytes in base64",
        }
    }

    /// What to write instead of a text that is nearly right.
    fn advice(self, text: &str) -> String {
        match self {
            Self::Timestamp => {
                let day_only = format!("{text}T00:00:00Z");
                let spaced = text.replacen(' ', "T", 1);
                let repaired = [day_only, spaced.clone(), format!("{spaced}Z"), text.to_uppercase()];
                let repaired = repaired.into_iter().find(|text| text.parse::<Timestamp>().is_ok());
                repaired.map(|text| format!("write `{text}`")).unwrap_or_default()
            }
            Self::Quantity => {
                // The commonest slips: `gi`, `GB`, `GiB`, a blank before the unit.
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
                if is_new { format!("did you mean `{repaired}`?") } else { String::new() }
            }
            Self::Base64 => String::new(),
            Self::GoDuration => {
                let with_unit = format!("{text}s");
                if text.parse::<u32>().is_ok() && with_unit.parse::<GoDuration>().is_ok() {
                    format!("add a unit: `{with_unit}`, `{text}m`")
                } else {
                    String::new()
                }
            }
        }
    }
}

/// A type of whole number, with its bounds.
pub(super) trait WholeNumber: Default + TryFrom<i128> {
    const LEAST: i128;
    const MOST: i128;
}

macro_rules! whole_number {
    ($($number:ty),+) => {
        $(impl WholeNumber for $number {
            const LEAST: i128 = <$number>::MIN as i128;
            const MOST: i128 = <$number>::MAX as i128;
        })+
    };
}

whole_number!(i8, i16, i32, i64, u8, u16, u32, u64);

/// The whole number that Kubernetes gets: YAML's `1e3` and `2.0` reach it as `1000` and `2`; JSON's are kept as they are
/// written and refused.
pub(super) fn whole(scalar: Scalar<'_>, is_json: bool) -> Option<i128> {
    match scalar {
        Scalar::Int(value) => Some(value.into()),
        Scalar::Uint(value) => Some(value.into()),
        #[expect(clippy::cast_possible_truncation, reason = "the value is whole and below 2^70")]
        Scalar::Float(value) if !is_json && value.fract() == 0.0 && value.abs() < 1e21 => Some(value as i128),
        _ => None,
    }
}
