//! The versions of a profile as they are in each stretch of time, for all who plan by that profile.

use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;
use rootstock_judge::{CompiledProfile, Offer};
use rootstock_versioning::{Timestamp, UpdateCandidate, UpdateQuirks};

use crate::decision::Decision;

/// How many versions are held before all stretches are forgotten, each of them counted in every stretch: some 32 MB.
const MOST_HELD: usize = 1 << 20;

/// How many decisions are held before all of them are forgotten: some 10 MB.
const MOST_DECISIONS: usize = 1 << 16;

/// What the versions of a profile are in a stretch of time in which none of them changes.
#[derive(Debug)]
pub(super) struct Classified {
    images: Vec<Vec<UpdateCandidate>>,
    pub(super) kubernetes: Vec<UpdateCandidate>,
}

/// The stretches that somebody has asked about. Semantics and threads have them in common: what a version is depends on the
/// instant alone.
#[derive(Debug, Default)]
pub(crate) struct Stretches(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    /// The versions at some instant, which every stretch classifies anew.
    named: Option<Arc<Classified>>,
    /// By the number of changes before them.
    stretches: HashMap<usize, Arc<Classified>>,
    /// How many versions these have together.
    versions: usize,
    /// Where Kubernetes versions go.
    decisions: HashMap<KubernetesKey, HashMap<String, Decision>>,
    /// How many these are.
    decided: usize,
}

/// What a decision about a Kubernetes version depends on beside the version: the stretch, whether updates are automatic, and the quirks.
type KubernetesKey = (usize, bool, UpdateQuirks);

impl Stretches {
    /// The versions at an instant.
    pub(super) fn at(&self, profile: &CompiledProfile, at: Timestamp) -> Arc<Classified> {
        // Whoever panicked while classifying has put nothing in.
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = number(profile, at);
        if let Some(known) = held.stretches.get(&number) {
            return Arc::clone(known);
        }
        if held.versions > MOST_HELD {
            held.stretches.clear();
            held.versions = 0;
        }
        let named = held.named.get_or_insert_with(|| Arc::new(Classified::new(profile, at)));
        let classified = Arc::new(named.at(profile, at));
        held.versions += classified.count();
        held.stretches.insert(number, Arc::clone(&classified));
        classified
    }
}

impl Stretches {
    /// Where a Kubernetes version goes, if somebody has asked before.
    pub(super) fn decided(&self, key: KubernetesKey, version: &str) -> Option<Decision> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.decisions.get(&key)?.get(version).cloned()
    }

    /// Holds where a Kubernetes version goes.
    pub(super) fn decide(&self, key: KubernetesKey, version: &str, decision: &Decision) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.decided > MOST_DECISIONS {
            held.decisions.clear();
            held.decided = 0;
        }
        held.decided += 1;
        held.decisions.entry(key).or_default().insert(version.to_owned(), decision.clone());
    }
}

/// The number of the stretch of time that an instant lies in: how many changes are before it.
pub(super) fn number(profile: &CompiledProfile, at: Timestamp) -> usize {
    profile.changes().partition_point(|after| *after < at)
}

impl Classified {
    fn new(profile: &CompiledProfile, at: Timestamp) -> Self {
        let candidates = |image| profile.offers_at(image).map(|offer| candidate(&offer, at)).collect();
        let kubernetes = profile.kubernetes().iter();
        Self {
            images: (0..profile.images().len()).map(candidates).collect(),
            kubernetes: kubernetes
                .map(|version| UpdateCandidate::new(&version.version, version.lifecycle().at(at)))
                .collect(),
        }
    }

    /// The same versions at another instant.
    fn at(&self, profile: &CompiledProfile, at: Timestamp) -> Self {
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

    /// The versions of an image.
    pub(super) fn image(&self, index: usize) -> &[UpdateCandidate] {
        self.images.get(index).map(Vec::as_slice).unwrap_or_default()
    }

    fn count(&self) -> usize {
        self.images.iter().map(Vec::len).sum::<usize>() + self.kubernetes.len()
    }
}

/// An image version as it is in that time.
fn candidate(offer: &Offer<'_>, at: Timestamp) -> UpdateCandidate {
    let classification = offer.classification(at);
    match offer.parsed() {
        Some(version) => UpdateCandidate::of_version(offer.text(), version, classification),
        None => UpdateCandidate::new(offer.text(), classification),
    }
}

#[cfg(test)]
mod tests;
