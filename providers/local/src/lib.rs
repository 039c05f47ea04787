//! Rootstock's plug-in for Gardener's local provider.

use std::any::Any;

use rootstock_core_model::{CloudProfileSpec, Path, RawObject, Rule, Settings, Violation};
use rootstock_provider_api::{
    ConfigIdentity, Decoded, ImageChoice, ImageNotFound, ImageReference, ImageRequest, NotFoundReason, Package,
    Provider, ProviderConfig,
};

/// The provider.
#[derive(Debug, Clone, Copy)]
pub struct Local;

rootstock_provider_api::register!(Local);

impl Provider for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn config_identity(&self) -> ConfigIdentity {
        ConfigIdentity { api_version: "local.provider.extensions.gardener.cloud/v1alpha1", kind: "CloudProfileConfig" }
    }

    fn package(&self) -> Package {
        Package { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") }
    }

    fn rules(&self) -> &'static [&'static Rule] {
        &[]
    }

    fn decode(&self, _raw: &RawObject, _path: &Path<'_>) -> Decoded {
        Decoded { config: Box::new(Config), violations: Vec::new(), usable: true }
    }
}

#[derive(Debug)]
struct Config;

impl ProviderConfig for Config {
    fn check(&self, _spec: &CloudProfileSpec, _settings: &Settings) -> Vec<Violation> {
        Vec::new()
    }

    fn image_references(&self, _spec: &CloudProfileSpec) -> Vec<ImageReference> {
        Vec::new()
    }

    fn select_image(
        &self,
        _spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        _settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound> {
        Err(ImageNotFound {
            image: request.image.to_owned(),
            version: request.version.to_owned(),
            reason: NotFoundReason::UnknownImage,
            candidates: Vec::new(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
