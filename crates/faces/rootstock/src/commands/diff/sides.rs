//! The old and the new profile.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rootstock_analysis::{Analysis, CheckMode, Child as WrittenChild, Object, ProfileKey, Role};
use rootstock_queries::DiffSides;

use super::DiffArguments;
use crate::failure::{Failure, InputError, RequiredObject, UsageError};
use crate::garden::name::{CHILDREN, PROFILES, is_in_garden};
use crate::run::Run;
use crate::{documents, input, landscape, profile};

/// Reads both profiles. Errors in the old one are only warned about; those in the new one are findings.
pub(super) fn load(arguments: &DiffArguments, run: &mut Run<'_>) -> Result<DiffSides, Failure> {
    let asked = arguments.name.as_deref();
    let (old_path, new_path) = arguments.paths();
    let (file, bytes) = input::require(new_path, run.streams)?;
    let (old_file, old_bytes) = match (old_path, asked) {
        (Some(old), _) => input::require(old, run.streams)?,
        (None, Some(asked)) => input::require_profile(Path::new(PROFILES), Some(asked), run.streams)?,
        (None, None) => {
            let key = profile_key(&file, &bytes, run)?;
            input::require_profile(Path::new(PROFILES), Some(&key.to_string()), run.streams)?
        }
    };
    let parents: Vec<PathBuf> = arguments.parent.iter().cloned().collect();
    let mut before = run.analysis();
    before.set(Role::Checked, &old_file, &old_bytes);
    documents::add_parents(&mut before, &old_file, &parents, run)?;
    let (object, old) = profile::sole_profile(&before, asked, &old_file)?;
    profile::warn_about_errors(&before, &object, &format!("the old profile in {old_file}"), &old_file, run.streams);

    let mut after = run.analysis();
    after.set_mode(CheckMode::Update);
    after.set(Role::Old, &old_file, &old_bytes);
    after.set(Role::Checked, &file, &bytes);
    documents::add_parents(&mut after, &file, &parents, run)?;
    let given = given(&run.or_from_garden(&arguments.children, CHILDREN), &mut after, run)?;
    let (_, new) = profile::sole_profile(&after, asked, &file)?;
    if old.child().is_some() != new.child().is_some() {
        return Err(UsageError::KindMismatch {
            old: old_file,
            old_kind: old.key().kind(),
            new: file,
            new_kind: new.key().kind(),
        }
        .into());
    }
    let children = [children(&before, Role::Checked, &old_file), children(&after, Role::Checked, &file), given];
    Ok(DiffSides::new(&old, &mut after, &new, children))
}

/// Returns the key of the profile in a file.
fn profile_key(file: &str, bytes: &[u8], run: &Run<'_>) -> Result<ProfileKey, Failure> {
    let mut analysis = run.analysis();
    analysis.set(Role::Checked, file, bytes);
    let keys = analysis.objects(Role::Checked, file).filter_map(Object::profile_key);
    landscape::only(keys.map(|key| (key.clone(), key)).collect(), None, file)
}

/// Returns the NamespacedCloudProfiles in a file.
fn children(analysis: &Analysis, role: Role, file: &str) -> Vec<Arc<WrittenChild>> {
    analysis.objects(role, file).filter_map(Object::child).cloned().collect()
}

/// Returns the NamespacedCloudProfiles behind `--children`, which exist and do not change.
pub(in crate::commands) fn given(
    paths: &[PathBuf],
    after: &mut Analysis,
    run: &mut Run<'_>,
) -> Result<Vec<Arc<WrittenChild>>, Failure> {
    let mut given = Vec::new();
    for found in input::find(paths, run.streams) {
        let found = found.map_err(|(file, reason)| InputError::ReadFailure { file, reason })?;
        let file = documents::require(after, Role::Old, &found.path, run.streams)?;
        given.extend(children(after, Role::Old, &file));
    }
    if given.is_empty() && paths.iter().any(|path| !is_in_garden(path)) {
        return Err(
            InputError::missing_object(RequiredObject::NamespacedCloudProfile, "the files of --children").into()
        );
    }
    Ok(given)
}
