//! `upkeep propose`: proposes the changes that are due by a team's policies.

mod directory;
mod markdown;
mod text;

use std::path::PathBuf;

use clap::Args;
use rootstock_analysis::configuration::{UpkeepPolicies, VersionPolicy};
use rootstock_facts::FactSheet;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProposalAnswer, ProposalQuery, Query as _, UpkeepAnswer, UpkeepInput};
use rootstock_upkeep::{FactOptions, KnownSince};
use rootstock_versioning::Day;

use super::edit::{self, EditArguments, HasUpkeepAnswer};
use super::facts::{self, FactFileArgument};
use crate::cli::MergeRequestFormat;
use crate::failure::{Failure, UsageError};
use crate::{Status, Streams};

/// Propose everything that is due by the policies of rootstock.toml, as one change
///
/// As configured in `[upkeep]` of rootstock.toml, previews become supported after a waiting time, surplus supported versions are
/// deprecated, deprecated ones get an expiration date, and expired ones without users are removed. Changes are not proposed if
/// they would leave a Shoot without a version to update to, or add a finding to the profile; the reasons are listed. After the
/// change is made, nothing more is proposed.
///
/// With --facts, new Kubernetes versions are added, and versions get an expiration date by the end of life of their minor.
///
/// The age of a preview is known from its `lifecycle`; for other versions, give it with --since.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What is due today?
      kubectl get shoots -A -o json | rootstock upkeep propose aws.yaml \\
        --shoots -

  Add new patches of Kubernetes, and expire versions after their end of life
      curl -O https://endoflife.date/api/v1/products/kubernetes
      rootstock upkeep propose aws.yaml --facts kubernetes

  Apply the change, and write the text of the pull request
      rootstock upkeep propose aws.yaml --shoots shoots.json --in-place \\
        --format markdown > pull-request.md

  One change for each profile of the landscape, with an index
      rootstock upkeep propose landscape: --shoots shoots.json \\
        --output-directory proposals

  What will be due in the next year?
      rootstock upkeep propose aws.yaml --until 2027-06-01

Exit status: 0 proposed, or nothing is due, 2 there are no policies, or the profile is not a CloudProfile, 3 something \
cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct ProposeArguments {
    #[command(flatten)]
    edit: EditArguments<MergeRequestFormat>,

    /// The start of a version's classification, if the profile lacks it: VERSION=DATE, where VERSION may contain the wildcard *;
    /// may be given several times
    #[arg(long, value_name = "VERSION=DATE")]
    since: Vec<KnownSince>,

    /// Files with facts about Kubernetes versions, or - for standard input: what endoflife.date publishes, or OCM component
    /// descriptors; may be given several times. New versions are added and ends of life become expiration dates by the policies
    /// `new-versions` and `end-of-life-days`
    #[arg(long, value_name = "FACTS")]
    facts: Vec<FactFileArgument>,

    /// Also list day by day what becomes due up to a date, assuming that every proposal is applied at once and nothing else
    /// changes
    #[arg(long, value_name = "DATE")]
    until: Option<Day>,

    /// Write a reviewable change for each CloudProfile that PROFILE names into this directory, which may be new: PROFILE.patch for `git
    /// apply`, PROFILE.md as the description of its pull request, and index.md for all of them
    #[arg(long, value_name = "DIRECTORY", conflicts_with_all = ["in_place", "format", "output"])]
    output_directory: Option<PathBuf>,
}

impl HasUpkeepAnswer for ProposalAnswer {
    fn upkeep(&mut self) -> &mut UpkeepAnswer {
        &mut self.upkeep
    }
}

impl ProposeArguments {
    /// Reads the facts. It is an error if they have no effect.
    fn kubernetes_facts(&self, policies: &UpkeepPolicies, streams: &mut Streams) -> Result<Vec<FactSheet>, Failure> {
        if self.facts.is_empty() {
            return Ok(Vec::new());
        }
        let uses_facts = |policy: &VersionPolicy| policy.new_versions.is_some() || policy.end_of_life_days.is_some();
        if !policies.policies.iter().any(uses_facts) {
            return Err(UsageError::NoPolicyForFacts.into());
        }
        let sheets = facts::collect(&self.facts, &FactOptions::default(), streams)?.list.facts;
        if sheets.iter().all(|sheet| sheet.kubernetes_versions.is_empty()) {
            return Err(UsageError::NoKubernetesFacts.into());
        }
        Ok(sheets)
    }
}

pub(super) fn run(arguments: &ProposeArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let edit = &arguments.edit;
    edit.read_standard_input_once(&facts::paths(&arguments.facts))?;
    let configuration = edit.settings().configuration(registry)?;
    let policies = configuration.upkeep().clone();
    if policies.policies.is_empty() && policies.prune_days.is_none() {
        return Err(UsageError::NoPolicies { configuration: configuration.name().map(str::to_owned) }.into());
    }
    let facts = arguments.kubernetes_facts(&policies, streams)?;
    let query = ProposalQuery {
        policies,
        since: arguments.since.clone(),
        facts,
        until: arguments.until,
        accept: edit.accepted(),
    };
    if let Some(directory) = &arguments.output_directory {
        return directory::run(arguments, directory, &query, registry, streams);
    }
    let edited = edit::answer(edit, true, |over: UpkeepInput<'_>| query.ask(over), registry, streams)?;
    match edit.format() {
        MergeRequestFormat::Json => streams.out.json(ProposalQuery::ANSWER_SCHEMA, &edited.answer)?,
        MergeRequestFormat::Markdown => markdown::write(&edited.answer, arguments.until, streams.out.raw())?,
        MergeRequestFormat::Text => text::write(edit, &edited, arguments.until, streams)?,
    }
    Ok(edited.status)
}
