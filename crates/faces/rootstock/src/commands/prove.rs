//! `prove`: whether invariants hold for every worker that a profile admits.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rootstock_core_model::counted;
use rootstock_guarantees::{FleetPools, Invariant, InvariantVerdict};
use rootstock_provider_api::Registry;
use rootstock_queries::{
    OtherKinds, ProfileInput, ProveAnswer, ProveInput, ProveQuery, ProvedInvariant, Query as _, describe_skipped,
    skip_other_kinds,
};

use crate::cli::{AnswerArguments, CloudProfileArguments};
use crate::failure::{Failure, InputError, RequiredObject, UsageError};
use crate::page::Page;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::view::{self, AnswerView};
use crate::{Status, Streams, document, input};

/// Prove that invariants hold for every worker that a profile admits, or show a worker for which they do not
///
/// An invariant is a sentence: `every worker`, then which workers, then what holds for them. Workers are not sampled: one of each class
/// is tried. A class has the machine types with equal declarations and zones, in one region, on Kubernetes versions that no kubelet
/// constraint distinguishes.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Do the invariants of rootstock.toml hold?
      rootstock prove cloudprofile.yaml

  After this change, too? Does every worker keep its image?
      rootstock prove new.yaml --against old.yaml
      rootstock prove new.yaml --against old.yaml \\
        --that 'every worker keeps its provider image'

  How many pools of the fleet is each invariant about?
      kubectl get shoots -A -o json |
        rootstock prove cloudprofile.yaml --shoots -

  Print a Shoot for each invariant that does not hold
      rootstock prove cloudprofile.yaml --counterexamples

Sentences:
  every worker [on MACHINE-TYPE] [with CAPABILITY=VALUE] [in REGION]
      [using IMAGE[@VERSION]] [that is CLASSIFICATION] … followed by one of
  always has an image
  has the image IMAGE[@VERSION]
  never gets an image with CAPABILITY=VALUE, or without
  stays admissible until DATE
  keeps its provider image (needs --against)
  has an update path until DATE
  fits at least N zones

Exit status: 0 all hold, 1 one does not hold, or is about nothing in the profile, 2 wrong usage, 3 something cannot be read.")]
pub(crate) struct ProveArguments {
    #[command(flatten)]
    profile: CloudProfileArguments,

    /// A file with the profile that this one replaces: workers that it admits must stay admissible, or keep their images
    #[arg(long, value_name = "OLD")]
    against: Option<PathBuf>,

    /// An invariant; may be given several times [default: those of rootstock.toml]
    #[arg(long, value_name = "SENTENCE")]
    that: Vec<Invariant>,

    /// Shoots whose worker pools are counted for each invariant: files, directories or -; may be given several times
    #[arg(long, value_name = "PATH")]
    shoots: Vec<PathBuf>,

    /// Print the workers for which an invariant does not hold as Shoots, in YAML
    #[arg(long)]
    counterexamples: bool,

    #[command(flatten)]
    answer: AnswerArguments,
}

pub(super) fn run(arguments: &ProveArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let others = arguments.against.iter().chain(&arguments.shoots);
    input::read_standard_input_once([&arguments.profile.path].into_iter().chain(others))?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let shoots = run.open_given_shoots(&arguments.shoots, &[])?;
    let found = document::load(&arguments.profile, &[], &mut run)?;
    let old = arguments.against.as_ref().map(|path| {
        let arguments = CloudProfileArguments { path: path.clone(), name: arguments.profile.name.clone() };
        document::load(&arguments, &[], &mut run)
    });
    let old = old.transpose()?.map(|old| old.profile);
    let invariants: Vec<String> = match arguments.that.as_slice() {
        [] => run.configuration.invariants_of(found.profile.name()).map(Invariant::to_string).collect(),
        given => given.iter().map(Invariant::to_string).collect(),
    };
    if invariants.is_empty() {
        let configuration = run.configuration.name().map(str::to_owned);
        return Err(UsageError::NoInvariants { configuration }.into());
    }
    let profile = ProfileInput { profile: &found.profile, asked: run.resolved };
    let (pools, is_complete) = match shoots {
        None => (None, true),
        Some(shoots) => {
            let (pools, is_complete) = pools(shoots, found.profile.name(), run.streams)?;
            (Some(pools), is_complete)
        }
    };
    let answer = ProveQuery { invariants }.ask(ProveInput { profile, old: old.as_deref(), pools: pools.as_ref() })?;
    if answer.invariants.iter().all(|one| one.verdict == InvariantVerdict::NeedsOld) {
        return Err(UsageError::OnlyAboutChanges.into());
    }
    let status = view::write(arguments, &answer, arguments.answer.format, run.streams)?;
    Ok(if is_complete { status } else { Status::Unreadable })
}

/// Counts the worker pools of the Shoots that use a profile, and reports Shoots that cannot be read. Returns whether all can.
fn pools(items: ShootSources, profile: &str, streams: &mut Streams) -> Result<(FleetPools, bool), Failure> {
    let (mut pools, mut is_complete) = (FleetPools::default(), true);
    let (mut other_kinds, mut shoots, mut of_others) = (OtherKinds::default(), 0, 0);
    for item in items {
        let answer = item.ask(|shoot| {
            shoots += 1;
            match &shoot.profile {
                Some(own) if !own.is_namespaced && own.name == profile => pools.add(shoot),
                _ => of_others += 1,
            }
        });
        if let Some(Err(unreadable)) = skip_other_kinds(answer, &mut other_kinds) {
            streams.say_lines(&unreadable.to_string());
            is_complete = false;
        }
    }
    if shoots == 0 && is_complete && !other_kinds.is_empty() {
        return Err(InputError::missing_object(RequiredObject::Shoot, "the given files").into());
    }
    if let Some(skipped) = describe_skipped(&other_kinds) {
        streams.say(skipped);
    }
    if of_others > 0 {
        streams.say(format!("not counted: {} of other profiles", counted(of_others, "Shoot")));
    }
    Ok((pools, is_complete))
}

impl AnswerView<ProveQuery> for ProveArguments {
    fn text(&self, answer: &ProveAnswer, page: &mut Page<'_>) -> io::Result<()> {
        if self.counterexamples {
            return answer.invariants.iter().try_for_each(|proved| shoot(proved, page));
        }
        page.profile_title(&answer.profile, format!("invariants, at {}", answer.settings.at))?;
        for ProvedInvariant { invariant, verdict, pools, .. } in &answer.invariants {
            let pools = pools.map(|pools| counted(pools, "pool"));
            match verdict {
                InvariantVerdict::Holds { classes: 0 } => {
                    page.line(0, format!("is about nothing in this profile: {invariant}"))?;
                }
                InvariantVerdict::Holds { classes } => {
                    let classes = if *classes == 1 { "1 class".to_owned() } else { format!("{classes} classes") };
                    let pools = pools.map(|pools| format!(", {pools} of the fleet")).unwrap_or_default();
                    page.line(0, format!("holds for {classes} of workers{pools}: {invariant}"))?;
                }
                InvariantVerdict::Broken { counterexample } => {
                    page.line(0, format!("does not hold: {invariant}"))?;
                    page.paragraph(2, format!("{}: {}", counterexample.worker(), counterexample.reason))?;
                    page.line(2, format!("at {}", counterexample.path))?;
                    if let Some(pools) = pools {
                        page.line(2, format!("about {pools} of the fleet"))?;
                    }
                }
                InvariantVerdict::NeedsOld => page.line(0, format!("needs --against: {invariant}"))?,
            }
        }
        Ok(())
    }

    fn status(&self, answer: &ProveAnswer) -> Status {
        if answer.holds() { Status::Clean } else { Status::Findings }
    }
}

/// Writes the Shoot of a worker for which an invariant does not hold.
fn shoot(proved: &ProvedInvariant, page: &mut Page<'_>) -> io::Result<()> {
    let InvariantVerdict::Broken { counterexample } = &proved.verdict else { return Ok(()) };
    page.line(0, "---")?;
    page.line(0, format!("# {}", proved.invariant))?;
    counterexample.shoot.lines().try_for_each(|line| page.line(0, line))
}
