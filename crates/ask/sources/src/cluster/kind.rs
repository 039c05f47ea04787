//! The kinds of objects in a garden that Rootstock reads.

use kube::core::Request;
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot};

/// The group and version of all kinds.
pub(super) const API_VERSION: &str = "core.gardener.cloud/v1beta1";

/// The parts of an object to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The parts that questions depend on.
    Asked,
    /// The parts that `kubectl get -o yaml` shows, except that only the relevant part of the status is kept.
    Shown,
}

/// A kind of object in a garden that Rootstock reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// CloudProfiles.
    CloudProfile,
    /// NamespacedCloudProfiles.
    NamespacedCloudProfile,
    /// Shoots.
    Shoot,
}

/// The part of an object's status to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeptStatus {
    /// Nothing.
    Nothing,
    /// The rotation of credentials.
    Credentials,
    /// The whole status.
    Everything,
}

impl Kind {
    /// All kinds, with profiles before the objects that refer to them.
    pub const ALL: [Self; 3] = [Self::CloudProfile, Self::NamespacedCloudProfile, Self::Shoot];

    /// Returns the kind as manifests name it.
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

    /// Returns the kind as it appears in API paths and in `kubectl get`.
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

    /// Returns a request for all objects of the kind, or for those in a namespace.
    #[must_use]
    pub fn request(self, namespace: Option<&str>) -> Request {
        let plural = self.plural();
        Request::new(match namespace.filter(|_| self != Self::CloudProfile) {
            None => format!("/apis/{API_VERSION}/{plural}"),
            Some(namespace) => format!("/apis/{API_VERSION}/namespaces/{namespace}/{plural}"),
        })
    }

    /// Returns the page size: a NamespacedCloudProfile has up to 3 MB, because its status contains the rendered parent.
    pub(crate) const fn page(self) -> u32 {
        match self {
            Self::CloudProfile | Self::NamespacedCloudProfile => 10,
            Self::Shoot => 500,
        }
    }

    /// Returns the part of the status to keep.
    pub(crate) const fn status(self, detail: Detail) -> KeptStatus {
        match (self, detail) {
            // The status is the parent as of the last rendering, and with it the largest part of the object. Questions render the
            // specification over the parent instead.
            (Self::NamespacedCloudProfile, Detail::Shown) => KeptStatus::Everything,
            (Self::NamespacedCloudProfile, _) => KeptStatus::Nothing,
            // `status-contradicts-spec` compares it with the specification.
            (Self::CloudProfile, _) => KeptStatus::Everything,
            (Self::Shoot, _) => KeptStatus::Credentials,
        }
    }

    /// Whether to keep all annotations, not only Gardener's. There are few profiles, and everything in them is checked;
    /// there are thousands of Shoots, and other tools' annotations can be longer than the Shoots themselves.
    pub(crate) const fn keeps_annotations(self) -> bool {
        matches!(self, Self::CloudProfile | Self::NamespacedCloudProfile)
    }
}
