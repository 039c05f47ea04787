//! From a tree to a typed object: strict, and going on behind mistakes.

use rootstock_document::{Decodable, decode as document};

use crate::hints::GARDENER;
use crate::problems::violation;
use crate::{NodeRef, Path, RawObject, Violation};

/// Reads a node as a `T`; `path` is where the node stands in its object. See [`rootstock_document::decode::decode`]; what is
/// known of Gardener's objects is in [`GARDENER`].
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
pub fn decode<T: Decodable + Default>(node: NodeRef<'_>, path: &Path<'_>) -> (T, Vec<Violation>) {
    let (value, problems) = document::decode(node, path, &GARDENER);
    (value, problems.into_iter().map(violation).collect())
}

/// The same, passing over fields that `T` does not name: for objects of which only a part is of concern.
///
/// ```
/// use rootstock_core_model::{Path, RawObject, Shoot, decode_known};
/// let raw: RawObject = serde_json::from_str(r#"{"spec": {"region": "eu-1", "networking": {"type": "calico"}}}"#)?;
/// let (shoot, violations) = decode_known::<Shoot>(raw.node(), &Path::object());
/// assert_eq!(shoot.spec.region, "eu-1");
/// assert!(violations.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn decode_known<T: Decodable + Default>(node: NodeRef<'_>, path: &Path<'_>) -> (T, Vec<Violation>) {
    let (value, problems) = document::decode_known(node, path, &GARDENER);
    (value, problems.into_iter().map(violation).collect())
}

/// Values of documents as types, with findings.
pub trait Decode {
    /// Reads it as a `T`, going on behind mistakes; see [`decode()`].
    ///
    /// ```
    /// use rootstock_core_model::{Decode, Path, RawObject};
    /// use rootstock_document::Decodable;
    /// #[derive(Default, Decodable)]
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
    fn decode<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>);

    /// Reads it as a `T`, passing over fields that `T` does not name; see [`decode_known`].
    #[must_use]
    fn decode_known<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>);
}

impl Decode for RawObject {
    fn decode<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>) {
        decode(self.node(), path)
    }

    fn decode_known<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>) {
        decode_known(self.node(), path)
    }
}
