//! `default`: Shoots as Gardener's mutating admission would leave them, with the reason for each value.

use std::path::PathBuf;
use std::slice;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{DefaultAnswer, DefaultQuery, Query as _, ShootsInput};

use crate::cli::{AnswerArguments, CLUSTER, Format, YamlArguments};
use crate::failure::Failure;
use crate::garden::name::SHOOTS;
use crate::run::Run;
use crate::{Status, Streams, documents, input};

/// Print Shoots as Gardener fills them in: Kubernetes versions, architectures, machine images
///
/// The Shoots go to standard output with all their fields; the filled-in fields, each with the reason, go to standard error. Only
/// fields that depend on the profile are filled in, not the API's other defaults. With --against, existing workers keep their
/// images, as in an update.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will this Shoot become?
      rootstock default shoot.yaml --profile cloudprofile.yaml

  Which image does the new worker pool get?
      kubectl get shoot -n garden-dev apple -o yaml > old.yaml
      rootstock default new.yaml --against old.yaml --profile cloudprofile.yaml

  What would all Shoots of a directory become, as one file?
      rootstock default shoots/ --profile cloudprofile.yaml --output filled.yaml

Exit status: 0 everything is filled in, 1 something cannot be filled in, 2 wrong usage, 3 a Shoot or its profile \
cannot be read or is missing.")]
pub(crate) struct DefaultArguments {
    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "SHOOTS", required_unless_present = CLUSTER, default_value_if(CLUSTER, "true", SHOOTS))]
    pub(crate) shoots: Vec<PathBuf>,

    /// The profiles that the Shoots refer to: files, directories or -; may be given several times [default: those listed in
    /// rootstock.toml]
    #[arg(long = "profile", short, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// A file with the previous state of the Shoots
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) yaml: YamlArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

pub(super) fn run(arguments: &DefaultArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let paths = arguments.profiles.iter().chain(&arguments.shoots).chain(&arguments.against);
    input::read_standard_input_once(paths)?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let shoots = documents::shoots(&arguments.shoots, &mut run)?;
    let before = match &arguments.against {
        Some(path) => Some(documents::shoots(slice::from_ref(path), &mut run)?),
        None if run.streams.input.has_garden() => Some(documents::shoots_in_garden(&shoots, &mut run)?),
        None => None,
    };
    let mut profiles = run.analysis();
    let given = run.require_profiles(&arguments.profiles)?;
    documents::add_profiles(&mut profiles, &given, run.streams)?;
    let before = before.as_deref().unwrap_or_default();
    let over = ShootsInput { shoots: &shoots, before, profiles: &profiles, asked: run.resolved };
    let answer = DefaultQuery {}.ask(over)?;
    match arguments.answer.format {
        Format::Json => streams.out.json(DefaultQuery::ANSWER_SCHEMA, &answer)?,
        Format::Text => write(&answer, &arguments.yaml, streams)?,
    }
    for missing in &answer.without_profile {
        streams.say(format!("{}: cannot be filled in: {}; give it with --profile", missing.name, missing.reason));
    }
    if !answer.without_profile.is_empty() {
        return Ok(Status::Unreadable);
    }
    let is_refused = answer.shoots.iter().any(|shoot| !shoot.refused.is_empty());
    Ok(if is_refused { Status::Findings } else { Status::Clean })
}

/// Writes the Shoots to standard output, and the reasons to standard error.
fn write(answer: &DefaultAnswer, form: &YamlArguments, streams: &mut Streams) -> Result<(), Failure> {
    for (position, done) in answer.shoots.iter().enumerate() {
        let text = form.document(&done.shoot, &format!("Shoot `{}`", done.name))?;
        let separator = if position == 0 { "" } else { form.separator() };
        write!(streams.out.raw(), "{separator}{text}")?;
    }
    for done in &answer.shoots {
        for filled in &done.filled {
            let before = filled.before.as_ref().map(|before| format!("`{before}` becomes ")).unwrap_or_default();
            streams.say(format!("{}: {}: {before}`{}`: {}", done.name, filled.path, filled.value, filled.because));
        }
        for refused in &done.refused {
            streams.say(format!("{}: cannot be filled in: {refused}", done.name));
        }
        if let Some(otherwise) = &done.otherwise {
            streams.say(format!("{}: {otherwise}", done.name));
        }
        if done.filled.is_empty() && done.refused.is_empty() {
            streams.say(format!("{}: there is nothing to fill in", done.name));
        }
    }
    Ok(())
}
