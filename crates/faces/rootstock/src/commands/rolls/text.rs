//! The text of the answer: one row per pool, then the fields.

use std::io::{self, Write as _};

use rootstock_core_model::{counted, listed_up_to};
use rootstock_maintenance::{PoolEffect, PoolRollout, TriggeredBy};
use rootstock_provider_api::ChangedField;
use rootstock_queries::{RollsAnswer, ShootRolls};

use crate::page::Page;

/// The number of unchanged Shoots to list before the rest is counted.
const MAX_NAMES: usize = 12;

pub(super) fn write(answer: &RollsAnswer, page: &mut Page<'_>) -> io::Result<()> {
    // A single Shoot is always listed in full; among several, the unchanged ones share a sentence.
    let is_alone = answer.shoots.len() == 1;
    let (folded, shown): (Vec<_>, Vec<_>) = answer.shoots.iter().partition(|shoot| !is_alone && shoot.is_unchanged());
    for (position, shoot) in shown.iter().enumerate() {
        if position > 0 {
            page.blank()?;
        }
        write_shoot(shoot, page)?;
    }
    let others = answer.unchanged - shown.iter().filter(|shoot| shoot.is_unchanged()).count();
    if others == 0 {
        return Ok(());
    }
    if !shown.is_empty() {
        page.blank()?;
    }
    let mut text = format!("nothing changes for the nodes of {}", counted(others, "Shoot"));
    if !folded.is_empty() {
        text.push_str(&format!(": {}", listed_up_to(MAX_NAMES, folded.iter().map(|shoot| &shoot.shoot))));
    }
    page.paragraph(0, text)
}

fn write_shoot(shoot: &ShootRolls, page: &mut Page<'_>) -> io::Result<()> {
    let new = if shoot.is_new { " is new" } else { "" };
    page.title(format!("Shoot {}{new}", shoot.shoot))?;
    page.blank()?;
    if shoot.pools.is_empty() {
        writeln!(page, "it has no worker pools")?;
    } else {
        let header = ["pool", "effect", "because of"];
        let rows = shoot.pools.iter().map(|pool| {
            let PoolRollout { effect, triggers, applied, .. } = pool;
            let triggers = triggers.iter().map(|trigger| &trigger.field);
            let applied = applied.iter().filter(|_| *effect == PoolEffect::Applied);
            let fields: Vec<String> = triggers.chain(applied).map(short).collect();
            vec![pool.name.clone(), effect_text(*effect).to_owned(), fields.join(", ")]
        });
        page.table(header, rows)?;
    }
    for refused in &shoot.refused {
        page.note(format!("refused: {refused}"))?;
    }
    for pool in &shoot.pools {
        write_fields(pool, page)?;
    }
    write_common(shoot, page)?;
    for note in &shoot.notes {
        page.note(format!("note: {note}"))?;
    }
    Ok(())
}

/// Writes the changes of a pool, except for those of the whole Shoot.
fn write_fields(pool: &PoolRollout, page: &mut Page<'_>) -> io::Result<()> {
    let PoolRollout { name, effect, triggers, applied, others, .. } = pool;
    let other_changes: Vec<&ChangedField> = applied.iter().chain(others).filter(|field| is_pool_field(field)).collect();
    if !(triggers.is_empty() && other_changes.is_empty()) {
        page.section(name)?;
    }
    for trigger in triggers {
        let is_own = trigger.by == TriggeredBy::Provider && *effect != PoolEffect::Unknown;
        let by = if is_own { " (counts for this provider)" } else { "" };
        page.paragraph(2, format!("{}{by}", in_words(&trigger.field)))?;
    }
    let indent = if triggers.is_empty() || other_changes.is_empty() {
        2
    } else {
        writeln!(page, "  other changes:")?;
        4
    };
    for field in other_changes {
        page.paragraph(indent, in_words(field))?;
    }
    Ok(())
}

/// Writes the changes of the whole Shoot once, not for each pool.
fn write_common(shoot: &ShootRolls, page: &mut Page<'_>) -> io::Result<()> {
    let mut seen: Vec<&ChangedField> = Vec::new();
    for field in shoot.pools.iter().flat_map(|pool| &pool.applied).filter(|field| !is_pool_field(field)) {
        if !seen.contains(&field) {
            seen.push(field);
        }
    }
    if !seen.is_empty() {
        page.section("the whole Shoot")?;
    }
    for field in seen {
        page.paragraph(2, in_words(field))?;
    }
    Ok(())
}

fn is_pool_field(field: &ChangedField) -> bool {
    field.path.to_string().starts_with("spec.provider.workers[")
}

/// Returns the field's path without the prefix that all worker fields share.
fn short(field: &ChangedField) -> String {
    let path = field.path.to_string();
    let below = path.strip_prefix("spec.provider.workers[").and_then(|rest| rest.split_once("]."));
    below.map_or_else(|| path.clone(), |(_, field)| field.to_owned())
}

fn in_words(field: &ChangedField) -> String {
    let change = match (&field.old, &field.new) {
        (Some(old), Some(new)) => format!("{old} becomes {new}"),
        (None, Some(new)) => format!("{new} is new"),
        (Some(old), None) => format!("{old} is removed"),
        (None, None) => "changes".to_owned(),
    };
    let because = if field.because.is_empty() { String::new() } else { format!("; {}", field.because) };
    format!("{}: {change}{because}", field.path)
}

const fn effect_text(effect: PoolEffect) -> &'static str {
    match effect {
        PoolEffect::Created => "created",
        PoolEffect::Removed => "removed: the pool is deleted with its nodes",
        PoolEffect::Rolled => "rolled: every node is replaced",
        PoolEffect::UpdatedInPlace => "updated in place: every node is drained",
        PoolEffect::Unknown => "unknown: the nodes may be replaced",
        PoolEffect::Applied => "applied to the running nodes",
        PoolEffect::Untouched => "untouched",
        PoolEffect::Refused => "refused: this cannot change for nodes that are updated in place",
    }
}
