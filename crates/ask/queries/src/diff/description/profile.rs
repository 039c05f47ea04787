//! The changes to anyone who uses the profile.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_behavioural_diff::{
    CompatibilityBlock, CompatibilityGroup, DefaultChanges, FitChange, ImageVersionName, Inventory, LifecycleChange,
    MachineSettingGroup, OtherImage, ProfileChanges, PropertyChange, RequestedValue, SelectionCause, SelectionGroup,
    SpecialWorkerChanges, Subject,
};
use rootstock_core_model::counted;
use rootstock_versioning::{Classification, Transition};

use super::wording::{arrow, changed, describe_cause, few, flavor, machine_setting, provider_setting, section};
use super::{DiffDetail, DiffItem, DiffSection};

/// Adds one line for each kind of change, the most dangerous first.
pub(super) fn summary(changes: &ProfileChanges, add: &mut impl FnMut(usize, String)) {
    let (worse, better) = fits(&changes.compatibility, &changes.selections);
    for (number, line) in worse {
        add(number, line);
    }
    for workers in &changes.special_workers {
        let (worse, better) = fits(&workers.compatibility, &workers.selections);
        let lines = worse.into_iter().chain(better).filter(|(number, _)| *number > 0).map(|(_, line)| line);
        let lines: Vec<String> = lines.chain(settings_lines(&workers.machine_settings)).collect();
        add(lines.len(), format!("for {}: {}", describe_worker(workers), lines.join("; ")));
    }
    for line in settings_lines(&changes.machine_settings) {
        add(1, line);
    }
    let settings: BTreeSet<&str> = changes.provider_settings.iter().map(|one| one.change.title).collect();
    let settings: Vec<&str> = settings.into_iter().collect();
    add(settings.len(), format!("new Shoots get other settings of the provider: {}", settings.join(", ")));
    let have = |number: usize| if number == 1 { "has" } else { "have" };
    let change = |number: usize| if number == 1 { "changes its" } else { "change their" };
    let (now, later): (Vec<_>, Vec<_>) = changes.lifecycles.iter().partition(|life| life.is_immediate());
    add(now.len(), format!("{} {} another classification", counted(now.len(), "version"), have(now.len())));
    add(
        later.len(),
        format!("{} {} classification at another time", counted(later.len(), "version"), change(later.len())),
    );
    add(usize::from(!changes.defaults.is_empty()), "new Shoots or workers get other versions by default".to_owned());
    let inventory = &changes.inventory;
    add(usize::from(!inventory.removed.is_empty()), format!("removed: {}", numbers(&inventory.removed)));
    let (availability, others): (Vec<_>, Vec<_>) = changes.properties.iter().partition(|one| is_availability(one));
    add(availability.len(), "machine types or volume types are available differently".to_owned());
    add(others.len(), other_properties(others.len()));
    for (number, line) in better {
        add(number, line);
    }
    add(usize::from(!inventory.added.is_empty()), format!("added: {}", numbers(&inventory.added)));
}

/// A line, and the number of changes that it covers.
type Line = (usize, String);

/// Returns the lines for losses and changed images, and those for gains.
fn fits(compatibility: &[CompatibilityGroup], selections: &[SelectionGroup]) -> ([Line; 3], [Line; 2]) {
    let pairs = |verdict: FitChange| -> usize {
        compatibility.iter().filter(|group| group.verdict == verdict).map(|group| group.pairs).sum()
    };
    let selections = |is_it: fn(&SelectionCause) -> bool| -> usize {
        selections.iter().filter(|group| is_it(&group.cause)).map(|group| group.selections).sum()
    };
    let lost = selections(|cause| matches!(cause, SelectionCause::Lost { .. }));
    let found = selections(|cause| matches!(cause, SelectionCause::Found { .. }));
    let other = selections(|cause| !matches!(cause, SelectionCause::Lost { .. } | SelectionCause::Found { .. }));
    let (bad, good) = (pairs(FitChange::Incompatible), pairs(FitChange::Compatible));
    let pair = |number: usize| format!("{} of machine type and image version", counted(number, "pair"));
    let machine = "(machine type, image version and region each)";
    let do_not = if bad == 1 { "does not" } else { "do not" };
    let fit = if good == 1 { "fits" } else { "fit" };
    (
        [
            (bad, format!("{} {do_not} fit any more", pair(bad))),
            (lost, format!("no image any more: {} {machine}", counted(lost, "selection"))),
            (other, format!("another image is booted: {} {machine}", counted(other, "selection"))),
        ],
        [
            (good, format!("{} {fit} now", pair(good))),
            (found, format!("an image where there was none: {} {machine}", counted(found, "selection"))),
        ],
    )
}

/// Returns a line for each setting that is turned on or off.
fn settings_lines(groups: &[MachineSettingGroup]) -> Vec<String> {
    let line = |group: &MachineSettingGroup| {
        let direction = if group.change.enabled { "on" } else { "off" };
        let pairs = counted(group.pairs, "pair");
        format!(
            "{} is turned {direction} for new machines: {pairs} of machine type and image version",
            group.change.setting
        )
    };
    groups.iter().map(line).collect()
}

/// Formats as `workers that ask for gardener-bootType secure (machine.secureBoot)`.
fn describe_worker(workers: &SpecialWorkerChanges) -> String {
    let first = RequestedValue { capability: workers.capability, value: workers.value, field: workers.field };
    let values = std::iter::once(&first).chain(&workers.with);
    let values = values.map(|one| format!("{} {} ({})", one.capability, one.value, one.field));
    format!("workers that ask for {}", values.collect::<Vec<_>>().join(" and "))
}

fn other_properties(number: usize) -> String {
    format!("{number} other {} changed", if number == 1 { "property" } else { "properties" })
}

fn numbers(inventory: &Inventory) -> String {
    let parts = parts(inventory).into_iter().filter(|(_, names)| !names.is_empty());
    parts.map(|(what, names)| counted(names.len(), what)).collect::<Vec<_>>().join(", ")
}

fn parts(inventory: &Inventory) -> [(&'static str, Vec<String>); 7] {
    [
        ("Kubernetes version", inventory.kubernetes_versions.clone()),
        ("machine image", inventory.machine_images.clone()),
        ("image version", inventory.image_versions.iter().map(named).collect()),
        ("machine type", inventory.machine_types.clone()),
        ("volume type", inventory.volume_types.clone()),
        ("region", inventory.regions.clone()),
        ("zone", inventory.zones.iter().map(|one| format!("{} of {}", one.zone, one.region)).collect()),
    ]
}

fn named(version: &ImageVersionName) -> String {
    format!("{} {}", version.image, version.version)
}

pub(super) fn add_sections(changes: &ProfileChanges, detail: DiffDetail, sections: &mut Vec<DiffSection>) {
    let by_verdict = |groups: &[CompatibilityGroup], bad: bool| -> Vec<DiffItem> {
        let groups: Vec<_> = groups.iter().filter(|group| is_bad(group.verdict) == bad).collect();
        compatibility(&groups, detail)
    };
    let mut add = |heading: String, items: Vec<DiffItem>| sections.extend(section(heading, items));
    add("Does not fit any more".to_owned(), by_verdict(&changes.compatibility, true));
    add("Another image is booted".to_owned(), selections(&changes.selections, detail));
    add("Other settings of new machines".to_owned(), machine_settings(&changes.machine_settings, detail));
    let settings = changes.provider_settings.iter().map(|one| {
        let regions = few(one.regions.iter().map(String::as_str), detail);
        DiffItem::new(provider_setting(&one.change)).with(format!("in {regions}"))
    });
    add("Settings of the provider".to_owned(), settings.collect());
    for workers in &changes.special_workers {
        let heading = |what: &str| format!("{what}, for {}", describe_worker(workers));
        add(heading("Does not fit any more"), by_verdict(&workers.compatibility, true));
        add(heading("Another image is booted"), selections(&workers.selections, detail));
        add(heading("Other settings of new machines"), machine_settings(&workers.machine_settings, detail));
        add(heading("Fits now"), by_verdict(&workers.compatibility, false));
    }
    add("Lifecycles of versions".to_owned(), lifecycles(&changes.lifecycles, detail));
    add("Defaults for new Shoots and workers".to_owned(), defaults(&changes.defaults, detail));
    add("Removed".to_owned(), inventory(&changes.inventory.removed, detail));
    let (availability, others): (Vec<_>, Vec<_>) = changes.properties.iter().partition(|one| is_availability(one));
    add("Availability".to_owned(), properties(&availability, detail));
    add("Other properties".to_owned(), properties(&others, detail));
    add("Fits now".to_owned(), by_verdict(&changes.compatibility, false));
    add("Added".to_owned(), inventory(&changes.inventory.added, detail));
}

/// Whether a group is about pairs that no longer fit.
const fn is_bad(verdict: FitChange) -> bool {
    matches!(verdict, FitChange::Incompatible)
}

fn compatibility(groups: &[&CompatibilityGroup], detail: DiffDetail) -> Vec<DiffItem> {
    let items = groups.iter().map(|group| {
        let reasons: Vec<String> = group
            .mismatches
            .iter()
            .map(|mismatch| {
                let (machine_type, flavor) = (mismatch.machine_type.join(", "), mismatch.flavor.join(", "));
                let worker = mismatch.worker.as_ref().map(|values| format!(", worker [{}]", values.join(", ")));
                let worker = worker.unwrap_or_default();
                format!("`{}` (machine type [{machine_type}], nearest flavor [{flavor}]{worker})", mismatch.capability)
            })
            .collect();
        let nothing = if is_bad(group.verdict) { "no common value of" } else { "previously no common value of" };
        let reason = if reasons.is_empty() { String::new() } else { format!(": {nothing} {}", reasons.join(", ")) };
        let text = format!("{}{reason}; {}", counted(group.pairs, "pair"), changed(&group.changed));
        DiffItem::new(text).with_all(group.blocks.iter().map(|block| describe_block(block, detail)))
    });
    items.collect()
}

fn machine_settings(groups: &[MachineSettingGroup], detail: DiffDetail) -> Vec<DiffItem> {
    let items = groups.iter().map(|group| {
        let text = format!("{}: {}", counted(group.pairs, "pair"), machine_setting(&group.change));
        DiffItem::new(text).with_all(group.blocks.iter().map(|block| describe_block(block, detail)))
    });
    items.collect()
}

/// Formats as `small, large with gardenlinux 1.0.0`.
fn describe_block(block: &CompatibilityBlock, detail: DiffDetail) -> String {
    let versions: Vec<String> = block.image_versions.iter().map(named).collect();
    format!(
        "{} with {}",
        few(block.machine_types.iter().map(String::as_str), detail),
        few(versions.iter().map(String::as_str), detail)
    )
}

fn selections(groups: &[SelectionGroup], detail: DiffDetail) -> Vec<DiffItem> {
    // One item for each cause, with all flavors that it affects.
    let mut causes: Vec<(&SelectionCause, Vec<&SelectionGroup>)> = Vec::new();
    for group in groups {
        match causes.iter_mut().find(|(cause, _)| **cause == group.cause) {
            Some((_, known)) => known.push(group),
            None => causes.push((&group.cause, vec![group])),
        }
    }
    let items = causes.into_iter().map(|(cause, groups)| {
        let number = groups.iter().map(|group| group.selections).sum();
        let text = format!("{}: {}", counted(number, "selection"), describe_cause(cause));
        groups.into_iter().fold(DiffItem::new(text), |item, group| with_images(item, group, detail))
    });
    items.collect()
}

/// Adds the flavors, machine types and images of a group to an item.
fn with_images(mut item: DiffItem, group: &SelectionGroup, detail: DiffDetail) -> DiffItem {
    /// The number of images of a group that are listed.
    const SHOWN: usize = 3;
    if let (Some(from), Some(to)) = (&group.from, &group.to) {
        item = item.with(format!("flavor {} -> {}", flavor(from), flavor(to)));
    }
    for block in &group.blocks {
        item = item.with(format!("on {}:", few(block.machine_types.iter().map(String::as_str), detail)));
        let shown = if detail == DiffDetail::All { block.images.len() } else { SHOWN };
        for image in block.images.iter().take(shown) {
            item = item.with_inner(other_image(image));
        }
        if block.images.len() > shown {
            item = item.with_inner(format!("and {} more", block.images.len() - shown));
        }
    }
    item
}

fn other_image(image: &OtherImage) -> String {
    let region = image.region.as_ref().map(|region| format!(" in {region}")).unwrap_or_default();
    let references = match (&image.from, &image.to) {
        (None, None) => String::new(),
        (from, to) => format!(": {}", arrow(from.as_deref(), to.as_deref())),
    };
    format!("{}{region}{references}", named(&image.version))
}

fn lifecycles(lives: &[LifecycleChange], detail: DiffDetail) -> Vec<DiffItem> {
    // Versions with the same lifecycle share a line.
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for life in lives {
        let (from, to) = (
            describe_lifecycle(&life.from, &life.transitions_from),
            describe_lifecycle(&life.to, &life.transitions_to),
        );
        let name = format!("{} {}", life.image.as_deref().unwrap_or("Kubernetes"), life.version);
        let text = format!("{from} -> {to}");
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => groups.push((text, vec![name])),
        }
    }
    let item = |(text, names): (String, Vec<String>)| {
        DiffItem::new(format!("{}: {text}", few(names.iter().map(String::as_str), detail)))
    };
    groups.into_iter().map(item).collect()
}

/// Formats as `supported, expired after 2026-09-01T23:59:59Z`.
fn describe_lifecycle(now: &Classification, later: &[Transition]) -> String {
    let later = later.iter().map(|next| format!(", {} after {}", next.classification, next.after));
    format!("{now}{}", later.collect::<String>())
}

fn defaults(defaults: &DefaultChanges, detail: DiffDetail) -> Vec<DiffItem> {
    let kubernetes = defaults
        .kubernetes
        .iter()
        .map(|change| DiffItem::new(format!("Kubernetes: {}", arrow(change.from.as_deref(), change.to.as_deref()))));
    let images = defaults.machine_images.iter().map(|change| {
        let (from, to) = (change.from.as_ref().map(named), change.to.as_ref().map(named));
        let blocks = change.blocks.iter().map(|block| {
            let regions = few(block.regions.iter().map(String::as_str), detail);
            let regions = if regions.is_empty() { String::new() } else { format!(" in {regions}") };
            format!("on {}{regions}", few(block.machine_types.iter().map(String::as_str), detail))
        });
        DiffItem::new(format!("machine image: {}", arrow(from.as_deref(), to.as_deref()))).with_all(blocks)
    });
    kubernetes.chain(images).collect()
}

fn inventory(inventory: &Inventory, detail: DiffDetail) -> Vec<DiffItem> {
    let parts = parts(inventory).into_iter().filter(|(_, names)| !names.is_empty());
    let item = |(what, names): (&str, Vec<String>)| {
        DiffItem::new(format!("{}: {}", counted(names.len(), what), few(names.iter().map(String::as_str), detail)))
    };
    parts.map(item).collect()
}

/// Returns whether a property makes machine types or volume types available to new worker pools, or no longer.
fn is_availability(change: &PropertyChange) -> bool {
    change.property == "usable" || change.property.starts_with("zones.unavailable")
}

fn properties(changes: &[&PropertyChange], detail: DiffDetail) -> Vec<DiffItem> {
    // Subjects whose property changes in the same way share a line.
    let mut groups: BTreeMap<(&str, &str, String), Vec<String>> = BTreeMap::new();
    for change in changes {
        let (kind, name) = match &change.subject {
            Subject::MachineImage { name } => ("machine image", name.clone()),
            Subject::ImageVersion { image, version } => ("image version", format!("{image} {version}")),
            Subject::MachineType { name } => ("machine type", name.clone()),
            Subject::VolumeType { name } => ("volume type", name.clone()),
            Subject::Region { name } => ("region", name.clone()),
            _ => ("profile", String::new()),
        };
        let values = describe_values(change, detail);
        groups.entry((kind, &change.property, values)).or_default().push(name);
    }
    let items = groups.into_iter().map(|((kind, property, values), names)| {
        let names = few(names.iter().map(String::as_str).filter(|name| !name.is_empty()), detail);
        let subject = if names.is_empty() { String::new() } else { format!(" of {kind} {names}") };
        DiffItem::new(format!("`{property}`{subject}: {values}"))
    });
    items.collect()
}

/// Formats the values of a property; of values that would fill the screen, such as certificates, only what came and went.
fn describe_values(change: &PropertyChange, detail: DiffDetail) -> String {
    const MAX_LENGTH: usize = 120;
    let length = |value: &Option<String>| value.as_ref().map_or(0, |value| value.chars().count());
    let is_long = [&change.from, &change.to].into_iter().any(|value| length(value) > MAX_LENGTH);
    let names = |items: &[String]| few(items.iter().map(String::as_str), detail);
    match (&change.from, &change.to) {
        _ if !is_long => arrow(change.from.as_deref(), change.to.as_deref()),
        _ if !change.added.is_empty() && !change.removed.is_empty() => {
            format!("{} added, {} removed", names(&change.added), names(&change.removed))
        }
        _ if !change.added.is_empty() => format!("{} added", names(&change.added)),
        _ if !change.removed.is_empty() => format!("{} removed", names(&change.removed)),
        (Some(from), Some(to)) => {
            let common = from.chars().zip(to.chars()).take_while(|(one, other)| one == other).count();
            let start = common.saturating_sub(CONTEXT);
            arrow(Some(&excerpt(from, start, MAX_LENGTH)), Some(&excerpt(to, start, MAX_LENGTH)))
        }
        (from, to) => {
            let [from, to] = [from, to].map(|value| value.as_deref().map(|value| excerpt(value, 0, MAX_LENGTH)));
            arrow(from.as_deref(), to.as_deref())
        }
    }
}

/// The number of equal characters before the first difference of two long values that are shown.
const CONTEXT: usize = 20;

/// Returns at most `length` characters of a value, from the character `start` on, with the length of the whole value.
fn excerpt(value: &str, start: usize, length: usize) -> String {
    let characters = value.chars().count();
    let shown: String = value.chars().skip(start).take(length).collect();
    let (before, after) = (if start > 0 { "..." } else { "" }, if start + length < characters { "..." } else { "" });
    match (before, after) {
        ("", "") => shown,
        _ => format!("{before}{shown}{after} ({characters} characters)"),
    }
}
