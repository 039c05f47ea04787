//! What a change of a CloudProfile changes for the NamespacedCloudProfiles below it.

use std::collections::BTreeSet;

use rootstock_admission::{in_parent_format, recheck_namespaced_cloud_profile};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Severity, Violation};
use rootstock_provider_api::{NamespacedHalf, Registry};
use serde::Serialize;

use crate::{ProfileChanges, ProfileSide, compare};

/// The rule for mistakes of the parent's own: those are told of the parent.
const PARENT_INVALID: &str = "parent-invalid";

/// What changes for a NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedChanges {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// Why Gardener refuses every change of it now, and did not before.
    pub broken: Vec<NamespacedFinding>,
    /// Why Gardener refused every change of it, and does not any more.
    pub mended: Vec<NamespacedFinding>,
    /// Whether its Shoots see exactly what Shoots of the parent see.
    pub like_parent: bool,
    /// What changes for its Shoots, whatever they use.
    pub changes: ProfileChanges,
}

/// A mistake in a NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedFinding {
    /// The rule.
    pub rule: &'static str,
    /// Where it is wrong.
    pub path: String,
    /// What is wrong, in Kubernetes' form.
    pub message: String,
}

/// A NamespacedCloudProfile and its parent, before or after.
#[derive(Debug, Clone, Copy)]
pub struct NamespacedSide<'a, 's> {
    /// The profile as it is written.
    pub child: &'s NamespacedCloudProfile,
    /// The parent.
    pub parent: &'s CloudProfile,
    /// What its Shoots get, prepared to be asked.
    pub rendered: &'s ProfileSide<'a>,
}

impl NamespacedChanges {
    /// Whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.broken.is_empty() && self.mended.is_empty() && self.changes.is_empty()
    }

    /// Compares a NamespacedCloudProfile before and after a change, of its own or of its parent. `parent` is what changes in
    /// the parent.
    #[must_use]
    pub fn between(
        old: NamespacedSide<'_, '_>,
        new: NamespacedSide<'_, '_>,
        parent: &ProfileChanges,
        registry: &Registry,
    ) -> Self {
        let [before, after] = [old, new].map(|side| side.errors(registry));
        let without = |own: &[NamespacedFinding], other: &[NamespacedFinding]| -> Vec<NamespacedFinding> {
            // The same mistake may be told in other words when the parent has other things to offer.
            let known: BTreeSet<(&str, &str)> = other.iter().map(|one| (one.rule, one.path.as_str())).collect();
            own.iter().filter(|one| !known.contains(&(one.rule, one.path.as_str()))).cloned().collect()
        };
        let changes = compare(old.rendered, new.rendered);
        Self {
            namespace: new.child.metadata.namespace.clone(),
            name: new.child.metadata.name.clone(),
            broken: without(&after, &before),
            mended: without(&before, &after),
            like_parent: changes == *parent,
            changes,
        }
    }
}

impl NamespacedSide<'_, '_> {
    /// Why Gardener would refuse a change of it.
    fn errors(&self, registry: &Registry) -> Vec<NamespacedFinding> {
        let settings = &self.rendered.settings;
        let plugin = registry.get(&self.parent.spec.provider_type);
        let entries = plugin.map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
        let mut violations = recheck_namespaced_cloud_profile(entries, self.child, self.parent, settings);
        let written = &self.child.spec;
        let converted = in_parent_format(written, &self.parent.spec);
        let (parent, rendered) = (&self.parent.spec, self.rendered.spec);
        let half = NamespacedHalf { parent, written, child: &converted, rendered };
        violations.extend(registry.check_namespaced_cloud_profile(&half, settings).violations);
        let mut found: Vec<NamespacedFinding> = violations
            .iter()
            .filter(|violation| violation.severity == Severity::Error && violation.rule.name != PARENT_INVALID)
            .map(|violation: &Violation| NamespacedFinding {
                rule: violation.rule.name,
                path: violation.path.to_string(),
                message: violation.to_string(),
            })
            .collect();
        found.sort();
        found.dedup();
        found
    }
}
