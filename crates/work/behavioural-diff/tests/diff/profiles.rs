//! Profiles as Gardener stores them.

use std::collections::BTreeSet;

use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile};
use rootstock_behavioural_diff::{CompatibilityGroup, FitChange, ProfileChanges, ProfileSide, SelectionGroup, compare};
use rootstock_core_model::read::{self, Body};
use rootstock_core_model::{CanonicalProfile, CloudProfile, Decode, ReadLimits, Semantics, Settings};
use rootstock_judge::{CompiledProfile, ProviderSection};

/// Returns the settings with the instant at which everything is judged.
pub(crate) fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

/// A profile and its provider section.
pub(crate) struct Stored {
    pub(crate) profile: CloudProfile,
    pub(crate) compiled: CompiledProfile,
}

impl Stored {
    pub(crate) fn new(profile: CloudProfile, old: Option<&CloudProfile>) -> Self {
        Self::under(profile, old, &settings())
    }

    /// Creates a profile under custom settings.
    pub(crate) fn under(mut profile: CloudProfile, old: Option<&CloudProfile>, settings: &Settings) -> Self {
        let registry = rootstock_providers::registry().unwrap();
        default_cloud_profile(&mut profile);
        let config = registry.check_cloud_profile(&profile.spec, settings).config;
        if let Some(old) = old {
            canonicalize_cloud_profile(&mut profile, Some(old));
        }
        canonicalize_cloud_profile(&mut profile, None);
        let section = registry.get(&profile.spec.provider_type).map(|plugin| ProviderSection { plugin, config });
        let (name, spec) = (profile.metadata.name.clone(), profile.spec.clone());
        let compiled =
            CompiledProfile::with_provider(CanonicalProfile::named(name, spec), settings.gates, section).unwrap();
        Self { profile, compiled }
    }

    pub(crate) fn of_yaml(text: &str) -> Self {
        Self::new(decoded(text), None)
    }

    /// Returns the profile that replaces this one.
    pub(crate) fn then(&self, text: &str) -> Self {
        Self::new(decoded(text), Some(&self.profile))
    }

    pub(crate) fn side(&self) -> ProfileSide<'_> {
        self.side_with(&settings())
    }

    pub(crate) fn side_with(&self, settings: &Settings) -> ProfileSide<'_> {
        ProfileSide::new(&self.compiled, settings)
    }
}

pub(crate) fn decoded(text: &str) -> CloudProfile {
    let documents = read::read("profile.yaml", text.as_bytes(), &ReadLimits::DEFAULT).documents;
    let object = documents
        .into_iter()
        .find_map(|document| match document.body {
            Body::Object(object) => Some(object),
            _ => None,
        })
        .expect("an object");
    let (profile, violations) = object.raw.decode::<CloudProfile>(&rootstock_core_model::Path::object());
    assert!(violations.is_empty(), "{violations:?}");
    profile
}

pub(crate) fn changes(old: &str, new: &str) -> ProfileChanges {
    let old = Stored::of_yaml(old);
    let new = old.then(new);
    compare(&old.side(), &new.side())
}

/// Reads a file of the repository's fixtures.
pub(crate) fn fixture(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Applies replacements to a text, each of which must match.
pub(crate) fn edited(text: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from:?} is missing");
        text = text.replace(from, to);
    }
    text
}

/// A machine type, an image and a version, and whether they fit now.
pub(crate) type Pair = (String, String, String, bool);

/// A machine type, an image, a version, a region, the previous image and the new one.
pub(crate) type Selection = (String, String, String, Option<String>, Option<String>, Option<String>);

/// Returns every changed pair of the answer separately.
pub(crate) fn pairs(changes: &ProfileChanges) -> BTreeSet<Pair> {
    pairs_of(&changes.compatibility)
}

/// Returns every pair of some groups separately.
pub(crate) fn pairs_of(groups: &[CompatibilityGroup]) -> BTreeSet<Pair> {
    let mut pairs = BTreeSet::new();
    for group in groups {
        let mut count = 0;
        for block in &group.blocks {
            for machine_type in &block.machine_types {
                for version in &block.image_versions {
                    let fits = group.verdict == FitChange::Compatible;
                    let pair = (machine_type.clone(), version.image.clone(), version.version.clone(), fits);
                    assert!(pairs.insert(pair), "reported twice");
                    count += 1;
                }
            }
        }
        assert_eq!(count, group.pairs);
    }
    pairs
}

/// Returns every changed selection of the answer separately.
pub(crate) fn selections(changes: &ProfileChanges) -> BTreeSet<Selection> {
    selections_of(&changes.selections)
}

/// Returns every selection of some groups separately.
pub(crate) fn selections_of(groups: &[SelectionGroup]) -> BTreeSet<Selection> {
    let mut selections = BTreeSet::new();
    for group in groups {
        let mut count = 0;
        for block in &group.blocks {
            for machine_type in &block.machine_types {
                for image in &block.images {
                    let selection = (
                        machine_type.clone(),
                        image.version.image.clone(),
                        image.version.version.clone(),
                        image.region.clone(),
                        image.from.clone(),
                        image.to.clone(),
                    );
                    assert!(selections.insert(selection), "reported twice");
                    count += 1;
                }
            }
        }
        assert_eq!(count, group.selections);
    }
    selections
}
