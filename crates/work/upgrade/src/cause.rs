//! The declared difference that causes a change.

use std::collections::HashMap;

use rootstock_analysis::{Object, ProfileKey};
use rootstock_core_model::{FeatureGate, FieldPath};

use crate::change::{ChangeGroup, UpgradeChange};
use crate::{ReleaseSwitch, SwitchKind, UpgradeSide};

/// Returns a side without one of the differences that it has from another; `None` if the difference is a field, a rule, or an
/// extension.
pub(crate) fn without(switch: &ReleaseSwitch, side: &UpgradeSide) -> Option<UpgradeSide> {
    let mut settings = *side.settings();
    match switch.kind {
        SwitchKind::Field | SwitchKind::Rule | SwitchKind::Extension => return None,
        SwitchKind::Quirk => {
            settings.quirks = settings.quirks.with(&switch.name, !settings.quirks.get(&switch.name)?)?;
        }
        SwitchKind::FeatureGate => {
            let gate: FeatureGate = switch.name.parse().ok()?;
            settings.gates = settings.gates.with(gate, !settings.gates.enabled(gate));
        }
    }
    Some(UpgradeSide::with(side.state(), settings))
}

/// Returns the cause of a change as far as the declarations alone tell: the rule that finds it, a field, the only other difference, or
/// `Some(None)` if there is none. `None` if there are several candidates.
pub(crate) fn declared(
    switches: &[ReleaseSwitch],
    object: Option<&Object>,
    change: &UpgradeChange,
) -> Option<Option<ReleaseSwitch>> {
    let kind = object.map(|object| match object {
        Object::CloudProfile(_) => "CloudProfile",
        Object::NamespacedCloudProfile(_) => "NamespacedCloudProfile",
        Object::Shoot(_) => "Shoot",
    });
    let violation = &change.finding.violation;
    let path = without_indices(&violation.path.to_string());
    let is_rule = |switch: &&ReleaseSwitch| switch.kind == SwitchKind::Rule && switch.name == violation.rule.name;
    if let Some(rule) = switches.iter().find(is_rule) {
        return Some(Some(rule.clone()));
    }
    // A value in a new field may be wrong as well.
    let is_field = |switch: &&ReleaseSwitch| {
        let Some((of, field)) = switch.name.split_once(' ') else { return false };
        let below = path.strip_prefix(&without_indices(field));
        switch.kind == SwitchKind::Field
            && kind == Some(of)
            && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    if let Some(field) = switches.iter().find(is_field) {
        return Some(Some(field.clone()));
    }
    let mut rules = switches.iter().filter(|switch| !matches!(switch.kind, SwitchKind::Field | SwitchKind::Rule));
    match (rules.next(), rules.next()) {
        (only, None) => Some(only.cloned()),
        (_, Some(_)) => None,
    }
}

/// Names the rule as the cause of the warnings that end because its error now hides those about the same part of the object.
pub(crate) fn name_hiding_rules(changes: &mut [UpgradeChange]) {
    let errors: Vec<(FieldPath, ReleaseSwitch)> = changes
        .iter()
        .filter(|change| change.group == ChangeGroup::Refused)
        .filter_map(|change| {
            let rule = change.cause.as_ref().filter(|cause| cause.kind == SwitchKind::Rule)?;
            Some((change.finding.violation.path.parent()?, rule.clone()))
        })
        .collect();
    for change in changes.iter_mut().filter(|change| change.group == ChangeGroup::WarningEnds && change.cause.is_none())
    {
        let segments = change.finding.violation.path.segments();
        let hides = |(part, _): &&(FieldPath, ReleaseSwitch)| segments.starts_with(part.segments());
        change.cause = errors.iter().find(hides).map(|(_, rule)| rule.clone());
    }
}

/// Removes the indices of list items from a path.
fn without_indices(path: &str) -> String {
    let parts = path.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    parts.collect()
}

/// Returns whether two changes are the same one.
pub(crate) fn is_same(one: &UpgradeChange, other: &UpgradeChange) -> bool {
    let key = |change: &UpgradeChange| (change.group, change.finding.violation.rule.name);
    key(one) == key(other) && one.finding.violation.path == other.finding.violation.path
}

/// The causes found so far.
#[derive(Debug, Default)]
pub(crate) struct Causes(HashMap<(ChangeGroup, &'static str, Option<ProfileKey>), Option<ReleaseSwitch>>);

impl Causes {
    /// Returns the cause of the same change of an object with the same profile, or else looks for it.
    pub(crate) fn find(
        &mut self,
        change: &UpgradeChange,
        scope: Option<&ProfileKey>,
        look: impl FnOnce() -> Option<ReleaseSwitch>,
    ) -> Option<ReleaseSwitch> {
        let key = (change.group, change.finding.violation.rule.name, scope.cloned());
        self.0.entry(key).or_insert_with(look).clone()
    }
}
