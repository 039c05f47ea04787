//! `plan --explain`: every version of the image of each pool of one Shoot, and what became of it.

use std::io::{self, Write};

use anstyle::Style;
use rootstock_maintenance::{ExplainedVersion, Profiles, VersionOutcome};
use rootstock_queries::{
    ExplainedShoot, OtherKinds, PlanExplainAnswer, PlanExplainQuery, PlanHead, PlanTotals, PoolExplanation, PoolImages,
    Query as _, write_envelope,
};

use super::shoot_name::ShootName;
use super::{Request, text};
use crate::Streams;
use crate::cli::TableFormat;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::prose::{Styles, wrap};
use crate::rows::Rows;
use crate::shoot_sources::ShootSources;
use crate::streams::VERSION;
use crate::table::printable;

/// How many versions in a row that are not above the one in use are told one by one.
const MOST_BELOW: usize = 3;

pub(super) fn run(
    name: &ShootName,
    request: Request,
    profiles: &Profiles,
    shoots: ShootSources,
    streams: &mut Streams,
) -> Result<PlanHead, Failure> {
    let query = PlanExplainQuery { namespace: name.namespace.clone(), name: name.name.clone() };
    let mut progress = Progress::new(request.format, streams);
    let explained = query.search(shoots, (profiles, request.asked), |unreadable| {
        progress.step(streams);
        if let Some(unreadable) = unreadable {
            streams.say(&unreadable.to_string());
        }
    });
    progress.finish(streams);
    let explained = explained?;
    let mut totals = PlanTotals::default();
    totals.add(&explained.planned);
    match request.format {
        TableFormat::Text => write(explained, request, &mut streams.out.styled_text())?,
        TableFormat::Csv => write(explained, request, &mut streams.out.csv())?,
        TableFormat::Json => write(explained, request, streams.out.raw())?,
    }
    Ok(totals.head(request.query, request.asked, OtherKinds::new()))
}

fn write(explained: ExplainedShoot, request: Request, out: &mut dyn Write) -> io::Result<()> {
    if request.format == TableFormat::Text {
        out.write_all(text::shoot(&explained.planned, request).trim_ascii_start().as_bytes())?;
        return explained.images.iter().try_for_each(|image| write_text(image, request, out));
    }
    let Some(answer) = PlanExplainAnswer::new(request.asked, explained) else { return Ok(()) };
    match request.format {
        TableFormat::Csv => write_rows(&answer, &mut Rows::new(out)),
        TableFormat::Json | TableFormat::Text => write_envelope(PlanExplainQuery::FORM, VERSION, &answer, out),
    }
}

fn write_text(image: &PoolImages, request: Request, out: &mut dyn Write) -> io::Result<()> {
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
    let is_below = |version: &ExplainedVersion| version.fate == VersionOutcome::NotHigher && !version.in_use;
    for run in explanation.versions.chunk_by(|one, next| is_below(one) && is_below(next)) {
        if let [first, .., last] = run
            && run.len() > MOST_BELOW
        {
            let all =
                format!("{} to {}: {} versions, none above the one in use", first.version, last.version, run.len());
            writeln!(out, "     {dim}{}{dim:#}", wrap(&printable(all), width, 5).trim_start())?;
            continue;
        }
        run.iter().try_for_each(|version| write_version(version, longest, request, out))?;
    }
    Ok(())
}

fn write_version(version: &ExplainedVersion, longest: usize, request: Request, out: &mut dyn Write) -> io::Result<()> {
    let (dim, width) = (request.styles.dim, request.width);
    let mark = match version.fate {
        VersionOutcome::Target => "->",
        _ if version.in_use => " *",
        _ => "  ",
    };
    let fate = match &version.fate {
        VersionOutcome::NotHigher if version.in_use => "in use".to_owned(),
        fate if version.in_use => format!("in use; {fate}"),
        fate => fate.to_string(),
    };
    let classification = version.classification.to_string();
    let name = format!("{mark} {:<longest$}  {classification:<11}  ", printable(&version.version));
    let indent = name.chars().count() + 2;
    let fate = wrap(&printable(&fate), width.max(indent + 40), indent);
    let is_beside = !matches!(version.fate, VersionOutcome::Target) && !version.in_use;
    let style = if is_beside { dim } else { Style::new() };
    writeln!(out, "  {name}{style}{}{style:#}", fate.trim_start())
}

/// A row for each version of each pool.
fn write_rows(answer: &PlanExplainAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
    rows.header("namespace,shoot,pool,image,version,classification,in_use,fate,why")?;
    for pool in &answer.images {
        let PoolExplanation::Explanation(explanation) = &pool.explanation else { continue };
        for version in &explanation.versions {
            rows.row(&[
                &answer.plan.namespace,
                &answer.plan.name,
                &pool.pool,
                &explanation.image,
                &version.version,
                &version.classification,
                &version.in_use,
                &version.fate.as_str(),
                &version.fate,
            ])?;
        }
    }
    Ok(())
}
