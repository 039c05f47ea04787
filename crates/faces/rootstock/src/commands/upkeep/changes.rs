//! `upkeep changes`: lists the changes between two profiles.

use std::path::PathBuf;

use clap::Args;
use rootstock_analysis::Profile;
use rootstock_provider_api::Registry;
use rootstock_queries::QueryError;
use rootstock_upkeep::{ComparedSide, NotComparable, Refusal, changes_between};

use crate::cli::{CloudProfileArguments, OutputArguments, SettingsArguments, YamlArguments};
use crate::failure::{Failure, InputError};
use crate::run::Run;
use crate::{Status, Streams, document, input};

/// List the changes that turn one CloudProfile into another
///
/// The list is for `upkeep apply`: review the changes of one landscape's profile, keep the ones you want, and apply them to the
/// next landscape. It has a line for each value that is set, each removal, and each change of a list's order. Comments and the
/// spelling of numbers are not compared, and in `metadata` only labels and annotations are.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What was changed by hand, or by a generator?
      rootstock upkeep changes old.yaml new.yaml

  Apply it to the next landscape
      git show HEAD~1:dev/aws.yaml | rootstock upkeep changes - dev/aws.yaml \\
        > changes.yaml
      rootstock upkeep apply live/aws.yaml changes.yaml

Exit status: 0 there are none, 1 there are some, 2 a profile is not a CloudProfile, 3 something cannot be read.")]
pub(super) struct ChangesArguments {
    #[command(flatten)]
    old: CloudProfileArguments,

    /// A file with the new profile, or - for standard input
    #[arg(value_name = "NEW")]
    new: PathBuf,

    #[command(flatten)]
    settings: SettingsArguments,

    #[command(flatten)]
    yaml: YamlArguments,

    #[command(flatten)]
    output: OutputArguments,
}

pub(super) fn run(arguments: &ChangesArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once([&arguments.old.path, &arguments.new])?;
    streams.out.set_file(&arguments.output)?;
    let mut run = Run::new(&arguments.settings, registry, streams)?;
    let new = CloudProfileArguments { path: arguments.new.clone(), name: arguments.old.name.clone() };
    let sides = [document::load(&arguments.old, &[], &mut run)?, document::load(&new, &[], &mut run)?];
    let [old, new] = sides.map(|side| side.profile);
    let list = changes_between(&old, &new).map_err(|why| not_comparable(why, &old, &new))?;
    let text = arguments.yaml.document(&list, "the list")?;
    write!(streams.out.raw(), "{text}")?;
    Ok(if list.changes.is_empty() { Status::Clean } else { Status::Findings })
}

/// Turns a mistake in a profile into a failure that names its file.
fn not_comparable(why: NotComparable, old: &Profile, new: &Profile) -> Failure {
    let profile = match why.side {
        ComparedSide::Old => old,
        ComparedSide::New => new,
    };
    match (&why.refusal, profile.written()) {
        (Refusal::Undecodable(_), Some(written)) => {
            let detail = why.refusal.details().into_iter().next().unwrap_or_default();
            InputError::Unreadable { file: written.source().name().to_owned(), detail }.into()
        }
        _ => QueryError::from(Box::new(why.refusal)).into(),
    }
}
