#![allow(clippy::unwrap_used, reason = "tests")]

use rootstock_analysis::Role;
use rootstock_analysis::configuration::Landscape;
use rootstock_core_model::{Semantics, Settings};
use rootstock_maintenance::JsonShoot;

use super::*;
use crate::garden::{IndexedShoot, InternedNames, NamespaceHashes};

const HEAD: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind:";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_seconds(1_800_000_000 + seconds)
}

fn analysis() -> Analysis {
    let mut analysis =
        Analysis::new(rootstock_providers::registry().unwrap(), Settings::new(Semantics::Documented, at(0)));
    let versions = "spec: {type: local, kubernetes: {versions: [{version: 1.34.1, classification: supported}]}}";
    let parent = format!("{HEAD} CloudProfile\nmetadata: {{name: orchard}}\n{versions}\n");
    analysis.set(Role::Known, "parent", parent.as_bytes());
    let spec = "spec: {parent: {kind: CloudProfile, name: orchard}}";
    let child = format!("{HEAD} NamespacedCloudProfile\nmetadata: {{namespace: garden-a, name: mine}}\n{spec}\n");
    analysis.set(Role::Known, "child", child.as_bytes());
    analysis
}

fn shoot(name: &str) -> Arc<IndexedShoot> {
    let profile = r#"{"kind": "NamespacedCloudProfile", "name": "mine"}"#;
    let text = format!(
        r#"{{"kind": "Shoot", "metadata": {{"namespace": "garden-a", "name": "{name}"}},
            "spec": {{"cloudProfile": {profile}, "kubernetes": {{"version": "1.34.1"}}}}}}"#
    );
    let json = JsonShoot { source: "a".into(), index: 0, offset: 0, line: None, text: text.into_bytes().into() };
    Arc::new(IndexedShoot::new(FleetItem::Json(json), &mut InternedNames::default()))
}

fn garden(analysis: &Analysis, shoots: &[Arc<IndexedShoot>]) -> Garden {
    Garden::new(
        "1".to_owned(),
        at(0),
        analysis.clone(),
        shoots.to_vec(),
        Vec::new(),
        NamespaceHashes::new(),
        Landscape::default(),
    )
}

#[test]
fn namespaced_profiles_are_counted_again_only_when_something_changes() {
    let (mut analysis, mut shoots) = (analysis(), vec![shoot("apple")]);
    let mut counter = FleetCounter::default();
    // Returns the number of Shoots, and whether the NamespacedCloudProfile was judged to count it.
    let mut count = |analysis: &Analysis, shoots: &[Arc<IndexedShoot>], seconds: i64| {
        let judged = || analysis.check_counts().namespaced_cloud_profiles;
        let before = judged();
        let text = counter.text(&garden(analysis, shoots), &Arc::default(), at(seconds), || true).unwrap();
        let line = r#"rootstock_shoots{profile="orchard",version="1.34.1",classification="supported"} "#;
        let number = text.lines().find_map(|found| found.strip_prefix(line)).unwrap().to_owned();
        (number, judged() > before)
    };
    assert_eq!(count(&analysis, &shoots, 0), ("1".to_owned(), true));
    assert_eq!(count(&analysis, &shoots, 599), ("1".to_owned(), false));
    assert_eq!(count(&analysis, &shoots, 600), ("1".to_owned(), true));
    shoots.push(shoot("pear"));
    assert_eq!(count(&analysis, &shoots, 601), ("2".to_owned(), true));
    assert_eq!(count(&analysis, &shoots, 602), ("2".to_owned(), false));
    let parent = analysis.text(Role::Known, "parent").unwrap().replace("type: local", "type: aws");
    analysis.set(Role::Known, "parent", parent.as_bytes());
    assert_eq!(count(&analysis, &shoots, 603), ("2".to_owned(), true));
    assert_eq!(count(&analysis, &shoots, 604), ("2".to_owned(), false));
}

#[test]
fn the_count_stops_when_the_server_ends() {
    let analysis = analysis();
    let text = FleetCounter::default().text(&garden(&analysis, &[]), &Arc::default(), at(0), || false).unwrap();
    assert!(!text.contains("NamespacedCloudProfile\""), "{text}");
    assert_eq!(analysis.check_counts().namespaced_cloud_profiles, 0);
}

/// A maintenance that did not do what was due is counted by profile and kind, at the parent of a NamespacedCloudProfile.
#[test]
fn differences_of_the_last_maintenance_are_counted() {
    let mut analysis = analysis();
    let versions = "spec: {type: local, kubernetes: {versions: [{version: 1.34.1, classification: supported}]}}";
    let text = format!("{HEAD} CloudProfile\nmetadata: {{name: orchard}}\n{versions}\n");
    let newer = text.replace("[{version: 1.34.1", "[{version: 1.34.2, classification: supported}, {version: 1.34.1");
    analysis.set(Role::Known, "parent", newer.as_bytes());
    let shoot = |profile: &str, state: &str| {
        let text = format!(
            r#"{{"kind": "Shoot", "metadata": {{"namespace": "garden-a", "name": "a"}},
                "spec": {{"cloudProfile": {profile}, "kubernetes": {{"version": "1.34.1"}}, "maintenance": {{"autoUpdate":
                {{"kubernetesVersion": true}}}}}},
                "status": {{"lastMaintenance": {{"triggeredTime": "{}", "state": "{state}"}}}}}}"#,
            at(-60)
        );
        let json = JsonShoot { source: "a".into(), index: 0, offset: 0, line: None, text: text.into_bytes().into() };
        Arc::new(IndexedShoot::new(FleetItem::Json(json), &mut InternedNames::default()))
    };
    let (own, child) = (r#"{"name": "orchard"}"#, r#"{"kind": "NamespacedCloudProfile", "name": "mine"}"#);
    let shoots = [shoot(own, "Succeeded"), shoot(child, "Succeeded"), shoot(own, "Processing")];
    let text = FleetCounter::default().text(&garden(&analysis, &shoots), &Arc::default(), at(0), || true).unwrap();
    let found: Vec<&str> = text.lines().filter(|line| line.starts_with("rootstock_last_maintenance")).collect();
    assert_eq!(found, [r#"rootstock_last_maintenance_differences{profile="orchard",kind="not-updated"} 2"#]);
}
