//! The one profile that a question is about.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Child, Notice, Object, Profile, ProfileKey, Role};

use crate::cli::ProfileArguments;
use crate::run::Run;
use crate::status::Failure;
use crate::{Streams, input};

/// Reads the profile asked for: a CloudProfile, or what a NamespacedCloudProfile is rendered to. One with mistakes is
/// answered for, too, with a word of warning.
pub(crate) fn load(arguments: &ProfileArguments, run: &mut Run<'_>) -> Result<Arc<Profile>, Failure> {
    input::read_standard_input_once([&arguments.path].into_iter().chain(&arguments.parent))?;
    let (name, bytes) = input::require(&arguments.path, run.streams)?;
    let mut analysis = run.analysis();
    analysis.set(Role::Checked, &name, &bytes);
    let shown = if name == "-" { "the profile" } else { &name };
    let object = choose(&analysis, arguments.name.as_deref(), &name)?;
    let child = match &object {
        Object::CloudProfile(_) if arguments.parent.is_some() => {
            return Err(Failure::Usage(
                "--parent is for NamespacedCloudProfiles, and this is a CloudProfile".to_owned(),
            ));
        }
        Object::NamespacedCloudProfile(child) => child,
        Object::CloudProfile(own) => {
            say_errors(&analysis, &object, shown, &name, run.streams);
            return Ok(Arc::clone(own));
        }
        Object::Shoot(_) => return Err(Failure::Internal("a Shoot is no profile".to_owned())),
    };
    if arguments.parent.is_some() {
        add_parent(&mut analysis, arguments, child, run.streams)?;
    }
    if let Some(parent) = analysis.parent_of(&child.object) {
        let file = parent.written().map(|written| written.source().name()).unwrap_or_default();
        let parent = Object::CloudProfile(Arc::clone(parent));
        say_errors(&analysis, &parent, &format!("the parent in {file}"), file, run.streams);
    }
    say_errors(&analysis, &object, shown, &name, run.streams);
    analysis.render(child).map_err(|none| {
        Failure::Unreadable(format!(
            "NamespacedCloudProfile `{}` cannot be rendered: {}; give the parent with --parent",
            child.object.metadata.name,
            none.reason()
        ))
    })
}

/// Adds the file with the parent, which must have it.
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
        None => {
            let reason = format!("there is no readable CloudProfile in {file}; see `rootstock check {file}`");
            Err(Failure::Unreadable(reason))
        }
        Some(other) if analysis.parent_of(&child.object).is_none() => Err(Failure::Usage(format!(
            "the parent is CloudProfile `{}`, and {} has `{other}`",
            child.object.spec.parent.name,
            path.display(),
        ))),
        Some(_) => Ok(()),
    }
}

/// A word of warning about a profile with errors; `what` is the profile in words.
pub(crate) fn say_errors(analysis: &Analysis, profile: &Object, what: &str, file: &str, streams: &mut Streams) {
    let errors = analysis.errors(profile);
    if errors > 0 {
        streams.say_all([Notice::ProfileErrors { profile: what.to_owned(), input: file.to_owned(), errors }]);
    }
}

/// The profile of a file that is asked about.
fn choose(analysis: &Analysis, asked: Option<&str>, file: &str) -> Result<Object, Failure> {
    let mut profiles: Vec<(ProfileKey, &Object)> =
        analysis.objects(Role::Checked, file).filter_map(|object| Some((object.profile_key()?, object))).collect();
    profiles.sort_by_key(|(key, _)| key.namespace.is_some());
    let (own, children): (Vec<_>, Vec<_>) = profiles.iter().partition(|(key, _)| key.namespace.is_none());
    // A parent that stands beside its only child is there for its sake.
    if let (None, [(_, object)]) = (asked, children.as_slice())
        && let Some(child) = object.child()
        && own.iter().all(|(key, _)| key.name == child.object.spec.parent.name)
    {
        return Ok((*object).clone());
    }
    only(profiles, asked, file).cloned()
}

/// The one that is asked for by its name, or else the only one there is.
pub(crate) fn only<T>(profiles: Vec<(ProfileKey, T)>, asked: Option<&str>, file: &str) -> Result<T, Failure> {
    let names: Vec<String> = profiles.iter().map(|(key, _)| format!("`{key}`")).collect();
    let (number, names) = (names.len(), names.join(", "));
    let is_asked = |key: &ProfileKey| asked.is_none_or(|asked| key.name == asked || key.to_string() == asked);
    let mut fitting = profiles.into_iter().filter(|(key, _)| is_asked(key)).map(|(_, profile)| profile);
    match (fitting.next(), fitting.next(), asked) {
        (Some(only), None, _) => Ok(only),
        (None, _, None) => Err(Failure::Unreadable(format!(
            "there is no readable CloudProfile in {file}; see `rootstock check {file}`"
        ))),
        (None, _, Some(name)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{name}` in {file}; it holds {names}")))
        }
        (Some(_), Some(_), Some(name)) => {
            Err(Failure::Usage(format!("there are several CloudProfiles `{name}` in {file}")))
        }
        (Some(_), Some(_), None) => {
            Err(Failure::Usage(format!("there are {number} CloudProfiles in {file}; choose one with --name: {names}")))
        }
    }
}

/// The only CloudProfile of a file, or the one of that name.
pub(crate) fn only_own(analysis: &Analysis, asked: Option<&str>, file: &str) -> Result<Arc<Profile>, Failure> {
    let profiles = analysis.objects(Role::Checked, file).filter_map(Object::cloud_profile);
    only(profiles.map(|profile| (profile.key().clone(), Arc::clone(profile))).collect(), asked, file)
}
