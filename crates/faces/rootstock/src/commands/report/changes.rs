//! The profiles of a report, compared with their previous versions.

use std::path::Path;
use std::sync::Arc;

use rootstock_analysis::{Analysis, CheckMode, Child, Object, Profile, ProfileKey, Role};
use rootstock_maintenance::FleetItem;
use rootstock_pages::ComparedProfile;
use rootstock_queries::{DiffInput, DiffQuery, DiffSides, Query as _, QueryContext};

use super::ReportArguments;
use crate::failure::{Failure, InputError, RequiredObject};
use crate::{Streams, documents};

/// Reads the old objects into an empty analysis, and lets `analysis` judge everything as an update of them.
pub(super) fn before(
    old: &Path,
    arguments: &ReportArguments,
    analysis: &mut Analysis,
    mut before: Analysis,
    streams: &mut Streams,
) -> Result<Analysis, Failure> {
    let name = documents::require(analysis, Role::Old, old, streams)?;
    documents::add_profiles(&mut before, &arguments.profiles, streams)?;
    before.set(Role::Checked, &name, analysis.text(Role::Old, &name).unwrap_or_default().as_bytes());
    if before.profiles_in(Role::Checked).is_empty() {
        return Err(InputError::missing_object(RequiredObject::CloudProfile, name).into());
    }
    analysis.set_mode(CheckMode::Update);
    let (now, then) = (analysis.profiles_in(Role::Checked), before.profiles_in(Role::Checked));
    if let ([new], [old]) = (now.as_slice(), then.as_slice()) {
        analysis.set_predecessor(new.key().clone(), old.key().clone());
    }
    Ok(before)
}

/// Compares every profile with the old one of the same name, or the only profile with the only old one.
pub(super) fn compare(
    before: &Analysis,
    analysis: &Analysis,
    profiles: &[Arc<Profile>],
    shoots: Option<&[FleetItem]>,
    asked: QueryContext,
) -> Vec<ComparedProfile> {
    let then = before.profiles_in(Role::Checked);
    let old = |new: &Profile| match (profiles, then.as_slice()) {
        ([_], [only]) if only.key().kind() == new.key().kind() => Some(only),
        _ => then.iter().find(|old| old.key() == new.key()),
    };
    let pairs: Vec<_> = profiles.iter().map(|new| (new, old(new))).collect();
    let compared: Vec<&ProfileKey> = pairs.iter().filter_map(|(_, old)| Some(old.as_ref()?.key())).collect();
    let compare = |(new, old): &(&Arc<Profile>, Option<&Arc<Profile>>)| {
        let Some(old) = old else { return ComparedProfile::New };
        let mut after = analysis.clone();
        let children = [children(before), children(analysis), Vec::new()];
        let sides = DiffSides::new(old, &mut after, new, children);
        let over = DiffInput { sides: &sides, shoots: shoots.map(<[_]>::to_vec), registry: analysis.registry(), asked };
        match (DiffQuery {}).ask(over) {
            Ok(mut answer) => {
                if let Some(fleet) = &mut answer.head.fleet {
                    // The page shows them in the section of their own profile.
                    let has_own_section = |of: &str| compared.iter().any(|key| of == format!("{} {key}", key.kind()));
                    fleet.elsewhere.retain(|of, _| !has_own_section(of));
                }
                ComparedProfile::Compared(Box::new(answer))
            }
            Err(none) => ComparedProfile::Failed(none.to_string()),
        }
    };
    pairs.iter().map(compare).collect()
}

/// Returns the NamespacedCloudProfiles among the checked inputs.
fn children(analysis: &Analysis) -> Vec<Arc<Child>> {
    let names = analysis.input_names(Role::Checked);
    let objects = names.iter().flat_map(|name| analysis.objects(Role::Checked, name));
    objects.filter_map(Object::child).cloned().collect()
}
