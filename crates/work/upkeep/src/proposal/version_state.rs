//! Versions with their states.

use rootstock_versioning::{Classification, Day, Timestamp, Version};

use super::rules::ProposalRules;
use crate::VersionName;
use crate::base::Base;
use crate::lifecycle_state::{LifecycleState, versions};

/// A version and its state at a time.
pub(super) struct VersionState {
    pub(super) name: VersionName,
    pub(super) version: Version,
    pub(super) lifecycle_state: LifecycleState,
    pub(super) is: Classification,
}

impl VersionState {
    /// Returns the distinct versions of an image or of Kubernetes; skips invalid ones, which have no order.
    pub(super) fn all(base: &Base, image: Option<&str>, now: Timestamp) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for one in versions(base.spec(), image) {
            let name = VersionName { image: image.map(str::to_owned), version: one.version().to_owned() };
            let Ok(version) = name.version.parse() else { continue };
            if all.iter().all(|other| other.name != name) {
                let lifecycle_state = one.lifecycle_state();
                all.push(Self { name, version, is: lifecycle_state.of().at(now), lifecycle_state });
            }
        }
        all
    }

    /// Returns the start of the current classification.
    pub(super) fn since(&self, rules: &ProposalRules, now: Timestamp) -> Option<Day> {
        self.lifecycle_state.since(now).map(Day::of).or_else(|| rules.since(&self.name))
    }
}
