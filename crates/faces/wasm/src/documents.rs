//! Lookup of the objects of a question among the documents.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Child, NoProfile, Object, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_sources::files::ShootTexts;

use crate::failure::Failure;

/// Returns the profile with this name, or the only profile if `name` is `None`.
pub(crate) fn profile(analysis: &Analysis, name: Option<&str>) -> Result<Arc<Profile>, Failure> {
    let key = match name {
        Some(name) => ProfileKey::from(name),
        None => only(analysis)?,
    };
    analysis.profile(&key).map_err(|none| match none {
        NoProfile::Missing { .. } => Failure::question(none.lookup_message()),
        _ => Failure::documents(none.lookup_message()),
    })
}

/// Returns the key of the only profile. The parent of an only NamespacedCloudProfile does not count.
fn only(analysis: &Analysis) -> Result<ProfileKey, Failure> {
    let known: Vec<&ProfileKey> = analysis.profiles().map(|(key, _)| key).collect();
    let (children, own): (Vec<&ProfileKey>, Vec<&ProfileKey>) = known.iter().partition(|key| key.namespace.is_some());
    let is_parent = |key: &ProfileKey, child: &ProfileKey| {
        let mut children = analysis.children().filter(|(known, _)| *known == child);
        children.any(|(_, child)| ProfileKey::parent_of(&child.object).as_ref() == Some(key))
    };
    match (own.as_slice(), children.as_slice()) {
        ([only], []) => Ok((*only).clone()),
        (parents, [only]) if parents.iter().all(|parent| is_parent(parent, only)) => Ok((*only).clone()),
        ([], []) => Err(Failure::documents(no_profile_reason(analysis))),
        _ => {
            let names: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
            Err(Failure::question(format!("`profile` is missing: the profiles are {}", names.join(", "))))
        }
    }
}

/// Returns the reason why there is no profile.
fn no_profile_reason(analysis: &Analysis) -> String {
    unreadable(analysis)
        .unwrap_or_else(|| "the documents have no CloudProfile and no NamespacedCloudProfile".to_owned())
}

/// Returns the error of the first document that cannot be parsed.
fn unreadable(analysis: &Analysis) -> Option<String> {
    [Role::Checked, Role::Known, Role::Old].into_iter().find_map(|role| {
        analysis.input_names(role).into_iter().find_map(|name| {
            let why = analysis.unreadable(role, &name).next()?;
            Some(format!("`{name}` cannot be read: {}", why.detail))
        })
    })
}

/// Returns the profile with this name, or the only one with the role `checked` if `name` is `None`.
pub(crate) fn only_checked(analysis: &Analysis, name: Option<&str>) -> Result<Arc<Profile>, Failure> {
    match analysis.profiles_in(Role::Checked).as_slice() {
        [only] if name.is_none() => Ok(Arc::clone(only)),
        _ => profile(analysis, name),
    }
}

/// Returns the documents before the change: those with the role `old` as `checked`, and those with the role `known`.
pub(crate) fn before(analysis: &Analysis) -> Result<Analysis, Failure> {
    let mut before = Analysis::new(Arc::clone(analysis.registry()), *analysis.settings());
    for (role, becomes) in [(Role::Known, Role::Known), (Role::Old, Role::Checked)] {
        for name in analysis.input_names(role) {
            before.set(becomes, &name, analysis.text(role, &name).unwrap_or_default().as_bytes());
        }
    }
    require_readable(&before, Role::Checked)?;
    Ok(before)
}

/// Fails if a document with this role cannot be parsed.
pub(crate) fn require_readable(analysis: &Analysis, role: Role) -> Result<(), Failure> {
    match unreadable(analysis) {
        Some(why) if analysis.has_unreadable(role) => Err(Failure::documents(why)),
        _ => Ok(()),
    }
}

/// Returns the Shoots with this role. Fails if a document with this role cannot be parsed.
pub(crate) fn shoots(analysis: &Analysis, role: Role) -> Result<Vec<Arc<Written<Shoot>>>, Failure> {
    require_readable(analysis, role)?;
    Ok(objects(analysis, role, Object::shoot))
}

/// Returns the NamespacedCloudProfiles with this role.
pub(crate) fn children(analysis: &Analysis, role: Role) -> Vec<Arc<Child>> {
    objects(analysis, role, Object::child)
}

fn objects<T>(analysis: &Analysis, role: Role, of: impl Fn(&Object) -> Option<&Arc<T>>) -> Vec<Arc<T>> {
    let names = analysis.input_names(role);
    names.iter().flat_map(|name| analysis.objects(role, name)).filter_map(of).cloned().collect()
}

/// Returns the Shoots with this role as a fleet, including objects that cannot be parsed.
pub(crate) fn fleet(analysis: &Analysis, role: Role) -> Vec<FleetItem> {
    let mut items = Vec::new();
    for name in analysis.input_names(role) {
        let text = analysis.text(role, &name).unwrap_or_default();
        // Reading from memory cannot fail.
        items.extend(ShootTexts::new(&name, text.as_bytes()).into_iter().flatten());
    }
    items
}
