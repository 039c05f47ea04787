//! The outcome of the check of a NamespacedCloudProfile.

use rootstock_core_model::{NamespacedCloudProfile, Severity, Violation};

use super::Rendered;

/// The stage at which Gardener refuses a NamespacedCloudProfile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NamespacedStage {
    /// The object by itself, without its parent.
    Form,
    /// Machine types, compared with the parent's: before v1.145 only.
    MachineTypes,
    /// Kubernetes versions, compared with the parent's.
    Kubernetes,
    /// Machine images, compared with the parent's.
    MachineImages,
    /// The rendered profile.
    Rendered,
}

/// The outcome of the check of a NamespacedCloudProfile.
#[derive(Debug, Clone)]
pub struct NamespacedOutcome {
    /// All findings, in the order of the stages.
    pub violations: Vec<Violation>,
    /// The first stage that found an error; `None` if the profile is accepted, as far as its parent is known.
    pub refused_at: Option<NamespacedStage>,
    /// The object as it would be stored; `None` if there is an error.
    pub stored: Option<NamespacedCloudProfile>,
    /// The profile that its Shoots see; `None` without the parent. Present even if there are errors.
    pub rendered: Option<Rendered>,
}

impl NamespacedOutcome {
    /// Returns the findings that cause the object to be refused.
    pub fn errors(&self) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(|violation| violation.severity == Severity::Error)
    }
}
