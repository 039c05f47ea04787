//! Settings for regions that the profile does not have: they have no effect.

use rootstock_core_model::{FieldPath, Path, Source, Violation, listed_up_to, nearest};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A setting for a region that is likely a misspelling of one of the profile's.
    OPENSTACK_REGION_SLIP: Warning, since "0.1.0", Source::Rootstock;
    /// Settings for regions that the profile does not have.
    OPENSTACK_REGIONS_UNUSED: Note, since "0.1.0", Source::Rootstock;
}

/// The number of names that a message lists.
const MAX_LISTED: usize = 5;

/// Checks the regions of settings. A likely misspelling of one of the profile's regions is a warning at its first
/// occurrence. The other regions of a list are combined into one note, because profiles of several landscapes share
/// such lists.
pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let regions = checker.spec().regions.iter().flatten().map(|region| region.name.as_str());
    let regions: Vec<&str> = regions.filter(|name| !name.is_empty()).collect();
    if regions.is_empty() {
        return;
    }
    let constraints = path.field("constraints");
    let pools = config.constraints.floating_pools.iter().flatten().map(|pool| pool.region.as_deref());
    let providers = config.constraints.load_balancer_providers.iter().flatten().map(|one| one.region.as_deref());
    let urls = config.keystone_urls.iter().flatten().map(|url| Some(url.region.as_str()));
    let mut found = unknown(pools, &regions, &constraints.field("floatingPools"));
    found.extend(unknown(providers, &regions, &constraints.field("loadBalancerProviders")));
    found.extend(unknown(urls, &regions, &path.field("keystoneURLs")));
    found.into_iter().for_each(|violation| checker.report(violation));
}

/// Returns the findings for one list, given the region of each entry.
fn unknown<'c>(entries: impl Iterator<Item = Option<&'c str>>, regions: &[&str], list: &Path<'_>) -> Vec<Violation> {
    let mut strangers: Vec<(&str, FieldPath)> = Vec::new();
    for (index, region) in entries.enumerate() {
        // `*` means every region, and an empty region has a finding of its own.
        let Some(region) = region.filter(|region| !["", "*"].contains(region) && !regions.contains(region)) else {
            continue;
        };
        if !strangers.iter().any(|(known, _)| *known == region) {
            strangers.push((region, list.index(index).field("region").to_field_path()));
        }
    }
    let mut found = Vec::new();
    let mut others: Vec<(&str, FieldPath)> = Vec::new();
    let has = listed_up_to(MAX_LISTED, regions.iter().copied());
    for (region, path) in strangers {
        match nearest(region, regions.iter().copied()) {
            Some(near) => {
                let detail =
                    format!("the profile has no such region, so the entry is never used; `spec.regions` has {has}");
                let violation = Violation::advice(&OPENSTACK_REGION_SLIP, path, region, detail);
                found.push(violation.with_suggestion(near));
            }
            None => others.push((region, path)),
        }
    }
    if let Some((first, path)) = others.first() {
        let names = listed_up_to(MAX_LISTED, others.iter().map(|(region, _)| *region));
        let detail =
            format!("some entries are for regions that the profile does not have, and are never used: {names}");
        found.push(Violation::advice(&OPENSTACK_REGIONS_UNUSED, path.clone(), *first, detail));
    }
    found
}
