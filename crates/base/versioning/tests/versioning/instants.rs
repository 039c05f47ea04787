//! Instants and days, as text and as numbers.

use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;
use rootstock_versioning::{Day, Timestamp};
use rstest::rstest;

#[rstest]
#[case::first_of_the_year("1970-01-01T00:00:00Z", 0)]
#[case::half_past("1970-01-01T01:30:05Z", 5_405)]
#[case::east_of_utc("1970-01-01T02:30:00+02:30", 0)]
#[case::west_of_utc("1969-12-31T21:30:00-02:30", 0)]
#[case::far_east("1970-01-01T23:59:00+23:59", 0)]
#[case::last_second("1970-01-01T23:59:59Z", 86_399)]
#[case::leap_day("1972-02-29T00:00:00Z", 68_169_600)]
#[case::before("1969-12-31T23:59:59Z", -1)]
fn an_instant_is_counted_from_1970(#[case] text: &str, #[case] seconds: i64) {
    assert_eq!(text.parse::<Timestamp>().unwrap().unix_seconds(), seconds);
}

/// Dates at the ends of years and centuries, and of the calendar's cycle of 400 years.
#[rstest]
#[case("1999-12-31T00:00:00Z")]
#[case("2000-02-29T00:00:00Z")]
#[case("2000-03-01T00:00:00Z")]
#[case("2100-02-28T00:00:00Z")]
#[case("2100-03-01T00:00:00Z")]
#[case("2400-02-29T00:00:00Z")]
fn a_date_is_printed_as_it_was_written(#[case] text: &str) {
    assert_eq!(text.parse::<Timestamp>().unwrap().to_string(), text);
}

#[rstest]
#[case::no_leap_second("2026-12-31T23:59:60Z")]
#[case::hour("2026-12-31T24:00:00Z")]
#[case::minute("2026-12-31T23:60:00Z")]
#[case::hour_of_the_zone("2026-12-31T23:59:59+24:00")]
#[case::minute_of_the_zone("2026-12-31T23:59:59+23:60")]
#[case::no_zone("2026-12-31T23:59:59")]
#[case::trailing_text("2026-12-31T23:59:59Z.")]
fn invalid_instants_are_refused(#[case] text: &str) {
    let refused = text.parse::<Timestamp>().unwrap_err();
    assert_eq!(refused.to_string(), format!("`{text}` is not a valid date and time of the form 2026-12-31T23:59:59Z"));
}

#[rstest]
#[case("2027-06-31T00:00:00Z", ": June 2027 has 30 days")]
#[case("2027-02-29T00:00:00Z", ": February 2027 has 28 days")]
#[case("2027-13-01T00:00:00Z", " of the form 2026-12-31T23:59:59Z")]
#[case("2027-06-31", " of the form 2026-12-31T23:59:59Z")]
fn missing_day_of_a_month_is_named(#[case] text: &str, #[case] reason: &str) {
    let refused = text.parse::<Timestamp>().unwrap_err();
    assert_eq!(refused.to_string(), format!("`{text}` is not a valid date and time{reason}"));
}

#[rstest]
#[case(2023, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])]
#[case(2024, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])]
#[case::not_every_hundred_years(1900, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])]
#[case::but_every_four_hundred(2000, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])]
fn months_have_the_right_number_of_days(#[case] year: i32, #[case] lengths: [u32; 12]) {
    let is_day = |month: usize, day: u32| format!("{year:04}-{month:02}-{day:02}").parse::<Day>().is_ok();
    for (month, length) in (1..).zip(lengths) {
        assert!(is_day(month, length) && !is_day(month, length + 1), "{year}-{month}");
        assert!(!is_day(month, 0));
    }
}

#[test]
fn system_times_before_and_after_1970_are_converted() {
    let later = UNIX_EPOCH + Duration::new(3, 7);
    assert_eq!(Timestamp::from(later), "1970-01-01T00:00:03.000000007Z".parse().unwrap());
    let earlier = UNIX_EPOCH - Duration::from_nanos(1);
    assert_eq!(Timestamp::from(earlier), "1969-12-31T23:59:59.999999999Z".parse().unwrap());
    assert_eq!(Timestamp::from(UNIX_EPOCH), Timestamp::from_unix_seconds(0));
}

#[test]
fn days_print_as_written() {
    let day: Day = "2026-06-01".parse().unwrap();
    assert_eq!((day.to_string(), format!("{day:?}")), ("2026-06-01".to_owned(), "2026-06-01".to_owned()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The range of several thousand years includes all kinds of leap years.
    #[test]
    fn printed_instants_parse_back(seconds in -62_135_596_800_i64..253_402_300_800) {
        let instant = Timestamp::from_unix_seconds(seconds);
        prop_assert_eq!(instant.to_string().parse::<Timestamp>().unwrap(), instant);
    }

    #[test]
    fn consecutive_days_have_consecutive_dates(days in -200_000_i64..200_000) {
        let text = |days: i64| Timestamp::from_unix_seconds(days * 86_400).to_string();
        let (today, tomorrow) = (text(days), text(days + 1));
        let number = |text: &str| text.get(8..10).unwrap().parse::<u32>().unwrap();
        prop_assert!(number(&tomorrow) == number(&today) + 1 || number(&tomorrow) == 1);
        prop_assert!(tomorrow > today);
    }
}
