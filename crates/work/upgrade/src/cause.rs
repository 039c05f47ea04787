//! The declared difference that causes a change.

use std::collections::HashMap;

use rootstock_analysis::{Object, Profile, ProfileKey};
use rootstock_core_model::{FeatureGate, FieldPath, Violation, ViolationKind};

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

/// Returns the kind of an object.
const fn kind_of(object: &Object) -> &'static str {
    match object {
        Object::CloudProfile(_) => "CloudProfile",
        Object::NamespacedCloudProfile(_) => "NamespacedCloudProfile",
        Object::Shoot(_) => "Shoot",
    }
}

/// Returns the cause of a change as far as the declarations alone tell: the rule that finds it, a field, the only other difference, or
/// `Some(None)` if there is none. `None` if there are several candidates.
pub(crate) fn declared(
    switches: &[ReleaseSwitch],
    object: Option<&Object>,
    change: &UpgradeChange,
) -> Option<Option<ReleaseSwitch>> {
    let kind = object.map(kind_of);
    let violation = &change.finding.violation;
    let is_rule = |switch: &&ReleaseSwitch| switch.kind == SwitchKind::Rule && switch.name == violation.rule.name;
    if let Some(rule) = switches.iter().find(is_rule) {
        return Some(Some(rule.clone()));
    }
    // A value in a new field may be wrong as well.
    if let Some(field) = kind.and_then(|kind| field_at(switches, kind, &violation.path)) {
        return Some(Some(field.clone()));
    }
    match switches {
        [] => Some(None),
        [only] => Some(Some(only.clone())),
        _ => None,
    }
}

/// Returns the field at or above a place in an object of this kind, if it is one of the differences.
fn field_at<'s>(switches: &'s [ReleaseSwitch], kind: &str, path: &FieldPath) -> Option<&'s ReleaseSwitch> {
    let path = without_indices(&path.to_string());
    switches.iter().filter(|switch| switch.kind == SwitchKind::Field).find(|switch| {
        let Some((of, field)) = switch.name.split_once(' ') else { return false };
        let below = path.strip_prefix(&without_indices(field));
        kind == of && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The fields of objects that one of the releases does not know, with the kinds of the objects.
#[derive(Debug, Default)]
pub(crate) struct UsedFields(Vec<(&'static str, FieldPath)>);

impl UsedFields {
    /// Adds the fields that were unknown when an object was read.
    pub(crate) fn add(&mut self, kind: &'static str, found: &[Violation]) {
        let unknown = found.iter().filter(|one| one.kind == ViolationKind::UnknownField);
        self.0.extend(unknown.map(|one| (kind, one.path.clone())));
    }

    /// Adds those of a profile and of its parent.
    pub(crate) fn add_profile(&mut self, profile: &Profile) {
        for profile in [Some(profile), profile.parent().map(AsRef::as_ref)].into_iter().flatten() {
            profile.written().into_iter().for_each(|own| self.add("CloudProfile", own.violations()));
            profile.child().into_iter().for_each(|own| self.add("NamespacedCloudProfile", own.violations()));
        }
    }

    /// Returns the difference that is one of these fields; `None` if there are several with different names.
    pub(crate) fn only_one_of(&self, switches: &[ReleaseSwitch]) -> Option<ReleaseSwitch> {
        let mut fields = self.0.iter().filter_map(|(kind, path)| field_at(switches, kind, path));
        let first = fields.next()?;
        let name = |field: &ReleaseSwitch| field.name.rsplit('.').next().map(str::to_owned);
        fields.all(|field| name(field) == name(first)).then(|| first.clone())
    }
}

/// Names the rule as the cause of the warnings that end because its error now hides them: those about the same part of the object, or
/// all of them if no other error is new.
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
        let only = errors.first().filter(|(_, first)| errors.iter().all(|(_, rule)| rule == first));
        change.cause = errors.iter().find(hides).or(only).map(|(_, rule)| rule.clone());
    }
}

/// Removes the indices of list items from a path.
fn without_indices(path: &str) -> String {
    let parts = path.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    parts.collect()
}

/// The group, rule, and place of a change, which tell it from the others of its document.
pub(crate) type ChangeKey = (ChangeGroup, &'static str, FieldPath);

pub(crate) fn key(change: &UpgradeChange) -> ChangeKey {
    let violation = &change.finding.violation;
    (change.group, violation.rule.name, violation.path.clone())
}

/// The causes found so far of the changes of Shoots, by group, rule, and profile.
#[derive(Debug, Default)]
pub(crate) struct Causes(HashMap<(ChangeGroup, &'static str, ProfileKey), Option<ReleaseSwitch>>);

impl Causes {
    /// Returns the cause of the same change of a Shoot with the same profile, or else looks for it.
    pub(crate) fn find(
        &mut self,
        change: &UpgradeChange,
        profile: Option<&ProfileKey>,
        look: impl FnOnce() -> Option<ReleaseSwitch>,
    ) -> Option<ReleaseSwitch> {
        let Some(profile) = profile else { return look() };
        let key = (change.group, change.finding.violation.rule.name, profile.clone());
        self.0.entry(key).or_insert_with(look).clone()
    }
}
