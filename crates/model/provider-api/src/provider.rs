//! What a provider is, as seen by everybody who is not one.

use std::fmt;
use std::sync::Arc;

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, MachineImage, Path, Quirks, RawObject, Rule, Settings, Violation,
};
use rootstock_document::schema::Shape;

use crate::{
    Extension, ImageChoice, ImageEntries, ImageNotFound, ImageReference, ImageRequest, ImageVocabulary, MappedVersion,
    MergedConfig, NamespacedHalf, NotFoundReason, Resolution, ResolutionQuery, ShootChange, WebhookFlavors,
};

/// A provider plug-in, as programs see it. Authors implement [`crate::Plugin`], which needs less.
pub trait Provider: Send + Sync {
    /// What its extension is and does.
    fn extension(&self) -> &Extension;

    /// The provider's name: the value of `spec.type`.
    fn name(&self) -> &'static str {
        self.extension().name
    }

    /// The JSON Schema of `providerConfig`, if the plug-in has one.
    #[cfg(feature = "schema")]
    fn config_schema(&self) -> Option<schemars::Schema> {
        None
    }

    /// The rules that only this provider has, beside those of [`crate::rules`].
    fn rules(&self) -> Vec<&'static Rule>;

    /// Reads a `providerConfig` that stands at `path`: strictly, so that nothing is ignored silently, and recovering, so
    /// that one mistake does not hide the others. Which fields there are can depend on `quirks`: those of the extension as it
    /// is released, or what is merged for its next release, too.
    fn decode(&self, raw: &RawObject, path: &Path<'_>, quirks: &Quirks) -> Decoded;

    /// The `providerConfig` of a rendered NamespacedCloudProfile: the parent's with the entries of `child`, which is the
    /// profile's own. `None` if the parent has none.
    fn merge_config(&self, parent: &CloudProfileSpec, child: &RawObject, quirks: &Quirks) -> Option<MergedConfig>;

    /// What the `providerConfig` of a worker, which stands at `path`, asks for: values of
    /// [`Extension::worker_capabilities`] or of capabilities that the operator registers.
    fn worker_demand(&self, config: &RawObject, path: &Path<'_>) -> WorkerDemand;
}

impl fmt::Debug for dyn Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Provider").field(&self.name()).finish()
    }
}

/// What the `providerConfig` of a worker asks for.
#[derive(Debug, Default)]
pub struct WorkerDemand {
    /// Capability names and the values asked for.
    pub capabilities: Capabilities,
    /// What could not be read; it asks for nothing.
    pub violations: Vec<Violation>,
}

/// A decoded `providerConfig` and what was wrong with its form.
#[derive(Debug, Clone)]
pub struct Decoded {
    /// What could be read; parts that could not have their defaults.
    pub config: Arc<dyn ProviderConfig>,
    /// Why Gardener cannot decode it; empty when it can.
    pub violations: Vec<Violation>,
    /// Whether the rest is worth looking at: false when it announces itself as something else altogether.
    pub usable: bool,
}

/// The provider's half of one CloudProfile.
///
/// Every method takes the core half as `spec`: the definitions of capabilities are there.
pub trait ProviderConfig: fmt::Debug + Send + Sync {
    /// What its extension is and does, under the quirks that it was read with.
    fn extension(&self) -> &'static Extension;

    /// The fields of a `providerConfig`.
    fn shape(&self) -> Shape;

    /// The entries for images, with what they map.
    fn entries(&self) -> ImageEntries<'_>;

    /// What finds mistakes in it. In a program that is built without (`--cfg rootstock_without_checks`), as one that answers queries
    /// and nothing else may be, it finds that nothing is checked.
    fn checks(&self) -> &dyn ProviderChecks;

    /// Every image reference, in the order of the document.
    fn image_references(&self, spec: &CloudProfileSpec) -> Vec<ImageReference>;

    /// Every entry for a version of an image, in either format, in the order of the document.
    fn mapped_versions(&self) -> Vec<MappedVersion>;

    /// What this half says about a machine type in the legacy format that capabilities say instead.
    fn legacy_machine_type(&self, name: &str) -> Capabilities;

    /// The image reference that a worker's machines are created with, and why.
    ///
    /// # Errors
    /// When there is none, or more than one that nothing tells apart.
    fn select_image(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound>;

    /// The flavors that the extension's mutating webhook writes into the versions of some machine images of the core half, in a
    /// profile that registers capabilities; of versions that are not here it leaves them alone.
    fn webhook_flavors(&self, images: &[MachineImage]) -> Vec<WebhookFlavors>;

    /// What images are compared by in a profile, for [`find_image`](Self::find_image).
    fn image_vocabulary(&self, spec: &CloudProfileSpec, settings: &Settings) -> ImageVocabulary;

    /// What the machine type of a request supports, where images are compared by a vocabulary of the profile.
    fn machine(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
    ) -> CapabilitySet;

    /// Whether [`select_image`](Self::select_image) finds an image, without which and what became of the others: for those who
    /// ask for whole fleets.
    ///
    /// # Errors
    /// The reason that `select_image` gives.
    fn find_image(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<(), NotFoundReason>;

    /// The settings that a Shoot gets in a region; none if the provider's settings do not depend on anything.
    fn resolve(&self, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution>;
}

/// What is wrong with the provider's half of a profile, and with what Shoots say to the provider.
pub trait ProviderChecks {
    /// Everything that is wrong: by itself, and in comparison with the core half.
    ///
    /// `spec` is the profile as Gardener stores it (with defaults), or as it was read; findings point into it.
    fn check(&self, spec: &CloudProfileSpec, settings: &Settings) -> Vec<Violation>;

    /// Everything that is wrong in the provider's half of a NamespacedCloudProfile, which this is, in the format of its parent: by
    /// itself, and in comparison with its core half and its parent. Findings point into `half.child`.
    fn check_namespaced(&self, half: &NamespacedHalf<'_>, settings: &Settings) -> Vec<Violation>;

    /// Everything that is wrong with the provider's parts of a Shoot: `infrastructureConfig`, `controlPlaneConfig`, the
    /// `providerConfig` of workers, by themselves and by what the profile allows.
    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation>;
}
