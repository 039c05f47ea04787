//! The text about a change: its effects, missing references, and the reason for a refusal.

use rootstock_core_model::counted;
use rootstock_queries::{DiffDetail, LaterMaintenance, UpkeepAnswer, UpkeepOutcome};
use rootstock_upkeep::{Gap, Refusal};

use crate::commands::diff::text::{self as diff, Title};
use crate::failure::Failure;
use crate::table::printable;
use crate::{Status, Streams};

/// The limit of updates that are listed individually.
const MAX_UPDATES: usize = 40;

pub(super) fn write(
    answer: &UpkeepAnswer,
    status: Status,
    in_place: bool,
    streams: &mut Streams,
) -> Result<(), Failure> {
    match (&answer.outcome, &answer.sides, &answer.refusal) {
        (UpkeepOutcome::Done { gaps, notes, diff: changes, later, .. }, Some(_), _) => {
            let title = Title {
                heading: "effects of the change".to_owned(),
                see: None,
                summary_only: false,
                detail: DiffDetail::First,
            };
            diff::write(changes, &title, None, streams)?;
            if let Some(later) = later {
                write_later(later, streams)?;
            }
            for note in notes {
                streams.say(format!("note: {}", note.message));
            }
            say_gaps(gaps, streams);
            if answer.is_in_use() {
                streams.say("Shoots use items that would be removed");
            }
            if changes.update.errors > 0 && !answer.is_refused() {
                let written = if in_place && status == Status::Clean { "the file is written, but " } else { "" };
                streams.say(format!(
                    "{written}Gardener refuses the profile until its errors are fixed, which existed before or are accepted"
                ));
            }
            if in_place && status != Status::Clean {
                streams.say("nothing was written");
            }
        }
        (_, _, Some(refusal)) => say_refusal(refusal, streams),
        _ => {}
    }
    Ok(())
}

/// Writes the changes in maintenance after the next one.
fn write_later(later: &LaterMaintenance, streams: &mut Streams) -> Result<(), Failure> {
    if later.updates.is_empty() {
        return Ok(());
    }
    writeln!(streams.out.raw(), "\nMaintenance after the next one")?;
    for one in later.updates.iter().take(MAX_UPDATES) {
        writeln!(streams.out.raw(), "  - {}", printable(one.to_string()))?;
    }
    if let Some(more) = later.updates.len().checked_sub(MAX_UPDATES).filter(|more| *more > 0) {
        writeln!(streams.out.raw(), "  - and {more} more; --format json lists all")?;
    }
    if later.omitted > 0 {
        writeln!(streams.out.raw(), "  - {} of single Shoots omitted", counted(later.omitted, "more update"))?;
    }
    Ok(())
}

fn say_gaps(gaps: &[Gap], streams: &mut Streams) {
    let (as_before, missing): (Vec<&Gap>, Vec<&Gap>) = gaps.iter().partition(|gap| gap.as_before);
    if !missing.is_empty() {
        streams.say(format!("{} not mapped:", images(missing.len())));
        // If all gaps are in one version, its name is not repeated.
        let is_one = gaps.iter().all(|gap| gaps.first().is_some_and(|first| first.name == gap.name));
        let describe = |gap: &&Gap| if is_one { gap.to_string() } else { format!("`{}`: {gap}", gap.name) };
        streams.say_each(&missing.iter().map(describe).collect::<Vec<_>>(), "");
    }
    if !as_before.is_empty() {
        streams.say(format!("{} not mapped, as in the copied version", images(as_before.len())));
    }
}

fn images(number: usize) -> String {
    format!("{} {}", counted(number, "image"), if number == 1 { "is" } else { "are" })
}

fn say_refusal(refusal: &Refusal, streams: &mut Streams) {
    let title = match refusal {
        Refusal::Undecodable(_) => format!("{refusal}; see `rootstock check`"),
        Refusal::Gaps { .. } => {
            format!(
                "{refusal} (--reference REGION/ARCHITECTURE=REFERENCE or REGION/CAPABILITY:VALUE,…=REFERENCE, --references FILE, --partial)"
            )
        }
        Refusal::RegionGaps { .. } => format!("{refusal} (--reference, --references, --partial)"),
        Refusal::NewFindings(_) => format!("{refusal} (--accept RULE accepts those of a rule)"),
        other => other.to_string(),
    };
    let details = refusal.details();
    let end = if details.is_empty() { "" } else { ":" };
    streams.say(format!("nothing was changed: {title}{end}"));
    streams.say_each(&details, "");
}
