//! What a plug-in author implements.

use std::fmt;

use rootstock_core_model::{Capabilities, FieldPath, Path, RawObject, Settings, Violation};
use rootstock_worker_capabilities::Entry;
use serde::de::DeserializeOwned;

use crate::{
    Checker, Comparison, ConfigIdentity, Conventions, FlavorsWebhook, IdentityDefaults, ImageVersion, LegacyFormat,
    LegacyLookup, MixedFormat, NamespacedHalf, NamespacedRules, Package, ProviderImage, Repeats, Resolution,
    ResolutionParameter, ResolutionQuery, RollingFields, Sample, ShootChange, WorkerDemand,
};

/// A provider: its types, and where it differs from the others.
pub trait Plugin: Send + Sync + 'static {
    /// The value of `spec.type`.
    const NAME: &'static str;
    /// What `providerConfig` must announce itself as.
    const IDENTITY: ConfigIdentity;
    /// The package of the plug-in. The rules that it declares are the provider's own.
    const PACKAGE: Package;
    /// Fields that older versions of the extension had.
    const REMOVED_FIELDS: &'static [RemovedField] = &[];
    /// What several entries for one version of an image mean.
    const REPEATS: Repeats;
    /// How an image is found where it is not chosen by capabilities.
    const LEGACY_LOOKUP: LegacyLookup = LegacyLookup::Competition;
    /// Whether the extension finds no image where the reference that it chooses by capabilities is empty.
    const REFUSES_EMPTY_REFERENCES: bool = false;
    /// Whether a machine type without the `architecture` capability stands for the worker's architecture (or amd64), and
    /// a profile without capabilities for one that registers the architectures alone.
    const NORMALISES_ARCHITECTURE: bool = true;
    /// Whether the extension knows capabilities. One that does not chooses images by version and architecture, whatever the
    /// profile registers.
    const KNOWS_CAPABILITIES: bool = true;
    /// Whether the extension has other ways to an image than the profile, so that one that is not mapped may exist.
    const FINDS_IMAGES_ELSEWHERE: bool = false;
    /// Whether the plug-in's types have every field there is. One that is interested in images alone passes over the rest.
    const READS_ALL_FIELDS: bool = true;
    /// Which of `apiVersion` and `kind` may be left out of a `providerConfig`.
    const IDENTITY_DEFAULTS: IdentityDefaults = IdentityDefaults::Nothing;
    /// Whether a profile must have a `providerConfig`.
    const REQUIRES_CONFIG: bool = true;
    /// Whether the extension creates machines only from flavors, or entries of the legacy format, that write their
    /// architecture down, even where there is only one it can be (quirk `unwritten_architecture_fails`).
    const NEEDS_WRITTEN_ARCHITECTURE: bool = false;
    /// Which flavors the extension's mutating webhook writes into the core half.
    const FLAVORS_WEBHOOK: FlavorsWebhook = FlavorsWebhook::None;
    /// Whether the extension's own admission refuses Shoots whose image has no counterpart in the provider's half.
    const REFUSES_UNMAPPED_SHOOTS: bool = false;
    /// How the extension compares the halves.
    const COMPARISON: Comparison;
    /// Where the legacy format keeps what flavors say, so that one can be turned into the other; none for a provider that
    /// knows one format only.
    const LEGACY: Option<LegacyFormat> = None;
    /// The capabilities that workers can ask for through their `providerConfig` without anybody registering them.
    const WORKER_CAPABILITIES: &'static [Entry] = &[];
    /// What [`resolve`](Self::resolve) wants to know beside the region.
    const RESOLUTION_PARAMETERS: &'static [ResolutionParameter] = &[];
    /// How `providerConfig` is written, for the conformance kit.
    const SAMPLE: Sample = Sample::NONE;

    /// How the extension treats NamespacedCloudProfiles.
    const NAMESPACED: NamespacedRules = NamespacedRules::USUAL;

    /// Which fields of a worker its extension adds to the hash of a worker pool, for `rootstock rolls`.
    const ROLLING: RollingFields = RollingFields::UNKNOWN;

    /// `providerConfig`, with all its fields, `apiVersion` and `kind` included.
    type Config: DeserializeOwned + fmt::Debug + Default + PartialEq + Send + Sync + 'static;
    /// `machineImages[].versions[]`.
    type Version: ImageVersion;

    /// `machineImages`.
    fn images(config: &Self::Config) -> &[ProviderImage<Self::Version>];

    /// Lists of images for one region each, which go before those of [`images`](Self::images). By default there are none.
    fn regional_images(_config: &Self::Config) -> Vec<RegionalImages<'_, Self::Version>> {
        Vec::new()
    }

    /// Checks the provider's half by itself; `path` is that of `providerConfig`. By default the images alone: there must be
    /// some, and each entry is given to [`check_version`](Self::check_version).
    fn check(config: &Self::Config, path: &Path<'_>, checker: &mut Checker<'_>) {
        checker.check_images(Self::images(config), &path.field("machineImages"), Self::check_version);
    }

    /// Checks one entry of `machineImages` by itself, which stands at `path`: what [`check`](Self::check) hands to
    /// [`Checker::check_images`], for NamespacedCloudProfiles, too.
    fn check_version(_checker: &mut Checker<'_>, _version: &Self::Version, _path: &Path<'_>) {}

    /// Checks what a NamespacedCloudProfile says beside its images: the fields that [`NAMESPACED`](Self::NAMESPACED) allows.
    fn check_namespaced(_config: &Self::Config, _half: &NamespacedHalf<'_>, _checker: &mut Checker<'_>) {}

    /// What the provider's half says about a machine type in the legacy format that capabilities say instead
    /// ([`LegacyFormat::capabilities`]).
    fn legacy_machine_type(_config: &Self::Config, _name: &str) -> Capabilities {
        Capabilities::new()
    }

    /// What the `providerConfig` of a worker asks for. It has fields of many versions, and most of them are of no concern
    /// here: what is not known is passed over.
    fn worker_demand(_config: &RawObject, _path: &Path<'_>) -> WorkerDemand {
        WorkerDemand::default()
    }

    /// Everything that is wrong with the provider's parts of a Shoot; see [`crate::ProviderConfig::check_shoot`].
    fn check_shoot(_config: &Self::Config, _change: &ShootChange<'_>) -> Vec<Violation> {
        Vec::new()
    }

    /// The settings that a Shoot gets in a region; see [`crate::ProviderConfig::resolve`].
    fn resolve(_config: &Self::Config, _query: &ResolutionQuery<'_>, _settings: &Settings) -> Option<Resolution> {
        None
    }
}

/// The images of one region: `spec.providerConfig.regions[r].machineImages`.
#[derive(Debug, Clone)]
pub struct RegionalImages<'c, V> {
    /// The region.
    pub region: &'c str,
    /// The images.
    pub images: &'c [ProviderImage<V>],
    /// Where the list stands.
    pub path: FieldPath,
}

impl<'c, V> RegionalImages<'c, V> {
    /// The lists of `providerConfig.regions`: the name and the images of each region, in the order of the document.
    pub fn of_regions(
        regions: impl IntoIterator<Item = (&'c str, Option<&'c Vec<ProviderImage<V>>>)>,
    ) -> Vec<RegionalImages<'c, V>> {
        let list = FieldPath::root().field("spec").field("providerConfig").field("regions");
        let lists = regions.into_iter().enumerate().map(|(index, (region, images))| RegionalImages {
            region,
            images: images.map(Vec::as_slice).unwrap_or_default(),
            path: list.clone().index(index).field("machineImages"),
        });
        lists.collect()
    }
}

/// A field that an older version of a provider's extension had.
#[derive(Debug, Clone, Copy)]
pub struct RemovedField {
    /// The name, directly below `providerConfig`.
    pub name: &'static str,
    /// What to do instead, as a sentence.
    pub advice: &'static str,
}

/// What a plug-in's constants say, for those who reason about any provider.
pub(crate) const fn conventions<P: Plugin>() -> Conventions {
    Conventions {
        sample: P::SAMPLE,
        identity_defaults: P::IDENTITY_DEFAULTS,
        requires_config: P::REQUIRES_CONFIG,
        flavors_webhook: P::FLAVORS_WEBHOOK,
        refuses_unmapped_shoots: P::REFUSES_UNMAPPED_SHOOTS,
        legacy_format: P::LEGACY,
        mixes_formats: !matches!(P::COMPARISON.mixed, MixedFormat::Unsupported),
        legacy_lookup: P::LEGACY_LOOKUP,
        normalises_architecture: P::NORMALISES_ARCHITECTURE,
        knows_capabilities: P::KNOWS_CAPABILITIES,
        reads_all_fields: P::READS_ALL_FIELDS,
        finds_images_elsewhere: P::FINDS_IMAGES_ELSEWHERE,
        needs_written_architecture: P::NEEDS_WRITTEN_ARCHITECTURE,
        legacy: P::COMPARISON.legacy,
    }
}
