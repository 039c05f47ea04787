//! `plan --explain`: every version of the image of each pool of one shoot, and what became of it.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anstyle::Style;
use rootstock_core_model::nearest;
use rootstock_maintenance::{Fate, ImageExplanation, Profiles, ShootPlan, ShootRow, for_each_shoot};
use rootstock_report::render::json;

use super::outlook::{Outlook, Totals};
use super::shoot_name::ShootName;
use super::{Asker, Request, Shown, text};
use crate::Streams;
use crate::cli::TableFormat;
use crate::csv;
use crate::fleet;
use crate::prose::{Styles, wrap};
use crate::shoot_sources::ShootSources;
use crate::status::Failure;
use crate::streams::VERSION;
use crate::table::printable;
use rootstock_queries::{AppliedSettings, Asked, Difference};

const SCHEMA: &str = "rootstock.plan-explain/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    plan: &'a ShootPlan,
    /// One entry per pool.
    images: &'a [PoolImage],
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<&'a Difference>,
}

/// The versions of a pool's image.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct PoolImage {
    pool: String,
    machine_type: String,
    #[serde(flatten)]
    explanation: Explanation,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
enum Explanation {
    Explanation(ImageExplanation),
    /// Why there is none.
    Failure(String),
}

/// What was found among the shoots.
enum Found {
    /// Another shoot, of that name.
    Other(String),
    /// The one, written, with its outlook.
    This { outlook: Box<Outlook>, pools: usize, written: Vec<u8> },
}

pub(super) fn run(
    name: &ShootName,
    request: Request,
    settings: Asked,
    profiles: &Profiles,
    shoots: ShootSources,
    streams: &mut Streams,
) -> Result<Totals, Failure> {
    let wanted = name.to_string();
    let (mut totals, mut found, mut near) = (Totals::default(), false, None::<String>);
    let state = || Asker::new(request, profiles);
    let question = |asker: &mut Asker<'_>, shoot: &ShootRow<'_>| {
        if *shoot.name != *name.name || *shoot.namespace != *name.namespace {
            return Found::Other(format!("{}/{}", shoot.namespace, shoot.name));
        }
        let (outlook, difference) = asker.outlook(shoot);
        let images = images(asker, shoot, &outlook);
        let shown = Shown { shoot, outlook: &outlook, difference: difference.as_ref(), request };
        let mut written = Vec::new();
        // Writing to memory does not fail.
        let _ = write(&shown, &images, settings, &mut written);
        Found::This { outlook: Box::new(outlook), pools: shoot.workers.len(), written }
    };
    let ask = |threads, each: &mut dyn FnMut(_) -> _| for_each_shoot(shoots, threads, state, question, each);
    fleet::ask(request.format, streams, ask, |answer, streams| {
        match answer {
            Ok(Found::This { outlook, pools, written }) => {
                totals.add(&outlook, pools);
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
        return Ok(totals);
    }
    let hint = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Err(Failure::Usage(format!("there is no shoot `{wanted}` among those given{hint}")))
}

fn images(asker: &mut Asker<'_>, shoot: &ShootRow<'_>, outlook: &Outlook) -> Vec<PoolImage> {
    let Some(plan) = outlook.steps.first() else { return Vec::new() };
    let Ok(planner) = asker.planners.planner(shoot) else { return Vec::new() };
    if plan.skipped.is_some() {
        return Vec::new();
    }
    shoot
        .workers
        .iter()
        .map(|worker| PoolImage {
            pool: worker.name.clone().into_owned(),
            machine_type: worker.machine_type.clone().into_owned(),
            explanation: match planner.explain_image(
                worker,
                &shoot.kubernetes_version,
                shoot.auto_update_images,
                plan.at,
            ) {
                Ok(explanation) => Explanation::Explanation(explanation),
                Err(failure) => Explanation::Failure(failure.to_string()),
            },
        })
        .collect()
}

fn write(shown: &Shown<'_>, images: &[PoolImage], settings: Asked, out: &mut Vec<u8>) -> io::Result<()> {
    match shown.request.format {
        TableFormat::Text => {
            let mut answer = Vec::new();
            text::shoot(shown, &mut answer)?;
            out.extend_from_slice(answer.trim_ascii_start());
            images.iter().try_for_each(|image| write_text(image, shown.request, out))
        }
        TableFormat::Json => {
            let Some(plan) = shown.outlook.steps.first() else { return Ok(()) };
            let answer = Answer { settings: settings.into(), plan, images, difference: shown.difference };
            json::write_envelope(SCHEMA, VERSION, &answer, out)
        }
        TableFormat::Csv => write_csv(shown.shoot, images, out),
    }
}

fn write_text(image: &PoolImage, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    let (Styles { title: bold, dim }, width) = (request.styles, request.width);
    let pool = printable(format!("pool {} (machine type {})", image.pool, image.machine_type));
    let explanation = match &image.explanation {
        Explanation::Explanation(explanation) => explanation,
        Explanation::Failure(failure) => {
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

fn write_csv(shoot: &ShootRow<'_>, images: &[PoolImage], out: &mut Vec<u8>) -> io::Result<()> {
    csv::header(out, "namespace,shoot,pool,image,version,classification,in_use,fate,why")?;
    for pool in images {
        let Explanation::Explanation(explanation) = &pool.explanation else { continue };
        for version in &explanation.versions {
            let cells = [
                &*shoot.namespace,
                &*shoot.name,
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
