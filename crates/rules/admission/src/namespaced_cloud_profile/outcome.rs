//! What comes of the check of a NamespacedCloudProfile.

use rootstock_core_model::{NamespacedCloudProfile, Severity, Violation};

use super::Rendered;

/// Where Gardener stops when it refuses a NamespacedCloudProfile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NamespacedStage {
    /// The object by itself, without its parent.
    Form,
    /// Kubernetes versions, compared with the parent's.
    Kubernetes,
    /// Machine images, compared with the parent's.
    MachineImages,
    /// The profile that comes of it.
    Rendered,
}

/// What came of the check of a NamespacedCloudProfile.
#[derive(Debug, Clone)]
pub struct NamespacedOutcome {
    /// Everything that was found, in the order of the stages.
    pub violations: Vec<Violation>,
    /// The first stage that found an error; `None` if the profile is accepted, as far as its parent is known.
    pub refused_at: Option<NamespacedStage>,
    /// The object as it would be stored; `None` if there is an error.
    pub stored: Option<NamespacedCloudProfile>,
    /// What its Shoots get; `None` without the parent. It is there with errors as well.
    pub rendered: Option<Rendered>,
}

impl NamespacedOutcome {
    /// The findings because of which the object would be refused.
    pub fn errors(&self) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(|violation| violation.severity == Severity::Error)
    }
}
