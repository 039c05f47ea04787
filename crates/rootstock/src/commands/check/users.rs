//! What updates take away from the objects of the run that use a profile.

use std::rc::Rc;

use rootstock_admission::{ProfileUsers, check_namespaced_profile_users, check_profile_users};
use rootstock_core_model::{CloudProfile, Settings};
use rootstock_report::Report;

use super::Old;
use crate::examine::{DocumentPlace, WaitingProfile, WaitingShoot};
use crate::known_profiles::{Key, KnownProfiles};

/// Checks every profile that takes the place of an old one. Users are the NamespacedCloudProfiles that are known, as they
/// are to be, and the Shoots among what is checked.
pub(super) fn check(
    old: &Old,
    updated: &[(CloudProfile, DocumentPlace)],
    children: &[Rc<WaitingProfile>],
    shoots: &[WaitingShoot],
    known: &KnownProfiles,
    settings: &Settings,
    report: &mut Report,
) {
    let users = ProfileUsers {
        children: known.children().map(|(_, child)| &child.profile).collect(),
        shoots: shoots.iter().map(|waiting| &waiting.shoot).collect(),
    };
    for (profile, place) in updated {
        if let Some(old) = old.profiles.get(&profile.metadata.name) {
            let missed = check_profile_users(old, profile, &users, settings);
            place.report(missed, report);
        }
    }
    for child in children {
        let metadata = &child.profile.metadata;
        let old = old.children.get(&Key::namespaced(&metadata.namespace, &metadata.name));
        if let (Some(old), Some(parent)) = (old, known.parent_of(child)) {
            let missed = check_namespaced_profile_users(old, &child.profile, &parent.object, &users, settings);
            child.report(missed, report);
        }
    }
}
