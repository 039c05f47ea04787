//! From a tree to a typed object: strict, and going on behind mistakes.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::decoder;
pub use crate::decoder::without_echoes;
use crate::hints::GARDENER;
#[cfg(feature = "read")]
use crate::{CloudProfile, NamespacedCloudProfile};
use crate::{NodeRef, Path, RawObject, Violation};

/// Reads a node as a `T`; `path` is where the node stands in its object.
///
/// Scalars are typed as Kubernetes types them: `yes` is a boolean, `1.30` a number, and neither is a string. A null is
/// the zero value of its type. The fields that exist are those that `T` names through serde; `T` should be
/// `#[serde(default)]`, so that whatever is missing or wrong has a value.
///
/// What is reported: [`TypeInvalid`](crate::ViolationKind::TypeInvalid) and
/// [`UnknownField`](crate::ViolationKind::UnknownField), by the rules of this crate.
///
/// ```
/// # #[cfg(feature = "read")] {
/// use rootstock_core_model::{CloudProfile, Path, decode, read};
/// let text = b"spec:\n  kubernetes:\n    versions:\n    - version: 1.30\n    - version: 1.31.1\n  regions: eu-1\n";
/// let file = read::read("profile.yaml", text, &Default::default());
/// let raw = file.documents[0].raw().unwrap();
/// let (profile, violations) = decode::<CloudProfile>(raw.node(), &Path::object());
/// assert_eq!(profile.spec.kubernetes.offered()[0].version, "1.30");
/// let places: Vec<String> = violations.iter().map(|violation| violation.path.to_string()).collect();
/// assert_eq!(places, ["spec.kubernetes.versions[0].version", "spec.regions"]);
/// # }
/// ```
#[must_use]
pub fn decode<'a, T: Deserialize<'a> + Default>(node: NodeRef<'a>, path: &Path<'_>) -> (T, Vec<Violation>) {
    decoder::decode(&GARDENER, false, node, path)
}

/// The same, passing over fields that `T` does not name: for objects of which only a part is of concern.
///
/// ```
/// use rootstock_core_model::{Path, RawObject, Shoot, decode};
/// let raw: RawObject = serde_json::from_str(r#"{"spec": {"region": "eu-1", "networking": {"type": "calico"}}}"#)?;
/// let (shoot, violations) = decode::decode_known::<Shoot>(raw.node(), &Path::object());
/// assert_eq!(shoot.spec.region, "eu-1");
/// assert!(violations.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn decode_known<'a, T: Deserialize<'a> + Default>(node: NodeRef<'a>, path: &Path<'_>) -> (T, Vec<Violation>) {
    decoder::decode(&GARDENER, true, node, path)
}

impl RawObject {
    /// Reads it as a `T`, going on behind mistakes; see [`decode()`].
    ///
    /// ```
    /// use rootstock_core_model::{Path, RawObject};
    /// #[derive(Default, serde::Deserialize)]
    /// #[serde(default)]
    /// struct Config { name: String, size: i32 }
    /// let raw: RawObject = serde_json::from_str(r#"{"name": "a", "sise": 3}"#)?;
    /// let (config, violations) = raw.decode::<Config>(&Path::root("config"));
    /// assert_eq!((config.name.as_str(), config.size), ("a", 0));
    /// assert_eq!(violations[0].path.to_string(), "config.sise");
    /// assert_eq!(violations[0].help, "did you mean `size`?");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn decode<T: DeserializeOwned + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>) {
        decode(self.node(), path)
    }

    /// Reads it as a `T`, passing over fields that `T` does not name; see [`decode_known`].
    #[must_use]
    pub fn decode_known<T: DeserializeOwned + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>) {
        decode_known(self.node(), path)
    }
}

#[cfg(feature = "read")]
impl crate::read::ReadObject {
    /// Reads it as a `T`; see [`crate::decode()`].
    #[must_use]
    pub fn decode<T: serde::de::DeserializeOwned + Default>(&self) -> (T, Vec<Violation>) {
        self.raw.decode(&Path::object())
    }

    /// Whether it is a CloudProfile of the version that is read here.
    #[must_use]
    pub fn is_cloud_profile(&self) -> bool {
        self.is(CloudProfile::KIND, CloudProfile::API_VERSION)
    }

    /// Whether it is a NamespacedCloudProfile of the version that is read here.
    #[must_use]
    pub fn is_namespaced_cloud_profile(&self) -> bool {
        self.is(NamespacedCloudProfile::KIND, NamespacedCloudProfile::API_VERSION)
    }
}
