//! Flavors missing in a region where another flavor of the version replaces them: workers there get another image.

use std::collections::BTreeMap;

use rootstock_core_model::{Path, Source, Violation};

use crate::listing::listed;
use crate::mismatches::{summarize_offers, versions_of};
use crate::offering::{Offer, Offering, RegionSet, Selected};

rootstock_core_model::rules! {
    /// A flavor that is not mapped everywhere.
    FLAVOR_NOT_IN_REGION: Note, since "0.1.0", Source::Rootstock;
}

pub(crate) fn check(offering: &Offering<'_>, advice: &mut Vec<Violation>) {
    if offering.lists.iter().all(|list| list.flavors.len() < 2) {
        return;
    }
    let Some(regions) = offering.regions() else { return };
    if regions.all().iter().nth(1).is_none() {
        return;
    }
    let available = regions.of_groups(offering);
    // The gaps by image, list, flavor and regions, so that versions with the same gap share one finding.
    let mut gaps: BTreeMap<(usize, usize, usize, RegionSet), Vec<Offer>> = BTreeMap::new();
    for offer in &offering.versions {
        let Some(list) = offering.lists.get(offer.list).filter(|list| list.is_written) else { continue };
        let Some(mapped) = regions.of_flavors(offering, *offer) else { continue };
        if mapped.iter().all(|here| *here == regions.all()) {
            continue;
        }
        let mut lacking: BTreeMap<usize, RegionSet> = BTreeMap::new();
        for (group, selected) in list.selected.iter().enumerate() {
            let (Selected::One(best), Some(available)) = (selected, available.get(group)) else { continue };
            let Some(here) = mapped.get(*best) else { continue };
            let missing = regions.all().clone().difference(here).intersection(available);
            if missing.is_empty() {
                continue;
            }
            // If no other flavor fits either, there is no image at all, which another rule reports.
            let mut instead = missing.to_empty();
            for (flavor, mapped) in list.flavors.iter().zip(&mapped) {
                if offering.set(group).is_some_and(|set| offering.vocabulary().compatible(flavor, set)) {
                    instead.extend(mapped);
                }
            }
            let missing = missing.intersection(&instead);
            if !missing.is_empty() {
                lacking.entry(*best).and_modify(|known| known.extend(&missing)).or_insert(missing);
            }
        }
        for (flavor, missing) in lacking {
            gaps.entry((offer.image, offer.list, flavor, missing)).or_default().push(*offer);
        }
    }
    for ((_, list, flavor, missing), offers) in gaps {
        let Some((first, (image, version), again)) = summarize_offers(offering, &offers) else { continue };
        let Some(path) = regions.path_of(offering, first, flavor) else { continue };
        let names = regions.names(&missing);
        let selected = offering.lists.get(list).map(|list| list.selected.as_slice()).unwrap_or_default();
        let groups = offering.groups.iter().zip(selected).filter(|(_, selected)| **selected == Selected::One(flavor));
        let types = groups.flat_map(|(types, _)| offering.names(types));
        let detail = format!(
            "`{image}` `{version}`{again} has no image of this flavor in {} {}, so these machine types get another \
             flavor there: {}",
            if names.len() == 1 { "region" } else { "regions" },
            listed(names.iter().copied()),
            listed(types),
        );
        let mut violation = Violation::advice(&FLAVOR_NOT_IN_REGION, &Path::object(), "", detail)
            .with_items(versions_of(offering, &offers).chain(names.iter().copied()))
            .with_help("map the flavor in every region, if an image exists");
        violation.path = path;
        advice.push(violation);
    }
}
