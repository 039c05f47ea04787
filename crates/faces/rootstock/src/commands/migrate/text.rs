//! The messages about a migration: the proof, the differences with their causes, and notes.

use std::collections::BTreeSet;

use rootstock_core_model::{counted, listed};
use rootstock_migration::{Intent, InvalidOptions, Loss, Proof, ProofDifference, Refusal};
use rootstock_provider_api::MAPPING_SURPLUS;
use rootstock_queries::MigrateOutcome;

use crate::Streams;

pub(super) fn say(outcome: &MigrateOutcome, back: bool, streams: &mut Streams) {
    let MigrateOutcome::Done { capabilities, edits, notes, proof } = outcome else { return };
    if edits.is_empty() {
        let kept = if back { "legacy fields" } else { "capabilities" };
        streams.say(format!("there is nothing to do: the profile is in {kept} already"));
        return;
    }
    if !capabilities.is_empty() {
        let registered: Vec<String> =
            capabilities.iter().map(|one| format!("{} [{}]", one.name, one.values.join(", "))).collect();
        streams.say(format!("registered, most preferred first: {}", registered.join("; ")));
    }
    for note in notes {
        streams.say(format!("note: {}", note.message));
    }
    say_proof(&proof.proof, streams);
}

fn say_proof(proof: &Proof, streams: &mut Streams) {
    let mut domain =
        format!("{} and {}", counted(proof.machine_types, "machine type"), counted(proof.versions, "image version"));
    if proof.regions > 1 {
        domain.push_str(&format!(" in {} regions", proof.regions));
    }
    streams.say(format!("compared the provider's image of {domain}, in both semantics"));
    let without = match proof.without_image {
        0 => String::new(),
        number => format!(" ({number} of them have no image before and after)"),
    };
    streams.say(format!("{} of {} selections are the same{without}", proof.same, proof.compared));
    if proof.refused_in_time > 0 {
        streams.say(format!(
            "accepted before although there was no image, and refused now: {}",
            counted(proof.refused_in_time, "selection")
        ));
    }
    let groups: [(Option<Intent>, &str); 7] = [
        (Some(Intent::SuffixRemoved), "chosen by capabilities, no longer by a suffix"),
        (Some(Intent::SuffixAdded), "chosen by a suffix, no longer by capabilities"),
        (Some(Intent::ValuesDeclared), "refused, because the machine type is declared not to support it"),
        (Some(Intent::FormatRead), "found from now on, in the format that the release of the extension reads"),
        (Some(Intent::CapabilityRenamed), "chosen by the requirements of workers, no longer by machine types alone"),
        (
            Some(Intent::ValuesForgotten),
            "accepted, because legacy fields cannot express what the machine type supports",
        ),
        (None, "not requested"),
    ];
    for (intent, what) in groups {
        let all: Vec<&ProofDifference> = proof.differences.iter().filter(|one| one.intent == intent).collect();
        let number: usize = all.iter().map(|one| one.combinations()).sum();
        if number == 0 {
            continue;
        }
        streams.say(format!(
            "{} {}, {what}:",
            counted(number, "selection"),
            if number == 1 { "differs" } else { "differ" }
        ));
        streams.say_each(&all, " lines");
    }
}

pub(super) fn say_refusal(refusal: &Refusal, streams: &mut Streams) {
    let title = match refusal {
        Refusal::Undecodable(_) => format!("{refusal}; see `rootstock check`"),
        Refusal::InvalidOptions(InvalidOptions::UnmigratedEntry { .. }) => format!("{refusal} (--drop-surplus does)"),
        other => other.to_string(),
    };
    let details = refusal.details();
    let end = if details.is_empty() { "" } else { ":" };
    streams.say(format!("not migrated, nothing was written: {title}{end}"));
    streams.say_each(&details, "");
    if let Refusal::Lossy(losses) = refusal {
        let values: BTreeSet<String> =
            losses.iter().filter_map(Loss::wants_suffix).map(|(name, value)| format!("{name}:{value}")).collect();
        if !values.is_empty() {
            streams.say(format!(
                "say which suffix of a version means {}: --suffix SUFFIX=CAPABILITY:VALUE, and --suffix =CAPABILITY:VALUE for \
                 versions without a suffix",
                listed(values)
            ));
        }
    }
    if let Refusal::Unaccepted(proof) = refusal {
        let is_wanted =
            |one: &ProofDifference| matches!(one.intent, Some(Intent::CapabilityRenamed | Intent::FormatRead));
        streams.say(match proof.differences.iter().all(is_wanted) {
            true => "accept the differences with --accept-differences",
            false => {
                "describe the machine types with --machine-type, or accept the differences with --accept-differences"
            }
        });
    }
    if let Refusal::NewErrors(errors) = refusal
        && errors.iter().any(|error| *error.rule == *MAPPING_SURPLUS)
    {
        streams.say("--drop-surplus removes what is mapped but not offered");
    }
}
