//! Summaries of fleets: the counts and the names they are grouped by.

use rootstock_core_model::Quirks;
use rootstock_maintenance::{FleetSummary, Moment, Planners, Profiles, ShootRow};
use rootstock_versioning::Timestamp;
use serde_json::{Value, json};

use crate::samples::{NOW, compile, shoot, versions};

fn profiles() -> Profiles {
    let mut profiles = Profiles::new();
    profiles.insert(compile(&json!({
        "kubernetes": { "versions": versions("1.28.4:E 1.30.4 1.31.1:E 1.32.1") },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [
            { "name": "os", "versions": [{ "version": "1.0.0" }, { "version": "1.1.0" }] },
            { "name": "old", "versions": [
                { "version": "1.0.0", "kubeletVersionConstraint": "< 1.32", "expirationDate": "2090-01-01T00:00:00Z" },
            ] },
        ],
    })));
    profiles
}

fn pool(name: &str, image: &str, kubernetes: Option<&str>) -> Value {
    json!({
        "name": name,
        "machine": { "type": "small", "image": { "name": image, "version": "1.0.0" } },
        "kubernetes": kubernetes.map(|version| json!({ "version": version })),
    })
}

fn summary(shoots: &[(Value, bool)]) -> FleetSummary {
    let profiles = profiles();
    let mut planners = Planners::new(&profiles, Quirks::NONE);
    let mut summary = FleetSummary::default();
    for (over, is_deleting) in shoots {
        let mut shoot = shoot(over);
        shoot.metadata.deletion_timestamp = is_deleting.then_some(Timestamp::from_unix_seconds(0));
        summary.add(&planners.plan(&ShootRow::from(&shoot), Moment::Instant(NOW)));
    }
    summary
}

fn lines(summary: &FleetSummary) -> Vec<String> {
    let line = |it: rootstock_maintenance::ReasonCount<'_>| {
        format!("{}|{}|{}|{}|{}|{}", it.profile, it.subject, it.image, it.outcome, it.reason, it.count)
    };
    summary.reasons().map(line).collect()
}

#[test]
fn up_to_date_shoot_has_no_outcome() {
    let summary = summary(&[(json!({ "provider": { "workers": [pool("a", "os", None)] } }), false)]);
    assert_eq!((summary.shoots, summary.pools, summary.changing, summary.failing), (1, 1, 0, 0));
    assert!(!summary.has_changes() && !summary.has_failures());
    assert!(lines(&summary).is_empty());
}

#[test]
fn outcomes_are_counted_by_profile_image_and_reason() {
    let auto = json!({ "autoUpdate": { "machineImageVersion": true } });
    let pools = |pools: Value| json!({ "provider": { "workers": pools }, "maintenance": auto });
    let two = pools(json!([pool("a", "os", None), pool("b", "os", Some("1.28.4"))]));
    let gone = pools(json!([pool("a", "gone", None)]));
    // The image does not work with the control plane's target version.
    let mut refused = pools(json!([pool("a", "old", None)]));
    refused["kubernetes"] = json!({ "version": "1.31.1" });
    let lost = json!({ "cloudProfile": { "name": "lost" }, "provider": { "workers": [pool("a", "os", None)] } });
    let mut summary = summary(&[
        (two.clone(), false),
        (two.clone(), false),
        (gone, false),
        (refused, false),
        (lost, false),
        (two, true),
    ]);
    assert_eq!(
        lines(&summary),
        [
            "example|control-plane||update|expired|1",
            "example|shoot||rejected|kubelet|1",
            "example|worker-kubernetes||failed|no-consecutive-minor|2",
            "example|machine-image|gone|failed|image-missing|1",
            "example|machine-image|os|update|auto-update|4",
            "lost|shoot||failed|unknown-profile|1",
        ]
    );
    assert_eq!((summary.shoots, summary.pools, summary.changing, summary.rejected), (6, 6, 2, 1));
    assert_eq!((summary.failing, summary.deleting, summary.without_profile, summary.unreadable), (5, 1, 1, 0));
    assert!(summary.has_changes() && summary.has_failures());
    summary.add_unreadable();
    assert_eq!(summary.unreadable, 1);
}

#[test]
fn unreadable_item_is_a_failure() {
    let mut summary = FleetSummary::default();
    assert!(!summary.has_failures());
    summary.add_unreadable();
    assert!(summary.has_failures() && !summary.has_changes());
}
