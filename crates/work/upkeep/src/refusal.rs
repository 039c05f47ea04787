//! Refusals of changes.

use rootstock_core_model::{FieldPath, Violation, did_you_mean, listed};
use rootstock_document::EditObstacle;

use crate::{Gap, ProfilePlace, VersionName};

/// A reason why a change is refused. Nothing has been changed then.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A profile that was rendered from a NamespacedCloudProfile.
    #[error("a NamespacedCloudProfile is edited by hand; name a CloudProfile")]
    Rendered,
    /// A profile that Gardener cannot decode.
    #[error("the profile cannot be decoded; fix that first")]
    Undecodable(Vec<Violation>),
    /// A list of references without a version.
    #[error("the list has no version of any image, so nothing can be missing; check its source")]
    NothingListed,
    /// A list whose references are all for regions that the profile does not have.
    #[error(
        "none of the listed references is for a region of the profile; the references are for {}, the regions are {}",
        listed(.asked), listed(.known)
    )]
    OtherRegions {
        /// The regions of the references.
        asked: Vec<String>,
        /// The regions of the profile.
        known: Vec<String>,
    },
    /// A profile without capabilities, to which facts cannot add any.
    #[error("the profile has no `spec.machineCapabilities`; convert it with `rootstock migrate` first")]
    WithoutCapabilities,
    /// An unknown image.
    #[error("there is no machine image `{image}` in the profile; {}", instead(.image, .known))]
    UnknownImage {
        /// The image.
        image: String,
        /// The existing images.
        known: Vec<String>,
    },
    /// An unknown version.
    #[error("there is no version `{name}` in the profile; {}", instead(&.name.version, .known))]
    UnknownVersion {
        /// The version.
        name: VersionName,
        /// The existing versions.
        known: Vec<String>,
    },
    /// A new version that exists already.
    #[error("version `{0}` exists already; remove it first, or change its classification")]
    Exists(VersionName),
    /// A new version without an existing one to copy.
    #[error("`{0}` has no version that could be copied for `{1}`; write the first version by hand")]
    NothingToCopy(String, VersionName),
    /// An unknown machine type.
    #[error("there is no machine type `{name}` in the profile; {}", instead(.name, .known))]
    UnknownMachineType {
        /// The machine type.
        name: String,
        /// The existing machine types.
        known: Vec<String>,
    },
    /// A new machine type that exists already.
    #[error("machine type `{0}` exists already; change it, or remove it first")]
    MachineTypeExists(String),
    /// An unknown region.
    #[error("there is no region `{name}` in the profile; {}", instead(.name, .known))]
    UnknownRegion {
        /// The region.
        name: String,
        /// The existing regions.
        known: Vec<String>,
    },
    /// A new region that exists already.
    #[error("region `{0}` exists already; remove it first")]
    RegionExists(String),
    /// A new region without references that the copied region has.
    #[error("region `{region}` would lack images that `{like}` has; add the missing references, or accept gaps")]
    RegionGaps {
        /// The new region.
        region: String,
        /// The copied region.
        like: String,
        /// The missing images.
        gaps: Vec<Gap>,
    },
    /// A new version without references that the copied version has.
    #[error("`{name}` would not be mapped everywhere that `{like}` is; add the missing references, or accept gaps")]
    Gaps {
        /// The new version.
        name: VersionName,
        /// The copied version.
        like: String,
        /// The missing images.
        gaps: Vec<Gap>,
    },
    /// Two references for one image.
    #[error("two references are given for one image of `{name}`: `{one}` and `{other}`; keep one of them")]
    TwoReferences {
        /// The version.
        name: VersionName,
        /// The first reference.
        one: String,
        /// The second reference.
        other: String,
    },
    /// References for a version that the provider section does not map.
    #[error(
        "`spec.providerConfig` has no entry for `{0}`, nor for another version of the image whose form it could have; write the first one with `rootstock upkeep set`"
    )]
    Unmapped(VersionName),
    /// A setting of machine images for a version of Kubernetes.
    #[error("`{0}` is not a version of a machine image, and does not have this setting")]
    ImagesOnly(VersionName),
    /// References for a new version without an entry of the provider section to copy.
    #[error(
        "references are given for `{name}`, but `spec.providerConfig` has no entry for `{like}` to copy; name another version to copy"
    )]
    NoEntryToCopy {
        /// The version.
        name: VersionName,
        /// The copied version.
        like: String,
    },
    /// A place that does not exist.
    #[error("there is nothing at `{place}` in the profile; {}", instead(.name, .known))]
    PlaceNotFound {
        /// The first missing place on the way.
        place: ProfilePlace,
        /// The missing name.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// A name that matches several items.
    #[error(
        "`{place}` names {number} items; write `*` in the name to mean all, or name one by its fields, as in `[name:public,region:eu-1]`"
    )]
    SeveralItems {
        /// The place.
        place: ProfilePlace,
        /// The number of items.
        number: usize,
    },
    /// A field of a list instead of an item.
    #[error("`{0}` is a list; name one of its items, as in `{0}[NAME]`")]
    NeedsItem(ProfilePlace),
    /// An order for a value that is not a list.
    #[error("`{0}` is not a list; only the items of a list have an order")]
    NotAList(ProfilePlace),
    /// A value that cannot replace the existing one, because it has another form.
    #[error(
        "the value does not fit the type at `{0}`; an object or item takes an object, and any other field needs a value"
    )]
    IncompatibleValue(ProfilePlace),
    /// A promotion of a version that is not a preview.
    #[error(
        "`{name}` is not a preview: it is {is}; set its classification instead, or, if it has expired, set a later expiration date first"
    )]
    NotAPreview {
        /// The version.
        name: VersionName,
        /// The current classification.
        is: String,
    },
    /// A classification of an expired version.
    #[error("`{0}` has expired; set a later expiration date first")]
    HasExpired(VersionName),
    /// A version that is invalid and cannot be compared with others.
    #[error("`{0}` is not a valid version and cannot be compared with others")]
    InvalidVersion(VersionName),
    /// A classification from a date on, without a `lifecycle` to record it.
    #[error(
        "`{0}` has no `lifecycle`, and the feature gate VersionClassificationLifecycle is off: enable it, or make the change at once, \
         without a date"
    )]
    NeedsLifecycle(VersionName),
    /// A classification from a date on that precedes the current stage of the version.
    #[error("`{0}` is in a later stage already, and stages only go forward: make the change at once, without a date")]
    EarlierStage(VersionName),
    /// More changes than can be applied in order.
    #[error("more than {0} changes cannot be applied at once; apply some of them first")]
    TooManyChanges(usize),
    /// Changes that contradict each other.
    #[error("several changes edit the same place of the text; apply them one at a time")]
    Contradiction,
    /// A notation of the text that cannot be edited without guessing.
    #[error("the text cannot be edited: {0}")]
    Obstacle(#[from] EditObstacle),
    /// A result that differs from the plan.
    #[error(
        "the edited text does not match the plan ({0}); this is a bug in rootstock, or the YAML has a notation that rootstock does not support"
    )]
    Unplanned(#[from] Unplanned),
    /// New findings in the result.
    #[error("the result would have findings that the profile does not have")]
    NewFindings(Vec<Violation>),
}

/// A difference between the edited text and the plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unplanned {
    /// The CloudProfile is missing.
    #[error("the CloudProfile is missing")]
    NoProfile,
    /// The core section differs.
    #[error("the core section differs")]
    CoreSection,
    /// The references differ.
    #[error("the references of `providerConfig` differ")]
    References,
    /// The fields differ.
    #[error("the changed fields differ")]
    Fields,
    /// The text lacks a decoded value.
    #[error("there is no value at {0}")]
    MissingNode(FieldPath),
}

impl Refusal {
    /// Returns the details, one sentence each.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        match self {
            Self::Undecodable(violations) | Self::NewFindings(violations) => {
                violations.iter().map(|one| format!("{one} ({})", one.rule.name)).collect()
            }
            Self::RegionGaps { gaps, .. } => gaps.iter().map(|gap| format!("`{}`: {gap}", gap.name)).collect(),
            Self::Gaps { gaps, .. } => gaps.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether the request has to be changed; otherwise the profile prevents the change.
    #[must_use]
    pub const fn is_invalid_query(&self) -> bool {
        matches!(
            self,
            Self::Rendered
                | Self::WithoutCapabilities
                | Self::UnknownImage { .. }
                | Self::UnknownVersion { .. }
                | Self::Exists(_)
                | Self::Unmapped(_)
                | Self::ImagesOnly(_)
                | Self::UnknownMachineType { .. }
                | Self::MachineTypeExists(_)
                | Self::UnknownRegion { .. }
                | Self::RegionExists(_)
                | Self::NothingToCopy(..)
                | Self::TwoReferences { .. }
                | Self::NoEntryToCopy { .. }
                | Self::NotAPreview { .. }
                | Self::PlaceNotFound { .. }
                | Self::SeveralItems { .. }
                | Self::NeedsItem(_)
                | Self::NotAList(_)
                | Self::IncompatibleValue(_)
                | Self::TooManyChanges(_)
                | Self::HasExpired(_)
                | Self::InvalidVersion(_)
                | Self::NeedsLifecycle(_)
                | Self::EarlierStage(_)
                | Self::Contradiction
        )
    }
}

/// Suggests a similar name, or lists the existing ones.
fn instead(name: &str, known: &[String]) -> String {
    match did_you_mean(name, known.iter().map(String::as_str)) {
        near if !near.is_empty() => near,
        _ if known.is_empty() => "there are none".to_owned(),
        _ => format!("there are {}", listed(known)),
    }
}
