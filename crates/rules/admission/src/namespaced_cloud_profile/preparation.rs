//! The preparation of a NamespacedCloudProfile between decoding and validation.
//!
//! Gardener silently drops versions that are expired or not available yet, and then images of which nothing remains.
//! In documented semantics the profile is judged as written, and new versions that have expired are reported.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfile, NamespacedCloudProfileSpec, Settings, Violation};
use rootstock_versioning::Timestamp;

use crate::Operation;
use crate::cloud_profile::versions::Versioned;
use crate::prepare::{ExpiredVersions, report_expired};

/// Performs the parts of Gardener's preparation that the semantics call for, and reports the others.
pub(super) fn prepare(
    child: &mut NamespacedCloudProfile,
    operation: Operation<'_, NamespacedCloudProfile>,
    settings: &Settings,
    findings: &mut Vec<Violation>,
) {
    if !settings.quirks.cloud_profile.expired_on_create_is_dropped {
        let old = operation.old().map(|old| as_profile(&old.spec));
        let how = (operation == Operation::State, ExpiredVersions::Dropped);
        report_expired(&as_profile(&child.spec), old.as_ref(), how, settings.now, findings);
    } else if operation != Operation::State {
        drop_inactive(&mut child.spec, operation.old().map(|old| &old.spec), settings.now);
    }
}

/// Drops inactive versions, unless they existed before, and images that are left without versions and without an update
/// strategy.
pub(super) fn drop_inactive(
    spec: &mut NamespacedCloudProfileSpec,
    old: Option<&NamespacedCloudProfileSpec>,
    now: Timestamp,
) {
    let known = old.map(NamespacedCloudProfileSpec::kubernetes_versions).unwrap_or_default();
    if let Some(kubernetes) = &mut spec.kubernetes {
        retain_active(&mut kubernetes.versions, known, now);
    }
    let known: HashMap<&str, _> = old
        .map(NamespacedCloudProfileSpec::images)
        .unwrap_or_default()
        .iter()
        .map(|it| (it.name.as_str(), it))
        .collect();
    for image in spec.machine_images.iter_mut().flatten() {
        let known = known.get(image.name.as_str()).map(|image| image.offered()).unwrap_or_default();
        retain_active(&mut image.versions, known, now);
    }
    if let Some(images) = &mut spec.machine_images {
        let has_strategy = |strategy: Option<&str>| strategy.is_some_and(|strategy| !strategy.is_empty());
        images.retain(|image| !image.offered().is_empty() || has_strategy(image.update_strategy.as_deref()));
    }
}

/// Drops inactive versions that are not known; an empty list becomes absent.
fn retain_active<V: Versioned>(list: &mut Option<Vec<V>>, known: &[V], now: Timestamp) {
    let Some(versions) = list else { return };
    if !versions.iter().all(|version| version.life().at(now).is_active()) {
        let known: HashSet<&str> = known.iter().map(Versioned::version).collect();
        versions.retain(|version| version.life().at(now).is_active() || known.contains(version.version()));
    }
    if versions.is_empty() {
        *list = None;
    }
}

/// Converts a NamespacedCloudProfile to a CloudProfile with the same fields, so that the same rules apply to both.
pub(super) fn as_profile(spec: &NamespacedCloudProfileSpec) -> CloudProfileSpec {
    CloudProfileSpec {
        ca_bundle: spec.ca_bundle.clone(),
        kubernetes: spec.kubernetes.clone().unwrap_or_default(),
        machine_images: spec.machine_images.clone(),
        machine_types: spec.machine_types.clone(),
        volume_types: spec.volume_types.clone(),
        limits: spec.limits.clone(),
        ..CloudProfileSpec::default()
    }
}
