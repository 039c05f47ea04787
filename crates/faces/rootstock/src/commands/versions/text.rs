//! The text of the answer: one table for Kubernetes and one for each image.

use std::io;

use rootstock_maintenance::{Choosers, VersionReport};
use rootstock_queries::{OtherVersion, VersionsAnswer};
use rootstock_versioning::{Classification, Version};

use super::short_changes;
use crate::page::Page;

pub(super) fn write(answer: &VersionsAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let change = match answer.next_change {
        Some(after) => format!("the next change comes after {after}"),
        None => "nothing changes any more".to_owned(),
    };
    page.heading(format!("{} at {}", answer.profile, answer.report.at), format!(": {change}"))?;
    if !answer.report.kubernetes.is_empty() {
        page.section("Kubernetes")?;
        write_table(&answer.report.kubernetes, page)?;
    }
    for image in &answer.report.machine_images {
        page.blank()?;
        page.heading(&image.name, format!(", update strategy {}", image.update_strategy))?;
        write_table(&image.versions, page)?;
    }
    write_footnotes(answer, page)
}

fn write_table(versions: &[VersionReport], page: &mut Page<'_>) -> io::Result<()> {
    let header = ["version", "state", "becomes", "for", "automatic update", "forced update"];
    let default = default_version(versions);
    let rows = versions.iter().map(|version| {
        let is = if is_supported_by_default(version) { " *" } else { "" };
        let nowhere = if is_expiring(version) { "fails" } else { "nowhere" };
        vec![
            version.version.clone(),
            format!("{}{is}", version.classification),
            short_changes(version).join(", then "),
            if default == Some(&version.version) { "default" } else { short(version.choosers) }.to_owned(),
            version.automatic_update.clone().unwrap_or_else(|| "stays".to_owned()),
            version.forced_update.clone().unwrap_or_else(|| nowhere.to_owned()),
        ]
    });
    page.blank()?;
    page.table(header, rows)
}

/// Returns the version that a new cluster or worker gets if it names none: the highest supported one, or else the highest one that can be
/// chosen by default.
fn default_version(versions: &[VersionReport]) -> Option<&String> {
    let eligible = versions.iter().filter(|version| version.choosers == Choosers::EveryoneAndByDefault);
    let parsed = eligible.filter_map(|version| Some((version, version.version.parse::<Version>().ok()?)));
    let best =
        parsed.max_by_key(|(version, parsed)| (version.classification == Classification::Supported, parsed.clone()));
    best.map(|(version, _)| &version.version)
}

/// Returns who may choose a version, in one or two words.
const fn short(choosers: Choosers) -> &'static str {
    match choosers {
        Choosers::EveryoneAndByDefault => "all",
        Choosers::Everyone => "by name",
        Choosers::ExistingOnly => "existing",
        Choosers::NoCluster => "none yet",
    }
}

/// The meaning of the column with the choosers.
const CHOOSERS: &str = "for: default, chosen for new clusters and workers that name no version, if it fits; all, may be default where that one does not fit; by name, only for \
                        those that name it; existing, only for those that have it.";

fn write_footnotes(answer: &VersionsAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let versions = || answer.report.rows();
    let mut notes = Vec::new();
    if versions().next().is_some() {
        notes.push(CHOOSERS.to_owned());
    }
    if versions().any(|(_, version)| is_supported_by_default(version)) {
        notes.push("* Not classified in the profile, which counts as supported.".to_owned());
    }
    for (image, version) in versions().filter(|(_, version)| is_expiring(version)) {
        if let Some(why) = &version.forced_update_fails {
            notes.push(format!("A forced update from {} fails: {why}.", name(image, &version.version)));
        }
    }
    let is_second = |version: &VersionReport| {
        is_expiring(version) && version.automatic_update.is_some() && version.automatic_update != version.forced_update
    };
    if versions().any(|(_, version)| is_second(version)) {
        notes.push(
            "A forced update is for Shoots without automatic updates: with them, the automatic update comes first."
                .to_owned(),
        );
    }
    for difference in &answer.differences {
        notes.push(in_words(difference, answer));
    }
    for note in notes {
        page.dim_note(&note)?;
    }
    Ok(())
}

/// Whether it is supported only because the profile does not classify it.
fn is_supported_by_default(version: &VersionReport) -> bool {
    !version.is_classified && version.classification == Classification::Supported
}

/// Whether Shoots will be forced off it sooner or later.
fn is_expiring(version: &VersionReport) -> bool {
    let becomes = version.transitions.iter().map(|change| &change.classification);
    becomes.chain([&version.classification]).any(|classification| *classification == Classification::Expired)
}

fn name(image: Option<&str>, version: &str) -> String {
    format!("{} {version}", image.unwrap_or("Kubernetes"))
}

fn in_words(difference: &OtherVersion, answer: &VersionsAnswer) -> String {
    let name = name(difference.image.as_deref(), &difference.version);
    let theirs = &difference.other;
    let ours = answer
        .report
        .rows()
        .find(|(image, version)| *image == difference.image.as_deref() && version.version == difference.version);
    let mut words = Vec::new();
    if let Some((_, ours)) = ours {
        if ours.automatic_update != theirs.automatic_update {
            words.push(match &theirs.automatic_update {
                Some(to) => format!("an automatic update from {name} leads to {to}"),
                None => format!("no automatic update leads away from {name}"),
            });
        }
        if (&ours.forced_update, &ours.forced_update_fails) != (&theirs.forced_update, &theirs.forced_update_fails) {
            words.push(match (&theirs.forced_update, &theirs.forced_update_fails) {
                (Some(to), _) => format!("a forced update from {name} leads to {to}"),
                (None, Some(why)) => format!("a forced update from {name} fails: {why}"),
                (None, None) => format!("no forced update leads away from {name}"),
            });
        }
        if ours.choosers != theirs.choosers {
            words.push(format!("{name} is for {}", theirs.choosers.in_words()));
        }
    }
    format!("{}: {}.", answer.settings.semantics.other().decide_differently(answer.settings.gardener), words.join("; "))
}
