//! Words for counts, lists, flavors and reasons.

use std::io::{self, Write};

use rootstock_behavioural_diff::{Changed, SelectionCause};
use rootstock_core_model::Capabilities;

use super::{Layout, title};
use crate::prose::wrap;
use crate::table::printable;

/// One item of a list, with lines that belong to it.
pub(super) struct Item {
    text: String,
    /// Lines, and how many levels further in.
    below: Vec<(usize, String)>,
}

impl Item {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), below: Vec::new() }
    }

    /// With one more line below it.
    pub(super) fn with(mut self, line: impl Into<String>) -> Self {
        self.below.push((0, line.into()));
        self
    }

    /// With one more line, one level further in.
    pub(super) fn with_inner(mut self, line: impl Into<String>) -> Self {
        self.below.push((1, line.into()));
        self
    }

    /// With more lines below it.
    pub(super) fn with_all(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.below.extend(lines.into_iter().map(|line| (0, line)));
        self
    }

    fn write(&self, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
        let text = wrap(&format!("- {}", printable(&self.text)), layout.width.saturating_sub(2), 0);
        writeln!(out, "  {}", text.replace('\n', "\n    "))?;
        for (level, line) in &self.below {
            let text = wrap(&printable(line), layout.width.saturating_sub(2), 6 + 2 * level);
            // What does not fit in a line goes on further in.
            writeln!(out, "{}", text.replace('\n', "\n  "))?;
        }
        Ok(())
    }
}

/// A title and what stands under it; nothing if that is nothing.
pub(super) fn section(
    heading: &str,
    items: impl IntoIterator<Item = Item>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut items = items.into_iter().peekable();
    if items.peek().is_some() {
        title(heading, out)?;
    }
    items.try_for_each(|item| item.write(layout, out))
}

/// The first so many of a list, and how many more there are; all of them on request.
pub(super) fn first<'g, G>(list: &'g [G], most: usize, layout: Layout, item: impl Fn(&'g G) -> Item) -> Vec<Item> {
    let most = if layout.details { list.len() } else { most };
    let more = list.len().checked_sub(most).filter(|more| *more > 0);
    list.iter().take(most).map(item).chain(more.map(|more| Item::new(format!("and {more} more")))).collect()
}

/// `once`, `3 times`.
pub(super) fn times(number: usize) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// The first names of a list, or all of them.
pub(super) fn few<'n>(names: impl IntoIterator<Item = &'n str>, layout: Layout) -> String {
    const FEW: usize = 4;
    let names: Vec<&str> = names.into_iter().collect();
    match names.get(..FEW) {
        Some(first) if !layout.details && names.len() > FEW + 1 => {
            format!("{} and {} others", first.join(", "), names.len() - FEW)
        }
        _ => names.join(", "),
    }
}

/// `{architecture: amd64, storageAccess: NVMe|SCSI}`.
pub(super) fn flavor(capabilities: &Capabilities) -> String {
    let entries: Vec<String> =
        capabilities.iter().map(|(name, values)| format!("{name}: {}", values.join("|"))).collect();
    format!("{{{}}}", entries.join(", "))
}

/// Why another image is booted, as a sentence without a full stop.
pub(super) fn because(cause: &SelectionCause) -> String {
    let named = |capability: &Option<String>| match capability {
        Some(capability) => format!("`{capability}`"),
        None => "nothing".to_owned(),
    };
    match cause {
        SelectionCause::Lost { missing } => format!("there is no image any more: {}", missing.in_words()),
        SelectionCause::Found { missing } => format!("there is an image now; before, {}", missing.in_words()),
        SelectionCause::FlavorRemoved => "the flavor that was taken is gone".to_owned(),
        SelectionCause::NotInRegion => "the flavor that was taken has no image in the region any more".to_owned(),
        SelectionCause::NoLongerFits { capability } => {
            format!("the flavor that was taken does not fit any more: nothing in common in `{capability}`")
        }
        SelectionCause::ValuesReordered { capability, before, after } => {
            format!("`{capability}` prefers {} now, and preferred {} before", after.join(" > "), before.join(" > "))
        }
        SelectionCause::CapabilitiesReordered { before, after } => {
            format!("{} decides now, and {} decided before: their order was changed", named(after), named(before))
        }
        SelectionCause::FitsNow { capability } => {
            format!("a flavor that did not fit in `{capability}` fits now, and is preferred")
        }
        SelectionCause::FlavorAdded { capability: Some(capability) } => {
            format!("a flavor was added that is preferred in `{capability}`")
        }
        SelectionCause::FlavorAdded { capability: None } => "a flavor was added that is preferred".to_owned(),
        SelectionCause::DeclaredOtherwise { before, after } if before == after => {
            format!("flavors or machine types declare something else in {}", named(after))
        }
        SelectionCause::DeclaredOtherwise { before, after } => format!(
            "flavors or machine types declare something else: {} decides now, and {} decided before",
            named(after),
            named(before)
        ),
        SelectionCause::OtherReference => "the same flavor refers to another image".to_owned(),
    }
}

/// What was changed, as a clause: `machine types and flavors were changed`.
pub(super) fn changed(parts: &[Changed]) -> String {
    let names: Vec<&str> = parts
        .iter()
        .map(|part| match part {
            Changed::MachineTypes => "machine types",
            Changed::Flavors => "flavors",
            Changed::Vocabulary => "registered capabilities",
            Changed::InPlaceUpdates => "`inPlaceUpdates` of image versions",
        })
        .collect();
    match names.split_last() {
        None => "the rest of the profile was changed".to_owned(),
        Some((last, [])) => format!("{last} were changed"),
        Some((last, others)) => format!("{} and {last} were changed", others.join(", ")),
    }
}

/// `a -> b`, with a dash where there is nothing.
pub(super) fn arrow(from: Option<&str>, to: Option<&str>) -> String {
    format!("{} -> {}", from.unwrap_or("-"), to.unwrap_or("-"))
}
