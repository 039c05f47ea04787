//! What is asked about, among the documents.

use std::sync::Arc;

use rootstock_analysis::{Analysis, NoProfile, Object, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;

use crate::failure::Failure;

/// The profile of that name; without a name the only one there is.
pub(crate) fn profile(analysis: &Analysis, name: Option<&str>) -> Result<Arc<Profile>, Failure> {
    let key = match name {
        Some(name) => ProfileKey::from(name),
        None => only(analysis)?,
    };
    analysis.profile(&key).map_err(|none| match none {
        NoProfile::Missing { .. } => Failure::question(none.to_who_asked()),
        _ => Failure::documents(none.to_who_asked()),
    })
}

/// The only profile. A parent beside its only child is there for the child's sake.
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
        ([], []) => Err(Failure::documents(why_none(analysis))),
        _ => {
            let names: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
            Err(Failure::question(format!("`profile` is missing: there are {}", names.join(", "))))
        }
    }
}

/// Why there is no profile.
fn why_none(analysis: &Analysis) -> String {
    unreadable(analysis).unwrap_or_else(|| "there is no CloudProfile and no NamespacedCloudProfile".to_owned())
}

/// The first thing that cannot be read.
fn unreadable(analysis: &Analysis) -> Option<String> {
    [Role::Checked, Role::Known, Role::Old].into_iter().find_map(|role| {
        analysis.input_names(role).into_iter().find_map(|name| {
            let why = analysis.unreadable(role, &name).next()?;
            Some(format!("`{name}` cannot be read: {}", why.detail))
        })
    })
}

/// The Shoots of a role. Nothing of it may be unreadable.
pub(crate) fn shoots(analysis: &Analysis, role: Role) -> Result<Vec<Arc<Written<Shoot>>>, Failure> {
    if analysis.has_unreadable(role)
        && let Some(why) = unreadable(analysis)
    {
        return Err(Failure::documents(why));
    }
    let names = analysis.input_names(role);
    let objects = names.iter().flat_map(|name| analysis.objects(role, name));
    Ok(objects.filter_map(Object::shoot).cloned().collect())
}
