//! `plan --explain`: every version of the image of each pool of one Shoot, and what became of it.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anstyle::Style;
use rootstock_core_model::nearest;
use rootstock_maintenance::{Fate, Profiles, ShootRow, for_each_shoot};
use rootstock_queries::{
    FleetPlanner, NoAnswer, PlanExplainAnswer, PlanExplainQuery, PlanHead, PlanTotals, PlannedShoot, PoolExplanation,
    PoolImages, Query as _, write_envelope,
};

use super::shoot_name::ShootName;
use super::{Request, text};
use crate::Streams;
use crate::cli::TableFormat;
use crate::csv;
use crate::fleet;
use crate::prose::{Styles, wrap};
use crate::shoot_sources::ShootSources;
use crate::status::Failure;
use crate::streams::VERSION;
use crate::table::printable;

/// What was found among the Shoots.
enum Found {
    /// Another Shoot, of that name.
    Other(String),
    /// The one, written, with what becomes of it.
    This { planned: Box<PlannedShoot>, written: Vec<u8> },
}

pub(super) fn run(
    name: &ShootName,
    request: Request,
    profiles: &Profiles,
    shoots: ShootSources,
    streams: &mut Streams,
) -> Result<PlanHead, Failure> {
    let query = PlanExplainQuery { namespace: name.namespace.clone(), name: name.name.clone() };
    let wanted = query.full_name();
    let (mut totals, mut found, mut near) = (PlanTotals::default(), false, None::<String>);
    let state = || FleetPlanner::new(request.query, profiles, request.asked);
    let question = |planner: &mut FleetPlanner<'_>, shoot: &ShootRow<'_>| {
        if !query.is_about(shoot) {
            return Found::Other(format!("{}/{}", shoot.namespace, shoot.name));
        }
        let planned = planner.plan(shoot);
        let images = planner.explain(shoot, &planned);
        let mut written = Vec::new();
        // Writing to memory does not fail.
        let _ = write(&planned, images, request, &mut written);
        Found::This { planned: Box::new(planned), written }
    };
    let ask = |threads, each: &mut dyn FnMut(_) -> _| for_each_shoot(shoots, threads, state, question, each);
    let other_kinds = fleet::ask(request.format, streams, ask, |answer, streams| {
        match answer {
            Ok(Found::This { planned, written }) => {
                totals.add(&planned);
                streams.out().write_all(&written)?;
                found = true;
                return Ok(ControlFlow::Break(()));
            }
            Ok(Found::Other(other)) => {
                let candidates = near.iter().map(String::as_str).chain([other.as_str()]);
                near = nearest(&wanted, candidates).map(str::to_owned);
            }
            Err(unreadable) => streams.say(&unreadable.to_string()),
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if found {
        return Ok(totals.head(request.query, request.asked, other_kinds));
    }
    Err(NoAnswer::UnknownShoot { name: wanted, nearest: near }.into())
}

fn write(planned: &PlannedShoot, images: Vec<PoolImages>, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    if request.format == TableFormat::Text {
        let mut answer = Vec::new();
        text::shoot(planned, request, &mut answer)?;
        out.extend_from_slice(answer.trim_ascii_start());
        return images.iter().try_for_each(|image| write_text(image, request, out));
    }
    let Some(answer) = PlanExplainAnswer::new(request.asked, planned.clone(), images) else { return Ok(()) };
    match request.format {
        TableFormat::Csv => write_csv(&answer, out),
        TableFormat::Json | TableFormat::Text => write_envelope(PlanExplainQuery::FORM, VERSION, &answer, out),
    }
}

fn write_text(image: &PoolImages, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    let (Styles { title: bold, dim }, width) = (request.styles, request.width);
    let pool = printable(format!("pool {} (machine type {})", image.pool, image.machine_type));
    let explanation = match &image.explanation {
        PoolExplanation::Explanation(explanation) => explanation,
        PoolExplanation::Failure(failure) => {
            writeln!(out, "\n{bold}{pool}{bold:#}")?;
            return writeln!(out, "{}", wrap(&printable(failure), width, 2));
        }
    };
    let title = printable(format!("{}, update strategy {}", explanation.image, explanation.strategy));
    writeln!(out, "\n{bold}{pool}{bold:#}: {title}")?;
    let longest = explanation.versions.iter().map(|version| version.version.chars().count()).max().unwrap_or_default();
    for version in &explanation.versions {
        let mark = match version.fate {
            Fate::Target => "->",
            _ if version.in_use => " *",
            _ => "  ",
        };
        let fate = match &version.fate {
            Fate::NotHigher if version.in_use => "in use".to_owned(),
            fate if version.in_use => format!("in use; {fate}"),
            fate => fate.to_string(),
        };
        let classification = version.classification.to_string();
        let name = format!("{mark} {:<longest$}  {classification:<11}  ", printable(&version.version));
        let indent = name.chars().count() + 2;
        let fate = wrap(&printable(&fate), width.max(indent + 40), indent);
        let is_beside = !matches!(version.fate, Fate::Target) && !version.in_use;
        let style = if is_beside { dim } else { Style::new() };
        writeln!(out, "  {name}{style}{}{style:#}", fate.trim_start())?;
    }
    Ok(())
}

fn write_csv(answer: &PlanExplainAnswer, out: &mut Vec<u8>) -> io::Result<()> {
    csv::header(out, "namespace,shoot,pool,image,version,classification,in_use,fate,why")?;
    for pool in &answer.images {
        let PoolExplanation::Explanation(explanation) = &pool.explanation else { continue };
        for version in &explanation.versions {
            let cells = [
                &*answer.plan.namespace,
                &*answer.plan.name,
                &pool.pool,
                &explanation.image,
                &version.version,
                &version.classification.to_string(),
                if version.in_use { "true" } else { "false" },
                version.fate.as_str(),
                &version.fate.to_string(),
            ];
            csv::row(out, cells)?;
        }
    }
    Ok(())
}
