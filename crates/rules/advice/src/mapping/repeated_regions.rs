//! Regions that are mapped twice: the extension silently uses the last entry.

use foldhash::HashMap;
use rootstock_core_model::{Source, Violation};
use rootstock_provider_api::{ArtifactPlace, ImageEntries, PlacedArtifact, RegionalReference};

rootstock_core_model::rules! {
    /// A region that is mapped twice.
    PROVIDER_REGION_REPEATED: Warning, since "0.1.0", Source::Rootstock;
}

/// Reports regions that are mapped twice.
pub(super) fn check(entries: &ImageEntries<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (_, entry) in entries.versions() {
        for artifact in entry.flavors.iter().chain(&entry.legacy) {
            if !all_differ(&artifact.regional) {
                report(PlacedArtifact { entry, artifact }, &mut found);
            }
        }
    }
    found
}

fn report(placed: PlacedArtifact<'_>, found: &mut Vec<Violation>) {
    let mut seen: HashMap<&str, (usize, &str)> = HashMap::default();
    let what = match placed.artifact.place {
        ArtifactPlace::Version => "is mapped twice for one architecture",
        ArtifactPlace::Flavor(_) => "is mapped twice",
    };
    for entry in placed.artifact.regional.iter().filter(|entry| !entry.region.is_empty()) {
        let Some((first, value)) = seen.insert(entry.region, (entry.index, entry.value)) else { continue };
        let place = |index| placed.path().field("regions").index(index);
        let consequence = if value == entry.value {
            "to the same image; remove one of the entries".to_owned()
        } else {
            format!("to different images; the last entry wins, so `{value}` is never used")
        };
        let path = place(entry.index).field("name");
        let violation = Violation::duplicate(&PROVIDER_REGION_REPEATED, path, entry.region)
            .with_detail(format!("{what}, {consequence}"));
        found.push(violation.with_related(place(first), "the earlier entry"));
    }
}

/// Returns whether there are no duplicates. Checks short lists without a map, because a large profile has thousands of
/// them.
fn all_differ(entries: &[RegionalReference<'_>]) -> bool {
    const MAX_SHORT_LENGTH: usize = 16;
    entries.len() <= MAX_SHORT_LENGTH
        && entries
            .iter()
            .enumerate()
            .all(|(index, entry)| entries.iter().skip(index + 1).all(|later| later.region != entry.region))
}
