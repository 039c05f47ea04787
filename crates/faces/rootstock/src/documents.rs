//! The files that the arguments name, as inputs of an analysis.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rootstock_analysis::{Analysis, Child, Object, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_sources::files::{ReadFailure, path_name};

use crate::failure::{Failure, InputError, RequiredObject};
use crate::garden::name::shoot_path;
use crate::input::Input;
use crate::run::Run;
use crate::threads::map_in_order;
use crate::{Streams, input};

/// The paths of inputs by name.
pub(crate) type Paths = BTreeMap<String, PathBuf>;

/// Adds every file that the arguments name, and returns their paths. Files that cannot be read are reported and marked as
/// unavailable.
pub(crate) fn add(analysis: &mut Analysis, role: Role, paths: &[PathBuf], streams: &mut Streams) -> Paths {
    let mut found_paths = Paths::new();
    let inputs = input::find(paths, streams).into_iter().map(|found| match found {
        Ok(file) => {
            let input = input::read_found(&file, streams);
            found_paths.insert(file.name, file.path);
            input
        }
        Err((name, reason)) => Input { name, bytes: Err(reason) },
    });
    let size = |input: &Input| input.bytes.as_ref().map_or(0, Vec::len);
    let read = |(): &mut (), Input { name, bytes }: Input| match bytes {
        Ok(bytes) => Ok(analysis.read(role, &name, bytes)),
        Err(reason) => Err((name, reason)),
    };
    let read: Vec<_> = map_in_order(inputs, size, || (), read, |read| read.collect());
    for read in read {
        match read {
            Ok(input) => input.into_iter().for_each(|input| analysis.add(input)),
            Err((name, reason)) => {
                analysis.set_unavailable(role, &name, reason.to_string());
                streams.say_lines(&InputError::ReadFailure { file: name, reason }.to_string());
            }
        }
    }
    found_paths
}

/// Adds the profiles that `--profile` names. Reports oddities in them, and uses the rest.
pub(crate) fn add_profiles(analysis: &mut Analysis, paths: &[PathBuf], streams: &mut Streams) -> Result<(), Failure> {
    add(analysis, Role::Known, paths, streams);
    streams.say_all(analysis.notices_about_known());
    let has_profile = analysis.profiles().next().is_some();
    if !paths.is_empty() && !has_profile && !analysis.has_unreadable(Role::Known) {
        return Err(match analysis.unusable_profiles().next() {
            Some(reason) => InputError::UnusableProfile { reason: Box::new(reason) },
            None => InputError::missing_object(RequiredObject::CloudProfile, "the given profiles"),
        }
        .into());
    }
    Ok(())
}

/// Adds the profiles that `--parent` names; without them, those of the landscape if a NamespacedCloudProfile lacks its parent.
pub(crate) fn add_parents(
    analysis: &mut Analysis,
    file: &str,
    given: &[PathBuf],
    run: &mut Run<'_>,
) -> Result<(), Failure> {
    let lacks_parent = |child: &Arc<Child>| analysis.parent_of(&child.object).is_none();
    let is_needed = analysis.objects(Role::Checked, file).filter_map(Object::child).any(lacks_parent);
    if given.is_empty() && !is_needed {
        return Ok(());
    }
    analysis.set_prefers_checked(given.is_empty());
    add_profiles(analysis, &run.profiles(given), run.streams)
}

/// Adds one file, which must exist and be entirely readable, and returns its name.
pub(crate) fn require(
    analysis: &mut Analysis,
    role: Role,
    path: &Path,
    streams: &mut Streams,
) -> Result<String, Failure> {
    let (name, bytes) = input::require(path, streams)?;
    analysis.set(role, &name, &bytes);
    let why = analysis.unreadable(role, &name).next().map(|why| why.detail.to_string());
    match why {
        Some(detail) => Err(InputError::Unreadable { file: name, detail }.into()),
        None => Ok(name),
    }
}

/// Reads the Shoots with these names from the garden. Skips those that it does not have, because they are new.
pub(crate) fn shoots_in_garden(
    like: &[Arc<Written<Shoot>>],
    run: &mut Run<'_>,
) -> Result<Vec<Arc<Written<Shoot>>>, Failure> {
    let mut found = Vec::new();
    for shoot in like {
        let metadata = &shoot.object.metadata;
        let path = shoot_path(&metadata.namespace, &metadata.name);
        match input::read(&path, run.streams).bytes {
            Err(ReadFailure::NotInGarden) => {}
            Err(reason) => return Err(InputError::ReadFailure { file: path_name(&path), reason }.into()),
            Ok(_) => found.extend(shoots(&[path], run)?),
        }
    }
    Ok(found)
}

/// Reads the Shoots behind paths, and takes the release of Gardener from them, unless one was set. Fails if a part of them is
/// unreadable, or if there is no Shoot.
pub(crate) fn shoots(paths: &[PathBuf], run: &mut Run<'_>) -> Result<Vec<Arc<Written<Shoot>>>, Failure> {
    let mut analysis = run.analysis();
    let mut names = Vec::new();
    for found in input::find(paths, run.streams) {
        let file = found.map_err(|(file, reason)| InputError::ReadFailure { file, reason })?;
        names.push(require(&mut analysis, Role::Checked, &file.path, run.streams)?);
    }
    run.take_release_of(&mut analysis)?;
    let objects = names.iter().flat_map(|name| analysis.objects(Role::Checked, name));
    let shoots: Vec<_> = objects.filter_map(Object::shoot).cloned().collect();
    if shoots.is_empty() {
        let places = match paths {
            [path] => path_name(path),
            _ => "the given files".to_owned(),
        };
        return Err(InputError::missing_object(RequiredObject::Shoot, places).into());
    }
    Ok(shoots)
}
