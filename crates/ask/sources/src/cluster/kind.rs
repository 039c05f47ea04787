//! The kinds of a garden that are looked at.

use kube::core::Request;
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot};

/// A kind of a garden that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// CloudProfiles.
    CloudProfile,
    /// NamespacedCloudProfiles.
    NamespacedCloudProfile,
    /// Shoots.
    Shoot,
}

/// The part of an object's status that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeptStatus {
    /// None of it.
    Nothing,
    /// The rotation of credentials.
    Credentials,
    /// All of it.
    Everything,
}

impl Kind {
    /// All of them, profiles before what refers to them.
    pub const ALL: [Self; 3] = [Self::CloudProfile, Self::NamespacedCloudProfile, Self::Shoot];

    /// The kind as manifests name it.
    ///
    /// ```
    /// assert_eq!(rootstock_sources::cluster::Kind::Shoot.name(), "Shoot");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CloudProfile => CloudProfile::KIND,
            Self::NamespacedCloudProfile => NamespacedCloudProfile::KIND,
            Self::Shoot => Shoot::KIND,
        }
    }

    /// The kind in paths of an API server, and in `kubectl get`.
    ///
    /// ```
    /// assert_eq!(rootstock_sources::cluster::Kind::Shoot.plural(), "shoots");
    /// ```
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::CloudProfile => "cloudprofiles",
            Self::NamespacedCloudProfile => "namespacedcloudprofiles",
            Self::Shoot => "shoots",
        }
    }

    /// What asks for objects of the kind: all there are, or those of one namespace.
    #[must_use]
    pub fn request(self, namespace: Option<&str>) -> Request {
        let plural = self.plural();
        Request::new(match namespace.filter(|_| self != Self::CloudProfile) {
            None => format!("/apis/core.gardener.cloud/v1beta1/{plural}"),
            Some(namespace) => format!("/apis/core.gardener.cloud/v1beta1/namespaces/{namespace}/{plural}"),
        })
    }

    /// How many are listed at a time: a NamespacedCloudProfile has up to 3 MB, with its parent rendered into its status.
    pub(crate) const fn page(self) -> u32 {
        match self {
            Self::CloudProfile | Self::NamespacedCloudProfile => 20,
            Self::Shoot => 500,
        }
    }

    /// What is looked at of its status.
    pub(crate) const fn status(self) -> KeptStatus {
        match self {
            Self::CloudProfile => KeptStatus::Nothing,
            // What the parent was when it was rendered last.
            Self::NamespacedCloudProfile => KeptStatus::Everything,
            Self::Shoot => KeptStatus::Credentials,
        }
    }

    /// Whether any annotation is looked at, and not Gardener's alone. There are few profiles, and all that stands in one is checked; there
    /// are thousands of Shoots, and what other tools write on them can be longer than they are.
    pub(crate) const fn keeps_annotations(self) -> bool {
        matches!(self, Self::CloudProfile | Self::NamespacedCloudProfile)
    }
}
