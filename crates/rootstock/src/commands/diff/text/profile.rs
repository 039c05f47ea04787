//! What changes whoever uses the profile.

use std::collections::BTreeMap;
use std::io::{self, Write};

use rootstock_behavioural_diff::{
    Cause, CompatibilityGroup, DefaultChanges, ImageVersion, Inventory, LifecycleChange, OtherImage, ProfileChanges,
    PropertyChange, SelectionGroup, Subject, Verdict,
};
use rootstock_core_model::counted;
use rootstock_versioning::{Classification, Transition};

use super::words::{Item, arrow, because, changed, few, flavor};
use super::{Layout, is_bad, title};

/// One line for each kind of change, the most dangerous first.
pub(super) fn summary(changes: &ProfileChanges, add: &mut impl FnMut(usize, String)) {
    let pairs = |verdict: Verdict| -> usize {
        changes.compatibility.iter().filter(|group| group.verdict == verdict).map(|group| group.pairs).sum()
    };
    let selections = |is_it: fn(&Cause) -> bool| -> usize {
        changes.selections.iter().filter(|group| is_it(&group.cause)).map(|group| group.selections).sum()
    };
    let is_lost = |cause: &Cause| matches!(cause, Cause::Lost { .. });
    let is_found = |cause: &Cause| matches!(cause, Cause::Found { .. });
    let is_other = |cause: &Cause| !matches!(cause, Cause::Lost { .. } | Cause::Found { .. });
    let pair = |number: usize| format!("{} of machine type and image version", counted(number, "pair"));
    let machine = "(machine type, image version and region each)";
    let verb = |number: usize| if number == 1 { "does" } else { "do" };
    let are = |number: usize| if number == 1 { "is" } else { "are" };
    let becomes = |number: usize| if number == 1 { "becomes" } else { "become" };
    add(
        pairs(Verdict::Incompatible),
        format!("{} {} not fit any more", pair(pairs(Verdict::Incompatible)), verb(pairs(Verdict::Incompatible))),
    );
    add(selections(is_lost), format!("no image any more: {} {machine}", counted(selections(is_lost), "selection")));
    add(
        selections(is_other),
        format!("another image is booted: {} {machine}", counted(selections(is_other), "selection")),
    );
    let (now, later): (Vec<_>, Vec<_>) = changes.lifecycles.iter().partition(|life| life.is_immediate());
    add(now.len(), format!("{} {} something else now", counted(now.len(), "version"), are(now.len())));
    add(
        later.len(),
        format!("{} {} something else at another time", counted(later.len(), "version"), becomes(later.len())),
    );
    add(usize::from(!changes.defaults.is_empty()), "new Shoots or workers get other versions by default".to_owned());
    let inventory = &changes.inventory;
    add(usize::from(!inventory.removed.is_empty()), format!("removed: {}", numbers(&inventory.removed)));
    add(changes.properties.len(), other_properties(changes.properties.len()));
    let fit = if pairs(Verdict::Compatible) == 1 { "fits" } else { "fit" };
    add(pairs(Verdict::Compatible), format!("{} {fit} now", pair(pairs(Verdict::Compatible))));
    add(
        selections(is_found),
        format!("an image where there was none: {} {machine}", counted(selections(is_found), "selection")),
    );
    add(usize::from(!inventory.added.is_empty()), format!("added: {}", numbers(&inventory.added)));
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

fn named(version: &ImageVersion) -> String {
    format!("{} {}", version.image, version.version)
}

pub(super) fn write(changes: &ProfileChanges, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let (bad, good): (Vec<_>, Vec<_>) = changes.compatibility.iter().partition(|group| is_bad(group.verdict));
    compatibility("Does not fit any more", &bad, layout, out)?;
    selections(&changes.selections, layout, out)?;
    lifecycles(&changes.lifecycles, layout, out)?;
    defaults(&changes.defaults, layout, out)?;
    inventory("Removed", &changes.inventory.removed, layout, out)?;
    properties(&changes.properties, layout, out)?;
    compatibility("Fits now", &good, layout, out)?;
    inventory("Added", &changes.inventory.added, layout, out)
}

fn compatibility(heading: &str, groups: &[&CompatibilityGroup], layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    title(heading, out)?;
    for group in groups {
        let reasons: Vec<String> = group
            .mismatches
            .iter()
            .map(|mismatch| {
                let (machine_type, flavor) = (mismatch.machine_type.join(", "), mismatch.flavor.join(", "));
                format!("`{}` (machine type [{machine_type}], nearest flavor [{flavor}])", mismatch.capability)
            })
            .collect();
        let nothing = if is_bad(group.verdict) { "nothing in common in" } else { "nothing was in common in" };
        let reason = if reasons.is_empty() { String::new() } else { format!(": {nothing} {}", reasons.join(", ")) };
        let text = format!("{}{reason}; {}", counted(group.pairs, "pair"), changed(&group.changed));
        let blocks = group.blocks.iter().map(|block| {
            let versions: Vec<String> = block.image_versions.iter().map(named).collect();
            format!(
                "{} with {}",
                few(block.machine_types.iter().map(String::as_str), layout),
                few(versions.iter().map(String::as_str), layout)
            )
        });
        Item::new(&text).with_all(blocks).write(layout, out)?;
    }
    Ok(())
}

fn selections(groups: &[SelectionGroup], layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    title("Another image is booted", out)?;
    // One cause is one item, whatever flavors it is about.
    let mut causes: Vec<(&Cause, Vec<&SelectionGroup>)> = Vec::new();
    for group in groups {
        match causes.iter_mut().find(|(cause, _)| **cause == group.cause) {
            Some((_, known)) => known.push(group),
            None => causes.push((&group.cause, vec![group])),
        }
    }
    for (cause, groups) in causes {
        let number = groups.iter().map(|group| group.selections).sum();
        let text = format!("{}: {}", counted(number, "selection"), because(cause));
        let item = groups.into_iter().fold(Item::new(&text), |item, group| with_images(item, group, layout));
        item.write(layout, out)?;
    }
    Ok(())
}

/// The flavors of a group, its machine types and its images.
fn with_images<'t>(mut item: Item<'t>, group: &SelectionGroup, layout: Layout) -> Item<'t> {
    /// How many images of a block are told.
    const SHOWN: usize = 3;
    if let (Some(from), Some(to)) = (&group.from, &group.to) {
        item = item.with(format!("flavor {} -> {}", flavor(from), flavor(to)));
    }
    for block in &group.blocks {
        item = item.with(format!("on {}:", few(block.machine_types.iter().map(String::as_str), layout)));
        let shown = if layout.details { block.images.len() } else { SHOWN };
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

fn lifecycles(lives: &[LifecycleChange], layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    if lives.is_empty() {
        return Ok(());
    }
    title("Lives of versions", out)?;
    // Versions with the same fate share a line.
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for life in lives {
        let (from, to) = (fate(&life.from, &life.transitions_from), fate(&life.to, &life.transitions_to));
        let name = format!("{} {}", life.image.as_deref().unwrap_or("Kubernetes"), life.version);
        let text = format!("{from} -> {to}");
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => groups.push((text, vec![name])),
        }
    }
    for (text, names) in groups {
        Item::new(&format!("{}: {text}", few(names.iter().map(String::as_str), layout))).write(layout, out)?;
    }
    Ok(())
}

/// `supported, expired after 2026-09-01T23:59:59Z`.
fn fate(now: &Classification, later: &[Transition]) -> String {
    let later = later.iter().map(|next| format!(", {} after {}", next.classification, next.after));
    format!("{now}{}", later.collect::<String>())
}

fn defaults(defaults: &DefaultChanges, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    if defaults.is_empty() {
        return Ok(());
    }
    title("Defaults of what is new", out)?;
    if let Some(change) = &defaults.kubernetes {
        let text = format!("Kubernetes: {}", arrow(change.from.as_deref(), change.to.as_deref()));
        Item::new(&text).write(layout, out)?;
    }
    for change in &defaults.machine_images {
        let (from, to) = (change.from.as_ref().map(named), change.to.as_ref().map(named));
        let blocks = change.blocks.iter().map(|block| {
            let regions = few(block.regions.iter().map(String::as_str), layout);
            let regions = if regions.is_empty() { String::new() } else { format!(" in {regions}") };
            format!("on {}{regions}", few(block.machine_types.iter().map(String::as_str), layout))
        });
        let text = format!("machine image: {}", arrow(from.as_deref(), to.as_deref()));
        Item::new(&text).with_all(blocks).write(layout, out)?;
    }
    Ok(())
}

fn inventory(heading: &str, inventory: &Inventory, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    if inventory.is_empty() {
        return Ok(());
    }
    title(heading, out)?;
    for (what, names) in parts(inventory) {
        if !names.is_empty() {
            let text = format!("{}: {}", counted(names.len(), what), few(names.iter().map(String::as_str), layout));
            Item::new(&text).write(layout, out)?;
        }
    }
    Ok(())
}

fn properties(changes: &[PropertyChange], layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    title("Other properties", out)?;
    // Subjects of which the same property changes in the same way share a line.
    let mut groups: BTreeMap<(&str, &'static str, String), Vec<String>> = BTreeMap::new();
    for change in changes {
        let (kind, name) = match &change.subject {
            Subject::MachineImage { name } => ("machine image", name.clone()),
            Subject::ImageVersion { image, version } => ("image version", format!("{image} {version}")),
            Subject::MachineType { name } => ("machine type", name.clone()),
            Subject::VolumeType { name } => ("volume type", name.clone()),
            Subject::Region { name } => ("region", name.clone()),
            _ => ("profile", String::new()),
        };
        let [from, to] = [&change.from, &change.to].map(|value| value.as_deref().map(shortened));
        let values = arrow(from.as_deref(), to.as_deref());
        groups.entry((kind, change.property, values)).or_default().push(name);
    }
    for ((kind, property, values), names) in groups {
        let names = few(names.iter().map(String::as_str).filter(|name| !name.is_empty()), layout);
        let subject = if names.is_empty() { String::new() } else { format!(" of {kind} {names}") };
        Item::new(&format!("`{property}`{subject}: {values}")).write(layout, out)?;
    }
    Ok(())
}

/// A value that does not fill the screen: certificates, say.
fn shortened(value: &str) -> String {
    const LONGEST: usize = 120;
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}... ({} characters)", value.get(..end).unwrap_or_default(), value.chars().count()),
        None => value.to_owned(),
    }
}
