//! The regions of a NamespacedCloudProfile's own versions: a region that is mapped for one flavor of a version must be
//! mapped for all of its flavors.

use std::collections::HashSet;

use rootstock_core_model::{FieldPath, Source, Violation};

use crate::{Artifact, ImageEntries};

rootstock_core_model::rules! {
    /// A region in which some artifacts of a version are mapped and others are not.
    PROVIDER_REGIONS_INCOMPLETE: Error, since "0.1.0", Source::Gardener;
}

/// The maximum number of missing regions that a finding lists, far more than a provider has.
const MAX_LISTED: usize = 256;

/// Returns the distinct regions in which any of the artifacts is mapped, in document order.
pub(super) fn mapped_regions<'v>(artifacts: &[&Artifact<'v>]) -> Vec<&'v str> {
    let mut seen = HashSet::new();
    let regions = artifacts.iter().flat_map(|artifact| artifact.regions());
    regions.filter(|region| seen.insert(*region)).collect()
}

/// Reports regions in which only some artifacts of a version are mapped.
pub(super) fn incomplete_regions(images: &ImageEntries<'_>, has_capabilities: bool) -> Vec<Violation> {
    let mut found = Vec::new();
    for (_, entry) in images.versions() {
        let artifacts: Vec<&Artifact<'_>> = match entry.flavors.as_slice() {
            [] if !has_capabilities => entry.mapped().collect(),
            flavors => flavors.iter().collect(),
        };
        let mut regions = mapped_regions(&artifacts);
        // A mapping without a region is a finding of its own.
        regions.retain(|region| !region.is_empty());
        for artifact in artifacts {
            let here: HashSet<&str> = artifact.regions().collect();
            let count = regions.len() - here.iter().filter(|region| !region.is_empty()).count();
            let lacking = regions.iter().filter(|region| !here.contains(*region)).take(MAX_LISTED);
            let mut lacking: Vec<String> = lacking.map(|region| format!("`{region}`")).collect();
            if count > lacking.len() {
                lacking.push(format!("and {} more", count - lacking.len()));
            }
            if !lacking.is_empty() {
                found.push(incomplete(artifact, &lacking, artifact.place.below(entry.path())));
            }
        }
    }
    found
}

fn incomplete(artifact: &Artifact<'_>, lacking: &[String], path: FieldPath) -> Violation {
    let (what, which) = if lacking.len() == 1 { ("region", "it is") } else { ("regions", "they are") };
    let detail = format!(
        "must have an image in {what} {} for {}: {which} mapped for other flavors of this version, and in a \
         NamespacedCloudProfile all flavors have the same regions",
        lacking.join(", "),
        artifact.capabilities,
    );
    Violation::required(&PROVIDER_REGIONS_INCOMPLETE, path, detail)
}
