//! What a provider's extension is and does, as data: one constant for each plug-in.

use std::fmt;

use rootstock_document::schema::Shape;
use rootstock_worker_capabilities::Entry;
use serde::Serialize;

use crate::{
    Comparison, ConfigIdentity, FlavorsWebhook, IdentityDefaults, KeyedLists, LegacyFormat, LegacyLookup, MixedFormat,
    NamespacedRules, Package, Repeats, ResolutionParameter, RollingFields, Sample,
};

/// An extension, as its plug-in describes it: [`Plugin::EXTENSION`](crate::Plugin::EXTENSION), and what
/// `rootstock providers NAME` prints.
///
/// A plug-in says what is special, and takes the rest from [`extension!`](crate::extension):
///
/// ```
/// use rootstock_provider_api::{Extension, LegacyArchitecture, LegacyFormat, Repeats, Sample, extension};
/// const ACME: Extension = Extension {
///     repeats: Repeats::EntryPerArchitecture,
///     legacy_format: Some(LegacyFormat::everywhere(&["image"], LegacyArchitecture::Version)),
///     sample: Sample::everywhere("image"),
///     ..extension!("acme")
/// };
/// assert_eq!(ACME.config.api_version, "acme.provider.extensions.gardener.cloud/v1alpha1");
/// ```
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Extension {
    /// The provider's name: the value of `spec.type`.
    pub name: &'static str,
    /// What the provider was called in earlier releases.
    pub former_names: &'static [&'static str],
    /// The package of the plug-in. The rules that it declares are the provider's own.
    pub package: Package,
    /// The release of the extension that the plug-in follows.
    pub follows: &'static str,
    /// What the plug-in's answers about CloudProfiles, NamespacedCloudProfiles and images are held against.
    pub evidence: Evidence,

    /// What `providerConfig` must announce itself as.
    pub config: ConfigIdentity,
    /// Which of `apiVersion` and `kind` may be left out of a `providerConfig`.
    pub identity_defaults: IdentityDefaults,
    /// Whether a profile must have a `providerConfig`.
    pub requires_config: bool,
    /// Whether the plug-in's types have every field there is. One that is interested in images alone passes over the rest.
    pub reads_all_fields: bool,
    /// Fields that older versions of the extension had.
    pub removed_fields: &'static [RemovedField],
    /// The lists, beside the images, with items for one machine type or region of the profile each.
    // They are those of `Plugin::Config`: a plug-in does not set this.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::KeyedList>"))]
    pub keyed_lists: KeyedLists,

    /// Whether the extension knows capabilities. One that does not chooses images by version and architecture, whatever the
    /// profile registers.
    pub capabilities: CapabilitySupport,
    /// Where the legacy format keeps what flavors say, so that one can be turned into the other; none for a provider that
    /// knows one format only.
    pub legacy_format: Option<LegacyFormat>,
    /// What several entries for one version of an image mean.
    pub repeats: Repeats,
    /// How an image is found where it is not chosen by capabilities.
    pub legacy_lookup: LegacyLookup,
    /// Whether a machine type without the `architecture` capability stands for the worker's architecture (or amd64), and
    /// a profile without capabilities for one that registers the architectures alone.
    pub normalises_architecture: bool,
    /// Whether the extension creates machines only from flavors, or entries of the legacy format, that write their
    /// architecture down, even where there is only one it can be (quirk `unwritten_architecture_fails`).
    pub needs_written_architecture: bool,
    /// Whether the extension finds no image where the reference that it chooses by capabilities is empty.
    pub refuses_empty_references: bool,
    /// Whether the extension has other ways to an image than the profile, so that one that is not mapped may exist.
    pub finds_images_elsewhere: bool,

    /// How the extension compares the halves.
    pub comparison: Comparison,
    /// How the extension treats NamespacedCloudProfiles.
    pub namespaced: NamespacedRules,
    /// Which flavors the extension's mutating webhook writes into the core half.
    pub flavors_webhook: FlavorsWebhook,
    /// Whether the extension's own admission refuses a Shoot whose image has no counterpart in the provider's half; if not,
    /// creating its machines fails.
    pub refuses_unmapped_shoots: bool,

    /// Which fields of a worker the extension adds to the hash of its pool: they replace nodes when they change.
    pub rolling: RollingFields,
    /// The capabilities that workers can ask for through their `providerConfig` without anybody registering them (GEP-54),
    /// under the provider's own prefix.
    pub worker_capabilities: &'static [Entry],
    /// What [`ProviderConfig::resolve`](crate::ProviderConfig::resolve) wants to know beside the region.
    pub resolution_parameters: &'static [ResolutionParameter],
    /// How `providerConfig` is written, for the conformance kit.
    #[serde(skip)]
    pub sample: Sample,
}

/// The extension of a provider, given by its name, that does what most do: for the rest of a constant. The package is the
/// one that the macro is called in; `providerConfig` announces itself as Gardener's extensions call theirs.
#[macro_export]
macro_rules! extension {
    ($name:literal) => {
        $crate::Extension::usual(
            $name,
            $crate::ConfigIdentity::cloud_profile(::core::concat!(
                $name,
                ".provider.extensions.gardener.cloud/v1alpha1"
            )),
            $crate::Package { name: ::core::env!("CARGO_PKG_NAME"), version: ::core::env!("CARGO_PKG_VERSION") },
        )
    };
}

impl Extension {
    /// What most extensions do; [`extension!`](crate::extension) is shorter.
    #[must_use]
    pub const fn usual(name: &'static str, config: ConfigIdentity, package: Package) -> Self {
        Self {
            name,
            former_names: &[],
            package,
            follows: "",
            evidence: Evidence::DOCUMENTATION,
            config,
            identity_defaults: IdentityDefaults::Nothing,
            requires_config: true,
            reads_all_fields: true,
            removed_fields: &[],
            keyed_lists: KeyedLists::of(Shape::Any),
            capabilities: CapabilitySupport::Always,
            legacy_format: None,
            repeats: Repeats::Merged,
            legacy_lookup: LegacyLookup::Competition,
            normalises_architecture: true,
            needs_written_architecture: false,
            refuses_empty_references: false,
            finds_images_elsewhere: false,
            comparison: Comparison::USUAL,
            namespaced: NamespacedRules::USUAL,
            flavors_webhook: FlavorsWebhook::None,
            refuses_unmapped_shoots: false,
            rolling: RollingFields::UNKNOWN,
            worker_capabilities: &[],
            resolution_parameters: &[],
            sample: Sample::NONE,
        }
    }

    /// The extension with the keyed lists of its configuration.
    pub(crate) const fn with_lists_of(self, config: Shape) -> Self {
        Self { keyed_lists: KeyedLists::of(config), ..self }
    }

    /// Whether the extension chooses images by capabilities.
    #[must_use]
    pub const fn knows_capabilities(&self) -> bool {
        !matches!(self.capabilities, CapabilitySupport::Never)
    }

    /// The extension as it is released: without capabilities, if they are [merged](CapabilitySupport::Merged) and in no release.
    #[must_use]
    pub const fn released(&self) -> Self {
        match self.capabilities {
            CapabilitySupport::Merged(_) => Self { capabilities: CapabilitySupport::Never, ..*self },
            _ => *self,
        }
    }

    /// Whether versions of both formats may stand side by side in a profile with capabilities.
    #[must_use]
    pub const fn mixes_formats(&self) -> bool {
        !matches!(self.comparison.mixed, MixedFormat::Unsupported)
    }
}

/// Whether an extension knows capabilities (GEP-33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CapabilitySupport {
    /// No release knows them.
    Never,
    /// A change that brings them is merged, and in no release that is followed: documented semantics know them, Gardener's do not
    /// (quirk `merged_capabilities_are_unknown`).
    Merged(&'static str),
    /// Releases know them from this one on.
    Since(&'static str),
    /// The release that is followed knows them; since which one is not known.
    SinceUnknown,
    /// Every release that counts knows them.
    Always,
}

/// What a plug-in's answers are held against, for each kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// What is wrong with a CloudProfile.
    pub cloud_profiles: Held,
    /// What is wrong with a NamespacedCloudProfile, and what Shoots get of it.
    pub namespaced_cloud_profiles: Held,
    /// Which image is chosen.
    pub images: Held,
}

/// What answers of one kind are held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Held {
    /// So many verdicts recorded from the extension, in every build.
    Recorded(usize),
    /// The documentation and the source of the extension, and single questions that it was asked.
    Asked,
    /// The documentation and the source of the extension alone.
    Documentation,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recorded(verdicts) => write!(f, "{verdicts} recorded"),
            Self::Asked => f.write_str("single questions"),
            Self::Documentation => f.write_str("documentation only"),
        }
    }
}

impl Evidence {
    /// The kinds of questions, each with what its answers are held against.
    #[must_use]
    pub const fn by_question(&self) -> [(&'static str, Held); 3] {
        [
            ("CloudProfiles", self.cloud_profiles),
            ("NamespacedCloudProfiles", self.namespaced_cloud_profiles),
            ("images chosen", self.images),
        ]
    }

    /// What follows documentation alone.
    pub const DOCUMENTATION: Self = Self {
        cloud_profiles: Held::Documentation,
        namespaced_cloud_profiles: Held::Documentation,
        images: Held::Documentation,
    };

    /// So many verdicts recorded from the extension about CloudProfiles, NamespacedCloudProfiles, and the image that is chosen.
    #[must_use]
    pub const fn recorded(cloud_profiles: usize, namespaced_cloud_profiles: usize, images: usize) -> Self {
        Self {
            cloud_profiles: Held::Recorded(cloud_profiles),
            namespaced_cloud_profiles: Held::Recorded(namespaced_cloud_profiles),
            images: Held::Recorded(images),
        }
    }
}

/// A field that an older version of a provider's extension had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemovedField {
    /// The name, directly below `providerConfig`.
    pub name: &'static str,
    /// What to do instead, as a sentence.
    pub advice: &'static str,
}
