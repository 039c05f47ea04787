//! Descriptions of decisions.

use std::sync::Arc;

use rootstock_core_model::Semantics;
use rootstock_maintenance::{Decision, Failed, HigherVersions, Update, UpdateCause, UpdateFailure};
use rootstock_versioning::{Classification, UpdateStep};
use rstest::rstest;
use serde_json::json;

use crate::samples::{compile, image, worker};

fn update(cause: UpdateCause, to: Classification) -> Update {
    Update {
        to: "1.2.0".into(),
        classification: to,
        cause,
        expired_at: None,
        step: UpdateStep::Latest,
        limited_by_control_plane: false,
    }
}

#[rstest]
#[case::supported(Classification::Supported, "the latest supported version available")]
#[case::preview(Classification::Preview, "the latest version available")]
#[case::deprecated(Classification::Deprecated, "the latest version available, which is deprecated")]
#[case::unavailable(Classification::Unavailable, "the latest version available, which is not available yet")]
#[case::expired(
    Classification::Expired,
    "the latest version available, which has expired as well, so another update is due next time"
)]
fn update_describes_its_target(#[case] to: Classification, #[case] goes_to: &str) {
    let said = Decision::Update(update(UpdateCause::AutoUpdate, to)).to_string();
    assert_eq!(said, format!("automatic updates are on: {goes_to}"));
}

#[test]
fn update_limited_by_control_plane_says_so() {
    let held_back =
        Update { limited_by_control_plane: true, ..update(UpdateCause::Expired, Classification::Supported) };
    assert_eq!(
        Decision::Update(held_back).to_string(),
        "the version in use has expired: the latest supported version available, held back to the control plane's version"
    );
}

/// By default `plan` omits uneventful decisions.
#[test]
fn decision_without_update_or_failure_is_uneventful() {
    let higher = Some(Arc::new(HigherVersions::default()));
    assert!(Decision::NotDue.is_uneventful());
    assert!(Decision::UpToDate { higher, limit: None }.is_uneventful());
    assert!(!Decision::Update(update(UpdateCause::AutoUpdate, Classification::Supported)).is_uneventful());
    let failed = Failed { cause: None, expired_at: None, failure: Arc::new(UpdateFailure::NoImage) };
    assert!(!Decision::Failed(failed).is_uneventful());
}

#[test]
fn decision_has_a_stable_name() {
    let failed = Failed { cause: None, expired_at: None, failure: Arc::new(UpdateFailure::NoImage) };
    let decisions = [
        Decision::NotDue,
        Decision::UpToDate { higher: None, limit: None },
        Decision::Update(update(UpdateCause::Expired, Classification::Supported)),
        Decision::Failed(failed),
    ];
    assert_eq!(decisions.each_ref().map(Decision::as_str), ["not-due", "up-to-date", "update", "failed"]);
}

/// The description mentions higher versions only if the worker cannot have some of them.
#[rstest]
#[case::none_higher("1.0.0", &["amd64"], None)]
#[case::all_fit("1.0.0", &["amd64", "arm64"], None)]
#[case::one_does_not("1.0.1", &["arm64"], Some(1))]
fn up_to_date_reports_dropped_versions(
    #[case] other: &str,
    #[case] architectures: &[&str],
    #[case] dropped: Option<usize>,
) {
    let profile = compile(&json!({
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "updateStrategy": "patch", "versions": [
            { "version": "1.0.0" }, { "version": other, "architectures": architectures }, { "version": "1.1.0" },
        ] }],
    }));
    let decision = image(&profile, &worker("1.0.0", &json!({})), true, Semantics::Documented);
    let text = decision.to_string();
    let Decision::UpToDate { higher, limit } = decision else { panic!("{decision:?}") };
    assert_eq!(higher.map(|higher| higher.dropped.iter().sum()), dropped);
    // The strategy is `patch`.
    assert_eq!(limit.map(|limit| limit.version.clone()).as_deref(), Some("1.1.0"));
    let expected =
        "but the update strategy of the image is `patch`, and the next fitting version, 1.1.0, has another minor";
    assert!(text.contains(expected), "{text}");
}

#[rstest]
#[case::nothing_named(UpdateFailure::NoImage, true)]
#[case::stopped_elsewhere(UpdateFailure::Aborted { worker: "pool".to_owned() }, false)]
fn missing_image_is_an_unresolved_reference(#[case] failure: UpdateFailure, #[case] is_unresolved: bool) {
    assert_eq!(failure.is_unresolved_reference(), is_unresolved);
}

/// If versions cannot be parsed, it is unknown which of them are higher.
#[test]
fn unreadable_versions_hide_the_count_of_higher_ones() {
    let said = |text: &str| {
        let profile = compile(&json!({
            "machineTypes": [{ "name": "small" }],
            "machineImages": [{ "name": "os", "versions": [
                { "version": "1.0.0", "expirationDate": "2020-01-01T00:00:00Z" },
                { "version": "1.1.0", "architectures": ["arm64"] },
                { "version": text, "expirationDate": "2020-01-01T00:00:00Z" },
            ] }],
        }));
        let decision = image(&profile, &worker("1.0.0", &json!({})), false, Semantics::Documented);
        (decision.failed().unwrap().failure.code(), decision.to_string().contains("of 1 higher"))
    };
    assert_eq!(said("0.9.0"), ("target-does-not-fit", true));
    assert_eq!(said("soon"), ("profile-version-unreadable", false));
}
