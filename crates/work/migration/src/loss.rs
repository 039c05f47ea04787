//! What a profile says that legacy fields cannot say.

use std::fmt;

use rootstock_provider_api::MappedVersion;

/// Something that would be lost in legacy fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Loss {
    /// A legacy version or entry is for one architecture.
    #[error("{0} has a flavor for several architectures")]
    SeveralArchitectures(LossPlace),
    /// No suffix stands for what a flavor declares.
    #[error("{place} has a flavor for `{capability}` [{}], which no suffix stands for", .values.join(", "))]
    NoSuffix {
        /// Where the flavor stands.
        place: LossPlace,
        /// The capability.
        capability: String,
        /// What the flavor declares of it.
        values: Vec<String>,
    },
    /// Two flavors would become one version.
    #[error("{place} has several flavors for `{architecture}`, which no suffix tells apart")]
    Indistinct {
        /// Where the flavors stand.
        place: LossPlace,
        /// Their architecture.
        architecture: String,
    },
    /// Machine types support only some values of a capability, and no suffix stands for one of them.
    #[error(
        "what machine type `{first}`{} supports of `{capability}`, for which no suffix is given",
        and_more(*.more)
    )]
    MachineTypes {
        /// The first machine type.
        first: String,
        /// How many others there are.
        more: usize,
        /// The capability.
        capability: String,
    },
    /// A legacy entry has one reference that is valid everywhere.
    #[error("{0} has flavors with different references that are valid everywhere")]
    DifferentReferences(LossPlace),
    /// The architecture of a legacy entry stands in its regions, and there are none.
    #[error("{place} has no regions, so that it could not say that it is for `{architecture}`")]
    NoRegions {
        /// Where the entry stands.
        place: LossPlace,
        /// The architecture that would be lost.
        architecture: String,
    },
    /// The architecture of a legacy entry stands in its regions, and there is none for one of them.
    #[error("{place} has no region for `{architecture}`, so that it could not say it")]
    NoRegionFor {
        /// Where the entry stands.
        place: LossPlace,
        /// The architecture that would be lost.
        architecture: String,
    },
    /// Legacy entries of the provider are for the default architecture.
    #[error("{place} is for `{architecture}`, and legacy entries of this provider are for amd64")]
    DefaultArchitectureOnly {
        /// Where the entry stands.
        place: LossPlace,
        /// The architecture that would be lost.
        architecture: String,
    },
    /// An entry without any reference has nothing that a legacy entry could hold.
    #[error("{0} has no reference")]
    NoReference(LossPlace),
}

impl Loss {
    /// The capability and the value that a suffix could stand for, so that nothing is lost.
    ///
    /// ```
    /// use rootstock_migration::{Half, Loss, LossPlace};
    /// let place = LossPlace { half: Half::Core, image: "plain".into(), version: "1.0.0".into() };
    /// let loss = Loss::NoSuffix { place, capability: "boot".into(), values: vec!["secure".into()] };
    /// assert_eq!(loss.wants_suffix(), Some(("boot", "secure")));
    /// ```
    #[must_use]
    pub fn wants_suffix(&self) -> Option<(&str, &str)> {
        match self {
            Self::NoSuffix { capability, values, .. } => match values.as_slice() {
                [value] => Some((capability, value)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Where something stands that would be lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossPlace {
    /// The half of the profile.
    pub half: Half,
    /// The image.
    pub image: String,
    /// Its version.
    pub version: String,
}

/// A half of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Half {
    /// `spec.machineImages`.
    Core,
    /// `spec.providerConfig`.
    Provider,
}

impl LossPlace {
    /// An entry of the provider's half.
    pub(crate) fn entry(mapped: &MappedVersion) -> Self {
        Self { half: Half::Provider, image: mapped.image.clone(), version: mapped.version.clone() }
    }
}

impl fmt::Display for LossPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { half, image, version } = self;
        let half = match half {
            Half::Core => "",
            Half::Provider => "the provider's entry of ",
        };
        write!(f, "{half}image `{image}` version `{version}`")
    }
}

fn and_more(more: usize) -> String {
    if more == 0 { String::new() } else { format!(" and {more} more") }
}
