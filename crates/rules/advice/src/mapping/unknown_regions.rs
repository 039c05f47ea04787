//! Mappings for regions that the profile does not have: they are never used.

use foldhash::{HashMap, HashSet};
use rootstock_core_model::{FieldPath, Source, Violation, ViolationKind, comparison_limit, listed_up_to, nearest};
use rootstock_provider_api::PlacedArtifact;

use super::Mapping;

rootstock_core_model::rules! {
    /// A mapping for a region that the profile does not have.
    PROVIDER_REGION_UNKNOWN: Warning, since "0.1.0", Source::Rootstock;
}

/// The maximum number of names in a message.
const MAX_LISTED: usize = 5;

/// Reports mappings for regions that do not exist, each region once.
pub(super) fn check(mapping: &Mapping<'_>) -> Vec<Violation> {
    let regions: Vec<&str> = mapping.regions().map(|(_, region)| region.name.as_str()).collect();
    if regions.is_empty() {
        return Vec::new();
    }
    let known: HashSet<&str> = regions.iter().copied().collect();
    let mut unknown: Vec<(&str, FieldPath, usize)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::default();
    for (_, entry) in mapping.entries.versions() {
        for artifact in entry.flavors.iter().chain(&entry.legacy) {
            let unknown_regions =
                artifact.regional.iter().filter(|one| !one.region.is_empty() && !known.contains(one.region));
            for unknown_region in unknown_regions {
                let place = *places.entry(unknown_region.region).or_insert(unknown.len());
                if let Some((_, _, times)) = unknown.get_mut(place) {
                    *times += 1;
                    continue;
                }
                let path = PlacedArtifact { entry, artifact }.path().field("regions").index(unknown_region.index);
                unknown.push((unknown_region.region, path.field("name"), 1));
            }
        }
    }
    unknown.into_iter().map(|(name, path, times)| violation(name, path, times, &regions)).collect()
}

fn violation(name: &str, path: FieldPath, times: usize, regions: &[&str]) -> Violation {
    let again = match times {
        1 => String::new(),
        2 => " (and in one more place)".to_owned(),
        times => format!(" (and in {} more places)", times - 1),
    };
    let detail = format!(
        "is mapped here{again}, but the profile has no such region, so the mapping is never used; \
         `spec.regions` has {}",
        listed_up_to(MAX_LISTED, regions.iter().copied()),
    );
    let violation = Violation::new(&PROVIDER_REGION_UNKNOWN, ViolationKind::NotSupported, path, name, detail);
    let mut compared = regions.iter().copied().take(comparison_limit(regions.len()));
    // Names with other digits name other regions.
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let near = compared.find(|one| (one.starts_with(name) || name.starts_with(one)) && digits(one) == digits(name));
    match near.or_else(|| nearest(name, regions.iter().copied())) {
        Some(near) => violation.with_suggestion(near),
        None => violation,
    }
}
