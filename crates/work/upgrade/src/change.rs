//! The changes that an upgrade makes to the answers about one document.

use rootstock_behavioural_diff::{MaintenanceChange, ProfileChanges};
use rootstock_core_model::Source;
use rootstock_report::{DocumentOutcome, Finding, SourceText};
use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};

use crate::ReleaseSwitch;

/// The kind of another answer. The order is that of reports: what breaks comes first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ChangeGroup {
    /// The object is refused from then on, or its next update.
    Refused,
    /// A field is unknown from then on: manifests with it are refused, and stored objects lose it.
    Dropped,
    /// Workers get another machine image or architecture.
    Image,
    /// New objects get other values by default.
    Default,
    /// Maintenance leads to another version, or fails where it did not.
    Maintenance,
    /// A profile offers something else.
    Profile,
    /// The object is accepted from then on.
    Accepted,
    /// A warning or note ends.
    WarningEnds,
    /// A warning or note begins.
    WarningBegins,
}

impl ChangeGroup {
    /// Every group, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::Refused,
        Self::Dropped,
        Self::Image,
        Self::Default,
        Self::Maintenance,
        Self::Profile,
        Self::Accepted,
        Self::WarningEnds,
        Self::WarningBegins,
    ];

    /// Returns the heading of the group.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Refused => "Refused from then on",
            Self::Dropped => "Fields that are dropped",
            Self::Image => "Workers with another image or architecture",
            Self::Default => "Other defaults of new objects",
            Self::Maintenance => "Maintenance with another outcome",
            Self::Profile => "Profiles that offer something else",
            Self::Accepted => "Accepted from then on",
            Self::WarningEnds => "Warnings that end",
            Self::WarningBegins => "New warnings",
        }
    }
}

/// The operation that an object was checked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CheckedAs {
    /// A desired state.
    State,
    /// A new object.
    Create,
    /// An update of the stored object, even one that leaves it as it is.
    Update,
}

impl CheckedAs {
    /// Every operation.
    pub const ALL: [Self; 3] = [Self::State, Self::Create, Self::Update];
}

/// Another answer about one place of a document.
#[derive(Debug, Clone)]
pub struct UpgradeChange {
    /// The kind.
    pub group: ChangeGroup,
    /// The place, with the rule. For what is not a finding of a check, the rule is one of this crate.
    pub finding: Finding,
    /// The facts besides the finding.
    pub detail: ChangeDetail,
    /// The declared difference that causes it; `None` if none does so alone.
    pub cause: Option<ReleaseSwitch>,
}

/// The facts about a change besides its finding.
#[derive(Debug, Clone)]
pub enum ChangeDetail {
    /// A finding of a check begins or ends for these operations.
    Checked(Vec<CheckedAs>),
    /// A value is another one.
    Value {
        /// The value until then; `None` if there is none.
        before: Option<String>,
        /// The value from then on; `None` if there is none.
        after: Option<String>,
    },
    /// Maintenance has another outcome.
    Maintenance(Box<MaintenanceChange>),
    /// A profile offers something else.
    Profile(Box<ProfileChanges>),
}

/// Everything that changes about one document.
#[derive(Debug, Clone)]
pub struct DocumentChanges {
    /// The text that contains the document.
    pub source: SourceText,
    /// The kind of the object; empty if it has none.
    pub kind: String,
    /// The namespace and name of the object.
    pub name: String,
    /// The outcome of the comparison.
    pub outcome: DocumentOutcome,
    /// The reason why it was not, or not completely; empty otherwise.
    pub reason: String,
    /// The number of changes that the configuration or a comment accepts.
    pub accepted: usize,
    /// The changes, in the order of the groups and of the text.
    pub changes: Vec<UpgradeChange>,
}

rootstock_core_model::rules! {
    UPGRADE_DEFAULT: Warning, since "0.1.0", Source::Gardener;
    UPGRADE_IMAGE: Warning, since "0.1.0", Source::Gardener;
    UPGRADE_MAINTENANCE: Warning, since "0.1.0", Source::Gardener;
    UPGRADE_PROFILE: Warning, since "0.1.0", Source::Gardener;
}
