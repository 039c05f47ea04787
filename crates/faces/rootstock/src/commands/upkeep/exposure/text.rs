//! The text of the answer: the versions, then the pools night by night.

use std::io;

use rootstock_core_model::{counted, suggestion_suffix};
use rootstock_maintenance::{Departure, PoolExposure};
use rootstock_queries::{
    ExposedPool, ExposedVersion, ExposureAnswer, ExposureEnd, UnmatchedSelection, describe_skipped,
};
use rootstock_versioning::Day;

use super::{sooner, staying};
use crate::page::Page;

pub(super) fn write(answer: &ExposureAnswer, page: &mut Page<'_>) -> io::Result<()> {
    page.title(title(answer))?;
    page.paragraph(0, numbers(answer))?;
    if !answer.versions.is_empty() {
        page.blank()?;
        page.table(VERSION_COLUMNS, answer.versions.iter().map(version_cells))?;
    }
    for night in answer.pools.chunk_by(|one, next| night(one) == night(next)) {
        if let [first, ..] = night {
            page.section(self::night(first))?;
        }
        night.iter().try_for_each(|pool| write_pool(answer, pool, page))?;
    }
    notes(answer).iter().try_for_each(|note| page.note(note))
}

/// Returns the title, without a full stop.
pub(super) fn title(answer: &ExposureAnswer) -> String {
    let asked: Vec<String> = answer.asked.iter().map(ToString::to_string).collect();
    let asked = match asked.as_slice() {
        [first, _, .., _] => format!("{first} and {} more", asked.len() - 1),
        _ => asked.join(" and "),
    };
    let until = answer.until.map(|until| format!(" until {until}")).unwrap_or_default();
    format!("Exposure to {asked} from {}{until}", answer.settings.at)
}

/// Returns the numbers of Shoots, pools and nodes.
pub(super) fn numbers(answer: &ExposureAnswer) -> String {
    let shoots = counted(answer.shoots, "Shoot");
    if answer.pools.is_empty() {
        return format!("no pool of {shoots} boots one of them, or will");
    }
    let mut numbers = vec![
        format!("{} in {} of {shoots}", counted(answer.pools.len(), "pool"), answer.exposed_shoots),
        format!("at most {}", counted(usize::try_from(answer.nodes_at_most).unwrap_or(usize::MAX), "node")),
    ];
    match staying(answer) {
        0 => numbers.push("all of them leave".to_owned()),
        1 => numbers.push("1 pool stays".to_owned()),
        some => numbers.push(format!("{some} pools stay")),
    }
    numbers.join("; ")
}

pub(super) const VERSION_COLUMNS: [&str; 7] =
    ["profile", "version", "state", "expires", "pools", "end", "end if expired"];

/// Returns the cells of a version.
pub(super) fn version_cells(version: &ExposedVersion) -> [String; 7] {
    let end = |end: ExposureEnd| match (version.pools, end) {
        (0, _) => String::new(),
        (_, ExposureEnd { staying: 0, last, .. }) => last.map(|last| last.to_string()).unwrap_or_default(),
        (_, ExposureEnd { staying: 1, .. }) => "1 pool stays".to_owned(),
        (_, ExposureEnd { staying, .. }) => format!("{staying} pools stay"),
    };
    [
        version.profile.clone(),
        format!("{} {}", version.image, version.version),
        version.classification.as_ref().map_or_else(|| "not in the profile".to_owned(), ToString::to_string),
        version.expires.map(|expires| expires.to_string()).unwrap_or_default(),
        version.pools.to_string(),
        end(version.today),
        end(version.if_expired),
    ]
}

/// Returns the heading that a pool belongs under: the night in which it leaves.
pub(super) fn night(pool: &ExposedPool) -> String {
    match pool.exposure.departure {
        Departure::Stays { .. } => "Staying".to_owned(),
        Departure::Leaves { at, .. } => format!("Leaving on {}", Day::of(at)),
        Departure::Deleted => "Being deleted".to_owned(),
    }
}

fn write_pool(answer: &ExposureAnswer, pool: &ExposedPool, page: &mut Page<'_>) -> io::Result<()> {
    page.line(2, pool_line(pool))?;
    if let Departure::Stays { why } | Departure::Leaves { why, .. } = &pool.exposure.departure {
        page.paragraph(6, why)?;
    }
    let sooner = sooner(&pool.exposure, answer.settings.at);
    sooner.iter().try_for_each(|remedy| page.paragraph(6, format!("sooner: {remedy}")))
}

/// Returns the line about a pool: `garden-dev/eager, pool one (ladder): apple 2.0.0 -> 2.1.0 at …`.
fn pool_line(pool: &ExposedPool) -> String {
    let ExposedPool { namespace, shoot, exposure, .. } = pool;
    let nodes = counted(usize::try_from(exposure.nodes_at_most).unwrap_or_default(), "node");
    let pool = format!("{namespace}/{shoot}, pool {} ({}, at most {nodes})", exposure.pool, exposure.machine_type);
    let departure = match &exposure.departure {
        Departure::Leaves { at, to, .. } => format!(" -> {to} at {at}"),
        Departure::Stays { .. } | Departure::Deleted => String::new(),
    };
    format!("{pool}: {}{departure}", versions(exposure))
}

/// Returns the versions that a pool boots: `apple 2.0.0, 2.1.0 from …`.
pub(super) fn versions(exposure: &PoolExposure) -> String {
    let arrives = exposure.arrives.map(|at| format!(" from {at}")).unwrap_or_default();
    let next = exposure.next.iter().map(|next| format!(", {} from {}", next.version, next.at));
    format!("{} {}{arrives}{}", exposure.image, exposure.version, next.collect::<String>())
}

/// Returns the notes below the pools.
pub(super) fn notes(answer: &ExposureAnswer) -> Vec<String> {
    let mut notes: Vec<String> = answer.unmatched.iter().map(unmatched).collect();
    if answer.unreadable > 0 {
        notes.push(format!("{} that cannot be read", counted(answer.unreadable, "input")));
    }
    notes.extend(describe_skipped(&answer.other_kinds));
    notes
}

fn unmatched(one: &UnmatchedSelection) -> String {
    let UnmatchedSelection { versions, is_unknown_image, nearest, .. } = one;
    if !is_unknown_image {
        return format!("no profile has a version of {versions}, and no pool uses one");
    }
    let nearest = nearest.as_deref().map(suggestion_suffix).unwrap_or_default();
    format!("no profile has the image of {versions}, and no pool uses it{nearest}")
}
