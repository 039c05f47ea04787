//! The reasons for refusing a migration.

use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{VALID_ARCHITECTURES, Violation, listed};
use rootstock_document::EditObstacle;

use crate::unsupported::suggestion;
use crate::{Loss, PlanMismatch, Proof, Unsupported};

/// The reason why a profile is not migrated. Nothing has been changed in that case.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// The profile cannot be read as Gardener reads it.
    #[error("the profile cannot be decoded; fix that first")]
    Undecodable(Vec<Violation>),
    /// No plug-in knows the provider section, or it has only one format.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A machine image is listed more than once, so that its entries in the provider section would belong to several images.
    #[error("machine image `{image}` is listed more than once; list it once, with all its versions")]
    RepeatedImage {
        /// The name.
        image: String,
    },
    /// A machine type, an image version, or an entry of the provider section has an architecture that cannot be registered.
    #[error(
        "the profile names architecture `{architecture}`, but Gardener knows only {}; correct it first, see `rootstock check`",
        listed(VALID_ARCHITECTURES)
    )]
    UnknownArchitecture {
        /// The architecture.
        architecture: String,
    },
    /// The options make no sense for this profile.
    #[error(transparent)]
    InvalidOptions(#[from] InvalidOptions),
    /// Legacy fields cannot express the profile; contains everything that would be lost, in order.
    #[error("legacy fields cannot express everything in this profile")]
    Lossy(Vec<Loss>),
    /// The text cannot be edited without guessing.
    #[error("the text cannot be edited: {0}")]
    Obstacle(#[from] EditObstacle),
    /// The edited text does not match the plan.
    #[error(
        "the edited text does not match the plan ({0}); this is a bug in rootstock, or the YAML has a notation that \
             rootstock does not support"
    )]
    PlanMismatch(#[from] PlanMismatch),
    /// Some machine would get another image.
    #[error("{} of {} selections would change", .0.unexpected(), .0.compared)]
    Unproven(Box<Proof>),
    /// Some machine would get another image because of the options, which the user has not accepted.
    #[error("{} of {} selections would change because of the options", .0.intended(), .0.compared)]
    Unaccepted(Box<Proof>),
    /// The result would have errors that the profile does not have.
    #[error("the result would have errors that the profile does not have")]
    NewErrors(Vec<Violation>),
}

impl Refusal {
    /// Returns the details, one sentence each.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        match self {
            Self::Undecodable(violations) | Self::NewErrors(violations) => {
                violations.iter().map(ToString::to_string).collect()
            }
            Self::Lossy(losses) => losses.iter().map(ToString::to_string).collect(),
            Self::Unproven(proof) => {
                proof.differences.iter().filter(|one| one.intent.is_none()).map(ToString::to_string).collect()
            }
            Self::Unaccepted(proof) => proof.differences.iter().map(ToString::to_string).collect(),
            Self::Unsupported(_)
            | Self::RepeatedImage { .. }
            | Self::UnknownArchitecture { .. }
            | Self::InvalidOptions(_)
            | Self::Obstacle(_)
            | Self::PlanMismatch(_) => Vec::new(),
        }
    }
}

/// The reason why the options make no sense for a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidOptions {
    /// The profile was rendered from a NamespacedCloudProfile.
    #[error("a rendered profile has no text to migrate")]
    Rendered,
    /// A requested image does not exist.
    #[error("there is no machine image `{image}` in the profile; {}", suggestion(.image, .known))]
    UnknownImage {
        /// The image.
        image: String,
        /// The existing images.
        known: Vec<String>,
    },
    /// A requested version does not exist.
    #[error("machine image `{image}` has no version `{version}`; {}", suggestion(.version, .known))]
    UnknownVersion {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The existing versions.
        known: Vec<String>,
    },
    /// Values are given for machine types that do not exist.
    #[error("no machine type matches `{pattern}`; {}", suggestion(.pattern, .known))]
    UnknownMachineType {
        /// The pattern of their names.
        pattern: String,
        /// The existing machine types.
        known: Vec<String>,
    },
    /// A suffix is given that no version has.
    #[error("no version of the profile has the suffix `-{suffix}`; {}", suffixes(.known))]
    UnknownSuffix {
        /// The suffix.
        suffix: String,
        /// Some of the existing suffixes.
        known: Vec<String>,
    },
    /// The meaning of versions without a suffix is missing.
    #[error(
        "versions without a suffix have no value of `{capability}`; give it with an empty suffix: `={capability}:VALUE`"
    )]
    MissingPlainValue {
        /// The capability that suffixes stand for.
        capability: String,
    },
    /// A version with a suffix has flavors, so it cannot become a flavor of another one.
    #[error(
        "image `{image}` version `{version}` has flavors already; only versions in the legacy format can lose their suffix"
    )]
    HasFlavors {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// A capability is to be registered that needs no registration.
    #[error(
        "`{capability}` needs no registration while the feature gate WorkerCapabilities is on; leave it out, and give its \
         values to machine types or suffixes"
    )]
    BuiltInCapability {
        /// The capability.
        capability: String,
    },
    /// The capability to be supported by machine types is not registered.
    #[error(
        "values of `{capability}` are given for machine types, but the capability is not registered; register it with \
         all its values, most preferred first: {capability}={}",
        .values.join(",")
    )]
    UnregisteredCapability {
        /// The capability.
        capability: String,
        /// The values.
        values: Vec<String>,
    },
    /// The value to be supported by machine types is not registered.
    #[error("`{value}` is given for machine types, but the registered values of `{capability}` are {}", listed(.registered))]
    UnregisteredValue {
        /// The capability.
        capability: String,
        /// The value.
        value: String,
        /// The registered values.
        registered: Vec<String>,
    },
    /// A capability is to be renamed together with other steps.
    #[error("capabilities are renamed alone; leave out the other options, and use them before or afterwards")]
    RenamedWithOtherSteps,
    /// A capability is to be renamed that is not registered.
    #[error("the profile registers no capability `{capability}`; {}", suggestion(.capability, .known))]
    UnknownCapability {
        /// The capability.
        capability: String,
        /// The registered capabilities.
        known: Vec<String>,
    },
    /// Workers do not ask for a capability with the new name.
    #[error("`{capability}` is not a capability that workers ask for; {}", capabilities_of_workers(.capability, .known))]
    NotAskedFor {
        /// The new name.
        capability: String,
        /// The capabilities that workers ask for; none while the feature gate is off.
        known: Vec<String>,
    },
    /// The new name is in use.
    #[error("`{capability}` is used in the profile already; remove it from flavors and machine types")]
    NameInUse {
        /// The new name.
        capability: String,
    },
    /// A value that the capability to be renamed does not have.
    #[error("`{value}` is not a value of `{capability}`; {}", suggestion(.value, .known))]
    UnknownValue {
        /// The capability.
        capability: String,
        /// The value.
        value: String,
        /// The values that it has.
        known: Vec<String>,
    },
    /// A value of the capability to be renamed has no counterpart.
    #[error(
        "`{value}` is not a value of `{to}`, which has {}; add its new name: \
         {from}={to}:{old}={}", listed(.known), .known.first().map_or("VALUE", String::as_str)
    )]
    UnmappedValue {
        /// The capability.
        from: String,
        /// The value.
        old: String,
        /// The new name of the capability.
        to: String,
        /// The value under its new name.
        value: String,
        /// The values that the new capability has.
        known: Vec<String>,
    },
    /// A version has entries in both formats.
    #[error(
        "image `{image}` version `{version}` has several entries in `providerConfig`, some with flavors and some \
         without; merge them into one"
    )]
    MixedEntries {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// A version has entries that cannot be distinguished.
    #[error(
        "image `{image}` version `{version}` has several entries in `providerConfig` that nothing distinguishes; \
         keep one of them"
    )]
    EqualEntries {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// An image has a version twice, so that its entry in `providerConfig` is ambiguous.
    #[error("image `{image}` has version `{version}` several times; keep one of them")]
    RepeatedVersion {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// An entry of the provider section belongs to no version, and its format cannot stay.
    #[error(
        "`{image}@{version}` is in `providerConfig` but not in `spec.machineImages`, and provider `{provider}` accepts \
         only one format per profile; remove the entry"
    )]
    UnmigratedEntry {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The provider.
        provider: &'static str,
    },
    /// Only some images are requested, but the others cannot stay as they are.
    #[error(
        "provider `{provider}` accepts only one format per profile, so the profile cannot be migrated image by \
         image (`{image}@{version}` would be left); migrate the whole profile"
    )]
    OneFormat {
        /// An image that would be left.
        image: String,
        /// The version.
        version: String,
        /// The provider.
        provider: &'static str,
    },
    /// The profile is too large to be compared.
    #[error("the profile cannot be compared: {0}")]
    TooLarge(#[from] TooLarge),
}

fn capabilities_of_workers(name: &str, known: &[String]) -> String {
    if known.is_empty() {
        "there are such capabilities only with the feature gate WorkerCapabilities, which is off".to_owned()
    } else {
        suggestion(name, known)
    }
}

fn suffixes(known: &[String]) -> String {
    let known: Vec<String> = known.iter().map(|one| format!("`-{one}`")).collect();
    if known.is_empty() {
        "no version has a suffix".to_owned()
    } else {
        format!("versions end in {}", known.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_name_is_answered_with_suggestions() {
        let unknown = |image: &str, known: &[&str]| {
            let known = known.iter().map(|&name| name.to_owned()).collect();
            InvalidOptions::UnknownImage { image: image.to_owned(), known }.to_string()
        };
        let message = |suggestion: &str| format!("there is no machine image `gardnlinux` in the profile; {suggestion}");
        assert_eq!(unknown("gardnlinux", &["gardenlinux", "suse"]), message("did you mean `gardenlinux`?"));
        assert_eq!(unknown("gardnlinux", &["suse", "flatcar"]), message("there are `suse` and `flatcar`"));
        assert_eq!(unknown("gardnlinux", &[]), message("there are none"));
    }
}
