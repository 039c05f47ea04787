//! The one profile that a question is about.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Child, Notice, Object, Profile, Role};
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::Settings;
use rootstock_judge::CompiledProfile;

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
    let given = analysis.objects(Role::Known, &file).filter_map(|object| match object {
        Object::CloudProfile(profile) => Some(profile.name()),
        Object::NamespacedCloudProfile(_) | Object::Shoot(_) => None,
    });
    match given.last() {
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

/// The profile, ready to judge workers by it.
pub(crate) fn compiled(profile: &Profile, settings: &Settings) -> Result<Arc<CompiledProfile>, Failure> {
    profile.compiled(settings.gates).map_err(too_large)
}

fn too_large(too_large: TooLarge) -> Failure {
    Failure::Unreadable(format!("the profile cannot be compared: {too_large}"))
}

/// The profile of a file that is asked about.
fn choose(analysis: &Analysis, asked: Option<&str>, file: &str) -> Result<Object, Failure> {
    let (mut own, mut children): (Vec<&Arc<Profile>>, Vec<&Arc<Child>>) = (Vec::new(), Vec::new());
    for object in analysis.objects(Role::Checked, file) {
        match object {
            Object::CloudProfile(profile) => own.push(profile),
            Object::NamespacedCloudProfile(child) => children.push(child),
            Object::Shoot(_) => {}
        }
    }
    let full = |child: &Child| format!("{}/{}", child.object.metadata.namespace, child.object.metadata.name);
    let names = own.iter().map(|it| it.name().to_owned()).chain(children.iter().map(|child| full(child)));
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let is_asked = |name: &str| asked.is_none_or(|asked| asked == name);
    // A parent that stands beside its only child is there for its sake.
    let only_child = match children.as_slice() {
        [child] if asked.is_none() => own.iter().all(|it| it.name() == child.object.spec.parent.name),
        _ => false,
    };
    own.retain(|it| is_asked(it.name()));
    children.retain(|it| is_asked(&full(it)) || is_asked(&it.object.metadata.name));
    match (own.as_slice(), children.as_slice(), asked) {
        ([], [child], _) => Ok(Object::NamespacedCloudProfile(Arc::clone(child))),
        (_, [child], _) if only_child => Ok(Object::NamespacedCloudProfile(Arc::clone(child))),
        ([own], [], _) => Ok(Object::CloudProfile(Arc::clone(own))),
        ([], [], None) => Err(Failure::Unreadable(format!(
            "there is no readable CloudProfile in {file}; see `rootstock check {file}`"
        ))),
        ([], [], Some(name)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{name}` in {file}; it holds {}", names.join(", "))))
        }
        (_, _, Some(name)) => Err(Failure::Usage(format!("there are several CloudProfiles `{name}` in {file}"))),
        (_, _, None) => Err(Failure::Usage(format!(
            "there are {} CloudProfiles in {file}; choose one with --name: {}",
            names.len(),
            names.join(", ")
        ))),
    }
}
