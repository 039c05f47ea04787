//! How the extensions compare the two halves of a profile, as data: all else about it they have in common.

use serde::Serialize;

/// How an extension compares the halves.
///
/// Most are like [`Comparison::USUAL`]; a plug-in says what is different:
///
/// ```
/// use rootstock_provider_api::Comparison;
/// const AZURE: Comparison = Comparison { compares_sound_config_only: true, ..Comparison::USUAL };
/// ```
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// What must be mapped in a profile without capabilities.
    pub legacy: LegacyComparison,
    /// How much of that Gardener's extension looks at itself.
    pub gardener_looks_at: GardenerLooksAt,
    /// What a version in legacy format must have in a profile with capabilities.
    pub mixed: MixedFormat,
    /// The extension prints the positions of the core half below `spec.providerConfig`.
    pub prints_core_positions_below_config: bool,
    /// The extension compares only if the provider's half is right by itself.
    pub compares_sound_config_only: bool,
    /// The extension looks for core images without versions, too.
    pub looks_for_empty_images: bool,
    /// The extension itself refuses images and versions that only the provider's half has, also in a profile without
    /// capabilities.
    pub refuses_surplus: bool,
    /// Where the architecture of a core version does not exist, the extension says so even if the version is not mapped.
    pub names_architectures_of_unmapped_versions: bool,
    /// The extension says where the architecture of a core version does not exist.
    pub validates_core_architectures: bool,
}

impl Comparison {
    /// What most extensions do.
    pub const USUAL: Self = Self {
        legacy: LegacyComparison::Architectures { without_regions_all: false },
        gardener_looks_at: GardenerLooksAt::Everything,
        mixed: MixedFormat::AllArchitectures,
        prints_core_positions_below_config: false,
        compares_sound_config_only: false,
        looks_for_empty_images: false,
        refuses_surplus: false,
        names_architectures_of_unmapped_versions: true,
        validates_core_architectures: true,
    };
}

/// What must be mapped in a profile without capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LegacyComparison {
    /// Nothing: images are found without the profile, too, or the plug-in compares the halves itself.
    Nothing,
    /// Every image and version.
    Versions,
    /// Every architecture of every version.
    Architectures {
        /// Whether a version without region mappings has them all.
        without_regions_all: bool,
    },
}

/// How far an extension of Gardener looks itself in a profile without capabilities; documented semantics wants
/// everything that [`LegacyComparison`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GardenerLooksAt {
    /// Nothing: the extension has no admission at all.
    Nothing,
    /// The names of images.
    Images,
    /// Images and versions.
    Versions,
    /// Architectures, too.
    Everything,
}

/// What a version in legacy format must have in a profile with capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MixedFormat {
    /// There is no such thing: the version has no flavors.
    Unsupported,
    /// The first architecture of each core flavor.
    FirstArchitecture,
    /// Every architecture of each core flavor.
    AllArchitectures,
}

/// What several entries for one version of an image mean to the extension when it chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Repeats {
    /// All of them count, as if they were one.
    Merged,
    /// The first one counts.
    FirstWins,
    /// The first one that is mapped to anything counts.
    FirstMapped,
    /// All of them count, and in legacy format several are meant to stand: one for each architecture.
    EntryPerArchitecture,
}

/// How an extension finds an image where it does not choose by capabilities: in profiles that register none, and in all
/// profiles if it knows none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LegacyLookup {
    /// All entries for the version compete, each as a flavor that says no more than its architecture.
    Competition,
    /// The entries are gone through in the order of the document; the first one with an image for the region is taken.
    FirstEntry {
        /// Whether it must be for the worker's architecture; if not, entries are for whatever the worker is.
        of_architecture: bool,
    },
}
