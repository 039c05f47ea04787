use std::sync::Arc;

use rootstock_core_model::{CanonicalProfile, CloudProfileSpec};
use rootstock_judge::CompiledProfile;
use rootstock_versioning::{Timestamp, UpdateQuirks};
use serde_json::json;

use super::{MOST_DECISIONS, MOST_HELD, Stretches};
use crate::decision::Decision;

/// Five versions, of which two expire in 2026.
fn profile() -> CompiledProfile {
    let spec: CloudProfileSpec = serde_json::from_value(json!({
        "kubernetes": {"versions": [
            {"version": "1.30.4", "expirationDate": "2026-02-01T00:00:00Z"}, {"version": "1.31.1"},
        ]},
        "machineImages": [
            {"name": "os", "versions": [
                {"version": "1.0.0", "expirationDate": "2026-03-01T00:00:00Z"}, {"version": "1.1.0"},
            ]},
            {"name": "other", "versions": [{"version": "1.0.0"}]},
        ],
    }))
    .unwrap();
    CompiledProfile::new(CanonicalProfile::named("sample", spec)).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn a_stretch_is_classified_once_until_there_are_too_many() {
    let (profile, stretches) = (profile(), Stretches::default());
    let january = stretches.at(&profile, at("2026-01-01T00:00:00Z"));
    assert_eq!(january.count(), 5);
    assert!(Arc::ptr_eq(&january, &stretches.at(&profile, at("2026-01-31T00:00:00Z"))));
    let february = stretches.at(&profile, at("2026-02-02T00:00:00Z"));
    assert!(!Arc::ptr_eq(&january, &february));
    assert_eq!(stretches.0.lock().unwrap().versions, 10);

    stretches.0.lock().unwrap().versions = MOST_HELD;
    _ = stretches.at(&profile, at("2026-03-02T00:00:00Z"));
    assert!(Arc::ptr_eq(&january, &stretches.at(&profile, at("2026-01-01T00:00:00Z"))), "that many are held");
    stretches.0.lock().unwrap().stretches.remove(&2);
    _ = stretches.at(&profile, at("2026-03-02T00:00:00Z"));
    let held = stretches.0.lock().unwrap();
    assert_eq!((held.stretches.len(), held.versions), (1, 5), "one more is not");
    assert!((10_000..10_000_000).contains(&MOST_HELD));
}

#[test]
fn decisions_are_held_until_there_are_too_many() {
    let stretches = Stretches::default();
    let key = (0, true, UpdateQuirks::NONE);
    stretches.decide(key, "1.30.4", &Decision::NotDue);
    assert_eq!(stretches.decided(key, "1.30.4"), Some(Decision::NotDue));
    assert_eq!(stretches.decided((1, true, UpdateQuirks::NONE), "1.30.4"), None);
    assert_eq!(stretches.0.lock().unwrap().decided, 1);

    stretches.0.lock().unwrap().decided = MOST_DECISIONS;
    stretches.decide(key, "1.31.1", &Decision::NotDue);
    assert!(stretches.decided(key, "1.30.4").is_some(), "that many are held");
    stretches.decide(key, "1.32.0", &Decision::NotDue);
    assert_eq!(stretches.decided(key, "1.30.4"), None, "one more is not");
    assert_eq!(stretches.0.lock().unwrap().decided, 1);
    assert!((1_000..1_000_000).contains(&MOST_DECISIONS));
}
