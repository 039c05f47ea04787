//! The lookup of the profile that a question is about.

use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Child, Notice, Object, Profile, ProfileKey, Role};

use crate::cli::ProfileArguments;
use crate::failure::{Failure, InputError, UsageError};
use crate::run::Run;
use crate::{Streams, documents, input, landscape};

/// Reads the requested profile: a CloudProfile, or the result of rendering a NamespacedCloudProfile. If the profile has errors,
/// warns about them and returns it anyway.
pub(crate) fn load(arguments: &ProfileArguments, run: &mut Run<'_>) -> Result<Arc<Profile>, Failure> {
    run.take_release_of_garden()?;
    let asked = arguments.name.as_deref();
    match landscape::expand(&arguments.path, asked, run)? {
        None => load_file(arguments, &[], run),
        Some(named) => {
            let siblings = named.siblings.clone();
            let (path, key) = named.only(asked)?;
            load_file(&in_file(arguments, path, &key), &siblings, run)
        }
    }
}

/// Like [`load`], but reads all profiles if a folder or the landscape has several. Returns their names with them.
pub(crate) fn load_all(
    arguments: &ProfileArguments,
    run: &mut Run<'_>,
) -> Result<Vec<(ProfileKey, Arc<Profile>)>, Failure> {
    run.take_release_of_garden()?;
    let Some(named) = landscape::expand(&arguments.path, arguments.name.as_deref(), run)? else {
        let profile = load_file(arguments, &[], run)?;
        return Ok(vec![(profile.key().clone(), profile)]);
    };
    let mut profiles = Vec::new();
    for (path, key) in named.found {
        let profile = load_file(&in_file(arguments, path, &key), &named.siblings, run)?;
        profiles.push((key, profile));
    }
    Ok(profiles)
}

fn in_file(arguments: &ProfileArguments, path: PathBuf, key: &ProfileKey) -> ProfileArguments {
    ProfileArguments { path, name: Some(key.to_string()), parent: arguments.parent.clone() }
}

fn load_file(arguments: &ProfileArguments, siblings: &[PathBuf], run: &mut Run<'_>) -> Result<Arc<Profile>, Failure> {
    input::read_standard_input_once([&arguments.path].into_iter().chain(&arguments.parent))?;
    let (name, bytes) = input::require_profile(&arguments.path, arguments.name.as_deref(), run.streams)?;
    let mut analysis = run.analysis();
    analysis.set(Role::Checked, &name, &bytes);
    let shown = if name == "-" { "the profile" } else { &name };
    let object = choose(&analysis, arguments.name.as_deref(), &name)?;
    let child = match &object {
        Object::CloudProfile(_) if arguments.parent.is_some() => {
            return Err(UsageError::ParentOfCloudProfile { file: shown.to_owned() }.into());
        }
        Object::NamespacedCloudProfile(child) => child,
        Object::CloudProfile(own) => {
            warn_about_errors(&analysis, &object, shown, &name, run.streams);
            return Ok(Arc::clone(own));
        }
        Object::Shoot(_) => return Err(Failure::Internal("a Shoot is used as a profile")),
    };
    match &arguments.parent {
        Some(_) => add_parent(&mut analysis, arguments, child, run.streams)?,
        None => documents::add_parents(&mut analysis, &name, siblings, run)?,
    }
    if let Some(parent) = analysis.parent_of(&child.object) {
        let file = parent.written().map(|written| written.source().name()).unwrap_or_default();
        let parent = Object::CloudProfile(Arc::clone(parent));
        warn_about_errors(&analysis, &parent, &format!("the parent in {file}"), file, run.streams);
    }
    warn_about_errors(&analysis, &object, shown, &name, run.streams);
    rendered(&analysis, child)
}

/// Adds the file with the parent, which must contain it.
fn add_parent(
    analysis: &mut Analysis,
    arguments: &ProfileArguments,
    child: &Child,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let Some(path) = &arguments.parent else { return Ok(()) };
    let (file, bytes) = input::require(path, streams)?;
    analysis.set(Role::Known, &file, &bytes);
    let given = analysis.objects(Role::Known, &file).filter_map(Object::cloud_profile).last();
    match given.map(|profile| profile.name()) {
        None => Err(InputError::NoReadableProfile { file }.into()),
        Some(other) if other != child.object.spec.parent.name && analysis.parent_of(&child.object).is_none() => {
            let (parent, found) = (child.object.spec.parent.name.clone(), other.to_owned());
            Err(UsageError::ParentMismatch { parent, file, found }.into())
        }
        Some(_) => Ok(()),
    }
}

/// Warns about a profile with errors; `what` describes the profile.
pub(crate) fn warn_about_errors(analysis: &Analysis, profile: &Object, what: &str, file: &str, streams: &mut Streams) {
    let errors = analysis.errors(profile);
    if errors > 0 {
        streams.say_all([Notice::ProfileErrors { profile: what.to_owned(), input: file.to_owned(), errors }]);
    }
}

/// Selects the profile of a file that the question is about.
fn choose(analysis: &Analysis, asked: Option<&str>, file: &str) -> Result<Object, Failure> {
    let mut profiles: Vec<(ProfileKey, &Object)> =
        analysis.objects(Role::Checked, file).filter_map(|object| Some((object.profile_key()?, object))).collect();
    profiles.sort_by_key(|(key, _)| key.namespace.is_some());
    let (own, children): (Vec<_>, Vec<_>) = profiles.iter().partition(|(key, _)| key.namespace.is_none());
    // A parent in the same file as its only child is there for the child's sake.
    if let (None, [(_, object)]) = (asked, children.as_slice())
        && let Some(child) = object.child()
        && own.iter().all(|(key, _)| key.name == child.object.spec.parent.name)
    {
        return Ok((*object).clone());
    }
    landscape::only(profiles, asked, file).cloned()
}

/// Returns the only profile of a file, or the one with the requested name: the object, and the rendered profile.
pub(crate) fn sole_profile(
    analysis: &Analysis,
    asked: Option<&str>,
    file: &str,
) -> Result<(Object, Arc<Profile>), Failure> {
    // If the children's parent is in the same file, the question is about the parent.
    let mut own = analysis.objects(Role::Checked, file).filter_map(Object::cloud_profile);
    if own.any(|profile| asked.is_none_or(|asked| profile.name() == asked)) {
        let profile = sole_cloud_profile(analysis, asked, file)?;
        return Ok((Object::CloudProfile(Arc::clone(&profile)), profile));
    }
    let object = choose(analysis, asked, file)?;
    let Object::NamespacedCloudProfile(child) = &object else {
        return Err(Failure::Internal("a profile has an unknown kind"));
    };
    let profile = rendered(analysis, child)?;
    Ok((object, profile))
}

/// Renders a NamespacedCloudProfile.
fn rendered(analysis: &Analysis, child: &Child) -> Result<Arc<Profile>, Failure> {
    analysis.render(child).map_err(|none| {
        let name = child.object.metadata.name.clone();
        InputError::NotRendered { name, reason: Box::new(none) }.into()
    })
}

/// Returns the only CloudProfile of a file, or the one with the requested name.
pub(crate) fn sole_cloud_profile(
    analysis: &Analysis,
    asked: Option<&str>,
    file: &str,
) -> Result<Arc<Profile>, Failure> {
    let profiles = analysis.objects(Role::Checked, file).filter_map(Object::cloud_profile);
    landscape::only(profiles.map(|profile| (profile.key().clone(), Arc::clone(profile))).collect(), asked, file)
}
