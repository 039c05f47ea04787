//! `lock`: the images that workers boot, in a file that is kept next to the profiles.

mod changes;
mod diff;
mod promote;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_analysis::Role;
use rootstock_core_model::listed;
use rootstock_guarantees::Lock;
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;
use rootstock_queries::QueryError;
use rootstock_sources::files::path_name;

use crate::cli::{OutputArguments, SettingsArguments};
use crate::failure::{Failure, InputError, RequiredObject, UsageError};
use crate::lock_file::{self, FILE_NAME};
use crate::run::Run;
use crate::{Status, Streams, documents, input, rewrite};

/// Write the image that each class of workers boots to a file, and accept or show changes of it
///
/// Workers of a class boot alike: their machine types restrict the same capabilities. The lock has a line for each class and image
/// version, with the flavor and the references of all regions. Keep it next to the profiles: `rootstock check --locked` then refuses a
/// change that moves an image, and --accept writes the lock anew, so that the change of the lock is reviewed with that of the profile.
/// Comments, the order of lists, and the passing of time change no line.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_long_help = "\
Examples:
  Lock the images of all profiles in a directory
      rootstock lock profiles/ -o images.lock

  Does a change of the profiles move an image?
      rootstock check profiles/ --locked
      rootstock lock diff profiles/

  Accept the change
      rootstock lock profiles/ --accept

  Let production boot what staging has tried
      rootstock lock promote staging.lock production.yaml --in-place

Exit status: 0 written or unchanged, 1 the file has other decisions and --accept is missing, 2 wrong usage, 3 something \
cannot be read.")]
pub(crate) struct LockArguments {
    #[command(subcommand)]
    command: Option<LockCommand>,

    #[command(flatten)]
    profiles: LockedProfiles,

    #[command(flatten)]
    output: OutputArguments,

    /// Replace the decisions in the file given with --output [default: images.lock]
    ///
    /// The file keeps the decisions about profiles that are not given.
    #[arg(long)]
    accept: bool,

    #[command(flatten)]
    settings: SettingsArguments,
}

#[derive(Debug, Args)]
struct LockedProfiles {
    /// Files with CloudProfiles, directories (read recursively) or - for standard input
    #[arg(value_name = "PROFILE", required = true)]
    paths: Vec<PathBuf>,
}

subcommands! {
    enum LockCommand {
        Diff(Box<diff::LockDiffArguments>) => diff::run,
        Promote(Box<promote::LockPromoteArguments>) => promote::run,
    }
}

pub(super) fn run(arguments: &LockArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    if let Some(command) = &arguments.command {
        return command.run(registry, streams);
    }
    let mut run = Run::new(&arguments.settings, registry, streams)?;
    let lock = lock_of(&arguments.profiles, &mut run)?;
    let named = arguments.output.output.as_deref().or(arguments.accept.then_some(Path::new(FILE_NAME)));
    match named.filter(|path| path.as_os_str() != "-" && fs::exists(path).unwrap_or(true)) {
        Some(existing) => replace(existing, lock, arguments.accept, &mut run),
        None => {
            let output = OutputArguments { output: named.map(Path::to_owned) };
            run.streams.out.set_file(&output)?;
            write!(run.streams.out.raw(), "{lock}")?;
            say_written(&lock, named, run.streams);
            Ok(Status::Clean)
        }
    }
}

/// Replaces the decisions in a file if they are accepted, or else lists those that differ.
fn replace(path: &Path, lock: Lock, accepts: bool, run: &mut Run<'_>) -> Result<Status, Failure> {
    let found = match accepts {
        true => lock_file::replaced(path, &lock, run.streams)?,
        false => lock_file::load(path, run.resolved, run.streams)?,
    };
    if !accepts {
        let changes = lock.changes_since(&found.lock);
        changes::write(&changes, run.streams)?;
        if changes.is_empty() {
            return Ok(Status::Clean);
        }
        run.streams.say(format!("{} is left unchanged; --accept writes these decisions to it", path_name(path)));
        return Ok(Status::Findings);
    }
    let lock = lock.succeeding(&found.lock);
    let text = lock.to_string();
    if text != found.text {
        rewrite::replace(path, &found.text, &text)
            .map_err(|reason| InputError::ReplaceError { file: path_name(path), reason })?;
    }
    say_written(&lock, Some(path), run.streams);
    Ok(Status::Clean)
}

fn say_written(lock: &Lock, path: Option<&Path>, streams: &mut Streams) {
    if let Some(path) = path {
        let profiles = listed(lock.profiles());
        streams.say(format!("{}: {} decisions about {profiles}", path_name(path), lock.decisions()));
    }
}

/// Returns the lock of the given CloudProfiles.
fn lock_of(profiles: &LockedProfiles, run: &mut Run<'_>) -> Result<Lock, Failure> {
    input::read_standard_input_once(&profiles.paths)?;
    let mut analysis = run.analysis();
    documents::add(&mut analysis, Role::Checked, &profiles.paths, run.streams);
    for name in analysis.input_names(Role::Checked) {
        if let Some(why) = analysis.unreadable(Role::Checked, &name).next() {
            return Err(InputError::Unreadable { file: name.clone(), detail: why.detail.to_string() }.into());
        }
    }
    let mut lock = Lock::new(lock_file::settings(run.resolved));
    for name in analysis.input_names(Role::Checked) {
        for profile in analysis.objects(Role::Checked, &name).filter_map(|object| object.cloud_profile()) {
            let compiled = profile.compiled(run.settings().gates).map_err(QueryError::from)?;
            if lock.profiles().any(|known| known == compiled.name()) {
                return Err(UsageError::SeveralProfilesToLock { name: compiled.name().to_owned() }.into());
            }
            lock.add(Judge::new(&compiled, run.settings()));
        }
    }
    if lock.profiles().next().is_none() {
        return Err(InputError::missing_object(RequiredObject::CloudProfile, "the given files").into());
    }
    Ok(lock)
}
