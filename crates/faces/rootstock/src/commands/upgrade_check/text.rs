//! The answer as text or Markdown.

use std::io;

use rootstock_core_model::counted;
use rootstock_queries::{
    AnsweredSwitch, ChangeGroup, CheckedAs, RunningRelease, UpgradeAnswer, UpgradeChangeAnswer, UpgradeStepAnswer,
};

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
            page.line(0, format!("{number}. {sentence}"))?;
        }
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
    Ok(())
}

fn write_step(step: &UpgradeStepAnswer, has_compared: bool, page: &mut Page<'_>) -> io::Result<()> {
    page.title(match &step.extension {
        None => format!("Gardener v{} to v{}", step.from, step.to),
        Some(moved) => format!("Extension {} v{} to v{}", moved.provider, moved.from, moved.to),
    })?;
    step.remarks().try_for_each(|remark| page.paragraph(0, remark))?;
    if step.changes.is_empty() && has_compared {
        page.line(
            0,
            match step.unknown_releases.is_empty() {
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
    let others: Vec<&str> = step.switches.iter().filter(|one| one.changes == 0).map(name).collect();
    if !others.is_empty() {
        page.blank()?;
        page.paragraph(0, format!("Other differences, without an effect here: {}", others.join(", ")))?;
    }
    Ok(())
}

fn name(switch: &AnsweredSwitch) -> &str {
    &switch.switch.name
}

fn write_change(change: &UpgradeChangeAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let finding = &change.finding;
    let line = finding.location.start.map(|start| format!(":{}:{}", start.at.line, start.at.column));
    let place = format!("{}{}", finding.location.file, line.unwrap_or_default());
    page.paragraph(
        2,
        format!("{place}: {} {}: {} [{}]", change.object_kind, change.object, finding.message, finding.rule),
    )?;
    if let Some(when) = when(&change.operations) {
        page.paragraph(4, when)?;
    }
    change.effects.iter().try_for_each(|effect| page.paragraph(4, effect))?;
    if let Some(cause) = &change.cause {
        page.paragraph(4, format!("why: {} ({} {})", cause.behavior, cause.name, cause.releases))?;
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
