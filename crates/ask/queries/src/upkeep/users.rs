//! Users of the versions of a profile, which protect them from pruning.

use std::sync::Arc;

use rootstock_analysis::Child;
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{CloudProfileReference, counted};
use rootstock_maintenance::{FleetItem, Need, ProfileUsage, Profiles, Skipped, UsedVersion};
use rootstock_upkeep::{Pruning, VersionInUse, VersionName};
use rootstock_versioning::Classification;

use super::{UnknownUsers, UpkeepInput};
use crate::{FleetInput, Query as _, UsageAnswer, UsageQuery};

/// The number of users that are listed by name.
const NAMES_SHOWN: usize = 3;

impl UpkeepInput<'_> {
    /// Counts the uses of the profile by Shoots.
    ///
    /// # Errors
    ///
    /// Returns an error if the use by some of them is unknown.
    pub fn count(&self, shoots: Vec<FleetItem>) -> Result<Option<ProfileUsage>, UnknownUsers> {
        let profiles = self.profiles()?;
        let Ok(counted) = UsageQuery::default().ask(FleetInput { profiles: &profiles, shoots, asked: self.asked });
        Self::usage_in(counted)
    }

    /// Extracts the uses of the profile from an answer that was counted with its [`profiles`](Self::profiles).
    ///
    /// # Errors
    ///
    /// Returns an error if the use by some of them is unknown.
    pub fn usage_in(counted: UsageAnswer) -> Result<Option<ProfileUsage>, UnknownUsers> {
        if counted.unreadable > 0 {
            return Err(UnknownUsers::Unreadable(counted.unreadable));
        }
        let is_namespaced = |skipped: &Skipped| match skipped {
            Skipped::UnknownProfile { kind, .. } => *kind == CloudProfileReference::NAMESPACED,
            Skipped::Deleting | Skipped::NoProfile => false,
        };
        match counted.uncounted.into_iter().find(|one| is_namespaced(&one.skipped)) {
            Some(one) => Err(UnknownUsers::Elsewhere { shoot: one.example, skipped: one.skipped }),
            None => Ok(counted.profiles.into_iter().find(|one| one.parent.is_none())),
        }
    }

    /// Returns the profile and the NamespacedCloudProfiles below it, for counting uses by Shoots.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if one of them is too large to compile.
    pub fn profiles(&self) -> Result<Profiles, TooLarge> {
        let gates = self.asked.settings.gates;
        let mut profiles = Profiles::new();
        profiles.insert(self.profile.compiled(gates)?);
        // Shoots of a NamespacedCloudProfile below another CloudProfile use nothing of this one; they are counted there.
        for child in self.known_children() {
            let (metadata, parent) = (&child.object.metadata, &child.object.spec.parent.name);
            let rendered = self.analysis.render_over(&child, self.profile);
            profiles.insert_namespaced(&metadata.namespace, rendered.compiled(gates)?);
            profiles.insert_parent(&metadata.namespace, &metadata.name, parent);
        }
        Ok(profiles)
    }

    /// Returns the versions that must not be pruned, as far as is known.
    pub(super) fn in_use(&self) -> Vec<VersionInUse> {
        let used: Vec<&UsedVersion> = self.usage.iter().flat_map(|usage| &usage.versions).collect();
        let mut all: Vec<VersionInUse> = used.iter().filter_map(|one| used_by_shoots(one)).collect();
        all.extend(self.below().iter().flat_map(|child| named_by(child)));
        // Without known users, still report that the version is needed.
        let needed = used.iter().filter_map(|one| needed(one));
        let unknown: Vec<VersionInUse> = needed.filter(|one| !all.iter().any(|other| other.name == one.name)).collect();
        all.extend(unknown);
        all
    }

    /// Returns the known NamespacedCloudProfiles below the profile.
    pub(super) fn below(&self) -> Vec<Arc<Child>> {
        let mut children = self.known_children();
        children.retain(|child| child.object.spec.parent.name == self.profile.name());
        children
    }

    /// Returns the known NamespacedCloudProfiles, whatever their parent.
    fn known_children(&self) -> Vec<Arc<Child>> {
        let mut children: Vec<Arc<Child>> = Vec::new();
        for child in self.children_in_same_input().into_iter().chain(self.children.iter().cloned()) {
            let is_it = |other: &Arc<Child>| {
                let (one, other) = (&child.object.metadata, &other.object.metadata);
                (&one.namespace, &one.name) == (&other.namespace, &other.name)
            };
            if !children.iter().any(is_it) {
                children.push(child);
            }
        }
        children
    }
}

/// Adds the known users to the versions that a pruning must keep.
pub(super) fn kept(pruning: &Pruning, known: &[VersionInUse]) -> Pruning {
    Pruning { in_use: pruning.in_use.iter().chain(known).cloned().collect() }
}

fn used_by_shoots(used: &UsedVersion) -> Option<VersionInUse> {
    if used.need != Need::InUse {
        return None;
    }
    let users = &used.users;
    let names: Vec<&str> = users.examples.iter().take(NAMES_SHOWN).map(String::as_str).collect();
    let more = if users.shoots > names.len() { ", …" } else { "" };
    Some(in_use(used, format!("used by {}: {}{more}", counted(users.shoots, "Shoot"), names.join(", "))))
}

/// Returns the version if it is needed for a reason other than a Shoot that uses it.
fn needed(used: &UsedVersion) -> Option<VersionInUse> {
    let reason = match used.need {
        Need::UpdateTarget => "maintenance updates Shoots to it",
        Need::OnOffer if used.classification == Some(Classification::Expired) => "offered by a NamespacedCloudProfile",
        Need::OnOffer | Need::Unneeded | Need::InUse => return None,
    };
    Some(in_use(used, reason.to_owned()))
}

fn in_use(used: &UsedVersion, reason: String) -> VersionInUse {
    VersionInUse { name: VersionName { image: used.image.clone(), version: used.version.clone() }, reason }
}

/// Returns the versions that a NamespacedCloudProfile names.
fn named_by(child: &Child) -> Vec<VersionInUse> {
    let (metadata, spec) = (&child.object.metadata, &child.object.spec);
    let reason = format!("named by NamespacedCloudProfile {}/{}", metadata.namespace, metadata.name);
    let kubernetes = spec.kubernetes_versions().iter().map(|one| VersionName::of_kubernetes(&one.version));
    let images = spec.machine_images.iter().flatten();
    let images =
        images.flat_map(|image| image.offered().iter().map(|one| VersionName::of_image(&image.name, &one.version)));
    kubernetes.chain(images).map(|name| VersionInUse { name, reason: reason.clone() }).collect()
}
