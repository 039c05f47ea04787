use rstest::rstest;

use super::*;

fn date(text: &str) -> Timestamp {
    format!("2026-{text}T00:00:00Z").parse().unwrap()
}

/// Parses `preview`, `preview until 07-01`, or stages: `[preview, supported 07-01]`. An empty text is an empty lifecycle.
fn lifecycle_state(text: &str) -> LifecycleState {
    if let Some(stages) = text.strip_prefix('[') {
        let stages = stages.trim_end_matches(']').split(", ").map(|one| {
            let (name, start) = one.split_once(' ').map_or((one, None), |(name, start)| (name, Some(date(start))));
            stage(Classification::from(name), start)
        });
        return LifecycleState { lifecycle: Some(stages.collect()), ..LifecycleState::default() };
    }
    let (classification, expiration_date) =
        text.split_once(" until ").map_or((text, None), |(name, until)| (name, Some(date(until))));
    let classification = (!classification.is_empty()).then(|| Classification::from(classification));
    LifecycleState { classification, expiration_date, lifecycle: None }
}

fn moment(from: Option<&str>) -> Moment {
    Moment { now: date("06-01"), from: from.map(date), may_have_stages: true }
}

#[rstest]
#[case("preview", "supported", None, "supported")]
#[case("preview until 09-01", "supported", None, "supported until 09-01")]
#[case("", "deprecated", None, "deprecated")]
// Supported is the default.
#[case("", "supported", None, "")]
#[case("[preview]", "supported", None, "[supported]")]
#[case("[preview, supported 07-01, expired 12-01]", "supported", None, "[supported, expired 12-01]")]
#[case("[preview 01-01, supported 02-01, deprecated 05-01]", "supported", None, "[supported]")]
#[case("[preview 07-01, supported 08-01]", "preview", None, "[preview, supported 08-01]")]
#[case("[preview, expired 12-01]", "supported", Some("07-01"), "[preview, supported 07-01, expired 12-01]")]
#[case("[preview, supported 08-01]", "supported", Some("07-01"), "[preview, supported 07-01]")]
#[case("[preview, supported 08-01]", "deprecated", Some("07-01"), "[preview, deprecated 07-01]")]
#[case("[supported 01-01]", "supported", Some("07-01"), "[supported 01-01]")]
#[case("preview until 12-01", "supported", Some("07-01"), "[preview, supported 07-01, expired 12-01]")]
#[case("", "deprecated", Some("07-01"), "[supported, deprecated 07-01]")]
fn new_classification_keeps_notation(
    #[case] before: &str,
    #[case] to: &str,
    #[case] from: Option<&str>,
    #[case] expected: &str,
) {
    let to = Classification::from(to);
    let after = lifecycle_state(before).classify(&to, moment(from)).unwrap();
    assert_eq!(after, lifecycle_state(expected));
    assert_eq!(after.clone().classify(&to, moment(from)).unwrap(), after, "twice is once");
    let when = from.map_or("06-01", |_| "07-02");
    assert_eq!(after.of().at(date(when)), to);
}

#[rstest]
#[case("[deprecated]", "supported", true, Unclassifiable::EarlierStage)]
#[case("preview", "supported", false, Unclassifiable::WithoutStages)]
fn invalid_classification_is_refused(
    #[case] before: &str,
    #[case] to: &str,
    #[case] stages: bool,
    #[case] why: Unclassifiable,
) {
    let moment = Moment { may_have_stages: stages, ..moment(Some("07-01")) };
    assert_eq!(lifecycle_state(before).classify(&Classification::from(to), moment), Err(why));
}

#[rstest]
#[case("supported", Some("12-01"), "supported until 12-01")]
#[case("supported until 07-01", Some("12-01"), "supported until 12-01")]
#[case("supported until 07-01", None, "supported")]
#[case("[supported]", Some("12-01"), "[supported, expired 12-01]")]
#[case("[supported, deprecated 09-01, expired 10-01]", Some("12-01"), "[supported, deprecated 09-01, expired 12-01]")]
#[case("[supported, deprecated 09-01]", Some("08-01"), "[supported, expired 08-01]")]
#[case("[supported, expired 10-01]", None, "[supported]")]
#[case("[expired 10-01]", None, "")]
fn expiration_date_is_set_or_removed(#[case] before: &str, #[case] on: Option<&str>, #[case] expected: &str) {
    let after = lifecycle_state(before).expire(on.map(date));
    assert_eq!(after, lifecycle_state(expected));
    assert_eq!(after.expires(), on.map(date));
}
