//! `plan`: what maintenance does to shoots, next or up to a date, and why.

mod csv;
mod difference;
mod explain;
mod json;
mod outlook;
mod shoot_name;
mod text;

use std::ops::ControlFlow;

use clap::Args;
use rootstock_core_model::Semantics;
use rootstock_maintenance::{Planners, Profiles, ShootRow, Unreadable, for_each_shoot};
use rootstock_provider_api::Registry;
use rootstock_queries::Difference;
use rootstock_versioning::Timestamp;

pub(super) use self::text::left_out;

use self::difference::Comparer;
use self::outlook::{Outlook, Question, Totals};
use self::shoot_name::ShootName;
use crate::cli::{AnswerArguments, FleetArguments, TableFormat};
use crate::fleet::{self, Fleet, Unrendered};
use crate::prose::Styles;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::spool::Spool;
use crate::status::Failure;
use crate::{Status, Streams};

/// What is asked of every shoot, and how the answers look.
#[derive(Debug, Clone, Copy)]
struct Request {
    question: Question,
    semantics: Semantics,
    only_changes: bool,
    format: TableFormat,
    width: usize,
    styles: Styles,
}

/// What one shoot adds to the answer.
struct Part {
    outlook: Outlook,
    pools: usize,
    /// Whether the other semantics decide differently.
    is_different: bool,
    written: Vec<u8>,
}

/// Show what the next maintenance does to shoots, and why; or everything it does up to a date
///
/// Each shoot is planned for its own next maintenance window at or after --at: the versions of machine images and of
/// Kubernetes, which ones change, which ones should and cannot. With --until, window after window is played until
/// nothing moves any more or the date is reached. Any number of shoots is read, in memory that does not grow with them;
/// JSON and YAML as kubectl prints it are both understood. A NamespacedCloudProfile comes with its
/// parent, or with its `status.cloudProfileSpec`, as kubectl prints it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will tonight's maintenance do?
      kubectl get cloudprofiles -o yaml > profiles.yaml
      kubectl get shoots -A -o json | rootstock plan --profile profiles.yaml -

  Which shoots will be forced off their versions until the end of the year?
      rootstock plan --profile profiles.yaml shoots/ --until 2026-12-31T23:59:59Z --only-changes

  Why does this shoot not get the new image?
      rootstock plan --profile profiles.yaml shoots.json --explain garden-dev/apple

  What will Gardener v1.150 itself do, quirks included?
      rootstock plan --profile profiles.yaml shoots.json --semantics gardener

Exit status: 0 nothing to do, 1 something changes or should and cannot, 2 wrong usage, 3 a shoot or a profile that
cannot be read or is missing.")]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) fleet: FleetArguments,

    /// Play maintenance window after window up to this instant, as RFC 3339
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,

    /// Leave out what stays as it is
    #[arg(long)]
    pub(crate) only_changes: bool,

    /// Explain the plan of one shoot: every version of the image of each pool, and what became of it
    #[arg(long, value_name = "NAMESPACE/NAME", conflicts_with_all = ["until", "only_changes"])]
    pub(crate) explain: Option<ShootName>,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

pub(super) fn run(arguments: &PlanArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let resolved = run.resolved;
    let from = resolved.settings.now;
    if let Some(until) = arguments.until
        && until < from
    {
        return Err(Failure::Usage(format!("--until {until} lies before --at {from}")));
    }
    let Fleet { profiles, lacks_profiles, shoots } = Fleet::open(&arguments.fleet, Unrendered::Skipped, &mut run)?;
    let request = Request {
        question: arguments.until.map_or(Question::Next(from), |until| Question::Until { from, until }),
        semantics: resolved.semantics,
        only_changes: arguments.only_changes,
        format: arguments.answer.format,
        width: streams.width(),
        styles: streams.styles(),
    };
    let totals = match &arguments.explain {
        Some(name) => explain::run(name, request, resolved, &profiles, shoots, streams)?,
        None if request.format == TableFormat::Csv => {
            csv::header(streams.out())?;
            ask(request, &profiles, shoots, streams, |part, streams| Ok(streams.out().write_all(part)?))?
        }
        None => {
            let mut spool = Spool::new(request.format == TableFormat::Json);
            let totals = ask(request, &profiles, shoots, streams, |part, _| Ok(spool.push(part)?))?;
            if request.format == TableFormat::Json {
                json::write(resolved, request, &totals, spool, streams.out())?;
            } else {
                text::head(request, &totals, streams.out())?;
                spool.unspool(streams.out())?;
            }
            totals
        }
    };
    Ok(if lacks_profiles { Status::Unreadable } else { totals.status() })
}

/// Plans every shoot; each part is written in parallel, and handed on in order.
fn ask(
    request: Request,
    profiles: &Profiles,
    shoots: ShootSources,
    streams: &mut Streams,
    mut sink: impl FnMut(&[u8], &mut Streams) -> Result<(), Failure>,
) -> Result<Totals, Failure> {
    let mut totals = Totals::default();
    let state = || Asker::new(request, profiles);
    let ask = |threads, each: &mut dyn FnMut(_) -> _| for_each_shoot(shoots, threads, state, Asker::part, each);
    let other_kinds = fleet::ask(request.format, streams, ask, |answer, streams| {
        match answer {
            Ok(part) => {
                totals.add(&part.outlook, part.pools);
                totals.differing += usize::from(part.is_different);
                if !part.written.is_empty() {
                    sink(&part.written, streams)?;
                }
            }
            Err(unreadable) => {
                totals.summary.add_unreadable();
                let part = unreadable_part(&unreadable, request)?;
                sink(&part, streams)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    totals.other_kinds = other_kinds;
    Ok(totals)
}

fn unreadable_part(unreadable: &Unreadable, request: Request) -> Result<Vec<u8>, Failure> {
    let mut part = Vec::new();
    match request.format {
        TableFormat::Text => text::unreadable(unreadable, request, &mut part)?,
        TableFormat::Json => json::unreadable(unreadable, &mut part)?,
        TableFormat::Csv => csv::unreadable(unreadable, &mut part)?,
    }
    Ok(part)
}

/// Plans shoots, one after the other.
struct Asker<'p> {
    request: Request,
    planners: Planners<'p>,
    comparer: Comparer<'p>,
}

impl<'p> Asker<'p> {
    fn new(request: Request, profiles: &'p Profiles) -> Self {
        Self {
            request,
            planners: Planners::new(profiles, request.semantics.quirks()),
            comparer: Comparer::new(profiles, request.semantics),
        }
    }

    /// The outlook of a shoot, and where that of the other semantics departs from it.
    fn outlook(&mut self, shoot: &ShootRow<'_>) -> (Outlook, Option<Difference>) {
        let outlook = self.request.question.ask(&mut self.planners, shoot);
        let difference = self.comparer.difference(self.request.question, shoot, &outlook);
        (outlook, difference)
    }

    fn part(&mut self, shoot: &ShootRow<'_>) -> Part {
        let (outlook, difference) = self.outlook(shoot);
        let mut written = Vec::new();
        if !self.request.only_changes || !outlook.is_quiet() || difference.is_some() {
            let shown = Shown { shoot, outlook: &outlook, difference: difference.as_ref(), request: self.request };
            let done = match self.request.format {
                TableFormat::Text => text::shoot(&shown, &mut written),
                TableFormat::Json => json::shoot(&shown, &mut written),
                TableFormat::Csv => csv::shoot(&shown, &mut written),
            };
            // Writing to memory does not fail.
            debug_assert!(done.is_ok());
        }
        Part { pools: shoot.workers.len(), is_different: difference.is_some(), outlook, written }
    }
}

/// A shoot with its answer, about to be written.
struct Shown<'a> {
    shoot: &'a ShootRow<'a>,
    outlook: &'a Outlook,
    difference: Option<&'a Difference>,
    request: Request,
}

impl Shown<'_> {
    /// Whether versions that stay are not worth a line: on request, and in runs picked because something happens in them.
    const fn leaves_out_what_stays(&self) -> bool {
        self.request.only_changes || self.outlook.end.is_some()
    }
}
