//! What a worker pool asks of the provider's images.

use rootstock_core_model::{ARCHITECTURE, Capabilities, MachineType, Path, Quirks, Worker};
use rootstock_provider_api::ImageRequest;

use super::pool::{Pool, Surroundings};
use super::{ShootOperation, ShootProfile};

/// What a worker pool asks of the provider's images, beside machine type, image and region.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImageWish {
    /// Its architecture, if it names one that exists.
    pub architecture: Option<String>,
    /// What it asks for, the architecture included where that takes part.
    pub capabilities: Capabilities,
}

impl ImageWish {
    /// What a worker asks for. With the gate `WorkerCapabilities` off that is its architecture and nothing else.
    ///
    /// ```
    /// use rootstock_admission::{ImageWish, ShootProfile};
    /// use rootstock_core_model::{CloudProfileSpec, Semantics, Settings, Worker};
    /// let spec = CloudProfileSpec::default();
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let profile = ShootProfile::new(&spec, &settings, None)?;
    /// let worker: Worker = serde_json::from_str(r#"{"machine": {"architecture": "arm64"}}"#)?;
    /// assert_eq!(ImageWish::of_worker(&profile, &worker).architecture.as_deref(), Some("arm64"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_worker(profile: &ShootProfile<'_>, worker: &Worker) -> Self {
        let around = Surroundings { operation: ShootOperation::State, region: "", kubernetes_version: "" };
        Self::of_pool(&Pool::new(profile, worker, around, &Path::object()), profile.quirks())
    }

    pub(crate) fn of_pool(pool: &Pool<'_>, quirks: &Quirks) -> Self {
        let mut capabilities = pool.demand.demand().capabilities.clone();
        if let Some(architecture) = pool.architecture.filter(|_| !quirks.worker_architecture_is_separate) {
            capabilities.insert(ARCHITECTURE, vec![architecture.to_owned()]);
        }
        Self { architecture: pool.architecture.map(str::to_owned), capabilities }
    }

    /// The question for the image of a machine type.
    #[must_use]
    pub fn request<'r>(
        &'r self,
        image: &'r str,
        version: &'r str,
        region: Option<&'r str>,
        machine_type: &'r MachineType,
    ) -> ImageRequest<'r> {
        let plain = ImageRequest::new(image, version, region, machine_type);
        ImageRequest {
            architecture: self.architecture.as_deref().or(plain.architecture),
            worker_capabilities: (!self.capabilities.is_empty()).then_some(&self.capabilities),
            ..plain
        }
    }
}
