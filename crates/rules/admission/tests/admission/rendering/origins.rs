//! Origins of the parts of a rendered profile.

use rootstock_core_model::Semantics::{self, Documented, Gardener};

use crate::rendering::rendered;

const PARENT: &str = "{kubernetes: {versions: [{version: 1.33.1}, {version: 1.32.1, expirationDate: '2025-01-01T00:00:00Z'}]},
    machineImages: [{name: os, updateStrategy: minor, versions: [{version: '1'}, {version: '2', classification: preview}]}],
    machineTypes: [{name: m}], limits: {maxNodesTotal: 5}, caBundle: a}";

fn origins(child: &str, semantics: Semantics) -> Vec<String> {
    let origins = rendered(child, PARENT, semantics).origins;
    origins
        .iter()
        .map(|origin| {
            let parent = origin.parent.as_deref().map(|parent| format!(" ({parent})")).unwrap_or_default();
            format!("{:?} {} <- {}{parent}", origin.effect, origin.path, origin.from)
        })
        .collect()
}

#[test]
fn each_change_is_named_once() {
    let child = "{kubernetes: {versions: [{version: 1.32.1, expirationDate: '2027-01-01T00:00:00Z'}, {version: 1.33.1, expirationDate: '2027-01-01T00:00:00Z'}, {version: 1.0.0, expirationDate: '2027-01-01T00:00:00Z'}]},
        machineImages: [{name: new, versions: [{version: '1'}]}, {name: os, updateStrategy: patch, versions: [{version: '3'}, {version: '2', classification: deprecated}]}],
        machineTypes: [{name: n}, {name: m}], limits: {maxNodesTotal: 9}, caBundle: b}";
    assert_eq!(
        origins(child, Documented),
        [
            "Replaced spec.kubernetes.versions[1].expirationDate <- spec.kubernetes.versions[0].expirationDate (2025-01-01T00:00:00Z)",
            "Added spec.kubernetes.versions[0].expirationDate <- spec.kubernetes.versions[1].expirationDate",
            "Added spec.machineImages[1] <- spec.machineImages[0]",
            "Replaced spec.machineImages[0].updateStrategy <- spec.machineImages[1].updateStrategy (minor)",
            "Added spec.machineImages[0].versions[2] <- spec.machineImages[1].versions[0]",
            "Replaced spec.machineImages[0].versions[1].classification <- spec.machineImages[1].versions[1].classification (preview)",
            "Added spec.machineTypes[1] <- spec.machineTypes[0]",
            "Replaced spec.machineTypes[0] <- spec.machineTypes[1]",
            "Appended spec.caBundle <- spec.caBundle",
            "Replaced spec.limits.maxNodesTotal <- spec.limits.maxNodesTotal (5)",
        ]
    );
}

#[test]
fn gardener_replaces_versions_and_removes_dates() {
    let child = "{kubernetes: {versions: [{version: 1.32.1}]}, machineImages: [{name: os, versions: [{version: '2', classification: deprecated}]}]}";
    assert_eq!(
        origins(child, Gardener),
        [
            "Removed spec.kubernetes.versions[1].expirationDate <- spec.kubernetes.versions[0] (2025-01-01T00:00:00Z)",
            "Replaced spec.machineImages[0].versions[1] <- spec.machineImages[0].versions[0]",
        ]
    );
    assert_eq!(
        origins(child, Documented),
        [
            "Replaced spec.machineImages[0].versions[1].classification <- spec.machineImages[0].versions[0].classification (preview)"
        ]
    );
}

#[test]
fn last_of_several_origins_wins() {
    let child = "{kubernetes: {versions: [{version: 1.32.1, expirationDate: '2027-01-01T00:00:00Z'}, {version: 1.32.1, expirationDate: '2028-01-01T00:00:00Z'}]},
        machineTypes: [{name: n}, {name: n, cpu: '2'}]}";
    assert_eq!(
        origins(child, Documented),
        [
            "Replaced spec.kubernetes.versions[1].expirationDate <- spec.kubernetes.versions[1].expirationDate (2025-01-01T00:00:00Z)",
            "Added spec.machineTypes[1] <- spec.machineTypes[1]",
        ]
    );
}

#[test]
fn unchanged_profile_has_no_origins() {
    assert_eq!(origins("{}", Documented), [""; 0]);
}
