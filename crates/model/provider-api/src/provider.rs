//! The object-safe view of a provider, for everything but plug-ins.

use std::fmt;
use std::sync::Arc;

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, MachineImage, Path, Quirks, RawObject, Rule, Settings, Violation,
};
use rootstock_document::schema::Shape;

use crate::config_form::prevents_merge;
use crate::{
    Extension, ImageChoice, ImageEntries, ImageNotFound, ImageReference, ImageRequest, ImageVocabulary, MappedVersion,
    MergedConfig, NamespacedSection, NotFoundReason, Resolution, ResolutionQuery, ShootChange, UndecodableConfig,
    WebhookFlavors,
};

/// A provider plug-in, as programs see it. Authors implement [`crate::Plugin`], which needs less.
pub trait Provider: Send + Sync {
    /// Returns the description of its extension.
    fn extension(&self) -> &Extension;

    /// Returns the provider's name: the value of `spec.type`.
    fn name(&self) -> &'static str {
        self.extension().name
    }

    /// Returns the JSON Schema of `providerConfig`, if the plug-in has one.
    #[cfg(feature = "schema")]
    fn config_schema(&self) -> Option<schemars::Schema> {
        None
    }

    /// Returns the rules that only this provider has, in addition to [`crate::rules`].
    fn rules(&self) -> Vec<&'static Rule>;

    /// Reads the `providerConfig` at `path`: strictly, so that nothing is ignored silently, and with recovery, so that
    /// one mistake does not hide the others. The fields can depend on `quirks`: either those of the released extension,
    /// or also those merged for its next release.
    fn decode(&self, raw: &RawObject, path: &Path<'_>, quirks: &Quirks) -> Decoded;

    /// Like [`decode`](Self::decode), for the release of the extension that the settings ask about.
    fn decode_at(&self, raw: &RawObject, path: &Path<'_>, settings: &Settings) -> Decoded {
        self.decode(raw, path, &settings.quirks)
    }

    /// Returns the `providerConfig` of a rendered NamespacedCloudProfile: the parent's, merged with the entries of
    /// `child`, the profile's own. `None` if the parent has none.
    fn merge_config(&self, parent: &CloudProfileSpec, child: &RawObject, quirks: &Quirks) -> Option<MergedConfig>;

    /// Like [`merge_config`](Self::merge_config), for the release of the extension that the settings ask about.
    fn merge_config_at(
        &self,
        parent: &CloudProfileSpec,
        child: &RawObject,
        settings: &Settings,
    ) -> Option<MergedConfig> {
        self.merge_config(parent, child, &settings.quirks)
    }

    /// Returns the reason why the extension cannot merge the `providerConfig` of a NamespacedCloudProfile, `child`, with that of its
    /// parent: it cannot decode one of them. `None` if it can.
    fn merge_obstacle(
        &self,
        parent: &CloudProfileSpec,
        child: &RawObject,
        settings: &Settings,
    ) -> Option<Arc<UndecodableConfig>> {
        parent.provider_config.iter().chain([child]).find_map(|raw| {
            let decoded = self.decode_at(raw, &Path::object(), settings);
            let is_readable = !decoded.violations.iter().any(prevents_merge);
            if is_readable { None } else { decoded.config.undecodable(&settings.quirks) }
        })
    }

    /// Returns the demands in the `providerConfig` of a worker at `path`: values of [`Extension::worker_capabilities`]
    /// or of capabilities that the operator registers.
    fn worker_demand(&self, config: &RawObject, path: &Path<'_>) -> WorkerDemand;

    /// Returns the unknown fields in the `providerConfig` of a worker at `path`, for callers that would ignore them.
    fn check_worker_config(&self, config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        self.extension().unknown_worker_fields(config, path)
    }

    /// Like [`check_worker_config`](Self::check_worker_config), for the release of the extension that the settings ask about.
    fn check_worker_config_at(&self, config: &RawObject, path: &Path<'_>, settings: &Settings) -> Vec<Violation> {
        let mut found = self.check_worker_config(config, path);
        found.extend(self.extension().at(settings).worker_fields_to_come(config, path));
        found
    }
}

impl fmt::Debug for dyn Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Provider").field(&self.name()).finish()
    }
}

/// The demands in the `providerConfig` of a worker.
#[derive(Debug, Default)]
pub struct WorkerDemand {
    /// The names of capabilities and the requested values.
    pub capabilities: Capabilities,
    /// Findings about unreadable parts, which request nothing.
    pub violations: Vec<Violation>,
}

/// A decoded `providerConfig` with the findings about its form.
#[derive(Debug, Clone)]
pub struct Decoded {
    /// The readable parts; all others have their defaults.
    pub config: Arc<dyn ProviderConfig>,
    /// The reasons why Gardener cannot decode it; empty if it can.
    pub violations: Vec<Violation>,
    /// Whether the rest can be checked: false if its identity is that of something else.
    pub usable: bool,
}

/// The provider section of one CloudProfile.
///
/// Every method takes the core section as `spec`, because it has the definitions of capabilities.
pub trait ProviderConfig: fmt::Debug + Send + Sync {
    /// Returns the description of its extension, in the release and under the quirks that the configuration was read with.
    fn extension(&self) -> &Extension;

    /// Returns the fields of a `providerConfig`.
    fn shape(&self) -> Shape;

    /// Returns the entries for images, with their mappings.
    fn entries(&self) -> ImageEntries<'_>;

    /// Returns the checks. In a program that is built without them (`--cfg rootstock_without_checks`), for example one
    /// that only answers queries, their only finding is that nothing is checked.
    fn checks(&self) -> &dyn ProviderChecks;

    /// Returns every image reference, in document order.
    fn image_references(&self, spec: &CloudProfileSpec) -> Vec<ImageReference>;

    /// Returns every entry for a version of an image, in either format, in document order.
    fn mapped_versions(&self) -> Vec<MappedVersion>;

    /// Returns the capabilities that the legacy format declares for a machine type.
    fn legacy_machine_type(&self, name: &str) -> Capabilities;

    /// Selects the image reference that a worker's machines are created with, and explains the choice.
    ///
    /// # Errors
    /// Returns an error if there is none, or if nothing decides between several.
    fn select_image(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound>;

    /// Returns the reason why the extension cannot decode the configuration, and so finds no image in it; `None` if it can.
    fn undecodable(&self, _quirks: &Quirks) -> Option<Arc<UndecodableConfig>> {
        None
    }

    /// Returns the flavors that the extension's mutating webhook writes into the versions of some machine images of the
    /// core section, in a profile that registers capabilities. It does not change versions that are missing from the
    /// result.
    fn webhook_flavors(&self, images: &[MachineImage]) -> Vec<WebhookFlavors>;

    /// Returns the vocabulary by which images of a profile are compared, for [`find_image`](Self::find_image).
    fn image_vocabulary(&self, spec: &CloudProfileSpec, settings: &Settings) -> ImageVocabulary;

    /// Returns the capabilities of a request's machine type, under a vocabulary of the profile.
    fn machine(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
    ) -> CapabilitySet;

    /// Like [`select_image`](Self::select_image), but only checks that there is an image, for callers that process
    /// whole fleets.
    ///
    /// # Errors
    /// Returns the reason that `select_image` would give.
    fn find_image(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<(), NotFoundReason>;

    /// Like [`select_image`](Self::select_image), but without an explanation, for callers that ask for whole profiles.
    ///
    /// # Errors
    /// Returns the reason that `select_image` would give.
    fn image_reference(
        &self,
        spec: &CloudProfileSpec,
        _vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageReference, NotFoundReason> {
        self.select_image(spec, request, settings).map(|choice| choice.reference).map_err(|error| error.reason)
    }

    /// Returns what [`image_reference`](Self::image_reference) returns for each of these regions, in place of the request's own. With
    /// thousands of regions this is much faster, because the entries of the version are read once.
    fn image_reference_in(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        regions: &[Option<&str>],
        settings: &Settings,
    ) -> Vec<Result<ImageReference, NotFoundReason>> {
        let requests = regions.iter().map(|region| ImageRequest { region: *region, ..*request });
        requests.map(|request| self.image_reference(spec, vocabulary, &request, settings)).collect()
    }

    /// Numbers regions: those with equal numbers have references at the same places, so that choices there differ only in the
    /// references and in the regions' names. By default, all are different.
    fn region_classes(&self, regions: &[&str]) -> Vec<usize> {
        (0..regions.len()).collect()
    }

    /// Resolves the settings that a Shoot gets in a region; `None` if the provider's settings do not depend on
    /// anything.
    fn resolve(&self, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution>;
}

/// The checks of the provider section of a profile, and of the provider's parts of Shoots.
pub trait ProviderChecks {
    /// Checks the provider section, on its own and in comparison with the core section.
    ///
    /// `spec` is the profile as Gardener stores it (with defaults), or as read; findings have paths in it.
    fn check(&self, spec: &CloudProfileSpec, settings: &Settings) -> Vec<Violation>;

    /// Checks this as the provider section of a NamespacedCloudProfile, in the format of its parent: on its own, and in
    /// comparison with its core section and its parent. Findings have paths in `section.child`.
    fn check_namespaced(&self, section: &NamespacedSection<'_>, settings: &Settings) -> Vec<Violation>;

    /// Checks the provider's parts of a Shoot: `infrastructureConfig`, `controlPlaneConfig`, and the `providerConfig`
    /// of workers, on their own and against the profile.
    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation>;
}
