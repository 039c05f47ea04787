//! What there is to say about a change, but for the Shoots one by one.

use std::collections::BTreeMap;

use rootstock_behavioural_diff::{FleetChanges, NamespacedChanges, ProfileChanges, ShootChanges};
use rootstock_core_model::Severity;
use rootstock_maintenance::Unreadable;
use rootstock_report::{FindingAnswer, Report};
use serde::Serialize;

use crate::{AppliedSettings, OtherKinds};

/// What a change of a profile changes, and what it changes for all Shoots together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffHead {
    /// What the answer was given under.
    pub settings: AppliedSettings,
    /// The name of the profile, as it was; of a NamespacedCloudProfile `NAMESPACE/NAME`.
    pub profile: String,
    /// The name of the profile, if it is another one now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_name: Option<String>,
    /// Whether anything behaves differently.
    pub changed: bool,
    /// Whether the provider's half of both profiles is known, so that images can be told apart.
    pub knows_images: bool,
    /// What there is to say about the update itself.
    pub update: DiffUpdate,
    /// What changes, whatever Shoots use.
    pub changes: ProfileChanges,
    /// What changes for the NamespacedCloudProfiles below the profile.
    pub children: Vec<NamespacedChanges>,
    /// What changes for the Shoots; absent if none were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<FleetDiff>,
}

/// What there is to say about the update itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffUpdate {
    /// Whether the API server would refuse it: because of what it says, or of what is still in use.
    pub refused: bool,
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings there are.
    pub warnings: usize,
    /// How many notes there are.
    pub notes: usize,
    /// Errors, warnings and notes.
    pub findings: Vec<FindingAnswer>,
}

/// What changes for the Shoots together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FleetDiff {
    /// What changes, and for how many.
    #[serde(flatten)]
    pub changes: FleetChanges,
    /// Inputs that should be Shoots and cannot be read.
    pub unreadable: usize,
    /// Shoots of other profiles, by what they refer to.
    pub elsewhere: BTreeMap<String, usize>,
    /// Objects of other kinds, which were left out.
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
    /// Adds one Shoot, or what should be one.
    pub fn add(&mut self, answer: Result<&ShootDiff, &Unreadable>) {
        match answer {
            Ok(ShootDiff::Compared(changes)) => self.changes.add(changes),
            Ok(ShootDiff::Elsewhere(reference)) => *self.elsewhere.entry(reference.clone()).or_default() += 1,
            Err(_) => self.unreadable += 1,
        }
    }

    /// The sums, when all are added.
    #[must_use]
    pub fn finish(mut self, other_kinds: OtherKinds) -> Self {
        self.other_kinds = other_kinds;
        self.changes.sort();
        self
    }
}

impl DiffUpdate {
    pub(super) fn new(report: &Report, fleet: Option<&FleetDiff>) -> Self {
        let count = |severity| report.findings.iter().filter(|one| one.violation.severity == severity).count();
        let errors = count(Severity::Error);
        let is_in_use = |fleet: &FleetDiff| fleet.changes.removed.iter().any(|group| group.thing.is_guarded());
        Self {
            refused: errors > 0 || fleet.is_some_and(is_in_use),
            errors,
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            findings: FindingAnswer::all(report),
        }
    }
}
