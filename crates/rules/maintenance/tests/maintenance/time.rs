//! Maintenance over time.

use rootstock_core_model::{Quirks, Semantics};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{NO_HORIZON, Planner, ShootRow, Timeline, TimelineEnd};
use rootstock_versioning::Timestamp;
use serde_json::{Value, json};

use crate::samples::{compile, shoot, versions};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// One line per step: the time, and the changes and failures.
fn lines(timeline: &Timeline) -> Vec<String> {
    let step = |step: &rootstock_maintenance::ShootPlan| {
        let mut line = step.at.to_string();
        for item in step.items() {
            if let Some(update) = item.decision.update() {
                line.push_str(&format!(
                    ", {} {} -> {} ({})",
                    item.subject.as_str(),
                    item.from,
                    update.to,
                    update.cause.as_str()
                ));
            }
            if let Some(failed) = item.decision.failed() {
                line.push_str(&format!(", {} {} fails: {}", item.subject.as_str(), item.from, failed.failure.code()));
            }
        }
        step.rejections.iter().for_each(|rejection| line.push_str(&format!(", refused: {}", rejection.code())));
        line
    };
    timeline.steps.iter().map(step).chain([format!("{:?}", timeline.end)]).collect()
}

fn timeline(profile: &CompiledProfile, over: &Value, from: &str, until: Timestamp) -> Vec<String> {
    let shoot = shoot(over);
    lines(&Planner::new(profile, Quirks::NONE).timeline(&ShootRow::from(&shoot), at(from), until))
}

fn dated(version: &str, expires: &str) -> Value {
    json!({ "version": version, "expirationDate": expires })
}

fn end(timestamp: &str) -> String {
    format!("{:?}", TimelineEnd::Stable(at(timestamp)))
}

#[test]
fn control_plane_is_updated_minor_by_minor() {
    let profile = compile(&json!({ "kubernetes": { "versions": [
        dated("1.28.4", "2026-03-31T23:59:59Z"), dated("1.29.3", "2026-03-31T23:59:59Z"),
        dated("1.30.4", "2026-09-30T23:59:59Z"), { "version": "1.31.1" },
    ] } }));
    let over = json!({ "kubernetes": { "version": "1.28.4" } });
    assert_eq!(
        timeline(&profile, &over, "2026-01-01T00:00:00Z", NO_HORIZON),
        [
            "2026-04-01T22:00:00Z, control-plane 1.28.4 -> 1.29.3 (expired)",
            "2026-04-02T22:00:00Z, control-plane 1.29.3 -> 1.30.4 (expired)",
            "2026-10-01T22:00:00Z, control-plane 1.30.4 -> 1.31.1 (expired)",
            &end("2026-10-02T22:00:00Z"),
        ]
    );
    let until = timeline(&profile, &over, "2026-01-01T00:00:00Z", at("2026-06-01T00:00:00Z"));
    assert_eq!(until.len(), 3);
    assert_eq!(until[2], format!("{:?}", TimelineEnd::Horizon(at("2026-10-01T22:00:00Z"))));
    let until_a_run = timeline(&profile, &over, "2026-01-01T00:00:00Z", at("2026-10-01T22:00:00Z"));
    assert!(until_a_run[2].starts_with("2026-10-01T22:00:00Z, control-plane"), "{until_a_run:?}");
}

/// A failure is reported once, and again when another one is added.
#[test]
fn new_failure_is_reported_again() {
    let profile = compile(&json!({
        "kubernetes": { "versions": [dated("1.30.4", "2026-03-31T23:59:59Z")] },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [dated("1.0.0", "2026-06-30T23:59:59Z")] }],
    }));
    let machine = json!({ "type": "small", "image": { "name": "os", "version": "1.0.0" } });
    let over = json!({ "provider": { "workers": [{ "name": "a", "machine": machine }] } });
    assert_eq!(
        timeline(&profile, &over, "2026-01-01T00:00:00Z", NO_HORIZON),
        [
            "2026-04-01T22:00:00Z, control-plane 1.30.4 fails: no-consecutive-minor",
            "2026-07-01T22:00:00Z, control-plane 1.30.4 fails: no-consecutive-minor, machine-image 1.0.0 fails: end-of-life",
            &end("2026-07-01T22:00:00Z"),
        ]
    );
}

/// In the middle of a window maintenance runs at once; changes that take effect within the window wait for the next
/// one.
#[test]
fn maintenance_runs_once_per_window() {
    let profile = compile(&json!({ "kubernetes": { "versions": [
        dated("1.28.4", "2026-03-31T22:20:00Z"), { "version": "1.29.3" },
    ] } }));
    let over = json!({ "kubernetes": { "version": "1.28.4" } });
    let from_within = timeline(&profile, &over, "2026-03-31T22:10:00Z", NO_HORIZON);
    assert_eq!(from_within[0], "2026-04-01T22:00:00Z, control-plane 1.28.4 -> 1.29.3 (expired)");
    let from_after = timeline(&profile, &over, "2026-03-31T22:20:01Z", NO_HORIZON);
    assert_eq!(from_after[0], "2026-03-31T22:20:01Z, control-plane 1.28.4 -> 1.29.3 (expired)");
}

/// A stage takes effect strictly after its instant.
#[test]
fn window_at_expiration_is_too_early() {
    let profile = compile(&json!({ "kubernetes": { "versions": [
        dated("1.28.4", "2026-03-31T22:00:00Z"), { "version": "1.29.3" },
    ] } }));
    let over = json!({ "kubernetes": { "version": "1.28.4" } });
    let steps = timeline(&profile, &over, "2026-03-31T20:00:00Z", NO_HORIZON);
    assert_eq!(steps[0], "2026-04-01T22:00:00Z, control-plane 1.28.4 -> 1.29.3 (expired)");
}

#[test]
fn without_a_window_maintenance_runs_at_any_time_once_a_day() {
    let profile = compile(&json!({ "kubernetes": { "versions": versions("1.28.4:E 1.29.3:E 1.30.4") } }));
    let over = json!({ "kubernetes": { "version": "1.28.4" }, "maintenance": { "timeWindow": { "begin": "soon" } } });
    assert_eq!(
        timeline(&profile, &over, "2026-01-01T12:34:56Z", NO_HORIZON),
        [
            "2026-01-01T12:34:56Z, control-plane 1.28.4 -> 1.29.3 (expired)",
            "2026-01-02T12:34:56Z, control-plane 1.29.3 -> 1.30.4 (expired)",
            &end("2026-01-03T12:34:56Z"),
        ]
    );
}

/// Failures are reported when they begin and when they end, not every night.
#[test]
fn persistent_failure_is_reported_once() {
    let profile = compile(&json!({ "kubernetes": { "versions": [
        dated("1.28.4", "2026-03-31T12:00:00Z"),
        { "version": "1.29.3", "lifecycle": [{ "classification": "preview" }, { "classification": "supported", "startTime": "2026-05-01T12:00:00Z" }] },
        { "version": "1.31.0", "lifecycle": [{ "classification": "preview", "startTime": "2026-04-10T12:00:00Z" }] },
    ] } }));
    let over = json!({ "kubernetes": { "version": "1.28.4" } });
    assert_eq!(
        timeline(&profile, &over, "2026-01-01T00:00:00Z", NO_HORIZON),
        [
            "2026-03-31T22:00:00Z, control-plane 1.28.4 fails: no-consecutive-minor",
            "2026-05-01T22:00:00Z, control-plane 1.28.4 -> 1.29.3 (expired)",
            &end("2026-05-02T22:00:00Z"),
        ]
    );
}

/// Control plane and workers are updated together, images follow the kubelet.
#[test]
fn pools_are_updated_with_control_plane() {
    let profile = compile(&json!({
        "kubernetes": { "versions": [
            dated("1.28.4", "2026-03-31T12:00:00Z"), dated("1.29.3", "2026-06-30T12:00:00Z"), { "version": "1.30.4" },
        ] },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "updateStrategy": "minor", "versions": [
            { "version": "1.0.0" },
            { "version": "1.1.0", "kubeletVersionConstraint": ">= 1.29" },
            { "version": "1.2.0", "kubeletVersionConstraint": ">= 1.30" },
        ] }],
    }));
    let over = json!({
        "kubernetes": { "version": "1.28.4" },
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [
            { "name": "follows", "machine": { "type": "small", "image": { "name": "os", "version": "1.0.0" } } },
            { "name": "own", "machine": { "type": "small", "image": { "name": "os", "version": "1.0.0" } }, "kubernetes": { "version": "1.28.4" } },
        ] },
    });
    insta::assert_debug_snapshot!(timeline(&profile, &over, "2026-01-01T00:00:00Z", NO_HORIZON));
}

/// A rejected update is tried again when the profile changes, and blocks everything until then.
#[test]
fn rejected_update_is_retried_after_profile_change() {
    let profile = compile(&json!({
        "kubernetes": { "versions": [dated("1.29.3", "2026-03-31T12:00:00Z"), { "version": "1.30.4" }] },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "kubeletVersionConstraint": "< 1.30" },
            { "version": "1.1.0", "lifecycle": [{ "classification": "supported", "startTime": "2026-05-01T12:00:00Z" }] },
        ] }],
    }));
    let over = json!({
        "kubernetes": { "version": "1.29.3" },
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [
            { "name": "a", "machine": { "type": "small", "image": { "name": "os", "version": "1.0.0" } } },
        ] },
    });
    assert_eq!(
        timeline(&profile, &over, "2026-01-01T00:00:00Z", NO_HORIZON),
        [
            "2026-03-31T22:00:00Z, control-plane 1.29.3 -> 1.30.4 (expired), refused: kubelet",
            "2026-05-01T22:00:00Z, control-plane 1.29.3 -> 1.30.4 (expired), machine-image 1.0.0 -> 1.1.0 (auto-update)",
            &end("2026-05-02T22:00:00Z"),
        ]
    );
    // Gardener goes to the version before it is available, which is also rejected.
    let shoot = shoot(&over);
    let gardener = Planner::new(&profile, Quirks::of(Semantics::Gardener)).timeline(
        &ShootRow::from(&shoot),
        at("2026-01-01T00:00:00Z"),
        NO_HORIZON,
    );
    assert!(lines(&gardener)[0].ends_with("refused: unavailable"), "{:?}", lines(&gardener));
}
