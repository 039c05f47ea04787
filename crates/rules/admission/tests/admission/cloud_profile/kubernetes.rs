//! `spec.kubernetes`.

use rstest::rstest;

use crate::cloud_profile::overlay::{expect, expect_both};

fn versions(list: &str) -> String {
    format!("spec: {{kubernetes: {{versions: {list}}}}}")
}

#[test]
fn empty_list_is_one_error_and_two_in_gardener() {
    for list in ["[]", "null"] {
        expect(
            &versions(list),
            &["kubernetes-versions-missing spec.kubernetes.versions"],
            &[
                "kubernetes-versions-missing spec.kubernetes.versions",
                "kubernetes-latest-unknown spec.kubernetes.versions",
            ],
        );
    }
}

#[rstest]
#[case::v_prefix("v1.30.0")]
#[case::two_numbers("1.30")]
#[case::four_numbers("1.30.0.0")]
#[case::pre_release("1.30.0-rc.1")]
#[case::metadata("1.30.0+a")]
#[case::letters("latest")]
#[case::empty_number("1..0")]
#[case::blank("1.30.0 ")]
fn malformed_version_is_refused(#[case] text: &str) {
    let mut gardener = vec![format!(
        "kubernetes-version-form spec.kubernetes.versions[1] = \
         {{\"Version\":\"{text}\",\"ExpirationDate\":null,\"Classification\":null,\"Lifecycle\":null}}"
    )];
    // A version that cannot be compared is reported twice.
    if ["1.30.0.0", "latest", "1..0", "1.30.0 "].contains(&text) {
        gardener.push("kubernetes-latest-unknown spec.kubernetes.versions".to_owned());
    }
    let gardener: Vec<&str> = gardener.iter().map(String::as_str).collect();
    let documented = format!("kubernetes-version-form spec.kubernetes.versions[1].version = {text}");
    expect(&versions(&format!("[{{version: 1.34.1}}, {{version: '{text}'}}]")), &[&documented], &gardener);
}

#[test]
fn the_whole_version_is_shown_as_gardener_shows_it() {
    expect(
        &versions(
            "[{version: 1.34.1}, {version: <1>, lifecycle: [{classification: preview}, \
             {classification: supported, startTime: '2026-01-01T00:00:00Z'}]}]",
        ),
        &["kubernetes-version-form spec.kubernetes.versions[1].version = <1>"],
        &[
            "kubernetes-latest-unknown spec.kubernetes.versions",
            "kubernetes-version-form spec.kubernetes.versions[1] = {\"Version\":\"\\u003c1\\u003e\",\
             \"ExpirationDate\":null,\"Classification\":null,\"Lifecycle\":[{\"Classification\":\"preview\",\
             \"StartTime\":null},{\"Classification\":\"supported\",\"StartTime\":\"2026-01-01T00:00:00Z\"}]}",
        ],
    );
}

#[test]
fn version_with_overflowing_number_is_refused() {
    expect(
        &versions("[{version: 1.34.1}, {version: 1.99999999999999999999.0}]"),
        &["kubernetes-latest-unknown spec.kubernetes.versions[1].version = 1.99999999999999999999.0"],
        &["kubernetes-latest-unknown spec.kubernetes.versions"],
    );
}

#[test]
fn unreadable_version_does_not_hide_expiring_latest() {
    let date = "2027-03-31T23:59:59Z";
    expect(
        &versions(&format!("[{{version: '1'}}, {{version: x}}, {{version: 1.34.1, expirationDate: {date}}}]")),
        &[
            "kubernetes-version-form spec.kubernetes.versions[0].version = 1",
            "kubernetes-version-form spec.kubernetes.versions[1].version = x",
            "kubernetes-latest-expires spec.kubernetes.versions[2].expirationDate = 2027-03-31T23:59:59Z",
        ],
        &[
            "kubernetes-latest-unknown spec.kubernetes.versions",
            "kubernetes-version-form spec.kubernetes.versions[0] = \
             {\"Version\":\"1\",\"ExpirationDate\":null,\"Classification\":null,\"Lifecycle\":null}",
            "kubernetes-version-form spec.kubernetes.versions[1] = \
             {\"Version\":\"x\",\"ExpirationDate\":null,\"Classification\":null,\"Lifecycle\":null}",
        ],
    );
}

#[rstest]
#[case::only_one("[{version: 1.34.1, expirationDate: 2027-01-01T00:00:00Z}]", 0)]
#[case::not_the_first("[{version: 1.9.0}, {version: 1.10.0, expirationDate: 2027-01-01T00:00:00Z}]", 1)]
#[case::preview_counts(
    "[{version: 1.9.0}, {version: 1.10.0, classification: preview, expirationDate: 2027-01-01T00:00:00Z}]",
    1
)]
#[case::the_first_of_equals("[{version: 1.10.0, expirationDate: 2027-01-01T00:00:00Z}, {version: 1.010.0}]", 0)]
fn the_latest_must_not_expire(#[case] list: &str, #[case] position: usize) {
    let documented =
        format!("kubernetes-latest-expires spec.kubernetes.versions[{position}].expirationDate = 2027-01-01T00:00:00Z");
    let gardener = "kubernetes-latest-expires spec.kubernetes.versions[].expirationDate = 2027-01-01T00:00:00Z";
    expect(&versions(list), &[&documented], &[gardener]);
}

#[rstest]
#[case::older_versions_expire("[{version: 1.9.0, expirationDate: 2027-01-01T00:00:00Z}, {version: 1.10.0}]")]
#[case::the_second_of_equals("[{version: 1.10.0}, {version: 1.010.0, expirationDate: 2027-01-01T00:00:00Z}]")]
#[case::stages_that_do_not_end("[{version: 1.10.0, lifecycle: [{classification: supported}]}]")]
fn valid_versions_are_accepted(#[case] list: &str) {
    expect_both(&versions(list), &[]);
}

#[test]
fn the_latest_must_not_have_the_stage_expired() {
    let list = "[{version: 1.9.0}, {version: 1.10.0, lifecycle: [{classification: supported}, \
                {classification: expired, startTime: 2027-01-01T00:00:00Z}]}]";
    expect(
        &versions(list),
        &["kubernetes-latest-stage-expires spec.kubernetes.versions[1].lifecycle[1].classification = expired"],
        &["kubernetes-latest-stage-expires spec.kubernetes.versions[].lifecycle"],
    );
}

#[test]
fn repeated_versions_are_compared_as_text() {
    expect_both(
        &versions("[{version: 1.34.1}, {version: 1.34.1}, {version: 1.034.1}]"),
        &["kubernetes-version-duplicate spec.kubernetes.versions[1].version = 1.34.1"],
    );
}
