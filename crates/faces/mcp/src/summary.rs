//! Answers in a sentence or two.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rootstock_core_model::{GardenerRelease, counted};
use rootstock_provider_api::{ExtensionReleaseSettings, Registry};
use rootstock_report::DocumentOutcome;
use serde_json::{Value, json};

use crate::tool::Tool;

/// The number of skipped files with their reason.
const SKIPPED: usize = 10;

/// Returns the summary of an answer. `skipped` are the reasons why files were not read.
pub(crate) fn of(tool: &Tool, answer: &Value, skipped: &[String], registry: &Registry) -> String {
    let answer = Answer(answer);
    let mut text = match tool.name {
        "explain" => answer.explanation(),
        "select" => answer.selection(),
        "matrix" => answer.matrix(),
        "images" => answer.images(),
        "plan" => answer.plan(),
        "diff" => answer.diff(),
        "upkeep_propose" => answer.proposal(),
        Tool::UPGRADE_CHECK => answer.upgrade(),
        Tool::FIX => answer.fixes(),
        _ => answer.findings(),
    };
    if answer.text("/settings/gardenerFrom") == "shoots" {
        text += &format!(
            " Answered as Gardener v{}, the newest release in `status.gardener.version` of the Shoots; `gardener` sets another one.",
            answer.text("/settings/gardener")
        );
    }
    if let Some(release) =
        answer.text("/settings/gardener").parse().ok().filter(|one: &GardenerRelease| one.is_newer_than_recorded())
        && tool.name != Tool::UPGRADE_CHECK
    {
        text += &unknown_release(release);
    }
    text.extend(answer.unknown_extensions(registry).into_iter().map(|line| format!(" {line}.")));
    if !skipped.is_empty() {
        text += &format!(" {} skipped:", counted(skipped.len(), "file"));
        let reasons: Vec<&str> = skipped.iter().take(SKIPPED).map(String::as_str).collect();
        text += &format!(" {}{}.", reasons.join("; "), if skipped.len() > SKIPPED { "; and more" } else { "" });
    }
    text
}

/// Describes the number of changes of a group of `upgrade-check`.
fn changes_in_words(group: &str, number: usize) -> String {
    let noun = match group {
        "dropped" => "dropped field",
        "image" => "other image",
        "default" => "other default",
        "maintenance" => "other maintenance outcome",
        "profile" => "changed profile",
        "warning-ends" => "ending warning",
        "warning-begins" => "new warning",
        // Refused and accepted.
        other => return format!("{number} {other}"),
    };
    counted(number, noun)
}

fn unknown_release(release: impl fmt::Display) -> String {
    let newest = GardenerRelease::NEWEST;
    format!(" Gardener v{release} is not known yet, and answered as v{newest}, the newest known release.")
}

struct Answer<'a>(&'a Value);

impl<'a> Answer<'a> {
    fn count(&self, pointer: &str) -> usize {
        let value = self.0.pointer(pointer);
        let number = || usize::try_from(value.and_then(Value::as_u64).unwrap_or_default()).unwrap_or(usize::MAX);
        value.and_then(Value::as_array).map_or_else(number, Vec::len)
    }

    fn text(&self, pointer: &str) -> &'a str {
        self.0.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    fn is(&self, pointer: &str) -> bool {
        self.0.pointer(pointer).and_then(Value::as_bool).unwrap_or_default()
    }

    fn list(&self, pointer: &str) -> impl Iterator<Item = Answer<'a>> + use<'a> {
        self.0.pointer(pointer).and_then(Value::as_array).into_iter().flatten().map(Answer)
    }

    /// Returns a sentence without a full stop for each release of an extension that runs and is not known yet.
    fn unknown_extensions(&self, registry: &Registry) -> Vec<String> {
        let mut running = ExtensionReleaseSettings::default();
        for (provider, release) in
            self.0.pointer("/settings/extensions").and_then(Value::as_object).into_iter().flatten()
        {
            // The answer was given under these settings, so that all of them are valid.
            let _ = release.as_str().map(|release| running.set(provider, release));
        }
        running.resolve(registry).map(|running| registry.newer_than_known(&running)).unwrap_or_default()
    }

    fn severities(&self) -> String {
        let [errors, warnings, notes] = ["error", "warning", "note"]
            .map(|severity| counted(self.count(&format!("/summary/{severity}s")), severity));
        format!("{errors}, {warnings} and {notes}")
    }

    fn findings(&self) -> String {
        let mut text = format!("{} in {}.", self.severities(), counted(self.count("/summary/documents"), "document"));
        if self.count("/summary/fixable") > 0 {
            text += &format!(" `fix` repairs {}.", counted(self.count("/summary/fixable"), "finding"));
        }
        let suggested = |finding: &Answer<'_>| finding.text("/fix/applicability") == "suggested";
        match self.list("/findings").filter(suggested).count() {
            0 => {}
            count => text += &format!(" `fix` with `unsafeFixes` repairs {count} more."),
        }
        text + &self.unchecked()
    }

    /// Returns a sentence about each kind of document that was not checked.
    fn unchecked(&self) -> String {
        let mut text = String::new();
        if self.count("/summary/unreadable") > 0 {
            text += &format!(" {} cannot be read.", counted(self.count("/summary/unreadable"), "document"));
        }
        let not_checked = json!(DocumentOutcome::NotChecked);
        let reasons = self.list("/documents").filter(|document| document.0.get("outcome") == Some(&not_checked));
        for document in reasons.take(3) {
            let [kind, name, reason] = ["/kind", "/name", "/reason"].map(|field| document.text(field));
            text += &match kind {
                "" => format!(" A document of `{}` is not checked: {reason}.", document.text("/location/file")),
                _ => format!(" {kind} `{name}` is not checked: {reason}."),
            };
        }
        if self.count("/summary/clean") + self.count("/summary/withFindings") == 0 {
            text += " Nothing was checked.";
        }
        text
    }

    fn fixes(&self) -> String {
        let made = counted(self.count("/fixes/made"), "finding");
        let written = self.list("/texts").filter(|text| text.is("/written")).count();
        let state = match written {
            0 => "nothing is written".to_owned(),
            count => format!("{} written", counted(count, "file")),
        };
        let mut text = format!("{made} fixed, {state}. Left: {}.", self.severities());
        for refused in self.list("/fixes/notMade").take(3) {
            let [path, because] = ["/path", "/because"].map(|field| refused.text(field));
            text += &format!(" Not fixed: {path}: {because}.");
        }
        for refused in self.list("/texts").filter(|text| !text.text("/notWritten").is_empty()).take(3) {
            let [name, because] = ["/name", "/notWritten"].map(|field| refused.text(field));
            text += &format!(" `{name}` is not written: {because}.");
        }
        text + &self.unchecked()
    }

    fn explanation(&self) -> String {
        match (self.text("/name"), self.text("/quirk/name")) {
            ("", "") => format!(
                "{} and {} mention `{}`; call `explain` with a name.",
                counted(self.count("/rules"), "rule"),
                counted(self.count("/quirks"), "quirk"),
                self.text("/text")
            ),
            ("", quirk) => format!(
                "{quirk}: documented: {}; Gardener: {}.",
                self.text("/quirk/documented"),
                self.text("/quirk/gardener")
            ),
            (rule, _) => format!("{rule}: {}", self.text("/summary")),
        }
    }

    fn selection(&self) -> String {
        let selected =
            self.list("/versions").filter(|version| version.text("/explanation/outcome/result") == "selected");
        format!(
            "`{}` gets a flavor of {} of {} of `{}`.",
            self.text("/machineType"),
            selected.count(),
            counted(self.count("/versions"), "version"),
            self.text("/image")
        )
    }

    fn matrix(&self) -> String {
        let columns: Vec<usize> = self.list("/columns").map(|column| column.count("/versions")).collect();
        let (mut types, mut yes) = (0, 0);
        for row in self.list("/rows") {
            types += row.count("/machineTypes");
            let boots = row.list("/cells").zip(&columns).filter(|(cell, _)| cell.text("/answer") == "yes");
            yes += boots.map(|(_, versions)| versions).sum::<usize>() * row.count("/machineTypes");
        }
        let versions: usize = columns.iter().sum();
        format!(
            "{} and {} of `{}`: {yes} of {} combinations boot.",
            counted(types, "machine type"),
            counted(versions, "image version"),
            self.text("/profile"),
            types * versions
        )
    }

    fn images(&self) -> String {
        let best = self.list("/options").next();
        let best = best.map(|one| format!("; the best is `{}` `{}`", one.text("/image"), one.text("/version")));
        format!(
            "{} fit `{}`, {} do not{}.",
            counted(self.count("/options"), "image version"),
            self.text("/machineType"),
            self.count("/rejected"),
            best.unwrap_or_default()
        )
    }

    fn plan(&self) -> String {
        let [changing, failing, rejected, unknown, unreadable] =
            ["changing", "failing", "rejected", "withoutProfile", "unreadable"]
                .map(|part| self.count(&format!("/summary/{part}")));
        let shoots = self.count("/summary/shoots");
        if shoots == 0 {
            return "No document with the role `checked` has a Shoot that can be read.".to_owned();
        }
        // Shoots without a profile count as failing.
        let failing = failing.saturating_sub(unknown);
        let mut text =
            format!("{}: {changing} changing, {failing} failing, {rejected} rejected.", counted(shoots, "Shoot"));
        if unknown > 0 {
            text += &format!(" The profile of {unknown} is not given: add it with the role `known`.");
        }
        if unreadable > 0 {
            text += &format!(" No Shoot, or unreadable: {}.", counted(unreadable, "document"));
        }
        text
    }

    fn diff(&self) -> String {
        let errors = counted(self.count("/update/errors"), "error");
        let mut text = match (self.is("/update/refused"), self.count("/update/errors")) {
            (true, _) => format!("Gardener refuses the change with {errors}."),
            (false, 0) => "Gardener accepts the change.".to_owned(),
            (false, _) => format!("Gardener accepts the change, but the profile has {errors}."),
        };
        if !self.is("/changed") {
            text += " It has no effect.";
        }
        if self.0.pointer("/fleet").is_some() {
            let shoots = counted(self.count("/fleet/shoots"), "Shoot");
            text += &format!(" Affected: {} of {shoots}.", self.count("/fleet/affected"));
        }
        text
    }

    fn upgrade(&self) -> String {
        let mut text = String::new();
        let mut unknown = BTreeSet::new();
        let has_compared =
            self.0.pointer("/compared").and_then(Value::as_object).is_some_and(|kinds| !kinds.is_empty());
        for step in self.list("/steps") {
            let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
            step.list("/changes").for_each(|change| *groups.entry(change.text("/group")).or_default() += 1);
            let program = match step.text("/extension/provider") {
                "" => "Gardener".to_owned(),
                provider => format!("Extension {provider}"),
            };
            let [from, to] = ["from", "to"].map(|end| match step.text(&format!("/extension/{end}")) {
                "" => step.text(&format!("/{end}")),
                release => release,
            });
            let groups: Vec<String> =
                groups.into_iter().map(|(group, number)| changes_in_words(group, number)).collect();
            let changes = match (groups.is_empty(), has_compared) {
                (false, _) => groups.join(", "),
                (true, true) => "nothing changes".to_owned(),
                (true, false) => "nothing was compared".to_owned(),
            };
            text += &format!("{}{program} v{from} to v{to}: {changes}.", if text.is_empty() { "" } else { " " });
            let newest = step.text("/extension/newestKnown");
            if !newest.is_empty() {
                text +=
                    &format!(" {program} v{to} is not known yet, and answered as v{newest}, the newest known release.");
            }
            unknown.extend(step.list("/unknownReleases").filter_map(|release| release.0.as_str()));
        }
        text.extend(unknown.into_iter().map(unknown_release));
        // Their profile is missing.
        if self.list("/notCompared").any(|object| object.text("/outcome") == "checked") {
            text += " Give the profiles that are missing with the role `known`.";
        }
        for object in self.list("/notCompared").take(3) {
            let [name, file, reason] = ["/name", "/file", "/reason"].map(|field| object.text(field));
            text += &format!(" Not compared: {}: {reason}.", if name.is_empty() { file } else { name });
        }
        text
    }

    fn proposal(&self) -> String {
        let mut text =
            format!("{} proposed, {} left out.", counted(self.count("/proposed"), "change"), self.count("/left"));
        for entry in self.list("/proposed").chain(self.list("/left")).take(5) {
            text += &format!(" {}.", entry.text("/message"));
        }
        match self.text("/postponed/message") {
            "" => text,
            postponed => format!("{text} {postponed}."),
        }
    }
}
