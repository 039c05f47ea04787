//! `plan --explain`: every version of each pool's image of one Shoot, and why it was chosen or not.

use std::io::{self, Write as _};

use anstyle::Style;
use rootstock_maintenance::{ExplainedVersion, Profiles, VersionOutcome};
use rootstock_queries::{
    OtherKinds, PlanExplainAnswer, PlanExplainQuery, PlanHead, PlanTotals, PoolExplanation, PoolImages, Query as _,
};

use super::shoot_name::ShootName;
use super::{Request, text};
use crate::Streams;
use crate::cli::TableFormat;
use crate::failure::Failure;
use crate::page::Page;
use crate::progress::Progress;
use crate::prose::wrap;
use crate::rows::Rows;
use crate::shoot_sources::ShootSources;
use crate::table::printable;

/// The number of consecutive versions that are not above the current one and are still listed individually.
const MAX_LOWER_VERSIONS: usize = 3;

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
            streams.say_lines(&unreadable.to_string());
        }
    });
    progress.finish(streams);
    let explained = explained?;
    let mut totals = PlanTotals::default();
    totals.add(&explained.planned);
    if request.format == TableFormat::Text {
        let page = &mut streams.out.page();
        text::shoot(&explained.planned, request, page)?;
        explained.images.iter().try_for_each(|image| write_text(image, page))?;
    } else if let Some(answer) = PlanExplainAnswer::new(request.asked, explained) {
        match request.format {
            TableFormat::Csv => write_rows(&answer, &mut streams.out.rows())?,
            TableFormat::Json | TableFormat::Text => streams.out.json(PlanExplainQuery::ANSWER_SCHEMA, &answer)?,
        }
    }
    Ok(totals.head(request.query, request.asked, OtherKinds::new()))
}

fn write_text(image: &PoolImages, page: &mut Page<'_>) -> io::Result<()> {
    let (width, dim) = (page.width, page.styles.dim);
    let pool = format!("pool {} (machine type {})", image.pool, image.machine_type);
    let explanation = match &image.explanation {
        PoolExplanation::Explanation(explanation) => explanation,
        PoolExplanation::Failure(failure) => {
            page.section(pool)?;
            return page.paragraph(2, failure);
        }
    };
    page.blank()?;
    page.heading(pool, format!(": {}, update strategy {}", explanation.image, explanation.strategy))?;
    let longest = explanation.versions.iter().map(|version| version.version.chars().count()).max().unwrap_or_default();
    let is_lower = |version: &ExplainedVersion| version.fate == VersionOutcome::NotHigher && !version.in_use;
    for run in explanation.versions.chunk_by(|one, next| is_lower(one) && is_lower(next)) {
        if let [first, .., last] = run
            && run.len() > MAX_LOWER_VERSIONS
        {
            let all =
                format!("{} to {}: {} versions, none above the one in use", first.version, last.version, run.len());
            writeln!(page, "     {dim}{}{dim:#}", wrap(&printable(all), width, 5).trim_start())?;
            continue;
        }
        run.iter().try_for_each(|version| write_version(version, longest, page))?;
    }
    Ok(())
}

fn write_version(version: &ExplainedVersion, longest: usize, page: &mut Page<'_>) -> io::Result<()> {
    let (dim, width) = (page.styles.dim, page.width);
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
    let is_dimmed = !matches!(version.fate, VersionOutcome::Target) && !version.in_use;
    let style = if is_dimmed { dim } else { Style::new() };
    writeln!(page, "  {name}{style}{}{style:#}", fate.trim_start())
}

/// Writes a row for each version of each pool.
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
