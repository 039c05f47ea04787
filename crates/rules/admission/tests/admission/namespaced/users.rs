//! Removals by updates that affect the users of a profile.

use rootstock_admission::{ProfileUsers, UserNames, check_namespaced_profile_users, check_profile_users};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Semantics, Shoot};

use crate::namespaced::support::{WITH_CAPABILITIES, child, parent, settings, versions};

fn shoot(name: &str, profile: &str, rest: &str) -> Shoot {
    serde_yaml::from_str(&format!(
        "{{metadata: {{name: {name}, namespace: garden-dev}}, spec: {{cloudProfile: {profile}, {rest}}}}}"
    ))
    .unwrap()
}

const DIRECT: &str = "{name: parent}";
const THROUGH_CHILD: &str = "{kind: NamespacedCloudProfile, name: child}";

fn workers(minimum: i32, image: &str) -> String {
    format!(
        "kubernetes: {{version: 1.34.1}}, provider: {{workers: [{{name: a, minimum: {minimum}, \
         machine: {{image: {{name: ubuntu, version: {image}}}}}}}]}}"
    )
}

fn removal_findings(
    old: &CloudProfile,
    new: &CloudProfile,
    children: &[&NamespacedCloudProfile],
    shoots: &[&Shoot],
    semantics: Semantics,
) -> Vec<String> {
    let users = ProfileUsers { children: children.to_vec(), shoots: shoots.to_vec(), ..ProfileUsers::default() };
    let found = check_profile_users(&[], old, new, &users, &settings(semantics));
    found.iter().map(|violation| format!("{}: {}", violation.path, violation.detail)).collect()
}

#[test]
fn shoots_of_children_use_the_parents_versions() {
    let old = parent(WITH_CAPABILITIES);
    let mut new = old.clone();
    new.spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap().remove(1);
    let (one, other) =
        (shoot("one", DIRECT, &workers(1, "1.25.0")), shoot("two", THROUGH_CHILD, &workers(1, "1.25.0")));
    let child = child("{}");
    assert_eq!(
        removal_findings(&old, &new, &[&child], &[&one, &other], Semantics::Documented),
        [
            "spec.machineImages[0].versions: version `1.25.0` of image `ubuntu` cannot be removed: Shoots `garden-dev/one` \
          and `garden-dev/two` use it"
        ]
    );
    // A Shoot whose profile is not a child of this one does not count as a user.
    assert_eq!(removal_findings(&old, &new, &[], &[&other], Semantics::Documented).len(), 0);
    // A Shoot that is being deleted does not count either.
    let mut deleted = one.clone();
    deleted.metadata.deletion_timestamp = Some(crate::namespaced::support::NOW.parse().unwrap());
    assert_eq!(removal_findings(&old, &new, &[&child], &[&deleted], Semantics::Documented).len(), 0);
}

#[test]
fn counted_users_are_not_named() {
    let old = parent(WITH_CAPABILITIES);
    let mut new = old.clone();
    new.spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap().remove(1);
    new.spec.machine_capabilities.as_mut().unwrap()[0].values.pop();
    let shoots = [shoot("one", DIRECT, &workers(1, "1.25.0")), shoot("two", DIRECT, &workers(1, "1.25.0"))];
    let children = [
        child("{machineTypes: [{name: big, capabilities: {architecture: [arm64]}}]}"),
        child(
            "{machineImages: [{name: ubuntu, versions: [{version: 1.25.0, expirationDate: \"2027-01-01T00:00:00Z\"}]}]}",
        ),
    ];
    let users = ProfileUsers {
        children: children.iter().collect(),
        shoots: shoots.iter().collect(),
        names: UserNames::Counted,
        ..ProfileUsers::default()
    };
    let found = check_profile_users(&[], &old, &new, &users, &settings(Semantics::Documented));
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|it| it.contains("2 Shoots and 1 NamespacedCloudProfile use it")), "{found:#?}");
    assert!(found.iter().all(|it| !it.contains("garden-dev")), "{found:#?}");
}

/// `worker_kubernetes_versions_unguarded`.
#[test]
fn kubernetes_versions_of_workers_count_in_the_documents() {
    let old = parent(WITH_CAPABILITIES);
    let mut new = old.clone();
    new.spec.kubernetes.versions.as_mut().unwrap().remove(1);
    let rest = "kubernetes: {version: 1.34.1}, provider: {workers: [{name: a, kubernetes: {version: 1.33.5}}]}";
    let shoot = shoot("one", DIRECT, rest);
    assert_eq!(removal_findings(&old, &new, &[], &[&shoot], Semantics::Documented).len(), 1);
    assert_eq!(removal_findings(&old, &new, &[], &[&shoot], Semantics::Gardener).len(), 0);
}

/// `architecture_removal_unguarded`.
#[test]
fn architectures_of_children_count_in_the_documents() {
    let old = parent(WITH_CAPABILITIES);
    let mut new = old.clone();
    new.spec.machine_capabilities.as_mut().unwrap()[0].values.pop();
    let child = child("{machineTypes: [{name: big, capabilities: {architecture: [arm64]}}]}");
    let documented = removal_findings(&old, &new, &[&child], &[], Semantics::Documented);
    assert!(documented[0].starts_with("spec.machineCapabilities[0].values: `arm64` of capability"), "{documented:?}");
    // Gardener accepts the update, and the child can no longer be changed.
    let gardener = removal_findings(&old, &new, &[&child], &[], Semantics::Gardener);
    assert!(gardener[0].contains("refuses every change of NamespacedCloudProfile `garden-dev/child`"), "{gardener:?}");
}

/// `limit_of_children_overlooked`.
#[test]
fn the_limit_in_force_counts_in_the_documents() {
    let old = parent(WITH_CAPABILITIES);
    let new = parent(&format!("{WITH_CAPABILITIES}  limits: {{maxNodesTotal: 5}}"));
    let child_with = child("{limits: {maxNodesTotal: 100}}");
    let (direct, through) =
        (shoot("one", DIRECT, &workers(6, "1.26.0")), shoot("two", THROUGH_CHILD, &workers(6, "1.26.0")));
    assert_eq!(removal_findings(&old, &new, &[], &[&direct], Semantics::Documented).len(), 1);
    assert_eq!(removal_findings(&old, &new, &[&child_with], &[&through], Semantics::Documented).len(), 0);
    assert_eq!(removal_findings(&old, &new, &[&child_with], &[&through], Semantics::Gardener).len(), 1);
    let users = ProfileUsers { shoots: vec![&through], ..ProfileUsers::default() };
    let without = child("{}");
    for (semantics, findings) in [(Semantics::Documented, 1), (Semantics::Gardener, 0)] {
        let found = check_namespaced_profile_users(&child_with, &without, &new, &users, &settings(semantics));
        assert_eq!(found.len(), findings);
    }
}

#[test]
fn removals_from_a_child_are_reported_unless_the_parent_offers_them() {
    let parent = parent(WITH_CAPABILITIES);
    let old = child(
        "{kubernetes: {versions: [{version: 1.33.5, expirationDate: '2026-12-31T00:00:00Z'}]},
          machineImages: [{name: ubuntu, versions: [
            {version: 1.25.0, expirationDate: '2026-12-31T00:00:00Z'}, {version: 9.9.9},
            {version: 1.26.0, expirationDate: '2026-12-31T00:00:00Z'}]}]}",
    );
    let rest = "kubernetes: {version: 1.33.5}, provider: {workers: [
        {name: a, machine: {image: {name: ubuntu, version: 1.25.0}}},
        {name: b, machine: {image: {name: ubuntu, version: 9.9.9}}},
        {name: c, machine: {image: {name: ubuntu, version: 1.26.0}}}]}";
    let shoot = shoot("one", THROUGH_CHILD, rest);
    let users = ProfileUsers { shoots: vec![&shoot], ..ProfileUsers::default() };
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let found = check_namespaced_profile_users(&old, &child("{}"), &parent, &users, &settings(semantics));
        let bad: Vec<&str> = found.iter().map(|violation| violation.bad.as_str()).collect();
        assert_eq!(bad, ["1.33.5", "1.25.0", "9.9.9"]);
    }
}

/// New versions of an image that both have are accepted; a new image is not.
#[test]
fn parent_may_add_versions_that_a_child_has() {
    let mut old = parent(WITH_CAPABILITIES);
    let new = old.clone();
    let own = versions("[{version: 1.26.0, cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64]}]}]");
    old.spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap().remove(0);
    assert_eq!(removal_findings(&old, &new, &[&own], &[], Semantics::Documented), [""; 0]);
    old.spec.machine_images = None;
    let found = removal_findings(&old, &new, &[&own], &[], Semantics::Documented);
    assert!(found[0].starts_with("spec.machineImages[0].name: image `ubuntu` cannot be added"), "{found:?}");
}
