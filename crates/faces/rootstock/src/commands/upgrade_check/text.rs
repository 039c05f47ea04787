//! The answer as text or Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rootstock_core_model::counted;
use rootstock_queries::{
    ChangeGroup, CheckedAs, ReleaseSwitch, RunningRelease, SwitchKind, UpgradeAnswer, UpgradeChangeAnswer,
    UpgradeStepAnswer,
};
use rootstock_report::DocumentOutcome;

use crate::page::Page;

pub(super) fn write(answer: &UpgradeAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let has_compared = !answer.compared.is_empty();
    for (position, step) in answer.steps.iter().enumerate() {
        if position > 0 {
            page.blank()?;
        }
        write_step(step, has_compared, page)?;
    }
    if answer.changed {
        page.section("Order")?;
        for (number, sentence) in (1..).zip(&answer.order) {
            page.paragraph(0, format!("{number}. {sentence}"))?;
        }
    }
    let uncounted = answer.steps.iter().flat_map(|step| &step.changes).filter(|one| !answer.counts(one.group)).count();
    if uncounted > 0 {
        page.note(format!(
            "{} of groups that --fail-on does not name: no effect on the exit status",
            counted(uncounted, "change")
        ))?;
    }
    if let RunningRelease::Shoot { shoot } = &answer.running {
        page.note(format!(
            "Gardener v{} runs: it is the oldest release in `status.gardener.version`, of Shoot `{shoot}`",
            answer.from
        ))?;
    }
    let compared = answer.compared.iter().map(|(kind, number)| counted(*number, kind)).collect::<Vec<_>>();
    let compared = if compared.is_empty() { "nothing".to_owned() } else { compared.join(", ") };
    page.note(format!("compared: {compared}"))?;
    for one in &answer.not_compared {
        page.paragraph(0, one.to_string())?;
    }
    if answer.not_compared.iter().any(|one| one.outcome == DocumentOutcome::Checked) {
        page.note("Defaults, images, and maintenance need the profiles: add them as PATH, or with --profile.")?;
    }
    Ok(())
}

fn write_step(step: &UpgradeStepAnswer, has_compared: bool, page: &mut Page<'_>) -> io::Result<()> {
    page.title(match &step.extension {
        None => format!("Gardener v{} to v{}", step.from, step.to),
        Some(moved) => format!("Extension {} v{} to v{}", moved.provider, moved.from, moved.to),
    })?;
    step.remarks().try_for_each(|remark| page.paragraph(0, remark))?;
    let of_extensions = step.switches.iter().filter(|one| one.switch.kind == SwitchKind::Extension);
    of_extensions.map(|one| &one.switch).try_for_each(|switch| page.paragraph(0, &switch.behavior))?;
    if step.changes.is_empty() && has_compared {
        page.line(
            0,
            match step.is_known() {
                true => "Nothing changes for these objects.",
                false => "Nothing is known to change for these objects.",
            },
        )?;
    }
    for group in ChangeGroup::ALL {
        let mut changes = step.changes.iter().filter(|change| change.group == group).peekable();
        if changes.peek().is_some() {
            page.blank()?;
            page.line(0, format!("{}:", group.title()))?;
        }
        changes.try_for_each(|change| write_change(change, page))?;
    }
    if step.accepted > 0 {
        page.note(format!("{} left out: accepted in rootstock.toml or a comment", counted(step.accepted, "change")))?;
    }
    let others = without_effect(step);
    if !others.is_empty() {
        page.blank()?;
        page.paragraph(0, format!("Other differences, without an effect here: {}", others.join("; ")))?;
    }
    Ok(())
}

/// The maximum number of names of fields in a list.
const NAMED_FIELDS: usize = 4;

/// Describes the differences that cause no change: fields in one list for each kind, everything else by its name.
fn without_effect(step: &UpgradeStepAnswer) -> Vec<String> {
    let mut fields: BTreeMap<(&str, bool), BTreeSet<&str>> = BTreeMap::new();
    let (mut gates, mut rules, mut quirks) = (Vec::new(), Vec::new(), Vec::new());
    for ReleaseSwitch { kind, name, releases, .. } in
        step.switches.iter().filter(|one| one.changes == 0).map(|one| &one.switch)
    {
        match kind {
            SwitchKind::Field => {
                let (object, path) = name.split_once(' ').unwrap_or(("", name));
                // The last two names tell fields apart.
                let above = path.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
                fields
                    .entry((object, releases.contains(step.to)))
                    .or_default()
                    .insert(path.get(above..).unwrap_or(path));
            }
            // The title of the step names it.
            SwitchKind::Extension => {}
            SwitchKind::FeatureGate => gates.push(name.as_str()),
            SwitchKind::Rule => rules.push(name.as_str()),
            SwitchKind::Quirk => quirks.push(name.as_str()),
        }
    }
    let others =
        [("feature gate", gates), ("rule", rules), ("quirk", quirks)].into_iter().filter_map(|(noun, names)| {
            let [_, rest @ ..] = names.as_slice() else { return None };
            Some(format!("{noun}{} {}", if rest.is_empty() { "" } else { "s" }, names.join(", ")))
        });
    let fields = fields.into_iter().map(|((object, is_new), names)| {
        let more = match names.len().saturating_sub(NAMED_FIELDS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let names: Vec<&str> = names.into_iter().take(NAMED_FIELDS).collect();
        format!("{} of {object}s: {}{more}", if is_new { "new fields" } else { "removed fields" }, names.join(", "))
    });
    fields.chain(others).collect()
}

fn write_change(change: &UpgradeChangeAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let finding = &change.finding;
    let line = finding.location.start.map(|start| format!(":{}:{}", start.at.line, start.at.column));
    let place = format!("{}{}", finding.location.shown_file(), line.unwrap_or_default());
    page.paragraph(
        2,
        format!("{place}: {} {}: {} [{}]", change.object_kind, change.object, finding.message, finding.rule),
    )?;
    if let Some(when) = when(&change.operations) {
        page.paragraph(4, when)?;
    }
    change.effects.iter().try_for_each(|effect| page.paragraph(4, effect))?;
    // What an extension changes is said once, below the title.
    if let Some(cause) = change.cause.as_ref().filter(|cause| cause.kind != SwitchKind::Extension) {
        page.paragraph(4, format!("why: {}", cause.reason()))?;
    }
    change.remedy.iter().try_for_each(|remedy| page.paragraph(4, format!("good in both: {remedy}")))
}

/// Describes the operations, unless they are all.
fn when(operations: &[CheckedAs]) -> Option<&'static str> {
    let [creates, updates] = [CheckedAs::Create, CheckedAs::Update].map(|one| operations.contains(&one));
    match (creates, updates) {
        _ if operations.is_empty() => None,
        (true, true) => Some("for new objects, and for the next update of a stored one"),
        (true, false) => Some("for new objects, and changes of this part; a stored object may stay"),
        (false, true) => Some("for the next update of a stored object"),
        (false, false) => Some("for the object as a desired state"),
    }
}
