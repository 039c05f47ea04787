//! Wording for counts, lists, flavors and reasons.

use rootstock_behavioural_diff::{Changed, ChangedMachineSetting, ProviderSettingChange, SelectionCause};
use rootstock_core_model::Capabilities;

use super::{DiffDetail, DiffItem, DiffSection};

/// Returns a section, or `None` if it would be empty.
pub(super) fn section(heading: impl Into<String>, items: Vec<DiffItem>) -> Option<DiffSection> {
    (!items.is_empty()).then(|| DiffSection { heading: heading.into(), items })
}

/// Returns the first items of a list and the number of the others, or all of them on request.
pub(super) fn first_items<'g, G>(
    list: &'g [G],
    most: usize,
    detail: DiffDetail,
    item: impl Fn(&'g G) -> DiffItem,
) -> Vec<DiffItem> {
    let most = if detail == DiffDetail::All { list.len() } else { most };
    let more = list.len().checked_sub(most).filter(|more| *more > 0);
    list.iter().take(most).map(item).chain(more.map(|more| DiffItem::new(format!("and {more} more")))).collect()
}

/// Formats as `once` or `3 times`.
pub(super) fn times(number: usize) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// Returns the first names of a list, or all of them on request.
pub(super) fn few<'n>(names: impl IntoIterator<Item = &'n str>, detail: DiffDetail) -> String {
    const FEW: usize = 4;
    let names: Vec<&str> = names.into_iter().collect();
    match names.get(..FEW) {
        Some(first_items) if detail == DiffDetail::First && names.len() > FEW + 1 => {
            format!("{} and {} others", first_items.join(", "), names.len() - FEW)
        }
        _ => names.join(", "),
    }
}

/// Formats as `{architecture: amd64, storageAccess: NVMe|SCSI}`.
pub(super) fn flavor(capabilities: &Capabilities) -> String {
    let entries: Vec<String> =
        capabilities.iter().map(|(name, values)| format!("{name}: {}", values.join("|"))).collect();
    format!("{{{}}}", entries.join(", "))
}

/// Explains why another image is booted, as a sentence without a full stop.
pub(super) fn describe_cause(cause: &SelectionCause) -> String {
    let named = |capability: &Option<String>| match capability {
        Some(capability) => format!("`{capability}`"),
        None => "nothing".to_owned(),
    };
    match cause {
        SelectionCause::Lost { missing } => format!("there is no image any more: {}", missing.in_words()),
        SelectionCause::Found { missing } => format!("there is an image now; before, {}", missing.in_words()),
        SelectionCause::FlavorRemoved => "the selected flavor was removed".to_owned(),
        SelectionCause::NotInRegion => "the selected flavor no longer has an image in the region".to_owned(),
        SelectionCause::NoLongerFits { capability } => {
            format!("the selected flavor no longer fits: no common value of `{capability}`")
        }
        SelectionCause::ValuesReordered { capability, before, after } => {
            format!("`{capability}` now prefers {} instead of {}", after.join(" > "), before.join(" > "))
        }
        SelectionCause::CapabilitiesReordered { before, after } => {
            format!("{} decides now, {} decided before: their order was changed", named(after), named(before))
        }
        SelectionCause::FitsNow { capability } => {
            format!("a flavor that did not fit because of `{capability}` fits now, and is preferred")
        }
        SelectionCause::FlavorAdded { capability: Some(capability) } => {
            format!("a flavor was added that is preferred because of `{capability}`")
        }
        SelectionCause::FlavorAdded { capability: None } => "a flavor was added that is preferred".to_owned(),
        SelectionCause::DeclaredOtherwise { before, after } if before == after => {
            format!("flavors or machine types declare other values: {} decides, as before", named(after))
        }
        SelectionCause::DeclaredOtherwise { before, after } => format!(
            "flavors or machine types declare other values: {} decides now, {} decided before",
            named(after),
            named(before)
        ),
        SelectionCause::OtherReference => "the same flavor refers to another image".to_owned(),
    }
}

/// Formats as a sentence: `accelerated networking is turned off`, with its condition.
pub(super) fn machine_setting(change: &ChangedMachineSetting) -> String {
    let ChangedMachineSetting { setting, capability, value, enabled } = change;
    let (direction, why) = match enabled {
        true => ("on", format!("machine type and image have `{value}` of `{capability}` in common now")),
        false => ("off", format!("machine type and image no longer have `{value}` of `{capability}` in common")),
    };
    format!("{setting} is turned {direction}: {why}")
}

/// Formats as `Keystone URL: a -> b`, or with the values that came and went.
pub(super) fn provider_setting(change: &ProviderSettingChange) -> String {
    let mut parts = Vec::new();
    if change.from != change.to {
        parts.push(arrow(change.from.as_deref(), change.to.as_deref()));
    }
    if !change.removed.is_empty() {
        parts.push(format!("{} can no longer be chosen", change.removed.join(", ")));
    }
    if !change.added.is_empty() {
        parts.push(format!("{} can be chosen now", change.added.join(", ")));
    }
    format!("{}: {}", change.title, parts.join("; "))
}

/// Formats as a clause: `machine types and flavors were changed`.
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

/// Formats as `a -> b`, with a dash for a missing side.
pub(super) fn arrow(from: Option<&str>, to: Option<&str>) -> String {
    format!("{} -> {}", from.unwrap_or("-"), to.unwrap_or("-"))
}
