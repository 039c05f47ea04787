//! The versions of a profile at an instant, as candidates for updates.

use rootstock_judge::CompiledProfile;
use rootstock_versioning::{Timestamp, UpdateCandidate};

/// The versions of a profile at an instant.
#[derive(Debug)]
pub(super) struct Candidates {
    images: Vec<Vec<UpdateCandidate>>,
    pub(super) kubernetes: Vec<UpdateCandidate>,
}

impl Candidates {
    pub(super) fn new(profile: &CompiledProfile, at: Timestamp) -> Self {
        let of_image = |image| {
            let offers = profile.offers_at(image);
            offers.map(|offer| UpdateCandidate::new(offer.text(), offer.classification(at))).collect()
        };
        let kubernetes = profile.kubernetes().iter();
        Self {
            images: (0..profile.images().len()).map(of_image).collect(),
            kubernetes: kubernetes
                .map(|version| UpdateCandidate::new(&version.version, version.lifecycle().at(at)))
                .collect(),
        }
    }

    /// Returns the same versions at another instant, with shared names.
    pub(super) fn at(&self, profile: &CompiledProfile, at: Timestamp) -> Self {
        let images = self.images.iter().enumerate().map(|(image, named)| {
            let offers = profile.offers_at(image).zip(named);
            offers.map(|(offer, named)| named.classified(offer.classification(at))).collect()
        });
        let kubernetes = profile.kubernetes().iter().zip(&self.kubernetes);
        Self {
            images: images.collect(),
            kubernetes: kubernetes.map(|(version, named)| named.classified(version.lifecycle().at(at))).collect(),
        }
    }

    /// Returns the versions of an image.
    pub(super) fn image(&self, place: usize) -> &[UpdateCandidate] {
        self.images.get(place).map(Vec::as_slice).unwrap_or_default()
    }
}
