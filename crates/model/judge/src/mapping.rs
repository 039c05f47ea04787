//! Lookup of a pool's image in the provider section.

use rootstock_core_model::{ARCHITECTURE, Capabilities, MachineType};
use rootstock_provider_api::{
    ImageChoice, ImageNotFound, ImageReference, ImageRequest, MachineSetting, NotFoundReason, ProviderConfig,
};

use crate::{Judge, Obstacle, Offer, Pool};

/// A worker pool's demands on the provider's images, apart from machine type, image and region.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImageDemand {
    /// The architecture, if the pool specifies a valid one.
    pub architecture: Option<String>,
    /// The required capabilities, including the architecture if it takes part in matching.
    pub capabilities: Capabilities,
}

impl ImageDemand {
    /// Builds the request for the image of a machine type.
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
    /// Checks that the provider section has an image for the pool. Passes if that cannot be determined: the provider is unknown,
    /// its section cannot be read, or its extension finds images in another way.
    #[must_use]
    pub fn mapping(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        // An image nearly always exists, and the explanation costs several times as much as the check.
        let find = |config: &dyn ProviderConfig, request: &ImageRequest<'_>| {
            let vocabulary = self.profile().image_vocabulary(config, self.settings());
            config.find_image(self.profile().spec(), vocabulary, request, self.settings())
        };
        let reason = self.ask(pool, offer, find)?.err()?;
        let error =
            if self.is_reported_elsewhere(pool, offer, &reason) { None } else { self.choice(pool, offer)?.err() };
        error.as_ref().map(Obstacle::from)
    }

    /// Returns, for each of several regions instead of that of the pool, whether [`mapping`](Self::mapping) finds an obstacle.
    #[must_use]
    pub fn is_unmapped_in(self, pool: &Pool<'_>, offer: &Offer<'_>, regions: &[Option<&str>]) -> Vec<bool> {
        let found = self.references_in(pool, offer, regions);
        let is_unmapped = |found: Result<_, NotFoundReason>| {
            found.is_err_and(|reason| !self.is_reported_elsewhere(pool, offer, &reason))
        };
        found.map_or_else(|| vec![false; regions.len()], |found| found.into_iter().map(is_unmapped).collect())
    }

    fn is_reported_elsewhere(self, pool: &Pool<'_>, offer: &Offer<'_>, reason: &NotFoundReason) -> bool {
        match reason {
            // Hardware mismatches are reported by the comparison of flavors. If the flavors match, the image is missing here.
            NotFoundReason::Incompatible => self.hardware(pool, offer).is_some(),
            // Indistinguishable flavors are a mistake in the profile, unless it is accepted with them.
            NotFoundReason::Ambiguous => !self.quirks().providers.surplus_provider_flavors_pass,
            NotFoundReason::Elsewhere => true,
            _ => false,
        }
    }

    /// Returns the image reference with which the pool's machines would be created; `None` if that cannot be determined.
    #[must_use]
    pub fn reference(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Result<ImageReference, NotFoundReason>> {
        self.ask(pool, offer, |config, request| {
            let vocabulary = self.profile().image_vocabulary(config, self.settings());
            config.image_reference(self.profile().spec(), vocabulary, request, self.settings())
        })
    }

    /// Like [`reference`](Self::reference), in each of several regions instead of that of the pool.
    #[must_use]
    pub fn references_in(
        self,
        pool: &Pool<'_>,
        offer: &Offer<'_>,
        regions: &[Option<&str>],
    ) -> Option<Vec<Result<ImageReference, NotFoundReason>>> {
        self.ask(pool, offer, |config, request| {
            let vocabulary = self.profile().image_vocabulary(config, self.settings());
            config.image_reference_in(self.profile().spec(), vocabulary, request, regions, self.settings())
        })
    }

    /// Like [`reference`](Self::reference), with an explanation.
    #[must_use]
    pub fn choice(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Result<ImageChoice, ImageNotFound>> {
        self.ask(pool, offer, |config, request| config.select_image(self.profile().spec(), request, self.settings()))
    }

    /// Returns the settings that the extension turns on for machines with the given request that boot an image.
    #[must_use]
    pub fn machine_settings(self, request: &ImageRequest<'_>, image: &ImageReference) -> Vec<&'static MachineSetting> {
        let Some(config) = self.profile().config() else { return Vec::new() };
        let settings = config.extension().machine_settings;
        if settings.is_empty() {
            return Vec::new();
        }
        let spec = self.profile().spec();
        let versions = spec.images().iter().find(|own| own.name == request.image).map_or(&[][..], |own| own.offered());
        let version = versions.iter().find(|own| own.version == request.version);
        let vocabulary = self.profile().image_vocabulary(config, self.settings());
        let flavor = vocabulary.flavor(&image.capabilities, version);
        let machine_type = config.machine(spec, vocabulary, request);
        settings.iter().filter(|setting| setting.is_on(vocabulary.compiled(), &flavor, &machine_type)).collect()
    }

    fn ask<T>(
        self,
        pool: &Pool<'_>,
        offer: &Offer<'_>,
        question: impl FnOnce(&dyn ProviderConfig, &ImageRequest<'_>) -> T,
    ) -> Option<T> {
        let config = self.profile().config().filter(|_| self.checks_mappings())?;
        let (machine_type, _) = pool.machine_type?;
        let wish = self.wish(pool);
        Some(question(config, &wish.request(offer.name(), offer.text(), pool.region, machine_type)))
    }

    /// Returns a pool's demands on the provider's images. With the gate `WorkerCapabilities` off, that is only its
    /// architecture.
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

    /// Returns whether a pool is refused if the provider section has no image for it. In documented semantics it is, unless
    /// `is_unchanged`: image, architecture and region are unchanged. Under the quirk `unmapped_image_is_admitted`, only
    /// extensions that look up the image themselves refuse it, even for unchanged pools.
    #[must_use]
    pub fn refuses_unmapped(self, is_unchanged: bool) -> bool {
        if self.quirks().judge.unmapped_image_is_admitted {
            return self.profile().plugin().is_some_and(|plugin| plugin.extension().refuses_unmapped_shoots);
        }
        !is_unchanged
    }
}
