//! What an update of a NamespacedCloudProfile takes away from its Shoots (NR-01…NR-03).

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, Limits, MachineImage, NamespacedCloudProfile, NamespacedCloudProfileSpec, Settings,
    Shoot, Violation,
};
use rootstock_versioning::Classification;

use super::ProfileUsers;
use super::cloud_profile::{image_in_use, image_versions, kubernetes_in_use, kubernetes_versions, limit_exceeded};
use super::users::Names;
use crate::scope::SPEC;

/// What the Shoots of a NamespacedCloudProfile would miss after an update of it, where `parent` does not have it either.
///
/// Gardener looks at no Shoots when a profile is created, and at none of a profile that is being deleted.
#[must_use]
pub fn check_namespaced_profile_users(
    old: &NamespacedCloudProfile,
    new: &NamespacedCloudProfile,
    parent: &CloudProfile,
    users: &ProfileUsers<'_>,
    settings: &Settings,
) -> Vec<Violation> {
    if new.metadata.deletion_timestamp.is_some() {
        return Vec::new();
    }
    let shoots = users.of_child(old);
    let mut findings = Vec::new();
    kubernetes(&old.spec, &new.spec, &parent.spec, &shoots, settings, &mut findings);
    images(&old.spec, &new.spec, &parent.spec, &shoots, settings, &mut findings);
    limit(&old.spec, &new.spec, &parent.spec, &shoots, settings, &mut findings);
    findings
}

/// NR-01: an override that goes is missed where the parent's version has expired.
fn kubernetes(
    old: &NamespacedCloudProfileSpec,
    new: &NamespacedCloudProfileSpec,
    parent: &CloudProfileSpec,
    shoots: &[&Shoot],
    settings: &Settings,
    findings: &mut Vec<Violation>,
) {
    let left: HashSet<&str> = new.kubernetes_versions().iter().map(|version| version.version.as_str()).collect();
    let has_expired = |version: &str| {
        let parents = parent.kubernetes.offered().iter().find(|parents| parents.version == version);
        parents.is_some_and(|parents| parents.lifecycle().at(settings.now) == Classification::Expired)
    };
    let gone = old.kubernetes_versions().iter().map(|version| version.version.as_str());
    let mut missed: BTreeMap<&str, Names> = gone
        .filter(|version| !left.contains(version) && has_expired(version))
        .map(|version| (version, Names::default()))
        .collect();
    for shoot in shoots {
        for version in kubernetes_versions(shoot, settings) {
            if let Some(names) = missed.get_mut(version) {
                names.add_shoot(shoot);
            }
        }
    }
    let kubernetes = SPEC.field("kubernetes");
    for (version, names) in missed.into_iter().filter(|(_, names)| !names.is_empty()) {
        findings.push(kubernetes_in_use(version, &names, &kubernetes.field("versions")));
    }
}

/// NR-02: a version that goes is missed where the parent does not have it, or has one that has expired.
fn images(
    old: &NamespacedCloudProfileSpec,
    new: &NamespacedCloudProfileSpec,
    parent: &CloudProfileSpec,
    shoots: &[&Shoot],
    settings: &Settings,
    findings: &mut Vec<Violation>,
) {
    let left: HashSet<(&str, &str)> = versions(new.images()).collect();
    let active = parent.images().iter().flat_map(|image| {
        let is_active = |version: &&rootstock_core_model::MachineImageVersion| {
            version.lifecycle().at(settings.now) != Classification::Expired
        };
        image.offered().iter().filter(is_active).map(|version| (image.name.as_str(), version.version.as_str()))
    });
    let active: HashSet<(&str, &str)> = active.collect();
    let gone = versions(old.images()).filter(|version| !left.contains(version) && !active.contains(version));
    let mut missed: BTreeMap<(&str, &str), Names> = gone.map(|version| (version, Names::default())).collect();
    for shoot in shoots {
        for version in image_versions(shoot) {
            if let Some(names) = missed.get_mut(&version) {
                names.add_shoot(shoot);
            }
        }
    }
    let list = SPEC.field("machineImages");
    for ((image, version), names) in missed.into_iter().filter(|(_, names)| !names.is_empty()) {
        let violation = match new.images().iter().position(|it| it.name == image) {
            Some(place) => image_in_use(image, Some(version), &names, &list.index(place).field("versions")),
            None => image_in_use(image, Some(version), &names, &list),
        };
        findings.push(violation);
    }
}

fn versions(images: &[MachineImage]) -> impl Iterator<Item = (&str, &str)> {
    images.iter().flat_map(|image| image.offered().iter().map(|it| (image.name.as_str(), it.version.as_str())))
}

/// NR-03.
fn limit(
    old: &NamespacedCloudProfileSpec,
    new: &NamespacedCloudProfileSpec,
    parent: &CloudProfileSpec,
    shoots: &[&Shoot],
    settings: &Settings,
    findings: &mut Vec<Violation>,
) {
    if old.limits == new.limits {
        return;
    }
    let most = |limits: &Option<Limits>| limits.as_ref()?.max_nodes_total.filter(|most| *most > 0);
    let fallback = || most(&parent.limits).filter(|_| !settings.quirks.limit_of_children_overlooked);
    if let Some(most) = most(&new.limits).or_else(fallback) {
        findings.extend(limit_exceeded(most, shoots.iter().copied()));
    }
}
