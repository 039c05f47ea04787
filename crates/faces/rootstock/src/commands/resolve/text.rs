//! The text of the answer: the settings, then each entry that could have applied.

use std::io::{self, Write as _};

use rootstock_core_model::{FieldPath, Release, Semantics};
use rootstock_provider_api::{EntryOutcome, ResolvedSetting, SettingAnswer};
use rootstock_queries::{RegionAnswer, ResolveAnswer};

use crate::page::Page;
use crate::table::printable;

pub(super) fn write(answer: &ResolveAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let has_none = answer.answers.iter().all(|one| one.resolution.settings.is_empty());
    match answer.answers.as_slice() {
        [] => writeln!(page, "the profile has no regions"),
        _ if has_none => {
            writeln!(page, "the settings of provider `{}` do not depend on anything", printable(&answer.provider))
        }
        [only] => write_one(answer, only, page),
        several if several.iter().all(|one| one.shoot.is_none()) => write_regions(answer, several, page),
        several => {
            for (position, one) in several.iter().enumerate() {
                if position > 0 {
                    page.blank()?;
                }
                write_one(answer, one, page)?;
            }
            Ok(())
        }
    }
}

/// Writes the settings with competing entries, region by region.
fn write_regions(answer: &ResolveAnswer, regions: &[RegionAnswer], page: &mut Page<'_>) -> io::Result<()> {
    page.title(format!("profile {}{}", answer.profile, given(answer)))?;
    page.blank()?;
    let release = answer.settings.gardener;
    let contested = |answer: &'_ RegionAnswer| -> Vec<(&'static str, String)> {
        let settings = answer.resolution.settings.iter().filter(|setting| !setting.entries.is_empty());
        settings.map(|setting| (setting.title, both(setting, release))).collect()
    };
    let mut titles: Vec<&'static str> = Vec::new();
    for (title, _) in regions.iter().flat_map(contested) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    let header = std::iter::once("region").chain(titles.iter().copied()).map(str::to_owned);
    let rows = regions.iter().map(|region| {
        let answers = contested(region);
        let cell = |title: &&str| answers.iter().find(|(one, _)| one == title).map(|(_, text)| text.clone());
        let cells = titles.iter().map(|title| cell(title).unwrap_or_default());
        std::iter::once(region.region.clone()).chain(cells).collect::<Vec<_>>()
    });
    page.table(header, rows)?;
    let notes: std::collections::BTreeSet<&String> = regions.iter().flat_map(|one| &one.resolution.notes).collect();
    write_notes(notes, page)?;
    let first = regions.first().map(|region| region.region.as_str()).unwrap_or_default();
    writeln!(page, "\nfor the reasons and the other settings, ask for one: --region {}", printable(first))
}

fn write_one(answer: &ResolveAnswer, one: &RegionAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let subject = one.shoot.as_ref().map(|shoot| format!("Shoot {shoot} in ")).unwrap_or_default();
    let title = format!("{subject}region {}{}", one.region, given(answer));
    page.profile_title(&answer.profile, title)?;
    page.blank()?;
    let settings = &one.resolution.settings;
    let header = ["setting", "answer", "from"];
    let rows =
        settings.iter().map(|setting| vec![setting.title.to_owned(), in_words(&setting.answer), from(&setting.answer)]);
    page.table(header, rows)?;
    for setting in settings {
        let Some(gardener) = &setting.gardener else { continue };
        let differs = Semantics::Gardener.decide_differently(answer.settings.gardener);
        let text = format!("{differs}: {}: {}", setting.title, in_words(gardener));
        page.note(&text)?;
    }
    for setting in settings.iter().filter(|setting| !setting.entries.is_empty()) {
        page.section(format!("why: {}", setting.title))?;
        page.blank()?;
        let header = ["", "entry", "place", "because it"];
        let rows = setting.entries.iter().map(|entry| {
            vec![fate(entry.fate).to_owned(), entry.value.clone(), place(&entry.path), entry.because.clone()]
        });
        page.table(header, rows)?;
    }
    write_notes(&one.resolution.notes, page)
}

fn write_notes<'a>(notes: impl IntoIterator<Item = &'a String>, page: &mut Page<'_>) -> io::Result<()> {
    for note in notes {
        page.note(format!("note: {note}"))?;
    }
    Ok(())
}

/// Returns the given parameters, to follow the region.
fn given(answer: &ResolveAnswer) -> String {
    answer.parameters.iter().map(|(name, value)| format!(", {} {value}", name.replace('-', " "))).collect()
}

fn both(setting: &ResolvedSetting, release: Option<Release>) -> String {
    let own = in_words(&setting.answer);
    match &setting.gardener {
        Some(gardener) => format!("{own} ({}: {})", Semantics::gardener(release), in_words(gardener)),
        None => own,
    }
}

fn in_words(answer: &SettingAnswer) -> String {
    match answer {
        SettingAnswer::Value { value, .. } => value.clone(),
        SettingAnswer::Choice { values } if values.is_empty() => "nothing may be chosen".to_owned(),
        SettingAnswer::Choice { values } => values.join(", "),
        SettingAnswer::Refused { asked, allowed } if allowed.is_empty() => {
            format!("{asked} is refused; nothing is allowed")
        }
        SettingAnswer::Refused { asked, allowed } => format!("{asked} is refused; allowed: {}", allowed.join(", ")),
        SettingAnswer::Unset { meaning } => format!("not set: {meaning}"),
        SettingAnswer::Missing { meaning } => format!("missing: {meaning}"),
    }
}

fn from(answer: &SettingAnswer) -> String {
    match answer {
        SettingAnswer::Value { path: Some(path), .. } => place(path),
        SettingAnswer::Value { path: None, .. } => "built in".to_owned(),
        SettingAnswer::Choice { .. } => "the Shoot's choice".to_owned(),
        SettingAnswer::Refused { .. } | SettingAnswer::Unset { .. } | SettingAnswer::Missing { .. } => String::new(),
    }
}

/// Returns a path relative to the provider section.
fn place(path: &FieldPath) -> String {
    let path = path.to_string();
    path.strip_prefix("spec.providerConfig.").map(str::to_owned).unwrap_or(path)
}

const fn fate(fate: EntryOutcome) -> &'static str {
    match fate {
        EntryOutcome::Taken => "taken",
        EntryOutcome::Possible => "possible",
        EntryOutcome::PassedOver => "passed over",
    }
}
