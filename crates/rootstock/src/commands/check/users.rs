//! What updates take away from the objects of the run that use a profile.

use std::collections::BTreeMap;
use std::rc::Rc;

use rootstock_admission::{ProfileUsers, check_namespaced_profile_users, check_profile_users};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot};
use rootstock_report::Report;

use super::Old;
use crate::examine::{Conditions, DocumentPlace, WaitingProfile, WaitingShoot};
use crate::known_profiles::{Key, KnownProfiles};
use crate::shoot_profiles::full_name;

/// Checks every profile that takes the place of an old one. Users are the NamespacedCloudProfiles and Shoots that are given,
/// and those that were there before and are not given anew.
pub(super) fn check(
    old: &Old,
    updated: &[(CloudProfile, DocumentPlace)],
    children: &[Rc<WaitingProfile>],
    shoots: &[WaitingShoot],
    known: &KnownProfiles,
    conditions: Conditions<'_>,
    report: &mut Report,
) {
    let settings = conditions.settings;
    // What is not given anew stays as it was.
    let mut all_children: BTreeMap<&Key, &NamespacedCloudProfile> = old.children.iter().collect();
    all_children.extend(known.children().map(|(key, child)| (key, &child.profile)));
    let mut all_shoots: BTreeMap<String, &Shoot> =
        old.shoots.iter().map(|(name, shoot)| (name.clone(), shoot)).collect();
    all_shoots.extend(shoots.iter().map(|waiting| (full_name(&waiting.shoot), &waiting.shoot)));
    let users =
        ProfileUsers { children: all_children.into_values().collect(), shoots: all_shoots.into_values().collect() };
    for (profile, place) in updated {
        if let Some(old) = old.profiles.get(&profile.metadata.name) {
            let plugin = conditions.registry.get(&profile.spec.provider_type);
            let built_in = plugin.map_or(&[][..], |plugin| plugin.worker_capabilities());
            let missed = check_profile_users(built_in, old, profile, &users, settings);
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
