//! The text of the answer: one table per profile.

use std::io;

use rootstock_core_model::counted;
use rootstock_maintenance::{ProfileUsage, UsedVersion};
use rootstock_queries::{UsageAnswer, describe_skipped};

use super::in_words;
use crate::page::Page;

/// The number of Shoots to list as examples.
const MAX_EXAMPLES: usize = 2;

pub(super) fn write(answer: &UsageAnswer, page: &mut Page<'_>) -> io::Result<()> {
    if answer.shoots == 0 && answer.unreadable > 0 {
        return page.note("no Shoot can be read, so that nothing is known about the users of versions");
    }
    for (index, profile) in answer.profiles.iter().enumerate() {
        if index > 0 {
            page.blank()?;
        }
        write_profile(profile, answer.removable_only, page)?;
    }
    let mut notes = Vec::new();
    let mut versions = answer.profiles.iter().flat_map(|profile| &profile.versions);
    if versions.any(|version| version.users.through_namespaced_profiles > 0) {
        notes.push("* Through a NamespacedCloudProfile.".to_owned());
    }
    for uncounted in &answer.uncounted {
        let shoots = counted(uncounted.shoots, "Shoot");
        notes.push(format!("{shoots} not counted, for example {}: {}", uncounted.example, uncounted.skipped));
    }
    if answer.unreadable > 0 {
        notes.push(format!("{} that cannot be read", counted(answer.unreadable, "input")));
    }
    if answer.removable_only && (answer.unreadable > 0 || !answer.uncounted.is_empty()) {
        notes.push("these Shoots may use versions that are listed as unneeded: do not remove them yet".to_owned());
    }
    notes.extend(describe_skipped(&answer.other_kinds));
    for note in notes {
        page.note(&note)?;
    }
    Ok(())
}

fn write_profile(profile: &ProfileUsage, removable_only: bool, page: &mut Page<'_>) -> io::Result<()> {
    let title = match &profile.parent {
        Some(parent) => format!("{} (of {parent})", profile.profile),
        None => profile.profile.clone(),
    };
    let what = match profile.versions.len() {
        _ if !removable_only => String::new(),
        0 => ": nothing can be removed".to_owned(),
        number => format!(": {} can be removed, from spec and providerConfig", counted(number, "version")),
    };
    page.heading(title, what)?;
    if profile.versions.is_empty() {
        return Ok(());
    }
    if removable_only {
        page.blank()?;
        let rows = profile.versions.iter().map(|version| {
            let [name, state, ..] = cells(version);
            vec![subject(version).to_owned(), name, state]
        });
        return page.table(["image", "version", "state"], rows);
    }
    // A table for each image, because the width is needed for the names of Shoots.
    for versions in profile.versions.chunk_by(|one, next| one.image == next.image) {
        let Some(first) = versions.first() else { continue };
        page.section(subject(first))?;
        page.blank()?;
        let rows = versions.iter().map(cells);
        page.table(["version", "state", "need", "shoots", "pools", "for example"], rows)?;
    }
    Ok(())
}

fn subject(version: &UsedVersion) -> &str {
    version.image.as_deref().unwrap_or("Kubernetes")
}

fn cells(version: &UsedVersion) -> [String; 6] {
    let users = &version.users;
    let number = |number: usize| if number == 0 { String::new() } else { number.to_string() };
    let indirect = match users.through_namespaced_profiles {
        0 => String::new(),
        some => format!(" ({some} *)"),
    };
    let examples = users.examples.get(..users.examples.len().min(MAX_EXAMPLES)).unwrap_or_default();
    let more = users.shoots.saturating_sub(examples.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    [
        version.version.clone(),
        version.classification.as_ref().map_or_else(|| "not in the profile".to_owned(), ToString::to_string),
        in_words(version.need).to_owned(),
        format!("{}{indirect}", number(users.shoots)),
        number(users.pools),
        format!("{}{more}", examples.join(", ")),
    ]
}
