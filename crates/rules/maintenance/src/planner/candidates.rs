//! The versions of a profile as candidates for updates.

use rootstock_judge::CompiledProfile;
use rootstock_versioning::{Classification, Timestamp, UpdateCandidate};

/// The versions of a profile, parsed when they are needed and classified for one instant at a time.
///
/// A list for each instant would be faster in some cases, but takes memory for each change of each version.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    images: Vec<CandidateList>,
    kubernetes: CandidateList,
}

/// The versions of an image or of Kubernetes.
#[derive(Debug, Default)]
struct CandidateList {
    /// The number of changes of the profile before the instant for which the versions are classified; absent before first use.
    changes: Option<usize>,
    versions: Vec<UpdateCandidate>,
}

impl Candidates {
    /// Returns the versions of the image at that position, classified for an instant after that many changes of the profile.
    pub(super) fn image(
        &mut self,
        profile: &CompiledProfile,
        position: usize,
        changes: usize,
        at: Timestamp,
    ) -> &[UpdateCandidate] {
        self.images.resize_with(profile.images().len(), CandidateList::default);
        let Some(list) = self.images.get_mut(position) else { return &[] };
        list.classify(changes, profile.offers_at(position).map(|offer| (offer.text(), offer.classification(at))))
    }

    /// Returns the Kubernetes versions, classified for an instant after that many changes of the profile.
    pub(super) fn kubernetes(
        &mut self,
        profile: &CompiledProfile,
        changes: usize,
        at: Timestamp,
    ) -> &[UpdateCandidate] {
        let versions = profile.kubernetes().iter();
        self.kubernetes.classify(changes, versions.map(|version| (&*version.version, version.lifecycle().at(at))))
    }
}

impl CandidateList {
    fn classify<'v>(
        &mut self,
        changes: usize,
        versions: impl Iterator<Item = (&'v str, Classification)>,
    ) -> &[UpdateCandidate] {
        match self.changes.replace(changes) {
            None => self.versions = versions.map(|(text, now)| UpdateCandidate::new(text, now)).collect(),
            Some(before) if before == changes => {}
            Some(_) => {
                for (candidate, (_, now)) in self.versions.iter_mut().zip(versions) {
                    candidate.set_classification(now);
                }
            }
        }
        &self.versions
    }
}
