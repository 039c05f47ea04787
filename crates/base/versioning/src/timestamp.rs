//! Instants in Kubernetes' notation: RFC 3339 as Go reads it.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant in UTC with nanosecond precision. Printed without a fraction if it is zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
    nanoseconds: u32,
}

/// The error for a text that is not an RFC 3339 instant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid date and time{}", reason(.text))]
pub struct TimestampError {
    text: String,
}

/// Returns the reason why a text is not an instant, as the end of a sentence: the month has fewer days, or the form is wrong.
fn reason(text: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut cursor = Cursor(text.as_bytes());
    let mut date = || {
        let year = cursor.digits(4, 4)?;
        cursor.literal(b"-")?;
        let month = cursor.digits(2, 2)?;
        cursor.literal(b"-")?;
        let day = cursor.digits(2, 2)?;
        cursor.literal(b"T")?;
        let name = MONTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
        Some((year, day, name, days_in_month(i64::from(year), month)))
    };
    match date() {
        Some((year, day, month, days)) if day > days => format!(": {month} {year} has {days} days"),
        _ => " of the form 2026-12-31T23:59:59Z".to_owned(),
    }
}

pub(crate) const SECONDS_PER_DAY: i64 = 86_400;

impl Timestamp {
    /// Creates an instant from seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn from_unix_seconds(seconds: i64) -> Self {
        Self { seconds, nanoseconds: 0 }
    }

    /// Creates an instant from nanoseconds since 1970-01-01T00:00:00Z, saturating at the first and last instant.
    pub(crate) fn from_unix_nanoseconds(nanoseconds: i128) -> Self {
        const SECOND: i128 = 1_000_000_000;
        let beyond = if nanoseconds < 0 { i64::MIN } else { i64::MAX };
        let seconds = i64::try_from(nanoseconds.div_euclid(SECOND)).unwrap_or(beyond);
        Self { seconds, nanoseconds: u32::try_from(nanoseconds.rem_euclid(SECOND)).unwrap_or_default() }
    }

    /// Returns the seconds since 1970-01-01T00:00:00Z, rounded down.
    #[must_use]
    pub const fn unix_seconds(self) -> i64 {
        self.seconds
    }

    /// Returns year, month and day.
    ///
    /// ```
    /// use rootstock_versioning::Timestamp;
    /// let instant = Timestamp::from_unix_seconds(86_400 + 3_600);
    /// assert_eq!(instant.to_string(), "1970-01-02T01:00:00Z");
    /// assert_eq!((instant.date(), instant.second_of_day()), ((1970, 1, 2), 3_600));
    /// ```
    #[must_use]
    pub fn date(self) -> (i64, u32, u32) {
        civil_from_days(self.seconds.div_euclid(SECONDS_PER_DAY))
    }

    /// Returns the seconds since midnight, UTC.
    #[must_use]
    pub const fn second_of_day(self) -> u32 {
        self.seconds.rem_euclid(SECONDS_PER_DAY) as u32
    }
}

/// Returns the days since 1970-01-01 of a proleptic Gregorian date.
pub(crate) fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month = i64::from(month);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

pub(crate) fn civil_from_days(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * shifted_month + 2) / 5 + 1) as u32;
    let month = (if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 }) as u32;
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

pub(crate) fn days_in_month(year: i64, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A cursor that reads digits and punctuation from the start of a text.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn digits(&mut self, least: usize, most: usize) -> Option<u32> {
        let length = self.0.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        if length < least {
            return None;
        }
        let (digits, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
    }

    fn literal(&mut self, wanted: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        wanted.contains(first).then(|| {
            self.0 = rest;
            *first
        })
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    /// Parses the syntax of Go's `time.Parse(time.RFC3339, …)`: upper-case `T` and `Z` only, a mandatory time zone, no leap
    /// seconds, a fraction after `.` or `,`, and hours of one or two digits.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text.as_bytes()).ok_or_else(|| TimestampError { text: text.to_owned() })
    }
}

fn parse(text: &[u8]) -> Option<Timestamp> {
    let mut cursor = Cursor(text);
    let year = i64::from(cursor.digits(4, 4)?);
    cursor.literal(b"-")?;
    let month = cursor.digits(2, 2).filter(|month| (1..=12).contains(month))?;
    cursor.literal(b"-")?;
    let day = cursor.digits(2, 2).filter(|day| (1..=days_in_month(year, month)).contains(day))?;
    cursor.literal(b"T")?;
    let hour = cursor.digits(1, 2).filter(|hour| *hour < 24)?;
    cursor.literal(b":")?;
    let minute = cursor.digits(2, 2).filter(|minute| *minute < 60)?;
    cursor.literal(b":")?;
    let second = cursor.digits(2, 2).filter(|second| *second < 60)?;
    let mut nanoseconds = 0;
    if cursor.literal(b".,").is_some() {
        let before = cursor.0.len();
        nanoseconds = cursor.digits(1, 9)?;
        let digits = before - cursor.0.len();
        nanoseconds *= 10_u32.checked_pow(u32::try_from(9 - digits).ok()?)?;
        // Ignore digits below a nanosecond, as Go does.
        while cursor.digits(1, 9).is_some() {}
    }
    let offset = match cursor.literal(b"Z+-")? {
        b'Z' => 0,
        sign => {
            let hours = cursor.digits(2, 2).filter(|hours| *hours < 24)?;
            cursor.literal(b":")?;
            let minutes = cursor.digits(2, 2).filter(|minutes| *minutes < 60)?;
            let offset = i64::from(hours * 3600 + minutes * 60);
            if sign == b'-' { -offset } else { offset }
        }
    };
    if !cursor.0.is_empty() {
        return None;
    }
    let local = days_from_civil(year, month, day) * SECONDS_PER_DAY + i64::from(hour * 3600 + minute * 60 + second);
    Some(Timestamp { seconds: local - offset, nanoseconds })
}

impl fmt::Debug for Timestamp {
    /// Prints the RFC 3339 notation, because seconds since 1970 are not legible.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        let second = self.second_of_day();
        write!(f, "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)?;
        if self.nanoseconds != 0 {
            let fraction = format!("{:09}", self.nanoseconds);
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        f.write_str("Z")
    }
}

/// The newtype name by which a [`Timestamp`] requests to be deserialized as a scalar.
#[doc(hidden)]
pub const TIMESTAMP_TOKEN: &str = "$rootstock::Timestamp";

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = ScalarVisitor::new("a date and time of the form 2026-12-31T23:59:59Z");
        deserializer.deserialize_newtype_struct(TIMESTAMP_TOKEN, visitor)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Timestamp {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }

    /// Timestamps are written in UTC; the accepted syntax is Go's, which deviates from RFC 3339 in some respects.
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        if generator.contract().is_serialize() {
            return schemars::json_schema!({"type": "string", "format": "date-time", "description": "RFC 3339, in UTC."});
        }
        schemars::json_schema!({
            "type": "string",
            "description": "A date and time of the form 2026-12-31T23:59:59Z.",
            "pattern": r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.,][0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
        })
    }
}

/// A visitor that parses a custom scalar type from its text.
#[doc(hidden)]
#[derive(Debug)]
pub struct ScalarVisitor<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T> ScalarVisitor<T> {
    /// Creates a visitor; `expected` describes the syntax.
    #[must_use]
    pub const fn new(expected: &'static str) -> Self {
        Self { expected, read: PhantomData }
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Visitor<'de> for ScalarVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<T, D::Error> {
        inner.deserialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn debug_output_is_rfc_3339() {
        let instant: Timestamp = "2026-12-31T23:59:59.5Z".parse().unwrap();
        assert_eq!(format!("{:?}", Some(instant)), "Some(2026-12-31T23:59:59.5Z)");
    }

    #[rstest]
    #[case("2026-12-31T23:59:59Z", Some("2026-12-31T23:59:59Z"))]
    #[case("2026-12-31T23:59:59+01:00", Some("2026-12-31T22:59:59Z"))]
    #[case("2024-02-29T3:04:05Z", Some("2024-02-29T03:04:05Z"))]
    #[case("2024-02-29T03:04:05,5Z", Some("2024-02-29T03:04:05.5Z"))]
    #[case("9999-12-31T23:59:59Z", Some("9999-12-31T23:59:59Z"))]
    #[case("0001-01-01T00:00:00Z", Some("0001-01-01T00:00:00Z"))]
    #[case("2023-02-29T00:00:00Z", None)]
    #[case("2024-01-02t03:04:05z", None)]
    #[case("2024-01-02 03:04:05Z", None)]
    #[case("2024-01-02T03:04:60Z", None)]
    #[case("2024-01-02T03:04Z", None)]
    #[case("2024-01-02T03:04:05+0100", None)]
    #[case("2024-01-02T03:04:05+24:00", None)]
    #[case("2024-01-02T03:04:05Z[UTC]", None)]
    #[case("20240102T030405Z", None)]
    #[case("2020", None)]
    #[case("", None)]
    fn syntax_matches_go(#[case] text: &str, #[case] expected: Option<&str>) {
        let read = text.parse::<Timestamp>().ok().map(|instant| instant.to_string());
        assert_eq!(read.as_deref(), expected);
    }

    #[test]
    fn dates_survive_the_round_trip() {
        for day in (-800_000..800_000).step_by(373) {
            let instant = Timestamp::from_unix_seconds(day * SECONDS_PER_DAY + 1);
            let (year, month, day_of_month) = instant.date();
            assert_eq!(days_from_civil(year, month, day_of_month), day);
        }
    }
}
