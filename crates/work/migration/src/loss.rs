//! The parts of a profile that legacy fields cannot express.

use std::fmt;

use rootstock_provider_api::MappedVersion;

/// Something that would be lost in legacy fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Loss {
    /// A flavor is for several architectures, but a legacy version or entry is for one.
    #[error("{0} has a flavor for several architectures")]
    SeveralArchitectures(LossPlace),
    /// No suffix expresses what a flavor declares.
    #[error("{place} has a flavor with `{capability}` [{}], for which no suffix is given", .values.join(", "))]
    NoSuffix {
        /// The place of the flavor.
        place: LossPlace,
        /// The capability.
        capability: String,
        /// The values that the flavor declares.
        values: Vec<String>,
    },
    /// Two flavors would become one version.
    #[error("{place} has several flavors for `{architecture}`, which no suffix distinguishes")]
    Indistinct {
        /// The place of the flavors.
        place: LossPlace,
        /// The architecture of the flavors.
        architecture: String,
    },
    /// Machine types support only some values of a capability for which there is no suffix.
    #[error(
        "machine type `{first}`{} can only have some values of `{capability}`, for which no suffix is given",
        and_more(*.more)
    )]
    MachineTypes {
        /// The first machine type.
        first: String,
        /// The number of further machine types.
        more: usize,
        /// The capability.
        capability: String,
    },
    /// Flavors have different references, but a legacy entry has only one that is valid everywhere.
    #[error("{0} has flavors with different references that are valid in every region")]
    DifferentReferences(LossPlace),
    /// The regions of a legacy entry contain its architecture, but there are none.
    #[error("{place} has no regions, so a legacy entry cannot name architecture `{architecture}`")]
    NoRegions {
        /// The place of the entry.
        place: LossPlace,
        /// The architecture that would be lost.
        architecture: String,
    },
    /// The regions of a legacy entry contain its architecture, but there is none for one of them.
    #[error("{place} has no region for `{architecture}`, so a legacy entry cannot name this architecture")]
    NoRegionFor {
        /// The place of the entry.
        place: LossPlace,
        /// The architecture that would be lost.
        architecture: String,
    },
    /// Legacy entries of the provider are always for the default architecture.
    #[error("{place} is for `{architecture}`, but legacy entries of this provider are always for amd64")]
    DefaultArchitectureOnly {
        /// The place of the entry.
        place: LossPlace,
        /// The architecture that would be lost.
        architecture: String,
    },
    /// An entry has no reference for a legacy entry.
    #[error("{0} has no reference")]
    NoReference(LossPlace),
}

impl Loss {
    /// Returns the capability and the value for which a suffix would avoid the loss.
    ///
    /// ```
    /// use rootstock_migration::{Section, Loss, LossPlace};
    /// let place = LossPlace { section: Section::Core, image: "plain".into(), version: "1.0.0".into() };
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

/// The place of something that would be lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossPlace {
    /// The section of the profile.
    pub section: Section,
    /// The image.
    pub image: String,
    /// The version.
    pub version: String,
}

/// A section of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// `spec.machineImages`.
    Core,
    /// `spec.providerConfig`.
    Provider,
}

impl LossPlace {
    pub(crate) fn entry(mapped: &MappedVersion) -> Self {
        Self { section: Section::Provider, image: mapped.image.clone(), version: mapped.version.clone() }
    }
}

impl fmt::Display for LossPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { section, image, version } = self;
        let section = match section {
            Section::Core => "",
            Section::Provider => "the provider's entry of ",
        };
        write!(f, "{section}image `{image}` version `{version}`")
    }
}

fn and_more(more: usize) -> String {
    if more == 0 { String::new() } else { format!(" and {more} more") }
}
