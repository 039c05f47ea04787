//! A profile in use, and the report of its versions.

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
fn who_uses_what() {
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
fn merged_counts_are_counts() {
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
    let names = |need| serde_json::to_value(need).unwrap();
    assert_eq!(names(Need::UpdateTarget), json!("update-target"));
}
