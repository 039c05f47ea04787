//! What a plug-in author implements.

use std::fmt;

use rootstock_core_model::{Capabilities, FieldPath, Path, RawObject, Settings, Violation};
use rootstock_document::Decodable;

use crate::{
    Checker, Extension, ImageVersion, NamespacedHalf, ProviderImage, Resolution, ResolutionQuery, ShootChange,
    WorkerDemand,
};

/// A provider: what its extension is, its types, and what only code can say of them.
pub trait Plugin: Send + Sync + 'static {
    /// What the extension is and does, as data.
    const EXTENSION: Extension;

    /// `providerConfig`, with all its fields, `apiVersion` and `kind` included.
    type Config: Decodable + fmt::Debug + Default + PartialEq + Send + Sync + 'static;
    /// `machineImages[].versions[]`.
    type Version: ImageVersion;

    /// The JSON Schema of [`Config`](Self::Config), with its documentation; [`schema_of`](crate::schema_of) makes it of a type that derives
    /// `JsonSchema`. Without one the configuration is any object, as far as editors know.
    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        None
    }

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

    /// Checks what a NamespacedCloudProfile says beside its images: the fields that
    /// [`Extension::namespaced`] allows.
    fn check_namespaced(_config: &Self::Config, _half: &NamespacedHalf<'_>, _checker: &mut Checker<'_>) {}

    /// What the provider's half says about a machine type in the legacy format that capabilities say instead
    /// ([`LegacyFormat::capabilities`](crate::LegacyFormat::capabilities)).
    fn legacy_machine_type(_config: &Self::Config, _name: &str) -> Capabilities {
        Capabilities::new()
    }

    /// What the `providerConfig` of a worker asks for. It has fields of many versions, and most of them are of no concern
    /// here: what is not known is passed over.
    fn worker_demand(_config: &RawObject, _path: &Path<'_>) -> WorkerDemand {
        WorkerDemand::default()
    }

    /// Everything that is wrong with the provider's parts of a Shoot; see [`crate::ProviderChecks::check_shoot`].
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
