//! The lifecycles of versions that both profiles have.

use std::collections::HashMap;

use rootstock_core_model::{CloudProfileSpec, Settings};
use rootstock_versioning::{Classification, Transition, VersionLifecycle};
use serde::Serialize;

use crate::pairs::VersionPair;

/// A change to the lifecycle of a version: to its classification at the requested instant, or to a later one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LifecycleChange {
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version.
    pub version: String,
    /// The classification by the old profile.
    pub from: Classification,
    /// The classification by the new profile.
    pub to: Classification,
    /// The later classifications by the old profile.
    pub transitions_from: Vec<Transition>,
    /// The later classifications by the new profile.
    pub transitions_to: Vec<Transition>,
}

impl LifecycleChange {
    /// Returns whether the classification differs now, and not only later.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        self.from != self.to
    }

    fn between(
        image: Option<&str>,
        version: &str,
        [old, new]: [VersionLifecycle<'_>; 2],
        settings: &Settings,
    ) -> Option<Self> {
        if old == new {
            return None;
        }
        let now = settings.now;
        let change = Self {
            image: image.map(str::to_owned),
            version: version.to_owned(),
            from: old.at(now),
            to: new.at(now),
            transitions_from: old.transitions(now),
            transitions_to: new.transitions(now),
        };
        (change.is_immediate() || change.transitions_from != change.transitions_to).then_some(change)
    }
}

/// Returns every changed lifecycle: Kubernetes first, then images, in the order of the old profile.
pub(crate) fn changes(
    [old, new]: [&CloudProfileSpec; 2],
    versions: &[VersionPair<'_>],
    settings: &Settings,
) -> Vec<LifecycleChange> {
    let mut counterparts = HashMap::new();
    for version in new.kubernetes.offered() {
        counterparts.entry(version.version.as_str()).or_insert(version);
    }
    let mut changes: Vec<LifecycleChange> = Vec::new();
    for version in old.kubernetes.offered() {
        if let Some(other) = counterparts.remove(version.version.as_str()) {
            let lifecycles = [version.lifecycle(), other.lifecycle()];
            changes.extend(LifecycleChange::between(None, &version.version, lifecycles, settings));
        }
    }
    for pair in versions {
        let [at_old, at_new] = pair.places;
        if let (Some(one), Some(other)) = (version_at(old, at_old), version_at(new, at_new)) {
            let lifecycles = [one.lifecycle(), other.lifecycle()];
            changes.extend(LifecycleChange::between(Some(pair.image), pair.version, lifecycles, settings));
        }
    }
    changes
}

fn version_at(
    spec: &CloudProfileSpec,
    (image, version): (usize, usize),
) -> Option<&rootstock_core_model::MachineImageVersion> {
    spec.images().get(image)?.offered().get(version)
}
