//! The use of a profile, and the report of its versions.

use rootstock_core_model::{Quirks, Shoot};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Need, Planner, ShootRow, Usage, versions_report};
use serde_json::{Value, json};

use crate::samples::{NOW, compile, shoot, spec, versions};

fn profile() -> Value {
    json!({
        "kubernetes": { "versions": versions("1.28.4:E 1.29.3:E 1.30.4 1.31.1:p") },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [
            { "name": "os", "updateStrategy": "patch", "versions": versions("1.0.0:E 1.1.0:E 1.2.0 1.3.0:U") },
            { "name": "unused", "versions": versions("1.0.0:E 2.0.0") },
        ],
    })
}

fn fleet() -> Vec<Shoot> {
    let pool = |name: &str, version: &str, kubernetes: Option<&str>| {
        json!({
            "name": name,
            "machine": { "type": "small", "image": { "name": "os", "version": version } },
            "kubernetes": kubernetes.map(|version| json!({ "version": version })),
        })
    };
    let mut deleting = shoot(&json!({ "kubernetes": { "version": "1.29.3" } }));
    deleting.metadata.deletion_timestamp = Some(NOW);
    vec![
        shoot(&json!({ "provider": { "workers": [pool("a", "1.0.0", None), pool("b", "1.0.0", Some("1.28.4"))] } })),
        shoot(&json!({
            "cloudProfile": { "kind": "NamespacedCloudProfile", "name": "mine" },
            "provider": { "workers": [pool("a", "1.2.0", None), pool("b", "0.9.0", None)] },
        })),
        deleting,
    ]
}

fn usage(profile: &CompiledProfile, quirks: Quirks) -> Usage {
    let mut usage = Usage::new();
    let mut planner = Planner::new(profile, quirks);
    for shoot in &fleet() {
        let row = ShootRow::from(shoot);
        usage.add(&row, &quirks);
        usage.add_targets(&planner.shoot(&row, NOW));
    }
    usage
}

#[test]
fn users_are_counted_by_version() {
    let compiled = compile(&profile());
    let report = usage(&compiled, Quirks::NONE).report(&compiled, &[], NOW);
    let lines: Vec<String> = report
        .versions
        .iter()
        .map(|it| {
            let image = it.image.as_deref().unwrap_or("kubernetes");
            format!(
                "{image} {} {:?} {:?} {}+{}",
                it.version, it.classification, it.need, it.users.shoots, it.users.pools
            )
        })
        .collect();
    insta::assert_debug_snapshot!(lines);
    let removable: Vec<&str> = report.removable().map(|it| it.version.as_str()).collect();
    assert_eq!(removable, ["1.0.0"], "expired targets of force updates are needed");
    assert_eq!(report.missing().map(|it| it.version.as_str()).collect::<Vec<_>>(), ["0.9.0"]);
    assert_eq!(report.versions[2].users.through_namespaced_profiles, 1);
    insta::assert_json_snapshot!(report.versions[2]);
}

#[test]
fn merged_usage_equals_whole_usage() {
    let compiled = compile(&profile());
    let whole = usage(&compiled, Quirks::NONE);
    let mut merged = Usage::new();
    let mut planner = Planner::new(&compiled, Quirks::NONE);
    for shoot in &fleet() {
        let mut part = Usage::new();
        part.add(&ShootRow::from(shoot), &Quirks::NONE);
        part.add_targets(&planner.shoot(&ShootRow::from(shoot), NOW));
        merged.merge(part);
    }
    assert_eq!(merged, whole);
}

#[test]
fn every_version_is_reported() {
    let report = versions_report(&spec(&profile()), NOW, &Quirks::NONE);
    insta::assert_json_snapshot!(report);
    for (need, name) in
        [(Need::UpdateTarget, "update-target"), (Need::OnOffer, "on-offer"), (Need::Unneeded, "unneeded")]
    {
        assert_eq!((need.as_str(), serde_json::to_value(need).unwrap()), (name, json!(name)));
    }
}

/// A version that a child offers is needed in its parent, and one that only a child has does not count as missing
/// there.
#[test]
fn version_offered_by_child_is_needed() {
    let parent = compile(&profile());
    let child = compile(&json!({
        "kubernetes": { "versions": versions("1.27.1:s 1.28.4:F 1.29.3:E") },
        "machineImages": [
            { "name": "unused", "versions": versions("1.0.0:F") },
            { "name": "own", "versions": versions("3.0.0:s") },
        ],
    }));
    let of = |namespaced: bool, kubernetes: &str, image: &str, version: &str| {
        let kind = if namespaced { "NamespacedCloudProfile" } else { "CloudProfile" };
        shoot(&json!({
            "cloudProfile": { "kind": kind, "name": "mine" },
            "kubernetes": { "version": kubernetes },
            "provider": { "workers": [
                { "name": "a", "machine": { "type": "small", "image": { "name": image, "version": version } } },
            ] },
        }))
    };
    let report = |shoots: &[Shoot], children: &[&CompiledProfile]| -> Vec<String> {
        let mut usage = Usage::new();
        shoots.iter().for_each(|shoot| usage.add(&ShootRow::from(shoot), &Quirks::NONE));
        let report = usage.report(&parent, children, NOW);
        let missing = report.missing().map(|it| format!("missing {}", it.version));
        report.removable().map(|it| format!("removable {}", it.version)).chain(missing).collect()
    };
    let removable = ["removable 1.28.4", "removable 1.29.3", "removable 1.0.0", "removable 1.1.0", "removable 1.0.0"];
    assert_eq!(report(&[], &[]), removable);
    assert_eq!(report(&[], &[&child]), ["removable 1.29.3", "removable 1.0.0", "removable 1.1.0"]);
    let through_child = of(true, "1.27.1", "own", "3.0.0");
    let [with, without] =
        [vec![&child], Vec::new()].map(|children| report(std::slice::from_ref(&through_child), &children));
    assert_eq!(with, ["removable 1.29.3", "removable 1.0.0", "removable 1.1.0"]);
    assert!(without.ends_with(&["missing 1.27.1".to_owned(), "missing 3.0.0".to_owned()]), "{without:?}");
    // No profile has these, or they are used without the child.
    let strays = [of(true, "1.26.1", "own", "4.0.0"), of(false, "1.27.1", "own", "3.0.0"), through_child];
    let missing = report(&strays, &[&child]);
    assert!(
        missing.ends_with(&["1.26.1", "1.27.1", "3.0.0", "4.0.0"].map(|it| format!("missing {it}"))),
        "{missing:?}"
    );
}

/// The first ten users are recorded by name, in order.
#[test]
fn first_ten_users_are_recorded() {
    let used = |numbers: std::ops::Range<usize>| {
        let mut usage = Usage::new();
        for number in numbers {
            let mut shoot = shoot(&json!({}));
            shoot.metadata.name = format!("s{number}");
            usage.add(&ShootRow::from(&shoot), &Quirks::NONE);
        }
        usage
    };
    let compiled = compile(&profile());
    let users = |usage: &Usage| usage.report(&compiled, &[], NOW).versions[2].users.clone();
    let expected: Vec<String> = (0..10).map(|number| format!("garden-dev/s{number}")).collect();
    assert_eq!((users(&used(0..12)).examples, users(&used(0..12)).shoots), (expected.clone(), 12));
    let mut merged = used(0..7);
    merged.merge(used(7..12));
    assert_eq!((users(&merged).examples, users(&merged).shoots), (expected, 12));
}

/// Kubernetes versions of pools count only if Gardener protects them from removal.
#[test]
fn pool_kubernetes_versions_count_if_guarded() {
    let compiled = compile(&profile());
    let pools = |quirks: Quirks| {
        let report = usage(&compiled, quirks).report(&compiled, &[], NOW);
        report.versions.iter().filter(|it| it.image.is_none()).map(|it| it.users.pools).sum::<usize>()
    };
    assert_eq!((pools(Quirks::NONE), pools(Quirks::GARDENER_1_150)), (1, 0));
}

/// Counts of parts add up to the count of the whole, also for pools and users through children.
#[test]
fn merged_counts_add_up() {
    let compiled = compile(&profile());
    let mut twice = usage(&compiled, Quirks::NONE);
    twice.merge(usage(&compiled, Quirks::NONE));
    let counts = |usage: &Usage| -> Vec<(usize, usize, usize)> {
        let report = usage.report(&compiled, &[], NOW);
        report
            .versions
            .iter()
            .map(|it| (it.users.shoots, it.users.pools, it.users.through_namespaced_profiles))
            .collect()
    };
    let once = counts(&usage(&compiled, Quirks::NONE));
    assert_eq!(counts(&twice), once.iter().map(|(a, b, c)| (2 * a, 2 * b, 2 * c)).collect::<Vec<_>>());
}
