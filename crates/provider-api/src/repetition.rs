//! Names that stand twice in the provider's half: the extension takes the last one, or merges them, without a word.

use std::collections::HashMap;

use rootstock_core_model::{FieldPath, Path, Severity, Source, Violation};

use crate::one_to_one::version_path;
use crate::unmapped::shown;
use crate::{Artifact, Checker, Comparison, ImageVersion, Place, ProviderImage, RegionalReference, Repeats};

crate::declare_rules! {
    /// An image or a version that is mapped twice.
    REPEATED = "provider-mapping-repeated", Error, Source::CapabilitiesGuide("Provider Extension Contract");
    /// A region that is mapped twice.
    REGION_REPEATED = "provider-region-repeated", Warning, Source::Rootstock;
}

impl Checker<'_> {
    /// Reports images, versions and regions that are mapped twice.
    ///
    /// Images and versions are errors where capabilities are registered, since there the halves must match one-to-one,
    /// and warnings in a legacy profile.
    pub(crate) fn check_repetition<V: ImageVersion>(
        &mut self,
        images: &[ProviderImage<V>],
        repeats: Repeats,
        comparison: &Comparison,
    ) {
        let is_error = self.has_capabilities() || comparison.refuses_surplus;
        let severity = if is_error { Severity::Error } else { Severity::Warning };
        let root = FieldPath::root().field("spec").field("providerConfig").field("machineImages");
        let mut names: HashMap<&str, usize> = HashMap::new();
        for (index, image) in images.iter().enumerate() {
            if !image.name.is_empty()
                && let Some(first) = names.insert(&image.name, index)
            {
                let (path, first) = (root.clone().index(index), root.clone().index(first));
                self.report(repeated(&image.name, "machine image", path.field("name"), first, severity));
            }
            let mut versions: HashMap<&str, Earlier> = HashMap::new();
            for (position, version) in image.entries().iter().enumerate() {
                let path = version_path(index, position);
                if !version.version().is_empty()
                    && let Some(first) = versions.entry(version.version()).or_default().add(position, version, repeats)
                {
                    let first = version_path(index, first);
                    let what = match repeats {
                        Repeats::EntryPerArchitecture if version.flavors().is_empty() => {
                            "version, for this architecture,"
                        }
                        _ => "version",
                    };
                    self.report(repeated(version.version(), what, path.clone().field("version"), first, severity));
                }
                version.flavors().iter().for_each(|artifact| self.check_repeated_regions(artifact, &path));
                version.legacy().iter().for_each(|artifact| self.check_repeated_regions(artifact, &path));
            }
        }
    }

    fn check_repeated_regions(&mut self, artifact: &Artifact<'_>, version: &FieldPath) {
        if all_differ(&artifact.regional) {
            return;
        }
        let mut seen: HashMap<&str, (usize, &str)> = HashMap::new();
        for entry in artifact.regional.iter().filter(|entry| !entry.region.is_empty()) {
            let Some((first, value)) = seen.insert(entry.region, (entry.index, entry.value)) else { continue };
            let place = |index| artifact.place.below(version.clone()).field("regions").index(index);
            let what = match artifact.place {
                Place::Version => "is mapped twice for one architecture",
                Place::Flavor(_) => "is mapped twice",
            };
            let consequence = if value == entry.value {
                "to the same image; remove one of the entries".to_owned()
            } else {
                format!("to different images; the last entry holds, so that `{value}` is never used")
            };
            let mut violation = Violation::duplicate(&REGION_REPEATED, &Path::object(), entry.region);
            violation.detail = format!("{what}, {consequence}");
            violation.path = place(entry.index).field("name");
            self.report(violation.with_related(place(first), "the earlier entry"));
        }
    }
}

/// The entries for one version so far.
#[derive(Default)]
struct Earlier {
    first: Option<usize>,
    /// The first entry with flavors, or of a provider that means one entry for each version.
    whole: Option<usize>,
    /// The first entry for each architecture, by what it supports.
    legacy: HashMap<String, usize>,
}

impl Earlier {
    /// Adds an entry; the earlier one that it repeats, if there is one.
    fn add<V: ImageVersion>(&mut self, position: usize, version: &V, repeats: Repeats) -> Option<usize> {
        if repeats != Repeats::EntryPerArchitecture || !version.flavors().is_empty() {
            let earlier = self.first;
            self.first.get_or_insert(position);
            self.whole.get_or_insert(position);
            return earlier;
        }
        self.first.get_or_insert(position);
        let mut earlier = self.whole;
        for artifact in version.legacy() {
            let first = *self.legacy.entry(shown(&artifact.capabilities)).or_insert(position);
            earlier = earlier.or((first != position).then_some(first));
        }
        earlier
    }
}

fn repeated(value: &str, what: &str, path: FieldPath, first: FieldPath, severity: Severity) -> Violation {
    let mut violation = Violation::duplicate(&REPEATED, &Path::object(), value).with_severity(severity);
    violation.detail = format!("this {what} is mapped already; put everything about it into one entry");
    violation.path = path;
    violation.with_related(first, "the earlier entry")
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
