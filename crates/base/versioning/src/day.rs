//! Days in UTC.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::timestamp::{SECONDS_PER_DAY, civil_from_days, days_from_civil, days_in_month};
use crate::{Timestamp, Weekday};

/// A day in UTC, written as `2026-12-31`.
///
/// ```
/// use rootstock_versioning::{Day, Weekday};
/// let day: Day = "2026-12-31".parse()?;
/// assert_eq!(day.weekday(), Weekday::Thursday);
/// assert_eq!(day.plus(1).to_string(), "2027-01-01");
/// assert_eq!(day.beginning().to_string(), "2026-12-31T00:00:00Z");
/// assert_eq!(Day::of(day.end()), day);
/// # Ok::<(), rootstock_versioning::DayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

/// The error for a text that is not a day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a valid date of the form 2026-12-31")]
pub struct DayError(String);

impl Day {
    /// Returns the day of an instant.
    #[must_use]
    pub const fn of(instant: Timestamp) -> Self {
        Self(instant.unix_seconds().div_euclid(SECONDS_PER_DAY))
    }

    /// Returns the day that is this number of days later, or earlier if negative.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// Returns the number of days between this day and a later one.
    #[must_use]
    pub const fn until(self, later: Self) -> i64 {
        later.0.saturating_sub(self.0)
    }

    /// Returns the day of the week.
    #[must_use]
    pub fn weekday(self) -> Weekday {
        // 1970-01-01 was a Thursday.
        let since_monday = usize::try_from((self.0.rem_euclid(7) + 3) % 7).unwrap_or_default();
        Weekday::ALL.get(since_monday).copied().unwrap_or(Weekday::Monday)
    }

    /// Returns the first second of the day.
    #[must_use]
    pub const fn beginning(self) -> Timestamp {
        Timestamp::from_unix_seconds(self.0.saturating_mul(SECONDS_PER_DAY))
    }

    /// Returns the last second of the day.
    #[must_use]
    pub const fn end(self) -> Timestamp {
        Timestamp::from_unix_seconds(self.0.saturating_add(1).saturating_mul(SECONDS_PER_DAY).saturating_sub(1))
    }
}

impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_from_days(self.0);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        parse(text).ok_or_else(|| DayError(text.chars().take(60).collect()))
    }
}

fn parse(text: &str) -> Option<Day> {
    let number = |digits: &str, length: usize| -> Option<u32> {
        let is_number = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok())?
    };
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let year = i64::from(number(year, 4)?);
    let month = number(month, 2).filter(|month| (1..=12).contains(month))?;
    let day = number(day, 2).filter(|day| (1..=days_in_month(year, month)).contains(day))?;
    Some(Day(days_from_civil(year, month, day)))
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Day {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "format": "date"})
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2026-11-23", Weekday::Monday)]
    #[case("1970-01-01", Weekday::Thursday)]
    #[case("1969-12-28", Weekday::Sunday)]
    #[case("2024-02-29", Weekday::Thursday)]
    fn weekday_is_computed(#[case] text: &str, #[case] expected: Weekday) {
        let day: Day = text.parse().unwrap();
        assert_eq!((day.weekday(), day.to_string().as_str()), (expected, text));
    }

    #[rstest]
    #[case("2026-2-1")]
    #[case("2026-02-29")]
    #[case("2026-13-01")]
    #[case("2026-01-01T00:00:00Z")]
    #[case("+026-01-01")]
    #[case("")]
    fn invalid_dates_are_refused(#[case] text: &str) {
        assert!(text.parse::<Day>().is_err());
    }

    proptest! {
        #[test]
        fn day_contains_its_first_and_last_second(day in -700_000_i64..2_900_000) {
            let day = Day(day);
            prop_assert_eq!((Day::of(day.beginning()), Day::of(day.end())), (day, day));
            prop_assert_eq!(day.plus(1).beginning().unix_seconds(), day.end().unix_seconds() + 1);
            prop_assert_eq!(day.until(day.plus(7)), 7);
            prop_assert_eq!(day.weekday(), day.plus(7).weekday());
        }
    }
}
