//! Tests of image versions by index and by name.

use rootstock_judge::{CompiledProfile, ImageVersionName};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, profile};

fn images() -> CompiledProfile {
    profile(&json!({"machineImages": [
        {"name": "one", "versions": [{"version": "1.0.0"}, {"version": "1.1.0"}]},
        {"name": "two", "versions": [{"version": "1.1.0"}, {"version": "next"}]},
        {"name": "one", "versions": [{"version": "3.0.0"}]},
    ]}))
}

#[test]
fn offers_come_in_the_order_of_the_profile() {
    let profile = images();
    let all: Vec<String> = profile.offers().map(|offer| offer.shown()).collect();
    assert_eq!(all, ["`one` `1.0.0`", "`one` `1.1.0`", "`two` `1.1.0`", "`two` `next`", "`one` `3.0.0`"]);
    let by_judge: Vec<String> = documented(&profile).offers().map(|offer| offer.shown()).collect();
    assert_eq!(by_judge, all);
    let places: Vec<_> = profile.offers_of("one").map(|offer| offer.place).collect();
    assert_eq!(places, [(0, 0), (0, 1), (2, 0)]);
    assert_eq!(profile.offers_of("three").count(), 0);
    assert_eq!(profile.offers_at(1).map(|offer| offer.text()).collect::<Vec<_>>(), ["1.1.0", "next"]);
    assert_eq!(profile.offers_at(3).count(), 0);
}

/// The first image that has the version is returned, even if two images have the same name.
#[rstest]
#[case("one", "1.1.0", Some((0, 1)))]
#[case("two", "1.1.0", Some((1, 0)))]
#[case("one", "3.0.0", Some((2, 0)))]
#[case("two", "3.0.0", None)]
#[case("three", "1.1.0", None)]
fn an_offer_is_found_by_name(#[case] image: &str, #[case] version: &str, #[case] place: Option<(usize, usize)>) {
    let profile = images();
    let offer = profile.offer(image, version);
    assert_eq!(offer.map(|offer| offer.place), place);
    let named = ImageVersionName { image: image.to_owned(), version: version.to_owned() };
    assert_eq!(offer.map(|offer| offer.named()), place.map(|_| named));
    if let Some((image, _)) = place {
        assert_eq!(profile.offer_at(image, version).map(|offer| offer.place), place);
    }
}

#[test]
fn an_invalid_version_is_offered_without_a_parsed_version() {
    let profile = images();
    let parsed = |text| profile.offer("two", text).and_then(|offer| offer.parsed()).map(ToString::to_string);
    assert_eq!([parsed("1.1.0").as_deref(), parsed("next").as_deref()], [Some("1.1.0"), None]);
}
