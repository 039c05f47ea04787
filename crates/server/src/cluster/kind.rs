//! The kinds that are watched.

use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot};

use crate::garden::trimmed::Status;

/// A kind that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    CloudProfile,
    NamespacedCloudProfile,
    Shoot,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::CloudProfile, Self::NamespacedCloudProfile, Self::Shoot];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::CloudProfile => CloudProfile::KIND,
            Self::NamespacedCloudProfile => NamespacedCloudProfile::KIND,
            Self::Shoot => Shoot::KIND,
        }
    }

    /// The kind in paths of an API server.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::CloudProfile => "cloudprofiles",
            Self::NamespacedCloudProfile => "namespacedcloudprofiles",
            Self::Shoot => "shoots",
        }
    }

    /// How many are listed at a time: a NamespacedCloudProfile has up to 3 MB, with its parent rendered into its status.
    pub(super) const fn page(self) -> u32 {
        match self {
            Self::CloudProfile | Self::NamespacedCloudProfile => 20,
            Self::Shoot => 500,
        }
    }

    /// What is looked at of its status.
    pub(super) const fn status(self) -> Status {
        match self {
            Self::CloudProfile => Status::Nothing,
            // What the parent was when it was rendered last.
            Self::NamespacedCloudProfile => Status::Everything,
            Self::Shoot => Status::Credentials,
        }
    }
}
