//! Why nothing comes out.

use rootstock_core_model::{FieldPath, Violation, did_you_mean, listed};
use rootstock_document::EditObstacle;

use crate::{Gap, ProfilePlace, VersionName};

/// Why a change is not made. Nothing has been changed then.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The profile was rendered from a NamespacedCloudProfile.
    #[error("a NamespacedCloudProfile is edited by hand; name a CloudProfile")]
    Rendered,
    /// The profile cannot be read as Gardener reads it.
    #[error("the profile cannot be decoded; fix that first")]
    Undecodable(Vec<Violation>),
    /// An image is named that is not there.
    #[error("there is no machine image `{image}` in the profile; {}", instead(.image, .known))]
    UnknownImage {
        /// The image.
        image: String,
        /// The images there are.
        known: Vec<String>,
    },
    /// A version is named that is not there.
    #[error("there is no version `{name}` in the profile; {}", instead(&.name.version, .known))]
    UnknownVersion {
        /// The version.
        name: VersionName,
        /// The versions there are.
        known: Vec<String>,
    },
    /// A version that comes is there already.
    #[error("version `{0}` exists already; remove it first, or change its classification")]
    Exists(VersionName),
    /// A version comes that nothing can be like.
    #[error("`{0}` has no version yet that could be copied for `{1}`; write the first one by hand")]
    NothingAlike(String, VersionName),
    /// A machine type is named that is not there.
    #[error("there is no machine type `{name}` in the profile; {}", instead(.name, .known))]
    UnknownMachineType {
        /// The machine type.
        name: String,
        /// The machine types there are.
        known: Vec<String>,
    },
    /// A machine type that comes is there already.
    #[error("machine type `{0}` exists already; change it, or remove it first")]
    MachineTypeExists(String),
    /// A region is named that is not there.
    #[error("there is no region `{name}` in the profile; {}", instead(.name, .known))]
    UnknownRegion {
        /// The region.
        name: String,
        /// The regions there are.
        known: Vec<String>,
    },
    /// A region that comes is there already.
    #[error("region `{0}` exists already; remove it first")]
    RegionExists(String),
    /// References are missing where the region that the new one is like has them.
    #[error("region `{region}` would lack images that `{like}` has; add the missing references, or accept gaps")]
    RegionGaps {
        /// The new region.
        region: String,
        /// The region it is like.
        like: String,
        /// What is missing.
        gaps: Vec<Gap>,
    },
    /// References are missing where the version that the new one is like has them.
    #[error("`{name}` would not be mapped everywhere that `{like}` is; add the missing references, or accept gaps")]
    Gaps {
        /// The new version.
        name: VersionName,
        /// The version it is like.
        like: String,
        /// What is missing.
        gaps: Vec<Gap>,
    },
    /// Two references are given for one image.
    #[error("two references are given for one image of `{name}`: `{one}` and `{other}`; keep one of them")]
    TwoReferences {
        /// The version.
        name: VersionName,
        /// The one.
        one: String,
        /// The other.
        other: String,
    },
    /// References are given for a version that the provider's half does not map.
    #[error("`spec.providerConfig` has no entry for `{0}`; remove the version, and add it with its references")]
    Unmapped(VersionName),
    /// Something is said of a version of Kubernetes that is said of machine images only.
    #[error("`{0}` is not a version of a machine image, and has no such setting")]
    OfImagesOnly(VersionName),
    /// References are given, and the provider's half has no entry that one for the new version could be like.
    #[error(
        "references are given for `{name}`, but `spec.providerConfig` has no entry for `{like}` to copy; name another version to copy"
    )]
    NothingMapped {
        /// The version.
        name: VersionName,
        /// The version it is like.
        like: String,
    },
    /// A place is named where nothing stands.
    #[error("there is nothing at `{place}` in the profile; {}", instead(.name, .known))]
    NothingThere {
        /// The first place on the way to it that is not there.
        place: ProfilePlace,
        /// What was looked for.
        name: String,
        /// What there is instead.
        known: Vec<String>,
    },
    /// A name stands for several items.
    #[error(
        "`{place}` names {number} items; write `*` in the name to mean all, or name one by its fields, as in `[name:public,region:eu-1]`"
    )]
    SeveralItems {
        /// The place.
        place: ProfilePlace,
        /// How many they are.
        number: usize,
    },
    /// A field of a list is named.
    #[error("`{0}` is a list; name one of its items, as in `{0}[NAME]`")]
    NeedsItem(ProfilePlace),
    /// Something that is not a list is to be put in order.
    #[error("`{0}` is not a list; only the items of a list have an order")]
    NoList(ProfilePlace),
    /// A value of another form stands at a place.
    #[error(
        "what stands at `{0}` has another form; an item or object is changed by an object, and anything else needs a value"
    )]
    NotOver(ProfilePlace),
    /// A version that is not a preview is to be promoted.
    #[error(
        "`{name}` is not a preview: it is {is}; set its classification instead, or, if it has expired, set a later expiration date first"
    )]
    NoPreview {
        /// The version.
        name: VersionName,
        /// What it is.
        is: String,
    },
    /// A version that has expired is to become something else.
    #[error("`{0}` has expired; set a later expiration date first")]
    HasExpired(VersionName),
    /// Something depends on the order of versions, and one of them is not a version.
    #[error("`{0}` is not a valid version and cannot be compared with others")]
    NoVersion(VersionName),
    /// A version is to become something from a date on, and there is no field that could say so.
    #[error(
        "`{0}` has no `lifecycle`, and the feature gate VersionClassificationLifecycle is off: enable it, or make the change at once, \
         without a date"
    )]
    NeedsLifecycle(VersionName),
    /// A version is to become, from a date on, what comes before what it is.
    #[error("`{0}` is in a later stage already, and stages only go forward: make the change at once, without a date")]
    Backwards(VersionName),
    /// There are more changes than are made one after the other.
    #[error("more than {0} changes cannot be made one after the other; make some of them first")]
    TooMany(usize),
    /// Changes contradict each other.
    #[error("the changes edit the same place of the text; make them one at a time")]
    Contradiction,
    /// The text is written so that it cannot be edited without guessing.
    #[error("the text cannot be edited: {0}")]
    Obstacle(#[from] EditObstacle),
    /// The edited text does not say what was planned.
    #[error(
        "the edited text does not say what it should ({0}); this is a bug in rootstock, or YAML in a form that it does not know"
    )]
    Unplanned(#[from] Unplanned),
    /// The result would have findings that the profile does not have.
    #[error("the result would have findings that the profile does not have")]
    NewFindings(Vec<Violation>),
}

/// Why the edited text does not say what was planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unplanned {
    /// The text has no CloudProfile where the profile stood.
    #[error("there is no CloudProfile in its place")]
    NoProfile,
    /// The core half is not what was planned.
    #[error("the core half is not what was planned")]
    CoreHalf,
    /// The references are not what was planned.
    #[error("the provider's references are not what was planned")]
    References,
    /// The fields are not what was planned.
    #[error("its fields are not what was planned")]
    Fields,
    /// What was decoded does not stand in the text.
    #[error("nothing stands at {0}")]
    NothingAt(FieldPath),
}

impl Refusal {
    /// What belongs to it, one sentence each.
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

    /// Whether the change has to be asked for differently; else the profile is in the way.
    #[must_use]
    pub const fn is_about_the_question(&self) -> bool {
        matches!(
            self,
            Self::Rendered
                | Self::UnknownImage { .. }
                | Self::UnknownVersion { .. }
                | Self::Exists(_)
                | Self::Unmapped(_)
                | Self::OfImagesOnly(_)
                | Self::UnknownMachineType { .. }
                | Self::MachineTypeExists(_)
                | Self::UnknownRegion { .. }
                | Self::RegionExists(_)
                | Self::NothingAlike(..)
                | Self::TwoReferences { .. }
                | Self::NothingMapped { .. }
                | Self::NoPreview { .. }
                | Self::NothingThere { .. }
                | Self::SeveralItems { .. }
                | Self::NeedsItem(_)
                | Self::NoList(_)
                | Self::NotOver(_)
                | Self::TooMany(_)
                | Self::HasExpired(_)
                | Self::NoVersion(_)
                | Self::NeedsLifecycle(_)
                | Self::Backwards(_)
                | Self::Contradiction
        )
    }
}

/// The name that was probably meant, or those that there are.
fn instead(name: &str, known: &[String]) -> String {
    match did_you_mean(name, known.iter().map(String::as_str)) {
        near if !near.is_empty() => near,
        _ if known.is_empty() => "there are none".to_owned(),
        _ => format!("there are {}", listed(known)),
    }
}
