//! `plan`: the effects of maintenance on Shoots, the next time or up to a date, with the reasons.

mod csv;
mod explain;
mod last;
mod shoot_name;
mod text;

use std::io::{self, Write};

use clap::Args;
use rootstock_maintenance::{FleetItem, FleetSummary, Profiles, Unreadable};
use rootstock_provider_api::Registry;
use rootstock_queries::{
    FleetPlanner, PlanEntry, PlanHead, PlanQuery, PlanTotals, PlannedShoot, Query as _, QueryContext, Unrendered,
    write_shoot_line,
};
use rootstock_versioning::Timestamp;

use self::shoot_name::ShootName;
use crate::cli::{AnswerArguments, FleetArguments, PlanFormat, TableFormat, end};
use crate::failure::{Failure, InputError, RequiredObject, UsageError};
use crate::fleet::{self, Fleet, OtherReleases};
use crate::page::{Markup, Page};
use crate::prose::Styles;
use crate::rows::Rows;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::spool::Spool;
use crate::{Status, Streams};

/// Show the effects of the next maintenance on Shoots, or of all maintenance up to a date, with the reasons
///
/// Each Shoot is planned for its own next maintenance window at or after --at: its machine image and Kubernetes versions, those
/// that change, and those that should but cannot. With --until, maintenance windows are simulated one after another until nothing
/// changes any more or the date is reached. The number of Shoots is not limited, and memory use does not grow with it; JSON and
/// YAML from kubectl both work. A NamespacedCloudProfile needs its parent, or its `status.cloudProfileSpec`, as in the output of
/// kubectl.
///
/// For each pool, the plan says whether its nodes are replaced or updated in place, and how many at most (`maximum`).
///
/// The plan covers only versions. It omits other effects of maintenance: rotated credentials, and fields, feature gates and
/// admission plugins that Gardener removes on the way to a new Kubernetes minor version.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will tonight's maintenance do?
      kubectl get cloudprofiles -o yaml > profiles.yaml
      kubectl get shoots -A -o json | rootstock plan --profile profiles.yaml -
      kubectl rootstock plan --cluster

  Which Shoots will be forced off their versions until the end of the year?
      rootstock plan --profile profiles.yaml shoots/ --until 2026-12-31 \\
        --only-changes

  For the description of a merge request
      rootstock plan --profile profiles.yaml shoots/ --only-changes \\
        --format markdown

  Why does this Shoot not get the new image?
      rootstock plan --profile profiles.yaml shoots.json \\
        --explain garden-dev/apple

  What happened last night, and where does it differ from the plan?
      kubectl get shoots -A -o json |
        rootstock plan --last --only-changes --profile profiles.yaml -

  What will Gardener v1.150 itself do, quirks included?
      rootstock plan --profile profiles.yaml shoots.json --semantics gardener

Exit status: 0 planned, 1 with --exit-code: something changes, or should but cannot, 2 wrong usage, 3 a Shoot or a \
profile that cannot be read or is missing.")]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) fleet: FleetArguments,

    /// Simulate maintenance windows up to this instant (RFC 3339), or up to the end of a date
    #[arg(long, value_name = "TIME", value_parser = end)]
    pub(crate) until: Option<Timestamp>,

    /// Omit everything that stays as it is
    #[arg(long)]
    pub(crate) only_changes: bool,

    /// Show only the number of changing Shoots with the reasons, and the Shoots that cannot be read
    #[arg(long, conflicts_with_all = ["only_changes", "explain"])]
    pub(crate) summary: bool,

    /// Explain the plan of one Shoot: every version of each pool's image, and why it was chosen or not
    #[arg(long, value_name = "NAMESPACE/NAME", conflicts_with_all = ["until", "only_changes"])]
    pub(crate) explain: Option<ShootName>,

    /// Show the last maintenance instead, as `status.lastMaintenance` reports it, and where it differs from what was planned for that
    /// time: updates that were due but have not been made, failures that the plan does not have, and missed windows
    ///
    /// The plan is made with today's profile for the versions that are in use now, at the instant of the last maintenance: it has no
    /// update if everything that was due has been made. With --only-changes, Shoots without differences are omitted; with --exit-code,
    /// a difference leads to status 1.
    #[arg(long, conflicts_with_all = ["until", "explain"])]
    pub(crate) last: bool,

    /// Exit with status 1 if something changes, or should but cannot
    #[arg(long)]
    pub(crate) exit_code: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<PlanFormat>,
}

/// The usual length in bytes of the text about a Shoot with some pools.
const TYPICAL_LENGTH: usize = 1024;

/// The question about every Shoot, and the format of the answers.
#[derive(Debug, Clone, Copy)]
struct Request {
    query: PlanQuery,
    /// Whether to only count Shoots.
    summary_only: bool,
    asked: QueryContext,
    format: TableFormat,
    width: usize,
    styles: Styles,
    markup: Markup,
}

impl Request {
    /// Whether to omit unchanged versions: on request, and in timelines, which have only runs with changes.
    const fn omits_unchanged(self, shoot: &PlannedShoot) -> bool {
        self.query.only_changes || shoot.end.is_some()
    }

    /// Formats the part of the answer about a Shoot.
    fn part(self, shoot: &PlannedShoot) -> io::Result<Vec<u8>> {
        let mut written = Vec::with_capacity(TYPICAL_LENGTH);
        match self.format {
            TableFormat::Text => {
                let page = &mut self.page(&mut written);
                page.blank()?;
                text::shoot(shoot, self, page)?;
            }
            TableFormat::Json => write_shoot_line(shoot, &mut written)?,
            TableFormat::Csv => csv::shoot(shoot, self, &mut Rows::new(&mut written))?,
        }
        Ok(written)
    }

    /// Formats the part of the answer about an unreadable input.
    fn part_unreadable(self, unreadable: Unreadable) -> io::Result<Vec<u8>> {
        let mut written = Vec::new();
        match self.format {
            TableFormat::Text => text::unreadable(&unreadable, &mut self.page(&mut written))?,
            TableFormat::Json => write_shoot_line(&PlanEntry::Unreadable { unreadable }, &mut written)?,
            TableFormat::Csv => csv::unreadable(&unreadable, &mut Rows::new(&mut written))?,
        }
        Ok(written)
    }

    /// Returns a page whose styles need no stripping.
    fn page<'o>(self, out: impl Write + 'o) -> Page<'o> {
        Page::new(out, self.width, self.styles).with_markup(self.markup)
    }
}

pub(super) fn run(arguments: &PlanArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let query = PlanQuery { until: arguments.until, only_changes: arguments.only_changes };
    query.check(run.resolved)?;
    if arguments.summary && arguments.answer.format == PlanFormat::Csv {
        return Err(UsageError::SummaryAsCsv.into());
    }
    if arguments.explain.is_some() && arguments.answer.format == PlanFormat::Markdown {
        return Err(UsageError::ExplanationAsMarkdown.into());
    }
    let Fleet { profiles, lacks_profiles, shoots, releases } =
        Fleet::open(&arguments.fleet, Unrendered::Skipped, &mut run)?;
    let asked = run.resolved;
    let format = arguments.answer.format.as_table();
    let (markup, styles) = match arguments.answer.format {
        PlanFormat::Markdown => (Markup::Markdown, Styles::PLAIN),
        PlanFormat::Text | PlanFormat::Json | PlanFormat::Csv => (Markup::Text, streams.out.styles()),
    };
    let width = streams.out.width();
    let request = Request { query, summary_only: arguments.summary, asked, format, width, styles, markup };
    if arguments.last {
        let status = last::run(arguments, request, &profiles, (shoots, releases), streams)?;
        return Ok(if lacks_profiles { Status::Unreadable } else { status });
    }
    let head = match &arguments.explain {
        Some(name) => explain::run(name, request, &profiles, shoots, streams)?,
        None if format == TableFormat::Csv => {
            csv::header(&mut streams.out.rows())?;
            ask(request, &profiles, (shoots, releases), streams, |_, part, streams| {
                Ok(streams.out.csv().write_all(part)?)
            })?
        }
        None => {
            let mut spool = Spool::new(format == TableFormat::Json);
            let push = |key: String, part: &[u8], _: &mut Streams| Ok(spool.push_sorted(key, part)?);
            let head = ask(request, &profiles, (shoots, releases), streams, push)?;
            if format == TableFormat::Json {
                spool.unspool_into(PlanQuery::ANSWER_SCHEMA, &head, streams.out.raw())?;
            } else {
                let mut out = streams.out.styled_text();
                text::head(&head, &mut request.page(&mut out))?;
                spool.unspool(&mut out)?;
            }
            head
        }
    };
    let counted = &head.summary.0;
    let is_about_others = counted.shoots == 0 && counted.unreadable == 0 && !head.other_kinds.is_empty();
    if is_about_others {
        return Err(InputError::missing_object(RequiredObject::Shoot, "the given files").into());
    }
    Ok(if lacks_profiles { Status::Unreadable } else { status(&head.summary.0, arguments.exit_code) })
}

const fn status(summary: &FleetSummary, exit_code: bool) -> Status {
    if summary.unreadable > 0 || summary.without_profile > 0 {
        Status::Unreadable
    } else if exit_code && (summary.has_changes() || summary.has_failures()) {
        Status::Findings
    } else {
        Status::Clean
    }
}

/// Plans every Shoot; the parts are formatted in parallel, and passed on in order, each with the key that sorts it in a text.
fn ask(
    request: Request,
    profiles: &Profiles,
    (shoots, releases): (ShootSources, OtherReleases),
    streams: &mut Streams,
    mut sink: impl FnMut(String, &[u8], &mut Streams) -> Result<(), Failure>,
) -> Result<PlanHead, Failure> {
    let mut totals = PlanTotals::default();
    let planner = || FleetPlanner::new(request.query, profiles, request.asked);
    let part = |planned: PlannedShoot| {
        let is_left_out = request.summary_only || request.query.leaves_out(&planned);
        let written = if is_left_out { Ok(Vec::new()) } else { request.part(&planned) };
        (planned, written)
    };
    let plan = |planner: &mut FleetPlanner<'_>, shoot: &FleetItem| {
        releases.see(shoot);
        shoot.ask(|shoot| part(planner.plan(shoot)))
    };
    let other_kinds = fleet::ask(shoots, (planner, plan), request.format, streams, |answer, streams| {
        match answer {
            Ok((planned, written)) => {
                totals.add(&planned);
                let written = written?;
                if !written.is_empty() {
                    let key = format!("{}/{}", planned.namespace, planned.name);
                    sink(key, &written, streams)?;
                }
            }
            Err(unreadable) => {
                totals.add_unreadable();
                // Inputs that cannot be read come first.
                sink(String::new(), &request.part_unreadable(unreadable)?, streams)?;
            }
        }
        Ok(())
    })?;
    releases.say(streams);
    Ok(totals.head(request.query, request.asked, other_kinds))
}
