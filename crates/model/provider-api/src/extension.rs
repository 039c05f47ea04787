//! The description of a provider's extension as data: one constant per plug-in.

mod known_releases;

use std::fmt;

use rootstock_core_model::{Capabilities, Path, RawObject, Release, Shoot, Violation};
use rootstock_document::schema::Shape;
use rootstock_worker_capabilities::Entry;
use serde::Serialize;

pub use self::known_releases::{KnownReleases, ReleaseDeparture};
use crate::worker_config::fields_to_come;
use crate::{
    Artifact, ArtifactPlace, CapabilityLookup, Comparison, ConfigIdentity, EmptyReferences, FlavorsWebhook,
    GeneralReferences, IdentityDefaults, KeyedLists, LegacyFormat, LegacyLookup, MachineSetting, MixedFormat,
    NamespacedRules, Package, Repeats, ResolutionParameter, RollingFields, Sample, ShootConfigField, WorkerConfigType,
};

/// An extension, as its plug-in describes it in [`Plugin::EXTENSION`](crate::Plugin::EXTENSION), and as
/// `rootstock providers NAME` prints it.
///
/// A plug-in sets what is special, and takes the rest from [`extension!`](crate::extension):
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
    /// Names of the provider in earlier releases.
    pub former_names: &'static [&'static str],
    /// The package of the plug-in. The rules that it declares belong to the provider.
    pub package: Package,
    /// The release of the extension that the plug-in follows.
    pub follows: &'static str,
    /// The releases of the extension that the plug-in knows; `None` if all are answered like the one that it follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub releases: Option<KnownReleases>,
    /// The release that this description is about; `None` for the one that the plug-in follows.
    // Set by `Extension::at`: a plug-in does not set this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Release>,
    /// The evidence behind the plug-in's answers about CloudProfiles, NamespacedCloudProfiles and images.
    pub evidence: Evidence,

    /// The `apiVersion` and `kind` that `providerConfig` must have.
    pub config: ConfigIdentity,
    /// The parts of the identity, `apiVersion` and `kind`, that a `providerConfig` may omit.
    pub identity_defaults: IdentityDefaults,
    /// Whether a profile must have a `providerConfig`.
    pub requires_config: bool,
    /// Whether the plug-in's types have every field. A plug-in that reads only images ignores the others.
    pub reads_all_fields: bool,
    /// Fields that older versions of the extension had.
    pub removed_fields: &'static [RemovedField],
    /// The names of those that the release of the extension still has.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub kept_fields: &'static [&'static str],
    /// The name of the field with the flavors of an image version in the release; `None` for `capabilityFlavors`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renamed_flavors: Option<&'static str>,
    /// Whether the extension sees the capabilities that a profile registers, and the flavors of the core section. One
    /// that is built with Gardener before v1.128 does not.
    pub sees_capabilities: bool,
    /// The lists, besides the images, whose items are for one machine type or region of the profile each.
    // Derived from `Plugin::Config`: a plug-in does not set this.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::KeyedList>"))]
    pub keyed_lists: KeyedLists,

    /// The extension's support for capabilities. Without it, images are chosen by version and architecture even if the
    /// profile registers capabilities.
    pub capabilities: CapabilitySupport,
    /// The layout of the legacy format, so that entries can be converted to flavors and back; `None` for a provider
    /// with a single format.
    pub legacy_format: Option<LegacyFormat>,
    /// The treatment of several entries for one version of an image.
    pub repeats: Repeats,
    /// The lookup of images that are not chosen by capabilities.
    pub legacy_lookup: LegacyLookup,
    /// The lookup of images that are chosen by capabilities.
    pub capability_lookup: CapabilityLookup,
    /// Whether images are chosen only from the format that the profile uses, even if an entry has only the other one.
    pub formats_are_apart: bool,
    /// The use of references that are valid everywhere.
    pub names: GeneralReferences,
    /// Whether a machine type without the `architecture` capability defaults to the worker's architecture (or amd64),
    /// and a profile without capabilities is treated as one that registers only the architectures.
    pub normalises_architecture: bool,
    /// Whether the extension creates machines only from flavors or legacy entries with an explicit architecture, even
    /// if only one is possible (quirk `unwritten_architecture_fails`).
    pub needs_written_architecture: bool,
    /// Whether the extension finds no image if the reference that it chooses by capabilities is empty.
    pub refuses_empty_references: bool,
    /// The treatment of empty references in general.
    pub empty_references: EmptyReferences,
    /// Whether the extension boots a flavor only if it is for the architecture that the worker asks for, whatever its
    /// machine type declares.
    pub checks_worker_architecture: bool,
    /// Whether the extension can find images outside the profile, so that an unmapped one may exist.
    pub finds_images_elsewhere: bool,
    /// The scope in which a reference identifies an image.
    pub references: ReferenceScope,
    /// Whether the extension creates bastions with a machine type and an image that it chooses from the profile.
    pub creates_bastions: bool,

    /// The rules by which the extension compares the sections.
    pub comparison: Comparison,
    /// The extension's treatment of NamespacedCloudProfiles.
    pub namespaced: NamespacedRules,
    /// The flavors that the extension's mutating webhook writes into the core section.
    pub flavors_webhook: FlavorsWebhook,
    /// Whether the extension's own admission rejects a Shoot whose image is not mapped in the provider section; if not,
    /// creating its machines fails.
    pub refuses_unmapped_shoots: bool,

    /// The fields of a worker that the extension adds to the hash of its pool: changing them replaces nodes.
    pub rolling: RollingFields,
    /// The type of a worker's `providerConfig`, by which misspelt fields are found; `None` if the extension reads none, or has not
    /// been examined.
    #[serde(skip)]
    pub worker_config: Option<WorkerConfigType>,
    /// The fields of a worker's `providerConfig` that a known release of the extension brings.
    #[serde(skip_serializing_if = "<[ShootConfigField]>::is_empty")]
    pub worker_fields: &'static [ShootConfigField],
    /// The fields of a Shoot's `infrastructureConfig` that a known release of the extension brings.
    #[serde(skip_serializing_if = "<[ShootConfigField]>::is_empty")]
    pub infrastructure_fields: &'static [ShootConfigField],
    /// The capabilities that workers can request through their `providerConfig` without registration (GEP-54), under
    /// the provider's own prefix.
    pub worker_capabilities: &'static [Entry],
    /// The capability of the plug-in that the release of the extension calls otherwise, and that name. Artifacts in the legacy
    /// format, and the machine types of that format, get the name; the plug-in sets it in `legacy_format` and
    /// `machine_settings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renamed_capability: Option<(&'static str, &'static str)>,
    /// The settings of machines that the extension derives from capabilities itself, besides choosing an image.
    #[serde(skip_serializing_if = "<[MachineSetting]>::is_empty")]
    pub machine_settings: &'static [MachineSetting],
    /// The parameters that [`ProviderConfig::resolve`](crate::ProviderConfig::resolve) takes besides the region.
    pub resolution_parameters: &'static [ResolutionParameter],
    /// The example of a `providerConfig` for the conformance kit.
    #[serde(skip)]
    pub sample: Sample,
}

/// The scope in which a reference identifies an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReferenceScope {
    /// A reference identifies at most one image, of one version and for one architecture.
    Everywhere,
    /// A reference identifies an image of one region, as the ID of an AMI does.
    Regional,
    /// A reference is the name of a container image, which may be for several architectures and versions.
    Container,
}

/// Builds the extension of a provider with the usual behaviour, given the provider's name, as the base of a constant.
/// The package is the one that calls the macro; the identity of `providerConfig` follows Gardener's naming.
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
    /// Returns the extension with the usual behaviour; [`extension!`](crate::extension) is shorter.
    #[must_use]
    pub const fn usual(name: &'static str, config: ConfigIdentity, package: Package) -> Self {
        Self {
            name,
            former_names: &[],
            package,
            follows: "",
            releases: None,
            running: None,
            evidence: Evidence::DOCUMENTATION,
            config,
            identity_defaults: IdentityDefaults::Nothing,
            requires_config: true,
            reads_all_fields: true,
            removed_fields: &[],
            kept_fields: &[],
            renamed_flavors: None,
            sees_capabilities: true,
            keyed_lists: KeyedLists::of(Shape::Any),
            capabilities: CapabilitySupport::Always,
            legacy_format: None,
            repeats: Repeats::Merged,
            legacy_lookup: LegacyLookup::Competition,
            capability_lookup: CapabilityLookup::Competition,
            formats_are_apart: false,
            names: GeneralReferences::Used,
            normalises_architecture: true,
            needs_written_architecture: false,
            refuses_empty_references: false,
            empty_references: EmptyReferences::Usual,
            checks_worker_architecture: false,
            finds_images_elsewhere: false,
            references: ReferenceScope::Everywhere,
            creates_bastions: false,
            comparison: Comparison::USUAL,
            namespaced: NamespacedRules::USUAL,
            flavors_webhook: FlavorsWebhook::None,
            refuses_unmapped_shoots: false,
            rolling: RollingFields::UNKNOWN,
            worker_config: None,
            worker_fields: &[],
            infrastructure_fields: &[],
            worker_capabilities: &[],
            renamed_capability: None,
            machine_settings: &[],
            resolution_parameters: &[],
            sample: Sample::NONE,
        }
    }

    /// Sets the keyed lists to those of the configuration's type.
    pub(crate) const fn with_lists_of(self, config: Shape) -> Self {
        Self { keyed_lists: KeyedLists::of(config), ..self }
    }

    /// Returns the unknown fields in the `providerConfig` of a worker at `path`.
    pub(crate) fn unknown_worker_fields(&self, config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        self.worker_config.map(|known| known.unknown_fields(config, path)).unwrap_or_default()
    }

    /// Returns the fields in the `providerConfig` of a worker at `path` that the release does not know yet.
    pub(crate) fn worker_fields_to_come(&self, config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        let Some(release) = self.running else { return Vec::new() };
        fields_to_come(self.worker_fields, (release, &self.shown()), config, path)
    }

    /// Returns the fields in the extension's parts of a Shoot that the release does not know yet.
    pub(crate) fn shoot_fields_to_come(&self, shoot: &Shoot) -> Vec<Violation> {
        let Some(release) = self.running else { return Vec::new() };
        let (spec, provider) = (Path::root("spec"), &shoot.spec.provider);
        let root = spec.field("provider");
        let (workers, path) = (root.field("workers"), root.field("infrastructureConfig"));
        let infrastructure = provider.infrastructure_config.iter();
        let shown = self.shown();
        let mut found: Vec<Violation> = infrastructure
            .flat_map(|config| fields_to_come(self.infrastructure_fields, (release, &shown), config, &path))
            .collect();
        for (index, worker) in provider.workers.iter().enumerate() {
            let item = workers.index(index);
            let configs = worker.provider_config.iter();
            found.extend(configs.flat_map(|config| self.worker_fields_to_come(config, &item.field("providerConfig"))));
        }
        found
    }

    /// Renames the capability that the release calls otherwise, in an artifact of the legacy format.
    pub(crate) fn rename_in_legacy(&self, artifact: &mut Artifact<'_>) {
        if self.renamed_capability.is_some() && artifact.place == ArtifactPlace::Version {
            self.rename_capability(artifact.capabilities.to_mut());
        }
    }

    /// Renames the capability that the release calls otherwise.
    pub(crate) fn rename_capability(&self, capabilities: &mut Capabilities) {
        let Some((own, name)) = self.renamed_capability else { return };
        let renamed = capabilities.iter().map(|(key, values)| (if key == own { name } else { key }, values));
        *capabilities = Capabilities::from_iter(renamed.map(|(key, values)| (key, values.to_vec())));
    }

    /// Whether the extension chooses images by capabilities.
    #[must_use]
    pub const fn knows_capabilities(&self) -> bool {
        !matches!(self.capabilities, CapabilitySupport::Never | CapabilitySupport::NotYet(_))
    }

    /// Returns the name of the extension with its release, if one is set: `v1.51 of the extension for provider
    /// \`openstack\``.
    #[must_use]
    pub fn shown(&self) -> String {
        let release = self.running.map(|release| format!("v{release} of ")).unwrap_or_default();
        format!("{release}the extension for provider `{}`", self.name)
    }

    /// Returns the extension as released: without capabilities if they are [merged](CapabilitySupport::Merged) but not
    /// released.
    #[must_use]
    pub const fn released(&self) -> Self {
        match self.capabilities {
            CapabilitySupport::Merged(_) => Self { capabilities: CapabilitySupport::Never, ..*self },
            _ => *self,
        }
    }

    /// Whether a profile with capabilities may have versions of both formats.
    #[must_use]
    pub const fn mixes_formats(&self) -> bool {
        !matches!(self.comparison.mixed, MixedFormat::Unsupported)
    }
}

/// An extension's support for capabilities (GEP-33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CapabilitySupport {
    /// No support in any release.
    Never,
    /// Support is merged, but not in the release that is followed: documented semantics include it, Gardener's do not
    /// (quirk `merged_capabilities_are_unknown`).
    Merged(&'static str),
    /// Support since this release.
    Since(&'static str),
    /// Support since this release, which is later than the one that is asked about.
    NotYet(&'static str),
    /// Support in the release that is followed; the first one with support is not known.
    SinceUnknown,
    /// Support in every relevant release.
    Always,
}

/// The evidence for a plug-in's answers, by kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// Evidence for findings about a CloudProfile.
    pub cloud_profiles: Held,
    /// Evidence for findings about a NamespacedCloudProfile, and for what Shoots get from it.
    pub namespaced_cloud_profiles: Held,
    /// Evidence for the choice of images.
    pub images: Held,
}

/// The evidence for answers of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Held {
    /// The number of verdicts recorded from the extension; every build is compared with them.
    Recorded(usize),
    /// The documentation and the source of the extension, and answers of the extension to single questions.
    Asked,
    /// The documentation and the source of the extension.
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
    /// Returns the kinds of questions, each with its evidence.
    #[must_use]
    pub const fn by_question(&self) -> [(&'static str, Held); 3] {
        [
            ("CloudProfiles", self.cloud_profiles),
            ("NamespacedCloudProfiles", self.namespaced_cloud_profiles),
            ("images chosen", self.images),
        ]
    }

    /// Evidence from documentation alone.
    pub const DOCUMENTATION: Self = Self {
        cloud_profiles: Held::Documentation,
        namespaced_cloud_profiles: Held::Documentation,
        images: Held::Documentation,
    };

    /// Builds the evidence of recorded verdicts, given their numbers for CloudProfiles, NamespacedCloudProfiles, and the
    /// image that is chosen.
    #[must_use]
    pub const fn recorded(cloud_profiles: usize, namespaced_cloud_profiles: usize, images: usize) -> Self {
        Self {
            cloud_profiles: Held::Recorded(cloud_profiles),
            namespaced_cloud_profiles: Held::Recorded(namespaced_cloud_profiles),
            images: Held::Recorded(images),
        }
    }
}

/// A field that only older versions of a provider's extension have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemovedField {
    /// The name, directly below `providerConfig`.
    pub name: &'static str,
    /// The replacement, as a sentence.
    pub advice: &'static str,
}
