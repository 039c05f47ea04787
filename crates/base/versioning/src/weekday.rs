//! The days of the week.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A day of the week.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase", parse_err_ty = WeekdayError, parse_err_fn = unknown)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// The error for an unknown day of the week.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no day `{0}`; write monday, tuesday, wednesday, thursday, friday, saturday or sunday")]
pub struct WeekdayError(String);

impl Weekday {
    /// All days, starting with Monday.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name in lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Weekday {
    /// Prints the name as in a sentence: `Monday`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

fn unknown(text: &str) -> WeekdayError {
    WeekdayError(text.chars().take(60).collect())
}
