//! What is said about a migration: the proof, what differs and why, what to know.

use rootstock_core_model::{Semantics, counted};
use rootstock_migration::{Difference, Intent, Migration, Proof, Refusal};

use crate::Streams;
use crate::table::printable;

/// The most differences that are told one by one.
const MOST: usize = 40;

pub(super) fn say(migration: &Migration, back: bool, streams: &mut Streams) {
    if migration.edits.is_empty() {
        let kept = if back { "legacy fields" } else { "capabilities" };
        streams.say(&format!("there is nothing to do: the profile is in {kept} already"));
        return;
    }
    if !migration.capabilities.is_empty() {
        let registered: Vec<String> =
            migration.capabilities.iter().map(|one| format!("{} [{}]", one.name, one.values.join(", "))).collect();
        streams.say(&printable(format!("registered, most preferred first: {}", registered.join("; "))));
    }
    for note in &migration.notes {
        streams.say(&printable(format!("note: {note}")));
    }
    say_proof(&migration.proof, streams);
}

fn say_proof(proof: &Proof, streams: &mut Streams) {
    let mut domain =
        format!("{} and {}", counted(proof.machine_types, "machine type"), counted(proof.versions, "image version"));
    if proof.regions > 1 {
        domain.push_str(&format!(" in {} regions", proof.regions));
    }
    streams.say(&format!("compared the provider's image of {domain}, in both semantics"));
    let without = match proof.without_image {
        0 => String::new(),
        number => format!(" ({number} of them none)"),
    };
    streams.say(&format!("{} of {} selections are the same{without}", proof.same, proof.compared));
    if proof.refused_in_time > 0 {
        streams.say(&format!(
            "{} were let in although there was no image, and are refused now",
            counted(proof.refused_in_time, "selection")
        ));
    }
    let groups: [(Option<Intent>, &str); 5] = [
        (Some(Intent::SuffixRemoved), "chosen by capabilities, no longer by a suffix"),
        (Some(Intent::SuffixAdded), "chosen by a suffix, no longer by capabilities"),
        (Some(Intent::ValuesDeclared), "refused, because the machine type is said not to support it"),
        (Some(Intent::ValuesForgotten), "let in, because legacy fields cannot say what the machine type supports"),
        (None, "not asked for"),
    ];
    for (intent, what) in groups {
        let all: Vec<&Difference> = proof.differences.iter().filter(|one| one.intent == intent).collect();
        let number: usize = all.iter().map(|one| one.combinations()).sum();
        if number == 0 {
            continue;
        }
        streams.say(&format!(
            "{} {}, {what}:",
            counted(number, "selection"),
            if number == 1 { "differs" } else { "differ" }
        ));
        for difference in all.iter().take(MOST) {
            streams.say(&printable(format!("  {}", line(difference))));
        }
        if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
            streams.say(&format!("  and {more} more lines; --format json has all"));
        }
    }
}

fn line(difference: &Difference) -> String {
    let version = if difference.version == difference.now {
        difference.version.clone()
    } else {
        format!("{} (now {})", difference.version, difference.now)
    };
    let regions = match difference.regions.as_slice() {
        [] => String::new(),
        regions => format!(" in {}", regions.join(", ")),
    };
    let semantics = match difference.semantics.as_slice() {
        [Semantics::Documented] => " (as documented)",
        [Semantics::Gardener] => " (in Gardener v1.150)",
        _ => "",
    };
    format!(
        "{}, {} {version}{regions}: {} becomes {}{semantics}",
        difference.machine_types.join(", "),
        difference.image,
        difference.before,
        difference.after
    )
}

/// What belongs to a refusal, one line each.
pub(super) fn details(refusal: &Refusal) -> Vec<String> {
    match refusal {
        Refusal::Undecodable(violations) | Refusal::NewErrors(violations) => {
            violations.iter().map(ToString::to_string).collect()
        }
        Refusal::Lossy(losses) => losses.clone(),
        Refusal::Unproven(proof) => proof.differences.iter().filter(|one| one.intent.is_none()).map(line).collect(),
        Refusal::Unsupported(_) | Refusal::Impossible(_) | Refusal::Obstacle(_) | Refusal::Misread(_) => Vec::new(),
    }
}

pub(super) fn say_refusal(refusal: &Refusal, streams: &mut Streams) {
    let title = match refusal {
        Refusal::Lossy(_) => "legacy fields cannot say everything that this profile says".to_owned(),
        other => other.to_string(),
    };
    let details = details(refusal);
    let end = if details.is_empty() { "" } else { ":" };
    streams.say(&printable(format!("not migrated, nothing was written: {title}{end}")));
    for detail in details.iter().take(MOST) {
        streams.say(&printable(format!("  {detail}")));
    }
    if let Some(more) = details.len().checked_sub(MOST).filter(|more| *more > 0) {
        streams.say(&format!("  and {more} more; --format json has all"));
    }
    if let Refusal::NewErrors(errors) = refusal
        && errors.iter().any(|error| error.rule.name == "provider-mapping-surplus")
    {
        streams.say("--drop-surplus takes out what is mapped and not offered");
    }
}
