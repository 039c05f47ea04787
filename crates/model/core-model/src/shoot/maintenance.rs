//! The time window and scope of maintenance.

use std::fmt;
use std::str::FromStr;

use rootstock_document::Decodable;
use rootstock_versioning::Timestamp;
use serde::{Deserialize, Serialize};

/// `spec.maintenance` of a Shoot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MaintenanceSettings {
    /// The parts that may be updated before they expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_update: Option<AutoUpdate>,
    /// The time window of maintenance; absent or invalid means always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_window: Option<TimeWindow>,
}

/// The parts that maintenance may update automatically.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutoUpdate {
    /// The Kubernetes version: patches of the current minor.
    pub kubernetes_version: bool,
    /// Machine image versions, according to the image's update strategy; absent means true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine_image_version: Option<bool>,
}

/// A daily time window as written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimeWindow {
    /// The start: `220000+0100`.
    pub begin: String,
    /// The end.
    pub end: String,
}

impl TimeWindow {
    /// Parses the window.
    ///
    /// # Errors
    /// Fails if the start or the end is not a valid time of the form `HHMMSS+ZZZZ`.
    pub fn parse(&self) -> Result<Window, DayTimeError> {
        Ok(Window { begin: self.begin.parse()?, end: self.end.parse()? })
    }
}

/// A time of day with its zone: `220000+0100`. Stored as seconds since midnight UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DayTime {
    second_of_day: u32,
}

/// The error for text that is not a valid time of day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a valid time of the form HHMMSS+ZZZZ, such as 220000+0100")]
pub struct DayTimeError(String);

const SECONDS_PER_DAY: u32 = 86_400;
/// The largest offset of any zone from UTC.
const MAX_ZONE_OFFSET: u32 = 14 * 3600;

impl DayTime {
    /// The number of seconds since midnight UTC.
    #[must_use]
    pub const fn second_of_day(self) -> u32 {
        self.second_of_day
    }
}

impl FromStr for DayTime {
    type Err = DayTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || -> Option<Self> {
            let (clock, zone) = text.split_at_checked(6)?;
            let (sign, zone) = zone.split_at_checked(1)?;
            let pair = |digits: &str, at: usize, below: u32| -> Option<u32> {
                let two = digits.get(at..at + 2)?;
                two.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
                two.parse().ok().filter(|number| *number < below)
            };
            if zone.len() != 4 {
                return None;
            }
            let local = pair(clock, 0, 24)? * 3600 + pair(clock, 2, 60)? * 60 + pair(clock, 4, 60)?;
            let offset = pair(zone, 0, 24)? * 3600 + pair(zone, 2, 60)? * 60;
            if offset > MAX_ZONE_OFFSET {
                return None;
            }
            let second_of_day = match sign {
                "+" => (local + SECONDS_PER_DAY - offset) % SECONDS_PER_DAY,
                "-" => (local + offset) % SECONDS_PER_DAY,
                _ => return None,
            };
            Some(Self { second_of_day })
        };
        read().ok_or_else(|| DayTimeError(text.to_owned()))
    }
}

impl fmt::Display for DayTime {
    /// Formats the time in UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.second_of_day;
        write!(f, "{:02}{:02}{:02}+0000", second / 3600, second / 60 % 60, second % 60)
    }
}

/// A daily window, which may cross midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// The start.
    pub begin: DayTime,
    /// The end.
    pub end: DayTime,
}

impl Window {
    /// The margin before the end in which no maintenance starts, in seconds, because a maintenance run must be able to finish.
    pub const MARGIN: u32 = 15 * 60;

    /// The length of the window, in seconds.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        (self.end.second_of_day + SECONDS_PER_DAY - self.begin.second_of_day) % SECONDS_PER_DAY
    }

    /// The length of the window less [`Window::MARGIN`], in seconds.
    #[must_use]
    const fn effective_seconds(self) -> u32 {
        self.seconds().saturating_sub(Self::MARGIN)
    }

    /// Returns the first instant at or after `now` at which maintenance may run: `now` itself inside the window, otherwise the
    /// next start.
    #[must_use]
    pub fn next_run(self, now: Timestamp) -> Timestamp {
        let since_opening = (now.second_of_day() + SECONDS_PER_DAY - self.begin.second_of_day) % SECONDS_PER_DAY;
        if since_opening < self.effective_seconds() {
            return now;
        }
        let wait = (SECONDS_PER_DAY - since_opening) % SECONDS_PER_DAY;
        Timestamp::from_unix_seconds(now.unix_seconds().saturating_add(i64::from(wait)))
    }

    /// Returns the first start strictly after `now`.
    #[must_use]
    pub fn next_opening(self, now: Timestamp) -> Timestamp {
        let since_opening = (now.second_of_day() + SECONDS_PER_DAY - self.begin.second_of_day) % SECONDS_PER_DAY;
        let wait = SECONDS_PER_DAY - since_opening;
        Timestamp::from_unix_seconds(now.unix_seconds().saturating_add(i64::from(wait)))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn window(begin: &str, end: &str) -> Window {
        TimeWindow { begin: begin.to_owned(), end: end.to_owned() }.parse().unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[rstest]
    #[case("220000+0100", Some("210000+0000"))]
    #[case("003000+0100", Some("233000+0000"))]
    #[case("233000-0100", Some("003000+0000"))]
    #[case("000000+0000", Some("000000+0000"))]
    #[case("140000+1400", Some("000000+0000"))]
    #[case("220000+0545", Some("161500+0000"))]
    #[case("220000+1445", None)]
    #[case("2200+0100", None)]
    #[case("220000+01:00", None)]
    #[case("240000+0000", None)]
    #[case("22000+0100", None)]
    #[case("220000 0100", None)]
    #[case("220000+01", None)]
    #[case("22:00:00+0100", None)]
    #[case("", None)]
    #[case("ääää+0100", None)]
    fn times_of_day(#[case] text: &str, #[case] expected: Option<&str>) {
        let read = text.parse::<DayTime>().ok().map(|time| time.to_string());
        assert_eq!(read.as_deref(), expected);
    }

    #[rstest]
    #[case("2026-01-01T20:00:00Z", "2026-01-01T21:00:00Z")]
    #[case("2026-01-01T21:00:00Z", "2026-01-01T21:00:00Z")]
    #[case("2026-01-01T21:44:59Z", "2026-01-01T21:44:59Z")]
    #[case("2026-01-01T21:45:00Z", "2026-01-02T21:00:00Z")]
    #[case("2026-01-01T23:00:00Z", "2026-01-02T21:00:00Z")]
    fn maintenance_does_not_start_in_the_last_quarter_of_an_hour(#[case] now: &str, #[case] next: &str) {
        assert_eq!(window("220000+0100", "230000+0100").next_run(at(now)), at(next));
    }

    #[test]
    fn windows_may_cross_midnight() {
        let night = window("233000+0000", "010000+0000");
        assert_eq!(night.next_run(at("2026-01-02T00:30:00Z")), at("2026-01-02T00:30:00Z"));
        assert_eq!(night.next_run(at("2026-01-02T00:45:00Z")), at("2026-01-02T23:30:00Z"));
        assert_eq!(night.next_opening(at("2026-01-02T23:30:00Z")), at("2026-01-03T23:30:00Z"));
    }
}
