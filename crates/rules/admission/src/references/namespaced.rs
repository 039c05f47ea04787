//! Removals by an update of a NamespacedCloudProfile that affect its Shoots.

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, Limits, MachineImage, MachineImageVersion, NamespacedCloudProfile,
    NamespacedCloudProfileSpec, Settings, Shoot, Violation,
};
use rootstock_versioning::Classification;

use super::ProfileUsers;
use super::cloud_profile::{image_in_use, image_versions, kubernetes_in_use, kubernetes_versions, limit_exceeded};
use super::users::{Names, UserNames};
use crate::scope::SPEC;

/// Reports everything that an update of a NamespacedCloudProfile removes although its Shoots use it, and that `parent`
/// does not offer either.
///
/// Gardener does not check Shoots when a profile is created, or while it is being deleted.
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
    let check = Check { old: &old.spec, new: &new.spec, parent: &parent.spec, shoots, settings, form: users.names };
    let mut findings = check.kubernetes();
    findings.extend(check.images());
    findings.extend(check.limit());
    settings.quirks.retain_rules(&mut findings);
    findings
}

struct Check<'a> {
    old: &'a NamespacedCloudProfileSpec,
    new: &'a NamespacedCloudProfileSpec,
    parent: &'a CloudProfileSpec,
    shoots: Vec<&'a Shoot>,
    settings: &'a Settings,
    form: UserNames,
}

impl<'a> Check<'a> {
    /// Reports removed overrides that are in use although the parent's version has expired.
    fn kubernetes(&self) -> Vec<Violation> {
        let versions = self.new.kubernetes_versions().iter().map(|version| version.version.as_str());
        let left: HashSet<&str> = versions.collect();
        let has_expired = |version: &&str| {
            let parents = self.parent.kubernetes.offered().iter().find(|parents| parents.version == *version);
            parents.is_some_and(|parents| parents.lifecycle().at(self.settings.now) == Classification::Expired)
        };
        let removed = self.old.kubernetes_versions().iter().map(|version| version.version.as_str());
        let removed = removed.filter(|version| !left.contains(version)).filter(has_expired);
        let kubernetes = SPEC.field("kubernetes");
        let still_in_use = self.still_in_use(removed, |shoot| kubernetes_versions(shoot, self.settings));
        still_in_use
            .map(|(version, names)| kubernetes_in_use(version, (&names, self.form), &kubernetes.field("versions")))
            .collect()
    }

    /// Reports removed versions that are in use although the parent lacks them or has let them expire.
    fn images(&self) -> Vec<Violation> {
        let left: HashSet<(&str, &str)> = versions(self.new.images()).map(|(version, _)| version).collect();
        let active = versions(self.parent.images())
            .filter(|(_, version)| version.lifecycle().at(self.settings.now) != Classification::Expired);
        let active: HashSet<(&str, &str)> = active.map(|(version, _)| version).collect();
        let removed = versions(self.old.images()).map(|(version, _)| version);
        let removed = removed.filter(|version| !left.contains(version) && !active.contains(version));
        let list = SPEC.field("machineImages");
        let violation = |((image, version), names): ((&str, &str), Names)| match self
            .new
            .images()
            .iter()
            .position(|it| it.name == image)
        {
            Some(place) => {
                image_in_use(image, Some(version), (&names, self.form), &list.index(place).field("versions"))
            }
            None => image_in_use(image, Some(version), (&names, self.form), &list),
        };
        self.still_in_use(removed, image_versions).map(violation).collect()
    }

    fn limit(&self) -> Option<Violation> {
        if self.old.limits == self.new.limits {
            return None;
        }
        let most = |limits: &Option<Limits>| limits.as_ref()?.max_nodes_total.filter(|most| *most > 0);
        let fallback =
            || most(&self.parent.limits).filter(|_| !self.settings.quirks.references.limit_of_children_overlooked);
        limit_exceeded(most(&self.new.limits).or_else(fallback)?, self.shoots.iter().copied(), self.form)
    }

    /// Returns the removed items that Shoots use.
    fn still_in_use<K: Ord, U: Iterator<Item = K>>(
        &self,
        removed: impl Iterator<Item = K>,
        used: impl Fn(&'a Shoot) -> U,
    ) -> impl Iterator<Item = (K, Names)> {
        let mut still_in_use: BTreeMap<K, Names> = removed.map(|version| (version, Names::default())).collect();
        for shoot in &self.shoots {
            for version in used(shoot) {
                if let Some(names) = still_in_use.get_mut(&version) {
                    names.add_shoot(shoot);
                }
            }
        }
        still_in_use.into_iter().filter(|(_, names)| !names.is_empty())
    }
}

fn versions(images: &[MachineImage]) -> impl Iterator<Item = ((&str, &str), &MachineImageVersion)> {
    images.iter().flat_map(|image| image.offered().iter().map(|it| ((image.name.as_str(), it.version.as_str()), it)))
}
