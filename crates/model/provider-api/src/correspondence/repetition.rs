//! Repetitions in the provider section: the extension silently takes the last one, or merges them.

use std::collections::HashMap;

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::Severity;

use super::{Comparer, MismatchKind};
use crate::{PlacedArtifact, Repeats, VersionEntry};

impl<'e> Comparer<'e, '_> {
    /// Finds flavors of a version that are equal after defaulting.
    pub(super) fn repeated_flavors(&mut self, flavors: &[PlacedArtifact<'e>], sets: &[CapabilitySet]) {
        let mut first: HashMap<&CapabilitySet, PlacedArtifact<'_>> = HashMap::new();
        let mut first_sound: HashMap<&CapabilitySet, PlacedArtifact<'_>> = HashMap::new();
        for (artifact, set) in flavors.iter().copied().zip(sets) {
            // A flavor with an unregistered name or value will differ once that is corrected.
            let is_sound = self.core.registered.is_sound(&artifact.artifact.capabilities);
            let earlier_sound = first_sound.get(set).copied().filter(|_| is_sound);
            if let Some(earlier) = earlier_sound.or_else(|| first.get(set).copied()) {
                self.add_if(MismatchKind::FlavorRepeated { artifact, first: earlier }, earlier_sound.is_none());
            }
            first.entry(set).or_insert(artifact);
            if is_sound {
                first_sound.entry(set).or_insert(artifact);
            }
        }
    }

    /// Finds images and versions that are mapped twice. They are errors in a profile with capabilities, where the
    /// sections must match one-to-one, and warnings in a legacy profile.
    pub(super) fn repetition(&mut self) {
        if self.quirks.repeated_provider_entries_pass {
            return;
        }
        let is_strict = self.core.has_capabilities || self.extension.comparison.refuses_surplus;
        let severity = if is_strict { Severity::Error } else { Severity::Warning };
        let repeats = self.extension.repeats;
        let mut names = HashMap::new();
        for image in &self.images.images {
            if !image.name.is_empty()
                && let Some(first) = names.insert(image.name, image)
            {
                // In a NamespacedCloudProfile the extensions see only the last entry, and miss the mappings of the
                // others.
                let severity = if self.core.is_namespaced() { Severity::Error } else { severity };
                self.add(MismatchKind::ImageRepeated { image, first, severity });
            }
            let mut versions: HashMap<&str, EarlierEntries<'_>> = HashMap::new();
            for entry in image.versions.iter().filter(|entry| !entry.version.is_empty()) {
                if let Some(first) = versions.entry(entry.version).or_default().add(entry, repeats) {
                    let of_architecture = repeats == Repeats::EntryPerArchitecture && entry.flavors.is_empty();
                    self.add(MismatchKind::VersionRepeated { entry, first, of_architecture, severity });
                }
            }
        }
    }
}

/// The entries for one version so far.
#[derive(Default)]
struct EarlierEntries<'e> {
    first: Option<&'e VersionEntry<'e>>,
    /// The first entry with flavors, or the first entry at all if the provider has one entry per version.
    whole: Option<&'e VersionEntry<'e>>,
    /// The first entry for each architecture, keyed by its capabilities.
    legacy: HashMap<String, &'e VersionEntry<'e>>,
}

impl<'e> EarlierEntries<'e> {
    /// Adds an entry and returns the earlier one that it repeats, if any.
    fn add(&mut self, entry: &'e VersionEntry<'e>, repeats: Repeats) -> Option<&'e VersionEntry<'e>> {
        let earlier = self.first;
        self.first.get_or_insert(entry);
        if repeats != Repeats::EntryPerArchitecture || !entry.flavors.is_empty() {
            self.whole.get_or_insert(entry);
            return earlier;
        }
        let mut earlier = self.whole;
        for artifact in &entry.legacy {
            let first = *self.legacy.entry(artifact.capabilities.to_string()).or_insert(entry);
            earlier = earlier.or((!first.is(entry)).then_some(first));
        }
        earlier
    }
}
