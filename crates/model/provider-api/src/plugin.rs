//! The trait that a plug-in author implements.

use std::fmt;

use rootstock_core_model::{Capabilities, FieldPath, Path, RawObject, Settings, Violation};
use rootstock_document::Decodable;

use crate::{
    Checker, Extension, ImageVersion, NamespacedSection, ProviderImage, Resolution, ResolutionQuery, ShootChange,
    WorkerDemand,
};

/// A provider: the description of its extension, its types, and the checks that need code.
pub trait Plugin: Send + Sync + 'static {
    /// The description of the extension, as data.
    const EXTENSION: Extension;

    /// The type of `providerConfig`, with all its fields, including `apiVersion` and `kind`.
    type Config: Decodable + fmt::Debug + Default + PartialEq + Send + Sync + 'static;
    /// The type of `machineImages[].versions[]`.
    type Version: ImageVersion;

    /// Returns the JSON Schema of [`Config`](Self::Config), with its documentation; [`schema_of`](crate::schema_of)
    /// derives it from a type with `JsonSchema`. Without a schema, editors accept any object as the configuration.
    #[cfg(feature = "schema")]
    fn config_schema() -> Option<schemars::Schema> {
        None
    }

    /// Returns `machineImages`.
    fn images(config: &Self::Config) -> &[ProviderImage<Self::Version>];

    /// Returns the lists of images for single regions, which take precedence over [`images`](Self::images). By default
    /// there are none.
    fn regional_images(_config: &Self::Config) -> Vec<RegionalImages<'_, Self::Version>> {
        Vec::new()
    }

    /// Checks the provider section on its own; `path` is that of `providerConfig`. By default checks only the images:
    /// there must be at least one, and each entry is passed to [`check_version`](Self::check_version).
    fn check(config: &Self::Config, path: &Path<'_>, checker: &mut Checker<'_>) {
        checker.check_images(Self::images(config), &path.known_field("machineImages"), Self::check_version);
    }

    /// Checks one entry of `machineImages` on its own; `path` is its path. [`check`](Self::check) passes this function
    /// to [`Checker::check_images`]; it is also used for NamespacedCloudProfiles.
    fn check_version(_checker: &mut Checker<'_>, _version: &Self::Version, _path: &Path<'_>) {}

    /// Checks the fields of a NamespacedCloudProfile's configuration other than its images: those that
    /// [`Extension::namespaced`] allows.
    fn check_namespaced(_config: &Self::Config, _section: &NamespacedSection<'_>, _checker: &mut Checker<'_>) {}

    /// Returns the capabilities that the legacy format declares for a machine type
    /// ([`LegacyFormat::capabilities`](crate::LegacyFormat::capabilities)).
    fn legacy_machine_type(_config: &Self::Config, _name: &str) -> Capabilities {
        Capabilities::new()
    }

    /// Returns the demands in the `providerConfig` of a worker. Most of its fields are irrelevant here, and it may be
    /// of any version, so unknown fields are ignored.
    fn worker_demand(_config: &RawObject, _path: &Path<'_>) -> WorkerDemand {
        WorkerDemand::default()
    }

    /// Returns the unknown fields in the `providerConfig` of a worker at `path`. By default, those that
    /// [`Extension::worker_config`] lacks.
    fn check_worker_config(config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        Self::EXTENSION.unknown_worker_fields(config, path)
    }

    /// Checks the provider's parts of a Shoot; see [`crate::ProviderChecks::check_shoot`].
    fn check_shoot(_config: &Self::Config, _change: &ShootChange<'_>) -> Vec<Violation> {
        Vec::new()
    }

    /// Returns the settings that a Shoot gets in a region; see [`crate::ProviderConfig::resolve`].
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
    /// The path of the list.
    pub path: FieldPath,
}

impl<'c, V> RegionalImages<'c, V> {
    /// Returns the lists of `providerConfig.regions`: the name and the images of each region, in document order.
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
