//! Formatting of instants for readers.

use std::fmt;

use rootstock_versioning::Timestamp;

pub(crate) const DAY: i64 = 86_400;

/// An instant in UTC, to the minute: `2026-12-31 23:59 UTC`. The page's script adds the reader's local time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant(pub(crate) Timestamp);

impl Instant {
    /// Returns the seconds since 1970, the sort key of tables.
    pub(crate) const fn seconds(&self) -> i64 {
        self.0.unix_seconds()
    }

    /// Returns the instant in RFC 3339, for the script.
    pub(crate) fn exact(&self) -> String {
        self.0.to_string()
    }

    /// Formats the distance from another instant: `in 12 days`, `3 days ago`, `today`.
    pub(crate) fn from(&self, now: &Timestamp) -> String {
        let days = (self.0.unix_seconds() - now.unix_seconds()).div_euclid(DAY);
        let in_words = |days: i64| match days {
            1 => "1 day".to_owned(),
            2..=99 => format!("{days} days"),
            100..=729 => format!("{} months", days / 30),
            _ => format!("{} years", days / 365),
        };
        match days {
            0 => "today".to_owned(),
            1.. => format!("in {}", in_words(days)),
            _ => format!("{} ago", in_words(-days)),
        }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((year, month, day), second) = (self.0.date(), self.0.second_of_day());
        write!(f, "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", second / 3600, second / 60 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_formatted_for_readers() {
        let now: Timestamp = "2026-11-22T00:00:00Z".parse().unwrap();
        let instant = |text: &str| Instant(text.parse().unwrap());
        assert_eq!(instant("2026-12-31T23:59:59Z").to_string(), "2026-12-31 23:59 UTC");
        let cases = [
            ("2026-11-22T23:59:59Z", "today"),
            ("2026-11-23T00:00:00Z", "in 1 day"),
            ("2027-01-22T00:00:00Z", "in 61 days"),
            ("2027-11-22T00:00:00Z", "in 12 months"),
            ("2030-11-22T00:00:00Z", "in 4 years"),
            ("2026-11-21T00:00:00Z", "1 day ago"),
        ];
        for (text, expected) in cases {
            assert_eq!(instant(text).from(&now), expected, "{text}");
        }
    }
}
