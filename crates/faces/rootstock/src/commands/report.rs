//! `report`: an HTML page in one file.

mod changes;

use std::path::PathBuf;

use clap::Args;
use rootstock_analysis::{Analysis, Object, Role};
use rootstock_maintenance::FleetItem;
use rootstock_pages::{FleetEvaluator, FleetParts, FleetQuestion, ReportParts, write_report};
use rootstock_provider_api::Registry;
use rootstock_queries::{CheckAnswer, CheckInput, FleetProfiles, QueryContext, Unrendered};
use rootstock_versioning::Timestamp;

use crate::cli::{CLUSTER, OutputArguments, SettingsArguments, TableFormat, end};
use crate::failure::Failure;
use crate::garden::name::{PROFILES, SHOOTS, is_in_garden};
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::streams::VERSION;
use crate::{Status, Streams, documents, fleet, input};

/// Write an HTML page about profiles: compatibility, the future of versions, and findings
///
/// The page is one self-contained HTML file for a pull request, a mail or an archive; it loads nothing. For each profile it has
/// the matrix with the reason for each cell, a timeline for each version, and the next changes; with Shoots, the effects of
/// maintenance on each of them and the reasons; with the old profile, the effects of the change; and all findings of `rootstock
/// check`. A NamespacedCloudProfile is shown as its Shoots get it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A page about a profile
      rootstock report cloudprofile.yaml -o report.html

  What happens to the Shoots until the end of the year, and why
      kubectl get shoots -A -o json | rootstock report cloudprofile.yaml \\
        --shoots - --until 2026-12-31 -o report.html

  The effects of a change, including those on Shoots
      rootstock report new.yaml --against old.yaml --shoots shoots.json \\
        -o report.html

  All profiles of a landscape, as of New Year's Day
      kubectl get cloudprofiles,namespacedcloudprofiles -A -o yaml |
        rootstock report - --at 2027-01-01 -o report.html

Exit status: 0 written, 2 wrong usage, 3 something cannot be read (the page says what). Findings do not affect it; \
use `rootstock check` for that.")]
pub(crate) struct ReportArguments {
    /// Profiles: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "PATH", required_unless_present = CLUSTER, default_value_if(CLUSTER, "true", PROFILES))]
    pub(crate) paths: Vec<PathBuf>,

    /// Parents that the profiles refer to, and that are not shown themselves: files, directories or - [default: those listed in
    /// rootstock.toml]
    #[arg(long = "profile", short, visible_alias = "parent", value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Shoots whose updates to plan: files, directories or -; may be given several times. Shoots among the paths are planned and
    /// checked as well
    #[arg(long, short, value_name = "SHOOTS")]
    pub(crate) shoots: Vec<PathBuf>,

    /// Compare the profiles with those of the same names in this file, as `rootstock diff` does, and judge them as updates. A
    /// single profile is compared with the only one in the file, whatever their names are
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    /// Plan updates of Shoots up to this instant (RFC 3339), or up to the end of a date [default: twelve weeks from --at]
    #[arg(long, value_name = "TIME", value_parser = end)]
    pub(crate) until: Option<Timestamp>,

    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

pub(super) fn run(arguments: &ReportArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(
        arguments.paths.iter().chain(&arguments.profiles).chain(&arguments.shoots).chain(&arguments.against),
    )?;
    streams.out.set_file(&arguments.output)?;
    let mut run = Run::new(&arguments.settings, registry, streams)?;
    let shoot_paths = run.or_from_garden(&arguments.shoots, SHOOTS);
    let against = arguments.against.clone().or_else(|| {
        let are_files = !arguments.paths.iter().any(|path| is_in_garden(path));
        (run.streams.input.has_garden() && are_files).then(|| PROFILES.into())
    });
    let mut analysis = run.analysis();
    let given = run.profiles_except(&arguments.paths, &arguments.profiles);
    analysis.set_prefers_checked(arguments.profiles.is_empty());
    documents::add_profiles(&mut analysis, &given, run.streams)?;
    documents::add(&mut analysis, Role::Checked, &arguments.paths, run.streams);
    run.take_release_of(&mut analysis)?;
    let others = run.open_given_shoots(&shoot_paths, &[])?;
    analysis.set_settings(run.settings());
    let (empty, asked) = (run.analysis(), run.resolved);
    analysis.set_advice(run.configuration.advice(None));
    analysis.set_configuration(run.configuration);
    let before = against.as_deref().map(|old| changes::before(old, arguments, &mut analysis, empty, streams));
    let before = before.transpose()?;
    let profiles = analysis.profiles_in(Role::Checked);
    let checked = analysis.check();
    streams.say_all(checked.notices);
    let report = checked.report;
    let check = CheckAnswer::new(CheckInput { analysis: &analysis, asked }, &report);
    let mut shoots = shoots(others, &analysis);
    let compared = before.map(|before| {
        // The Shoots are needed twice, and may come from standard input.
        let kept: Option<Vec<FleetItem>> = shoots.take().map(Iterator::collect);
        shoots = kept.clone().map(|kept| Box::new(kept.into_iter()) as Shoots);
        changes::compare(&before, &analysis, &profiles, kept.as_deref(), asked)
    });
    let fleet = shoots.map(|shoots| plan(arguments, shoots, &analysis, asked, streams)).transpose()?;
    let parts = ReportParts {
        profiles: &profiles,
        compared: compared.as_deref(),
        check: &check,
        fleet: fleet.as_ref(),
        sources: &report.sources,
        asked,
        unknown_releases: &asked.unknown_releases(registry),
        tool_version: VERSION,
    };
    write_report(parts, streams.out.raw())?;
    let is_complete = !analysis.has_unreadable(Role::Checked)
        && !analysis.has_unreadable(Role::Known)
        && fleet.is_none_or(|fleet| fleet.is_complete());
    Ok(if is_complete { Status::Clean } else { Status::Unreadable })
}

/// The default planning horizon in seconds.
const TWELVE_WEEKS: i64 = 12 * 7 * 86_400;

type Shoots = Box<dyn Iterator<Item = FleetItem> + Send>;

/// Returns all Shoots, if there are any: first those that are checked as well.
fn shoots(others: Option<ShootSources>, analysis: &Analysis) -> Option<Shoots> {
    let names = analysis.input_names(Role::Checked);
    let objects = names.iter().flat_map(|name| analysis.objects(Role::Checked, name)).filter_map(Object::shoot);
    let checked: Vec<FleetItem> = objects.map(|shoot| FleetItem::Shoot(Box::new((*shoot.object).clone()))).collect();
    match others {
        None if checked.is_empty() => None,
        others => Some(Box::new(checked.into_iter().chain(others.into_iter().flatten()))),
    }
}

/// Plans every Shoot, and collects its usage of profiles.
fn plan(
    arguments: &ReportArguments,
    shoots: impl Iterator<Item = FleetItem> + Send,
    analysis: &Analysis,
    asked: QueryContext,
    streams: &mut Streams,
) -> Result<FleetParts, Failure> {
    let from = asked.settings.now.unix_seconds();
    let until = arguments.until.unwrap_or(Timestamp::from_unix_seconds(from.saturating_add(TWELVE_WEEKS)));
    let profiles = FleetProfiles::of(analysis, Unrendered::Skipped).profiles;
    let question = FleetQuestion::new(&profiles, until, asked)?;
    let mut answers = question.answers();
    let ask = |evaluator: &mut FleetEvaluator<'_>, shoot: &FleetItem| shoot.ask(|shoot| evaluator.ask(shoot));
    let other_kinds = fleet::ask(shoots, (|| question.evaluator(), ask), TableFormat::Json, streams, |answer, _| {
        answers.add(answer);
        Ok(())
    })?;
    Ok(question.finish(answers, other_kinds))
}
