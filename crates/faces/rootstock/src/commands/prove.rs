//! `prove`: whether invariants hold for every worker that a profile admits.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rootstock_guarantees::{Invariant, InvariantVerdict};
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileInput, ProveAnswer, ProveInput, ProveQuery, ProvedInvariant, Query as _};

use crate::cli::{AnswerArguments, CloudProfileArguments};
use crate::failure::{Failure, UsageError};
use crate::page::Page;
use crate::run::Run;
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

  Print a Shoot for each invariant that does not hold
      rootstock prove cloudprofile.yaml --shoots

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

Exit status: 0 all hold, 1 one does not hold, or is about nothing in the profile.")]
pub(crate) struct ProveArguments {
    #[command(flatten)]
    profile: CloudProfileArguments,

    /// A file with the profile that this one replaces: workers that it admits must stay admissible, or keep their images
    #[arg(long, value_name = "OLD")]
    against: Option<PathBuf>,

    /// An invariant; may be given several times [default: those of rootstock.toml]
    #[arg(long, value_name = "SENTENCE")]
    that: Vec<Invariant>,

    /// Print the Shoots of the workers for which an invariant does not hold, as YAML
    #[arg(long)]
    shoots: bool,

    #[command(flatten)]
    answer: AnswerArguments,
}

pub(super) fn run(arguments: &ProveArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once([&arguments.profile.path].into_iter().chain(&arguments.against))?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
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
    let answer = ProveQuery { invariants }.ask(ProveInput { profile, old: old.as_deref() })?;
    if answer.invariants.iter().all(|one| one.verdict == InvariantVerdict::NeedsOld) {
        return Err(UsageError::OnlyAboutChanges.into());
    }
    view::write(arguments, &answer, arguments.answer.format, run.streams)
}

impl AnswerView<ProveQuery> for ProveArguments {
    fn text(&self, answer: &ProveAnswer, page: &mut Page<'_>) -> io::Result<()> {
        if self.shoots {
            return answer.invariants.iter().try_for_each(|proved| shoot(proved, page));
        }
        page.profile_title(&answer.profile, format!("invariants, at {}", answer.settings.at))?;
        for ProvedInvariant { invariant, verdict, .. } in &answer.invariants {
            match verdict {
                InvariantVerdict::Holds { classes: 0 } => {
                    page.line(0, format!("is about nothing in this profile: {invariant}"))?;
                }
                InvariantVerdict::Holds { classes } => {
                    let classes = if *classes == 1 { "1 class".to_owned() } else { format!("{classes} classes") };
                    page.line(0, format!("holds for {classes} of workers: {invariant}"))?;
                }
                InvariantVerdict::Broken { counterexample } => {
                    page.line(0, format!("does not hold: {invariant}"))?;
                    page.paragraph(2, format!("{}: {}", counterexample.worker(), counterexample.reason))?;
                    page.line(2, format!("at {}", counterexample.path))?;
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
