//! The differences in how extensions compare the two sections of a profile, as data. Everything else is shared.

use rootstock_core_model::DEFAULT_ARCHITECTURE;
use serde::Serialize;

use crate::entries::architecture_of;
use crate::{Artifact, architecture_only};

/// The rules by which an extension compares the sections.
///
/// Most are like [`Comparison::USUAL`]; a plug-in lists its differences:
///
/// ```
/// use rootstock_provider_api::Comparison;
/// const AZURE: Comparison = Comparison { compares_sound_config_only: true, ..Comparison::USUAL };
/// ```
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The objects that must be mapped in a profile without capabilities.
    pub legacy: LegacyComparison,
    /// The part of those that Gardener's extension checks itself.
    pub gardener_looks_at: GardenerLooksAt,
    /// The requirements on a version in legacy format in a profile with capabilities.
    pub mixed: MixedFormat,
    /// Whether the extension reports positions in the core section as paths below `spec.providerConfig`.
    pub prints_core_positions_below_config: bool,
    /// Whether the extension compares the sections only if the provider section is valid on its own.
    pub compares_sound_config_only: bool,
    /// Whether the extension also requires entries for core images without versions.
    pub looks_for_empty_images: bool,
    /// Whether the extension itself rejects images and versions that only the provider section has, even in a profile
    /// without capabilities.
    pub refuses_surplus: bool,
    /// Whether the extension reports an invalid architecture of a core version even if the version is not mapped.
    pub names_architectures_of_unmapped_versions: bool,
    /// Whether the extension reports invalid architectures of core versions at all.
    pub validates_core_architectures: bool,
    /// Whether the extension compares a provider section without any image with the core section.
    pub compares_empty_sections: bool,
    /// Whether the extension refuses a section without images, images without a name or versions, and versions without one.
    pub requires_images: bool,
}

impl Comparison {
    /// The rules of most extensions.
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
        compares_empty_sections: true,
        requires_images: true,
    };
}

/// The objects that must be mapped in a profile without capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LegacyComparison {
    /// Nothing: images can be found without the profile, or the plug-in compares the sections itself.
    Nothing,
    /// Every image and version.
    Versions,
    /// Every architecture of every version.
    Architectures {
        /// Whether a version without region mappings counts as mapped for all architectures.
        without_regions_all: bool,
    },
}

/// The depth to which Gardener's extension checks a profile without capabilities. Documented semantics require
/// everything that [`LegacyComparison`] lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GardenerLooksAt {
    /// Nothing: the extension has no admission webhook.
    Nothing,
    /// The names of images.
    Images,
    /// Images and versions.
    Versions,
    /// Images, versions, and architectures.
    Everything,
}

/// The requirements on a version in legacy format in a profile with capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MixedFormat {
    /// Not supported: such a version has no flavors.
    Unsupported,
    /// The first architecture of each core flavor.
    FirstArchitecture,
    /// Every architecture of each core flavor.
    AllArchitectures,
}

/// The extension's treatment of several entries for one version of an image when it chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Repeats {
    /// All entries, merged into one.
    Merged,
    /// Only the first entry.
    FirstWins,
    /// Only the first entry that is mapped to anything.
    FirstMapped,
    /// All entries; in legacy format several are expected, one for each architecture.
    EntryPerArchitecture,
}

/// The lookup of images that are not chosen by capabilities: in profiles that register none, and in all profiles if the
/// extension does not support them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LegacyLookup {
    /// A competition of all entries for the version, each as a flavor with only its architecture.
    Competition,
    /// The first entry in document order that has an image for the region.
    FirstEntry {
        /// Whether the entry must be for the worker's architecture; if not, the architecture is ignored.
        of_architecture: bool,
    },
}

/// The lookup of images that are chosen by capabilities, if several entries are for the version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CapabilityLookup {
    /// A competition of the flavors of all entries.
    Competition,
    /// A competition of the flavors of the first entry.
    FirstEntry,
}

/// The use of references that are valid everywhere, in regions without one of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GeneralReferences {
    /// Use for every machine that the flavor or the entry is for.
    Used,
    /// Use for machines of the default architecture, amd64.
    UsedForDefaultArchitecture,
    /// No use: such an image is not found.
    NotFound,
}

/// The treatment of references that are empty, when an image is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EmptyReferences {
    /// An empty reference in a region marks the region as available, and one that is valid everywhere is none, unless
    /// [`ImageVersion::competes_without_reference`](crate::ImageVersion::competes_without_reference) says otherwise.
    Usual,
    /// No image is found if the reference that is chosen is empty.
    Refused,
    /// An entry without any reference is chosen like others.
    Found,
}

impl GeneralReferences {
    /// Returns the artifacts of an entry with the references that count.
    pub(crate) fn applied_to(self, mut artifacts: Vec<Artifact<'_>>) -> Vec<Artifact<'_>> {
        if self == Self::Used {
            return artifacts;
        }
        let general = artifacts.iter().find_map(|artifact| artifact.everywhere);
        artifacts.iter_mut().for_each(|artifact| artifact.everywhere = None);
        let Some(general) = general.filter(|_| self == Self::UsedForDefaultArchitecture) else { return artifacts };
        match artifacts.iter_mut().find(|artifact| architecture_of(artifact) == Some(DEFAULT_ARCHITECTURE)) {
            Some(artifact) => artifact.everywhere = Some(general),
            None => artifacts.push(Artifact::legacy(architecture_only(DEFAULT_ARCHITECTURE)).with_everywhere(general)),
        }
        artifacts
    }
}
