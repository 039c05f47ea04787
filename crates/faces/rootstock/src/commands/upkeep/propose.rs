//! `upkeep propose`: what is due by the policies of a team.

mod markdown;
mod text;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProposalAnswer, ProposalQuery, Query as _, UpkeepAnswer, UpkeepAsked};
use rootstock_upkeep::KnownSince;
use rootstock_versioning::Day;

use super::work::{self, Changed, WorkArguments};
use crate::cli::ProposalFormat;
use crate::failure::{Failure, Usage};
use crate::{Status, Streams};

/// Propose everything that is due by the policies of rootstock.toml, as one change
///
/// Previews that have waited become supported, supported versions that are too many deprecated, deprecated ones get an expiration
/// date, and those that have expired and that nobody uses are removed, as `[upkeep]` in rootstock.toml says. Nothing is proposed that
/// would leave a Shoot without a version to go to, or that gives the profile a new finding; what is left alone is listed. Once the
/// change is made, nothing is proposed any more.
///
/// How long a preview has waited is known where its `lifecycle` says when it began; for others it is given with --since.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What is due today?
      kubectl get shoots -A -o json | rootstock upkeep propose aws.yaml \\
        --shoots -

  Make the change, and write the text of the pull request
      rootstock upkeep propose aws.yaml --shoots shoots.json --in-place \\
        --format markdown > pull-request.md

  What will be due in the next year?
      rootstock upkeep propose aws.yaml --until 2027-06-01

Exit status: 0 proposed, or nothing is due, 2 there are no policies, or the profile is not a CloudProfile, 3 something \
cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct ProposeArguments {
    #[command(flatten)]
    work: WorkArguments<ProposalFormat>,

    /// Since when versions are what they are, where the profile does not say: VERSION=DATE, with * for anything in the version; may be
    /// given several times
    #[arg(long, value_name = "VERSION=DATE")]
    since: Vec<KnownSince>,

    /// Also list day by day what becomes due up to a date, if every proposal is made at once and nothing else is changed
    #[arg(long, value_name = "DATE")]
    until: Option<Day>,
}

impl Changed for ProposalAnswer {
    fn upkeep(&mut self) -> &mut UpkeepAnswer {
        &mut self.upkeep
    }
}

pub(super) fn run(arguments: &ProposeArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let work = &arguments.work;
    work.read_standard_input_once(&[])?;
    let configuration = work.settings().configuration(registry)?;
    let policies = configuration.upkeep().clone();
    if policies.policies.is_empty() && policies.prune_days.is_none() {
        return Err(Usage::NoPolicies { configuration: configuration.name().map(str::to_owned) }.into());
    }
    let query =
        ProposalQuery { policies, since: arguments.since.clone(), until: arguments.until, accept: work.accepted() };
    let worked = work::answer(work, true, |over: UpkeepAsked<'_>| query.ask(over), registry, streams)?;
    match work.format() {
        ProposalFormat::Json => streams.out.json(ProposalQuery::FORM, &worked.answer)?,
        ProposalFormat::Markdown => markdown::write(&worked.answer, arguments.until, streams)?,
        ProposalFormat::Text => text::write(work, &worked, arguments.until, streams)?,
    }
    Ok(worked.status)
}
