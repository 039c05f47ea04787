//! Names that stand twice in the provider's half: the extension takes the last one, or merges them, without a word.

use std::collections::HashMap;

use rootstock_core_model::{FieldPath, Severity, Source, Violation};

use crate::entries::{Entry, entries, images_path};
use crate::{Artifact, ArtifactPlace, Checker, Comparison, ImageVersion, ProviderImage, RegionalReference, Repeats};

rootstock_core_model::rules! {
    /// An image or a version that is mapped twice.
    PROVIDER_MAPPING_REPEATED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A region that is mapped twice.
    PROVIDER_REGION_REPEATED: Warning, since "0.1.0", Source::Rootstock;
}

impl Checker<'_> {
    /// Reports images and versions that are mapped twice: errors where capabilities are registered, since there the halves
    /// must match one-to-one, and warnings in a legacy profile.
    pub(crate) fn check_repetition<V: ImageVersion>(
        &mut self,
        images: &[ProviderImage<V>],
        repeats: Repeats,
        comparison: &Comparison,
    ) {
        if self.settings().quirks.providers.repeated_provider_entries_pass {
            return;
        }
        let is_error = self.has_capabilities() || comparison.refuses_surplus;
        let severity = if is_error { Severity::Error } else { Severity::Warning };
        let mut names: HashMap<&str, usize> = HashMap::new();
        for (index, image) in images.iter().enumerate() {
            if !image.name.is_empty()
                && let Some(first) = names.insert(&image.name, index)
            {
                let (path, first) = (images_path().index(index), images_path().index(first));
                // Of a NamespacedCloudProfile the extensions see only the last, and miss what the others map.
                let severity = if self.is_namespaced() { Severity::Error } else { severity };
                self.report(repeated(&image.name, "machine image", path.field("name"), first, severity));
            }
            let mut versions: HashMap<&str, Earlier<'_, V>> = HashMap::new();
            for placed in Entry::of(index, image) {
                let version = placed.entry.version();
                if !version.is_empty()
                    && let Some(first) = versions.entry(version).or_default().add(placed, repeats)
                {
                    let what = match repeats {
                        Repeats::EntryPerArchitecture if placed.entry.flavors().is_empty() => {
                            "version, for this architecture,"
                        }
                        _ => "version",
                    };
                    self.report(repeated(version, what, placed.path().field("version"), first.path(), severity));
                }
            }
        }
    }

    /// Reports regions that are mapped twice.
    pub(crate) fn check_repeated_regions<V: ImageVersion>(&mut self, images: &[ProviderImage<V>]) {
        for (_, placed) in entries(images) {
            for artifact in placed.entry.flavors().into_iter().chain(placed.entry.legacy()) {
                if !all_differ(&artifact.regional) {
                    self.report_repeated_regions(&artifact, &placed.path());
                }
            }
        }
    }

    fn report_repeated_regions(&mut self, artifact: &Artifact<'_>, version: &FieldPath) {
        let mut seen: HashMap<&str, (usize, &str)> = HashMap::new();
        for entry in artifact.regional.iter().filter(|entry| !entry.region.is_empty()) {
            let Some((first, value)) = seen.insert(entry.region, (entry.index, entry.value)) else { continue };
            let place = |index| artifact.place.below(version.clone()).field("regions").index(index);
            let what = match artifact.place {
                ArtifactPlace::Version => "is mapped twice for one architecture",
                ArtifactPlace::Flavor(_) => "is mapped twice",
            };
            let consequence = if value == entry.value {
                "to the same image; remove one of the entries".to_owned()
            } else {
                format!("to different images; the last entry holds, so that `{value}` is never used")
            };
            let violation =
                Violation::duplicate(&PROVIDER_REGION_REPEATED, place(entry.index).field("name"), entry.region)
                    .with_detail(format!("{what}, {consequence}"));
            self.report(violation.with_related(place(first), "the earlier entry"));
        }
    }
}

/// The entries for one version so far.
struct Earlier<'v, V> {
    first: Option<Entry<'v, V>>,
    /// The first entry with flavors, or of a provider that means one entry for each version.
    whole: Option<Entry<'v, V>>,
    /// The first entry for each architecture, by what it supports.
    legacy: HashMap<String, Entry<'v, V>>,
}

impl<V> Default for Earlier<'_, V> {
    fn default() -> Self {
        Self { first: None, whole: None, legacy: HashMap::new() }
    }
}

impl<'v, V: ImageVersion> Earlier<'v, V> {
    /// Adds an entry; the earlier one that it repeats, if there is one.
    fn add(&mut self, placed: Entry<'v, V>, repeats: Repeats) -> Option<Entry<'v, V>> {
        if repeats != Repeats::EntryPerArchitecture || !placed.entry.flavors().is_empty() {
            let earlier = self.first;
            self.first.get_or_insert(placed);
            self.whole.get_or_insert(placed);
            return earlier;
        }
        self.first.get_or_insert(placed);
        let mut earlier = self.whole;
        for artifact in placed.entry.legacy() {
            let first = *self.legacy.entry(artifact.capabilities.to_string()).or_insert(placed);
            earlier = earlier.or((first.position() != placed.position()).then_some(first));
        }
        earlier
    }
}

fn repeated(value: &str, what: &str, path: FieldPath, first: FieldPath, severity: Severity) -> Violation {
    Violation::duplicate(&PROVIDER_MAPPING_REPEATED, path, value)
        .with_severity(severity)
        .with_detail(format!("this {what} is mapped already; put everything about it into one entry"))
        .with_related(first, "the earlier entry")
}

/// Whether a short list has no repetition, found out without a map: there are thousands of such lists in a large profile.
fn all_differ(entries: &[RegionalReference<'_>]) -> bool {
    const SHORT: usize = 16;
    entries.len() <= SHORT
        && entries
            .iter()
            .enumerate()
            .all(|(index, entry)| entries.iter().skip(index + 1).all(|later| later.region != entry.region))
}
