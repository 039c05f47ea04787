//! `upgrade-check`: what an upgrade of Gardener changes for profiles and Shoots.

mod text;

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use rootstock_analysis::{CheckMode, Role, all_rules};
use rootstock_core_model::{GardenerRelease, Severity};
use rootstock_provider_api::Registry;
use rootstock_queries::{
    ChangeGroup, NamedRelease, Query as _, UpgradeAnswer, UpgradeInput, UpgradeQuery, UpgradeStepAnswer,
};
use rootstock_report::render::sarif::{self, Notification};
use rootstock_report::{DocumentOutcome, Location};
use strum::VariantNames as _;

use crate::cli::{AnswerArguments, CLUSTER, UpgradeFormat};
use crate::failure::{Failure, InputError, RequiredObject};
use crate::garden::name::{ALL_OBJECTS, SHOOTS};
use crate::page::Markup;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::streams::VERSION;
use crate::threads::map_in_order;
use crate::{Status, Streams, documents, input};

/// Show everything that gets another answer when Gardener moves to another release
///
/// Checks, defaults, images and maintenance of the given profiles and Shoots are asked as Gardener itself answers in each release on the
/// way, one minor release at a time, and compared: objects that are refused from then on (also the next update of what is stored), fields
/// that are dropped, workers with another image or architecture, other defaults of new objects, maintenance with another outcome, and
/// warnings that begin or end. Each change has its place, its cause, and the form that both releases treat alike, if there is one.
///
/// Feature gates follow the release, unless they are set. --semantics has no effect.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What does the upgrade to v1.149 change?
      rootstock upgrade-check profiles/ shoots/ --from 1.147 --to 1.149

  And that of the AWS extension to v1.71, once Gardener runs v1.149?
      rootstock upgrade-check profiles/ --from 1.148 --to 1.149 \\
        --extension aws=1.68..1.71

  For the objects of a garden, from the release that it runs
      kubectl rootstock upgrade-check --cluster --to 1.149

  Fail only for what breaks
      rootstock upgrade-check profiles/ --to 1.150 --from 1.149 \\
        --fail-on refused,dropped

  For code scanning, or the description of the change
      rootstock upgrade-check profiles/ --to 1.150 --from 1.149 \\
        --format sarif -o upgrade.sarif
      rootstock upgrade-check profiles/ --to 1.150 --from 1.149 \\
        --format markdown

Exit status: 0 nothing changes, or only in groups that --fail-on leaves out, 1 something does, or a release is newer than those that are known, 2 wrong usage, 3 an \
input cannot be read, or a profile is missing.")]
pub(crate) struct UpgradeCheckArguments {
    /// Profiles and Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "PATH", required_unless_present_any = [CLUSTER, "shoots"])]
    #[arg(default_value_if(CLUSTER, "true", ALL_OBJECTS))]
    paths: Vec<PathBuf>,

    /// Shoots, as in PATH; may be given several times
    #[arg(long, value_name = "PATH")]
    shoots: Vec<PathBuf>,

    /// Profiles that the Shoots and NamespacedCloudProfiles refer to, without asking about them [default: those listed in
    /// rootstock.toml]
    #[arg(long = "profile", short, visible_alias = "parent", value_name = "PATH")]
    profiles: Vec<PathBuf>,

    /// The release of Gardener to go to; without it, only extensions move: --extension aws=1.68..1.71
    ///
    /// Extensions move after Gardener, one minor release at a time; before it, if the release that runs needs the name of a
    /// capability that Gardener refuses from then on.
    #[arg(long, value_name = "RELEASE")]
    to: Option<GardenerRelease>,

    /// The release of Gardener that runs [default: that of --gardener or rootstock.toml, or else the oldest one in
    /// `status.gardener.version` of the Shoots]
    #[arg(long, value_name = "RELEASE")]
    from: Option<GardenerRelease>,

    /// The groups of changes that make the exit status 1, several separated by commas; all others are shown, and notes in SARIF
    /// [default: all]
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(ChangeGroup::VARIANTS).try_map(|name| group(&name)))]
    fail_on: Vec<ChangeGroup>,

    #[command(flatten)]
    answer: AnswerArguments<UpgradeFormat>,
}

/// Returns the group with a name.
fn group(name: &str) -> Result<ChangeGroup, String> {
    name.parse().map_err(|why: strum::ParseError| why.to_string())
}

pub(super) fn run(
    arguments: &UpgradeCheckArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let paths = [arguments.paths.as_slice(), &arguments.shoots].concat();
    input::read_standard_input_once(paths.iter().chain(&arguments.profiles))?;
    streams.out.set_file(&arguments.answer.output)?;
    let settings = &arguments.answer.settings;
    let (configuration, extensions) = settings.before_upgrade(registry)?;
    let run = Run::with_configuration(settings, configuration, registry, streams)?;
    let configuration = run.configuration.clone();
    let asked = run.resolved;
    let known = run.profiles_except(&paths, &arguments.profiles);
    let mut analysis = run.analysis();
    analysis.set_mode(CheckMode::State);
    analysis.set_advice(configuration.advice(None));
    analysis.set_configuration(configuration);
    analysis.set_prefers_checked(arguments.profiles.is_empty());
    documents::add_profiles(&mut analysis, &known, streams)?;
    documents::add(&mut analysis, Role::Checked, &paths, streams);
    let is_named = arguments.from.is_some() || asked.is_gardener_set || NamedRelease::oldest(&analysis).is_some();
    let named = match !is_named && streams.input.has_garden() {
        true => {
            let shoots = ShootSources::new(&[SHOOTS.into()], &[], streams)?;
            shoots.filter_map(|shoot| NamedRelease::of(&shoot)).reduce(NamedRelease::older)
        }
        false => None,
    };
    let text = |release: &Option<GardenerRelease>| release.as_ref().map(ToString::to_string);
    let extensions = extensions.iter().map(|(provider, release)| (provider.to_owned(), release.to_string()));
    let query = UpgradeQuery {
        to: text(&arguments.to),
        from: text(&arguments.from),
        extensions_to: extensions.collect(),
        fail_on: arguments.fail_on.clone(),
    };
    let answer =
        query.ask_with(UpgradeInput { analysis: &analysis, asked, named: named.as_ref() }, &mut |comparison| {
            let compare =
                |comparer: &mut rootstock_queries::DocumentComparer<'_, '_>, document| comparer.compare(document);
            map_in_order(comparison.documents(), |_| 0, || comparison.comparer(), compare, |made| made.collect())
        })?;
    if answer.compared.is_empty() && !answer.is_incomplete() {
        return Err(InputError::missing_object(RequiredObject::Object, "the given files").into());
    }
    match arguments.answer.format {
        UpgradeFormat::Text => text::write(&answer, &mut streams.out.page())?,
        UpgradeFormat::Markdown => text::write(&answer, &mut streams.out.page().with_markup(Markup::Markdown))?,
        UpgradeFormat::Json => streams.out.json(UpgradeQuery::ANSWER_SCHEMA, &answer)?,
        UpgradeFormat::Sarif => {
            let rules = all_rules(registry);
            sarif::render_with(&answer.to_report(), &rules, &notifications(&answer), VERSION, streams.out.raw())?;
        }
    }
    let is_incomplete = analysis.has_unreadable(Role::Known) || answer.is_incomplete();
    Ok(if is_incomplete { Status::Unreadable } else { status(&answer) })
}

/// Returns everything that limits the answer: releases that are not known, and documents that were not compared.
fn notifications(answer: &UpgradeAnswer) -> Vec<Notification> {
    let mut releases: Vec<String> = answer.steps.iter().flat_map(UpgradeStepAnswer::remarks).collect();
    releases.dedup();
    let releases = releases.into_iter().map(|text| Notification { severity: Severity::Note, text, location: None });
    let documents = answer.not_compared.iter().map(|one| Notification {
        severity: if one.outcome == DocumentOutcome::NotChecked { Severity::Note } else { Severity::Error },
        text: one.to_string(),
        location: Some(Location { file: one.file.clone(), start: None, end: None, exact: None }),
    });
    releases.chain(documents).collect()
}

fn status(answer: &UpgradeAnswer) -> Status {
    if answer.fails { Status::Findings } else { Status::Clean }
}
