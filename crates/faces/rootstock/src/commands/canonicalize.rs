//! `canonicalize`: a CloudProfile or NamespacedCloudProfile as Gardener stores it, and the fields that Gardener fills in or
//! drops.

use std::path::PathBuf;

use clap::Args;
use rootstock_analysis::stored_form::{StoredChange, StoredDifference, edits};
use rootstock_core_model::RawObject;
use rootstock_document::apply_edits;
use rootstock_provider_api::Registry;
use rootstock_queries::{CanonicalizeInput, CanonicalizeQuery, ProfileInput, Query as _};
use rootstock_report::unified_diff_of_edits;

use crate::cli::{AnswerArguments, CloudProfileArguments, Format, YamlArguments};
use crate::failure::{Failure, InputError};
use crate::run::Run;
use crate::{Status, Streams, document, input};

/// Print a CloudProfile or NamespacedCloudProfile as Gardener stores it: with defaults filled in, and legacy architectures and
/// capabilities in sync
///
/// The fields keep their order; standard error lists the fields that are filled in, each with the reason. With --against, the
/// profile is an update of another one, which affects what Gardener fills in or drops; with --create, it is new, and Gardener
/// drops expired versions (--semantics gardener).
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will Gardener add to my profile?
      rootstock canonicalize cloudprofile.yaml --diff

  As an update of the profile in the cluster
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock canonicalize cloudprofile.yaml --against old.yaml")]
pub(crate) struct CanonicalizeArguments {
    #[command(flatten)]
    pub(crate) profile: CloudProfileArguments,

    /// A file with the profile that this one updates
    #[arg(long = "against", alias = "old", value_name = "OLD")]
    pub(crate) old: Option<PathBuf>,

    /// A file with the parent CloudProfile of a NamespacedCloudProfile, if PROFILE does not contain it
    #[arg(long, short, alias = "profile", value_name = "PATH")]
    pub(crate) parent: Option<PathBuf>,

    /// Treat the profile as new
    #[arg(long, conflicts_with = "old")]
    pub(crate) create: bool,

    /// Show the change as a unified diff of the text
    #[arg(long)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) yaml: YamlArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

pub(super) fn run(
    arguments: &CanonicalizeArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    input::read_standard_input_once(
        [&arguments.profile.path].into_iter().chain(&arguments.old).chain(&arguments.parent),
    )?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let parents: Vec<PathBuf> = arguments.parent.iter().cloned().collect();
    let found = document::load(&arguments.profile, &parents, &mut run)?;
    let old = arguments.old.as_ref().map(|path| {
        let arguments = CloudProfileArguments { path: path.clone(), name: arguments.profile.name.clone() };
        document::load(&arguments, &parents, &mut run)
    });
    let old = old.transpose()?.map(|old| old.profile);
    let profile = ProfileInput { profile: &found.profile, asked: run.resolved };
    let query = CanonicalizeQuery { create: arguments.create };
    let answer = query.ask(CanonicalizeInput { profile, old: old.as_deref() })?;
    if answer.errors > 0 {
        let errors = if answer.errors == 1 { "an error".to_owned() } else { format!("{} errors", answer.errors) };
        streams.say(format!("the profile has {errors}, so Gardener would not store it; see `rootstock check`"));
    }
    match arguments.answer.format {
        Format::Json => {
            streams.out.json(CanonicalizeQuery::ANSWER_SCHEMA, &answer)?;
            return Ok(Status::Clean);
        }
        Format::Text if arguments.diff => {
            let path = arguments.profile.path.as_os_str().as_encoded_bytes();
            let root = found.root().ok_or(Failure::Internal("a profile has no source text"))?;
            let edits = edits(root, &answer.changes).map_err(InputError::NotEditable)?;
            let after = apply_edits(found.text(), &edits).ok_or(InputError::EditsOverlap)?;
            write!(streams.out.raw(), "{}", unified_diff_of_edits(path, found.text(), &after, &edits))?;
        }
        Format::Text => {
            let text = arguments.yaml.document(&answer.profile, "the profile")?;
            write!(streams.out.raw(), "{text}")?;
        }
    }
    say(&answer.changes, streams);
    Ok(Status::Clean)
}

/// Reports each added or dropped field with the reason, and values that are only written differently in one sentence.
fn say(changes: &[StoredDifference], streams: &mut Streams) {
    if changes.is_empty() {
        streams.say("Gardener would store it unchanged");
    }
    // In a large profile, the same change occurs a thousand times.
    let mut groups: Vec<(&StoredDifference, usize)> = Vec::new();
    for change in changes.iter().filter(|change| change.change != StoredChange::Rewritten) {
        let same = |one: &StoredDifference| {
            one.change == change.change && one.because == change.because && one.after == change.after
        };
        // Dropped fields are reported individually.
        let known = change.after.as_ref().and_then(|_| groups.iter_mut().find(|(one, _)| same(one)));
        match known {
            Some((_, times)) => *times += 1,
            None => groups.push((change, 1)),
        }
    }
    for (change, times) in groups {
        let value = change.after.as_ref().or(change.before.as_ref()).and_then(short);
        let value = value.map(|value| format!(": {value}")).unwrap_or_default();
        let what = if change.change == StoredChange::Added { "added" } else { "dropped" };
        let more = if times == 1 { String::new() } else { format!(" (and in {} more places)", times - 1) };
        streams.say(format!("{}{value}{more} is {what}: {}", change.path, change.because));
    }
    let rewritten = changes.iter().filter(|change| change.change == StoredChange::Rewritten).count();
    if rewritten > 0 {
        let values = if rewritten == 1 { "1 value is".to_owned() } else { format!("{rewritten} values are") };
        streams.say(format!("{values} rewritten as Kubernetes formats them, with the same meaning"));
    }
}

/// Formats a value on one line, unless it is long.
fn short(value: &RawObject) -> Option<String> {
    const MAX_LENGTH: usize = 60;
    let text = serde_json::to_string(value).ok()?;
    (text.chars().count() <= MAX_LENGTH).then_some(text)
}
