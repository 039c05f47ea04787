//! Conversions from the time types of other libraries to [`Timestamp`].

use std::time::{SystemTime, UNIX_EPOCH};

use crate::Timestamp;

/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use rootstock_versioning::Timestamp;
/// assert_eq!(Timestamp::from(UNIX_EPOCH + Duration::from_secs(1)), "1970-01-01T00:00:01Z".parse()?);
/// assert_eq!(Timestamp::from(UNIX_EPOCH - Duration::from_millis(1)), "1969-12-31T23:59:59.999Z".parse()?);
/// # Ok::<(), rootstock_versioning::TimestampError>(())
/// ```
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let (span, sign) = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => (after, 1),
            Err(before) => (before.duration(), -1),
        };
        let nanoseconds = i128::try_from(span.as_nanos()).unwrap_or(i128::MAX);
        Self::from_unix_nanoseconds(nanoseconds * sign)
    }
}

#[cfg(feature = "jiff")]
impl From<jiff::Timestamp> for Timestamp {
    fn from(time: jiff::Timestamp) -> Self {
        Self::from_unix_nanoseconds(time.as_nanosecond())
    }
}

#[cfg(feature = "k8s-openapi")]
impl From<k8s_openapi::apimachinery::pkg::apis::meta::v1::Time> for Timestamp {
    fn from(time: k8s_openapi::apimachinery::pkg::apis::meta::v1::Time) -> Self {
        Self::from(time.0)
    }
}

#[cfg(feature = "k8s-openapi")]
impl From<k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime> for Timestamp {
    fn from(time: k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime) -> Self {
        Self::from(time.0)
    }
}

/// A leap second becomes the last instant before it.
#[cfg(feature = "chrono")]
impl<Z: chrono::TimeZone> From<chrono::DateTime<Z>> for Timestamp {
    fn from(time: chrono::DateTime<Z>) -> Self {
        let nanoseconds = time.timestamp_subsec_nanos().min(999_999_999);
        Self::from_unix_nanoseconds(i128::from(time.timestamp()) * 1_000_000_000 + i128::from(nanoseconds))
    }
}

#[cfg(all(test, feature = "k8s-openapi", feature = "chrono"))]
mod tests {
    use k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2026-12-31T23:59:59Z")]
    #[case("1969-12-31T23:59:59.000000001Z")]
    #[case("0001-01-01T00:00:00Z")]
    fn converted_instants_match_their_text(#[case] text: &str) {
        let expected: Timestamp = text.parse().unwrap();
        assert_eq!(Timestamp::from(text.parse::<jiff::Timestamp>().unwrap()), expected);
        assert_eq!(Timestamp::from(text.parse::<chrono::DateTime<chrono::Utc>>().unwrap()), expected);
        assert_eq!(Timestamp::from(chrono::DateTime::parse_from_rfc3339(text).unwrap()), expected);
        assert_eq!(Timestamp::from(Time(text.parse().unwrap())), expected);
        assert_eq!(Timestamp::from(MicroTime(text.parse().unwrap())), expected);
    }

    #[test]
    fn a_leap_second_ends_the_minute() {
        let leap = "2016-12-31T23:59:60.5Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        assert_eq!(Timestamp::from(leap), "2016-12-31T23:59:59.999999999Z".parse().unwrap());
    }
}
