//! The account of a change, except for individual Shoots.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_analysis::Profile;
use rootstock_behavioural_diff::{
    FleetChanges, NamespacedChanges, ProfileChanges, ProfileSide, ShootChanges, ShootComparer, ShootComparison,
};
use rootstock_core_model::{Severity, Shoot};
use rootstock_maintenance::Unreadable;
use rootstock_report::FindingAnswer;
use serde::Serialize;

use super::DiffSides;
use crate::{AppliedSettings, OtherKinds, QueryContext, QueryError};

/// The changes to the profile, and to all Shoots together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffHead {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The old name of the profile; `NAMESPACE/NAME` for a NamespacedCloudProfile.
    pub profile: String,
    /// The new name of the profile, if it is a different one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_name: Option<String>,
    /// Whether behavior changes at all.
    pub changed: bool,
    /// Whether the provider section of both profiles is known, so that images can be compared.
    pub knows_images: bool,
    /// The result of checking the update itself.
    pub update: DiffUpdate,
    /// The changes that do not depend on Shoots.
    pub changes: ProfileChanges,
    /// The changes to the NamespacedCloudProfiles below the profile.
    pub children: Vec<NamespacedChanges>,
    /// The changes to the Shoots; absent if none were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<FleetDiff>,
}

/// The result of checking an update.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffUpdate {
    /// Whether the API server would refuse the update, because of errors that it brings or because of what is still in use.
    pub refused: bool,
    /// The number of errors.
    pub errors: usize,
    /// The number of errors that an update without any change has as well.
    #[serde(skip_serializing_if = "is_zero")]
    pub older_errors: usize,
    /// The positions of these errors among the findings.
    #[serde(skip)]
    pub(super) older: BTreeSet<usize>,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of notes.
    pub notes: usize,
    /// Errors, warnings and notes.
    pub findings: Vec<FindingAnswer>,
}

/// The changes to all Shoots together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FleetDiff {
    /// The changes, and the number of Shoots affected.
    #[serde(flatten)]
    pub changes: FleetChanges,
    /// The number of inputs that should be Shoots but cannot be read.
    pub unreadable: usize,
    /// The number of Shoots of other profiles, by the profile they refer to.
    pub elsewhere: BTreeMap<String, usize>,
    /// The number of skipped objects of other kinds.
    pub other_kinds: OtherKinds,
}

/// The changes for one Shoot.
#[derive(Debug, Clone, PartialEq)]
pub enum ShootDiff {
    /// The Shoot uses the profile, or a NamespacedCloudProfile below it.
    Compared(Box<ShootChanges>),
    /// The Shoot uses this other profile.
    Elsewhere(String),
}

impl FleetDiff {
    /// Adds a Shoot, or an input that should be one but cannot be read.
    pub fn add(&mut self, answer: Result<&ShootDiff, &Unreadable>) {
        match answer {
            Ok(ShootDiff::Compared(changes)) => self.changes.add(changes),
            Ok(ShootDiff::Elsewhere(reference)) => *self.elsewhere.entry(reference.clone()).or_default() += 1,
            Err(_) => self.unreadable += 1,
        }
    }

    /// Adds the Shoots of a profile that is replaced by another one.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::Profile`] if one of the profiles is too large to be compared.
    pub fn add_shoots<'s>(
        &mut self,
        [old, new]: [&Profile; 2],
        shoots: impl IntoIterator<Item = &'s Shoot>,
        asked: QueryContext,
    ) -> Result<(), QueryError> {
        let gates = asked.settings.gates;
        let (old, new) = (old.compiled(gates)?, new.in_place_of(old).compiled(gates)?);
        let side = |profile| ProfileSide::new(profile, &asked.settings);
        let (old, new) = (side(&old), side(&new));
        let comparison = ShootComparison::new(&old, &new);
        let mut comparer = ShootComparer::new(&comparison);
        shoots.into_iter().for_each(|shoot| self.changes.add(&comparer.compare(shoot)));
        Ok(())
    }

    /// Returns the sums once all Shoots have been added.
    #[must_use]
    pub fn finish(mut self, other_kinds: OtherKinds) -> Self {
        self.other_kinds = other_kinds;
        self.changes.sort();
        self
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl DiffUpdate {
    pub(super) fn new(sides: &DiffSides, fleet: Option<&FleetDiff>) -> Self {
        let report = &sides.report;
        let count = |severity| report.findings.iter().filter(|one| one.violation.severity == severity).count();
        let errors = count(Severity::Error);
        let is_in_use = |fleet: &FleetDiff| fleet.changes.removed.iter().any(|group| group.thing.is_guarded());
        Self {
            refused: errors > sides.older_errors.len() || fleet.is_some_and(is_in_use),
            errors,
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            findings: FindingAnswer::all(report),
            older_errors: sides.older_errors.len(),
            older: sides.older_errors.clone(),
        }
    }
}
