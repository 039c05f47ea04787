//! Whether the provider's half has an image for a pool, and which.

use rootstock_core_model::{ARCHITECTURE, Capabilities, MachineType};
use rootstock_provider_api::{ImageChoice, ImageNotFound, ImageRequest, NotFoundReason, ProviderConfig};

use crate::{Judge, Obstacle, Offer, Pool};

/// What a worker pool asks of the provider's images, beside machine type, image and region.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImageDemand {
    /// The architecture, if it names one that exists.
    pub architecture: Option<String>,
    /// What it asks for, the architecture included where that takes part.
    pub capabilities: Capabilities,
}

impl ImageDemand {
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

impl From<&ImageNotFound> for Obstacle {
    fn from(error: &ImageNotFound) -> Self {
        Self::Unmapped { explanation: error.explanation(), elsewhere: error.is_about_region() }
    }
}

impl Judge<'_> {
    /// Whether the provider's half has no image for the pool. Nothing is in the way where nobody knows: the provider is not
    /// known, its half cannot be read, or its extension finds images in another way.
    #[must_use]
    pub fn mapping(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        // Nearly always there is one, and why costs several times as much as whether.
        let find = |config: &dyn ProviderConfig, request: &ImageRequest<'_>| {
            let vocabulary = self.profile().image_vocabulary(config, self.settings());
            config.find_image(self.profile().spec(), vocabulary, request, self.settings())
        };
        let is_said = match self.ask(pool, offer, find)?.err()? {
            // What does not fit is said where flavors are compared; what fits there has no image here.
            NotFoundReason::Incompatible => self.hardware(pool, offer).is_some(),
            // Flavors that are alike are the profile's mistake.
            NotFoundReason::Ambiguous | NotFoundReason::Elsewhere => true,
            _ => false,
        };
        let error = if is_said { None } else { self.choice(pool, offer)?.err() };
        error.as_ref().map(Obstacle::from)
    }

    /// The image reference that the machines of the pool would be created with; `None` if nobody knows.
    #[must_use]
    pub fn choice(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Result<ImageChoice, ImageNotFound>> {
        self.ask(pool, offer, |config, request| config.select_image(self.profile().spec(), request, self.settings()))
    }

    fn ask<T>(
        self,
        pool: &Pool<'_>,
        offer: &Offer<'_>,
        question: impl FnOnce(&dyn ProviderConfig, &ImageRequest<'_>) -> T,
    ) -> Option<T> {
        let config = self.profile().config().filter(|_| self.asks_provider())?;
        let (machine_type, _) = pool.machine_type?;
        let wish = self.wish(pool);
        Some(question(config, &wish.request(offer.name(), offer.text(), pool.region, machine_type)))
    }

    /// What a pool asks of the provider's images. With the gate `WorkerCapabilities` off that is its architecture and nothing
    /// else.
    #[must_use]
    pub fn wish(self, pool: &Pool<'_>) -> ImageDemand {
        let mut capabilities = pool.demand.demand().capabilities.clone();
        if let Some(architecture) =
            pool.architecture.filter(|_| !self.quirks().selection.worker_architecture_is_separate)
        {
            capabilities.insert(ARCHITECTURE, vec![architecture.to_owned()]);
        }
        ImageDemand { architecture: pool.architecture.map(str::to_owned), capabilities }
    }

    /// Whether a pool is refused for which the provider's half has no image: in documented semantics, unless `is_unchanged`, that
    /// is image, architecture and region are what they were; under the quirk `unmapped_image_is_admitted` only by extensions
    /// that look for the image themselves, at pools that change nothing, too.
    #[must_use]
    pub fn refuses_unmapped(self, is_unchanged: bool) -> bool {
        if self.quirks().judge.unmapped_image_is_admitted {
            return self.profile().plugin().is_some_and(|plugin| plugin.extension().refuses_unmapped_shoots);
        }
        !is_unchanged
    }
}
