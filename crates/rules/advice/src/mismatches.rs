//! Mismatches: machine types without an image, image versions without a machine type, flavors that are never selected.

use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{Path, Quirks, Source, Violation};

use crate::AdviceSubject;
use crate::listing::{count, listed};
use crate::offering::{FlavorList, Offer, Offering, Regions, Selected};

rootstock_core_model::rules! {
    /// A machine type that can be ordered but not booted.
    MACHINE_TYPE_WITHOUT_IMAGE: Warning, since "0.1.0", Source::Rootstock;
    /// An image version that cannot be chosen on any machine type.
    IMAGE_VERSION_WITHOUT_MACHINE_TYPE: Note, since "0.1.0", Source::Rootstock;
    /// A flavor that no machine type gets.
    FLAVOR_NEVER_SELECTED: Note, since "0.1.0", Source::CapabilitiesGuide("Matching and Selection Algorithm");
}

pub(crate) fn check(subject: &AdviceSubject<'_>, offering: &Offering<'_>, advice: &mut Vec<Violation>) {
    // If there is nothing to choose from, other findings report it.
    if offering.versions.is_empty() || offering.groups.is_empty() {
        return;
    }
    check_machine_types(offering, advice);
    // If nothing fits anything, the findings about machine types suffice.
    if offering.lists.iter().any(|list| list.is_selected()) {
        check_versions(offering, advice);
        check_flavors(subject, offering, advice);
    }
}

fn check_machine_types(offering: &Offering<'_>, advice: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let list = spec.field("machineTypes");
    for (group, types) in offering.groups.iter().enumerate() {
        let fits = |list: &FlavorList| list.selected.get(group) != Some(&Selected::Nothing);
        let (Some(first), Some(set)) = (types.first(), offering.set(group)) else { continue };
        if offering.lists.iter().any(fits) {
            continue;
        }
        let mut names = offering.names(types);
        let name = names.next().unwrap_or_default();
        let others = types.len() - 1;
        let again = match others {
            0 => String::new(),
            _ => format!(" (nor {} with the same capabilities: {})", count(others, "other"), listed(names)),
        };
        let flavors = offering.lists.iter().flat_map(|list| &list.flavors);
        let why = obstacle(offering, set, flavors, |capability, own, theirs| {
            format!("its `{capability}` is {own}, but images have {theirs}")
        });
        let detail = format!("no image version fits machine type `{name}`{again}: {why}");
        let help = "add an image for it, correct its capabilities, or set `usable: false` until there is one";
        let violation = Violation::advice(&MACHINE_TYPE_WITHOUT_IMAGE, &list.index(*first), name, detail);
        advice.push(violation.with_items(offering.names(types)).with_help(help));
    }
}

/// Explains why a set fits none of the others: names the first capability in which none of them matches.
fn obstacle<'s>(
    offering: &Offering<'_>,
    set: &CapabilitySet,
    others: impl Iterator<Item = &'s CapabilitySet> + Clone,
    describe: impl FnOnce(&str, String, String) -> String,
) -> String {
    let vocabulary = offering.vocabulary();
    let own = vocabulary.to_capabilities(set);
    for (capability, values) in own.iter() {
        let mut seen = HashSet::new();
        let theirs = others.clone().flat_map(|other| vocabulary.values(other, capability));
        let offered: Vec<&str> = theirs.filter(|value| seen.insert(*value)).collect();
        if values.iter().any(|value| seen.contains(value.as_str())) {
            continue;
        }
        let words = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
        let own = words(listed(values.iter().map(String::as_str)));
        return describe(capability, own, words(listed(offered)));
    }
    "none shares a value with it in every capability".to_owned()
}

fn check_versions(offering: &Offering<'_>, advice: &mut Vec<Violation>) {
    let idle = |offer: &&Offer| offering.lists.get(offer.list).is_some_and(|list| !list.is_selected());
    for offers in grouped(offering.versions.iter().filter(idle), |offer| (offer.image, offer.list)) {
        let Some((first, (image, version), again)) = summarize_offers(offering, &offers) else { continue };
        let spec = Path::root("spec");
        let images = spec.field("machineImages");
        let item = images.index(first.image);
        let versions = item.field("versions");
        let detail = format!("no machine type can run version `{version}` of image `{image}`{again}");
        let help =
            "add a machine type for it, or remove it; NamespacedCloudProfiles may have machine types of their own";
        advice.push(
            Violation::advice(&IMAGE_VERSION_WITHOUT_MACHINE_TYPE, &versions.index(first.version), version, detail)
                .with_items(versions_of(offering, &offers))
                .with_help(help),
        );
    }
}

fn check_flavors(subject: &AdviceSubject<'_>, offering: &Offering<'_>, advice: &mut Vec<Violation>) {
    // List, flavor, and whether no machine type fits the flavor.
    let mut idle: Vec<(usize, usize, bool)> = Vec::new();
    for (position, list) in offering.lists.iter().enumerate().filter(|(_, list)| list.is_written && list.is_selected())
    {
        let selectable = offering.selectable(list);
        let rest = list.flavors.iter().enumerate().filter(|(flavor, _)| !selectable.contains(flavor));
        let rest = rest.filter(|(_, set)| !offering.fits_unusable(set));
        for (flavor, set) in rest {
            idle.push((position, flavor, offering.fitting(set).next().is_none()));
        }
    }
    if idle.is_empty() {
        return;
    }
    if !offering.can_compare_flavors() {
        idle.retain(|(.., fits_nothing)| *fits_nothing);
    }
    let outranked = idle.iter().any(|(.., fits_nothing)| !fits_nothing);
    let regions = if outranked { offering.regions() } else { None };
    let spec = Path::root("spec");
    let images = spec.field("machineImages");
    for (list, flavor, fits_nothing) in idle {
        let is_idle = |offer: &&Offer| {
            offer.list == list && (fits_nothing || is_outranked(subject, offering, regions, **offer, flavor))
        };
        for offers in grouped(offering.versions.iter().filter(is_idle), |offer| (offer.image, offer.list)) {
            let Some((first, (image, version), again)) = summarize_offers(offering, &offers) else { continue };
            let item = images.index(first.image);
            let versions = item.field("versions");
            let version_path = versions.index(first.version);
            let flavors = version_path.field("capabilityFlavors");
            let Some(set) = offering.lists.get(list).and_then(|list| list.flavors.get(flavor)) else { continue };
            let why = if fits_nothing {
                let sets: Vec<&CapabilitySet> =
                    (0..offering.groups.len()).filter_map(|group| offering.set(group)).collect();
                let why = obstacle(offering, set, sets.into_iter(), |capability, own, theirs| {
                    format!("its `{capability}` is {own}, but machine types have {theirs}")
                });
                format!("no machine type fits it: {why}")
            } else {
                "wherever it fits, another flavor of the version is preferred".to_owned()
            };
            let detail = format!("this flavor of `{image}` `{version}`{again} is never selected: {why}");
            let help = "remove it, or change it so that a machine type selects it; NamespacedCloudProfiles may have \
                        machine types of their own";
            let violation = Violation::advice(&FLAVOR_NEVER_SELECTED, &flavors.index(flavor), "", detail);
            advice.push(violation.with_items(versions_of(offering, &offers)).with_help(help));
        }
    }
}

/// Returns whether every machine type that a flavor fits prefers another one, in every region and in both semantics.
fn is_outranked(
    subject: &AdviceSubject<'_>,
    offering: &Offering<'_>,
    regions: Option<&Regions<'_>>,
    offer: Offer,
    flavor: usize,
) -> bool {
    // A worker with requirements may get a flavor that no other worker gets, and the others do not get it.
    let is_for_all = |flavor: usize| !subject.declares_built_in(offer.image, offer.version, flavor);
    let Some(list) = offering.lists.get(offer.list).filter(|_| is_for_all(flavor)) else { return false };
    let Some(set) = list.flavors.get(flavor) else { return false };
    let is_preferred = |other: usize, group, quirks: &Quirks| {
        let other = list.flavors.get(other).filter(|_| is_for_all(other));
        let machine = offering.set(group);
        other.zip(machine).is_some_and(|(other, machine)| {
            offering.vocabulary().compatible(other, machine) && offering.prefers(group, other, set, quirks)
        })
    };
    let both = [Quirks::NONE, Quirks::GARDENER_1_150];
    let in_both = |is_covered: &dyn Fn(usize, &Quirks) -> bool| {
        offering.fitting(set).all(|group| both.iter().all(|quirks| is_covered(group, quirks)))
    };
    let Some(regions) = regions else {
        let has_others = !(0..list.flavors.len()).all(is_for_all);
        return !has_others
            || in_both(&|group, quirks| (0..list.flavors.len()).any(|other| is_preferred(other, group, quirks)));
    };
    let Some(mapped) = regions.of_flavors(offering, offer) else { return false };
    let Some(here) = mapped.get(flavor) else { return false };
    in_both(&|group, quirks| {
        let mut covered = here.to_empty();
        let preferred = mapped.iter().enumerate().filter(|(other, _)| is_preferred(*other, group, quirks));
        preferred.for_each(|(_, regions)| covered.extend(regions));
        (*here).clone().difference(&covered).is_empty()
    })
}

/// Groups offers by a key, in order of first occurrence.
fn grouped<'o, K: Eq + std::hash::Hash>(
    offers: impl Iterator<Item = &'o Offer>,
    key: impl Fn(&Offer) -> K,
) -> Vec<Vec<Offer>> {
    let mut groups: Vec<Vec<Offer>> = Vec::new();
    let mut known: HashMap<K, usize> = HashMap::new();
    for offer in offers {
        let group = *known.entry(key(offer)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(group) {
            group.push(*offer);
        }
    }
    groups
}

/// Returns the versions of one image.
pub(crate) fn versions_of<'a>(offering: &Offering<'a>, offers: &[Offer]) -> impl Iterator<Item = &'a str> {
    offers.iter().filter_map(|offer| Some(offering.name_of(*offer)?.1))
}

/// Returns the first of some versions of one image, its names, and a phrase that lists the others.
pub(crate) fn summarize_offers<'a>(
    offering: &Offering<'a>,
    offers: &[Offer],
) -> Option<(Offer, (&'a str, &'a str), String)> {
    let (first, others) = offers.split_first()?;
    let names = offering.name_of(*first)?;
    let again = match others.len() {
        0 => String::new(),
        _ => format!(" (and of {})", listed(versions_of(offering, others))),
    };
    Some((*first, names, again))
}
