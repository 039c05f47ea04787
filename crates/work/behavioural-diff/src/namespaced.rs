//! The effects of a change to a CloudProfile on the NamespacedCloudProfiles below it.

use std::collections::BTreeSet;

use rootstock_admission::{in_parent_format, recheck_namespaced_cloud_profile};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Severity, Violation};
use rootstock_provider_api::{NamespacedSection, Registry};
use serde::Serialize;

use crate::{ProfileChanges, ProfileSide, compare};

/// The rule for mistakes in the parent itself, which are reported for the parent.
const PARENT_INVALID: &str = "parent-invalid";

/// The changes for a NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedChanges {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The reasons why Gardener refuses every change of it now, but did not before.
    pub broken: Vec<NamespacedFinding>,
    /// The reasons why Gardener refused every change of it before, but no longer does.
    pub mended: Vec<NamespacedFinding>,
    /// Whether its Shoots see exactly what Shoots of the parent see.
    pub like_parent: bool,
    /// The changes for its Shoots, whatever they use.
    pub changes: ProfileChanges,
}

/// A mistake in a NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamespacedFinding {
    /// The rule.
    pub rule: &'static str,
    /// The path of the mistake.
    pub path: String,
    /// The message, in Kubernetes' format.
    pub message: String,
}

/// A NamespacedCloudProfile and its parent, before or after.
#[derive(Debug, Clone, Copy)]
pub struct NamespacedSide<'a, 's> {
    /// The profile as written.
    pub child: &'s NamespacedCloudProfile,
    /// The parent.
    pub parent: &'s CloudProfile,
    /// The profile of its Shoots, prepared for comparisons.
    pub rendered: &'s ProfileSide<'a>,
}

impl NamespacedChanges {
    /// Returns whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.broken.is_empty() && self.mended.is_empty() && self.changes.is_empty()
    }

    /// Compares a NamespacedCloudProfile before and after a change to itself or to its parent. `parent` contains the
    /// changes of the parent.
    #[must_use]
    pub fn between(
        old: NamespacedSide<'_, '_>,
        new: NamespacedSide<'_, '_>,
        parent: &ProfileChanges,
        registry: &Registry,
    ) -> Self {
        let [before, after] = [old, new].map(|side| side.errors(registry));
        let without = |own: &[NamespacedFinding], other: &[NamespacedFinding]| -> Vec<NamespacedFinding> {
            // The message of a mistake may change if the parent offers other alternatives.
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
    /// Returns the reasons why Gardener would refuse a change of it.
    fn errors(&self, registry: &Registry) -> Vec<NamespacedFinding> {
        let settings = &self.rendered.settings;
        let plugin = registry.get(&self.parent.spec.provider_type);
        let entries = plugin.map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
        let mut violations = recheck_namespaced_cloud_profile(entries, self.child, self.parent, settings);
        let written = &self.child.spec;
        let converted = in_parent_format(written, &self.parent.spec);
        let (parent, rendered) = (&self.parent.spec, self.rendered.spec);
        let section = NamespacedSection { parent, written, child: &converted, rendered };
        violations.extend(registry.check_namespaced_cloud_profile(&section, settings).violations);
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
