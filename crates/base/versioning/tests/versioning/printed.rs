//! Snapshots of messages and timelines.

use rootstock_versioning::{Constraint, LifecycleStage, Timestamp, Version, VersionLifecycle};
use serde_json::json;

/// Timelines of versions, by legacy fields and by stages, from an instant on.
#[test]
fn timelines() {
    let now: Timestamp = "2026-06-01T00:00:00Z".parse().unwrap();
    let lives = [
        ("nothing is said", json!({})),
        ("a classification", json!({"classification": "preview"})),
        ("a date", json!({"expirationDate": "2026-09-30T23:59:59Z"})),
        ("both", json!({"classification": "deprecated", "expirationDate": "2026-05-31T23:59:59Z"})),
        ("an unknown classification", json!({"classification": "retired"})),
        (
            "stages",
            json!({"stages": [
                {"classification": "preview", "startTime": "2026-07-01T00:00:00Z"},
                {"classification": "supported", "startTime": "2026-08-01T00:00:00Z"},
                {"classification": "deprecated", "startTime": "2027-02-01T00:00:00Z"},
                {"classification": "expired", "startTime": "2027-08-01T00:00:00Z"},
            ]}),
        ),
        (
            "stages out of order",
            json!({"stages": [
                {"classification": "supported", "startTime": "2026-08-01T00:00:00Z"},
                {"classification": "preview", "startTime": "2026-07-01T00:00:00Z"},
            ]}),
        ),
        ("a stage at this instant", json!({"stages": [{"classification": "expired", "startTime": now}]})),
    ];
    let mut text = String::new();
    for (name, life) in lives {
        let classification = life.get("classification").map(|one| one.as_str().unwrap().into());
        let date = life.get("expirationDate").map(|one| one.as_str().unwrap().parse().unwrap());
        let stages: Vec<LifecycleStage> =
            life.get("stages").cloned().map(|stages| serde_json::from_value(stages).unwrap()).unwrap_or_default();
        let life = VersionLifecycle { classification: classification.as_ref(), expiration_date: date, stages: &stages };
        text.push_str(&format!("{name}: {}\n", life.at(now)));
        for transition in life.transitions(now) {
            text.push_str(&format!("    after {}: {}\n", transition.after, transition.classification));
        }
    }
    insta::assert_snapshot!(text);
}

/// The reasons why a version does not satisfy a constraint.
#[test]
fn obstacles_of_constraints() {
    let mut text = String::new();
    for constraint in [">= 1.30", ">= 1.30, < 1.32", "~1.31", "^1.30.2", "1.30 - 1.31", "< 1.29 || > 1.33", "!= 1.31.4"]
    {
        let read: Constraint = constraint.parse().unwrap();
        for version in ["1.28.9", "1.31.4", "1.32.0-rc.1", "1.34"] {
            let version: Version = version.parse().unwrap();
            let obstacles: Vec<String> = read.obstacles(&version).iter().map(ToString::to_string).collect();
            let verdict =
                if read.accepts(&version) { "yes".to_owned() } else { format!("no: {}", obstacles.join("; ")) };
            text.push_str(&format!("{constraint:18} {version:12} {verdict}\n"));
        }
    }
    insta::assert_snapshot!(text);
}

/// The messages for texts that are neither versions, constraints nor instants.
#[test]
fn unreadable_texts() {
    let mut text = String::new();
    for one in ["", "1.x", "v", "1.2.3.4", "01.2", "1.2.3-", "1..2"] {
        text.push_str(&format!(
            "version {one:?}: {}\n",
            one.parse::<Version>().map_or_else(|error| error.to_string(), |it| format!("is {it}"))
        ));
    }
    for one in ["", ">> 1", ">= ", "1.30 -", ">= 1.30,", "~> v"] {
        text.push_str(&format!(
            "constraint {one:?}: {}\n",
            one.parse::<Constraint>().map_or_else(|error| error.to_string(), |it| format!("is {it}"))
        ));
    }
    for one in ["", "2026-13-01T00:00:00Z", "2026-06-01", "2026-06-01T00:00:00", "tomorrow"] {
        text.push_str(&format!(
            "instant {one:?}: {}\n",
            one.parse::<Timestamp>().map_or_else(|error| error.to_string(), |it| format!("is {it}"))
        ));
    }
    insta::assert_snapshot!(text);
}
