//! Decoding of a tree into a typed object, which is strict and continues after errors.

use rootstock_document::decode::Reading;
use rootstock_document::{Decodable, decode as document};

use crate::hints::GARDENER;
use crate::problems::violation;
use crate::{NodeRef, Path, RawObject, Running, Violation};

/// Decodes a node as a `T`; `path` is the node's path in its object. See [`rootstock_document::decode::decode`]; [`GARDENER`]
/// holds the hints for Gardener's objects.
///
/// Reports [`TypeInvalid`](crate::ViolationKind::TypeInvalid) and [`UnknownField`](crate::ViolationKind::UnknownField)
/// violations, with the rules of this crate.
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

/// Like [`decode()`], with the fields that `T` has in a release of the program that reads the object. [`decode()`] knows those of the
/// newest release.
///
/// ```
/// use rootstock_core_model::{CloudProfile, GardenerRelease, Path, RawObject, decode_at};
/// let raw: RawObject = serde_json::from_str(r#"{"spec": {"controlPlane": {"allowZonePinning": true}}}"#)?;
/// let running = "1.149".parse::<GardenerRelease>()?.running();
/// let (_, violations) = decode_at::<CloudProfile>(raw.node(), &Path::object(), running);
/// assert_eq!(violations[0].detail, "Gardener v1.149 has no field `controlPlane` here: it exists since v1.150");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn decode_at<T: Decodable + Default>(node: NodeRef<'_>, path: &Path<'_>, running: Running) -> (T, Vec<Violation>) {
    of_release(node, path, running, false)
}

fn of_release<T: Decodable + Default>(
    node: NodeRef<'_>,
    path: &Path<'_>,
    running: Running,
    known_fields_only: bool,
) -> (T, Vec<Violation>) {
    let reading = Reading { hints: &GARDENER, known_fields_only, running: Some(running) };
    let (value, problems) = document::read(reading, node, path);
    (value, problems.into_iter().map(violation).collect())
}

/// Like [`decode()`], but ignores fields that `T` does not have, for objects of which only a part matters.
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

/// Decoding of document values into types, with violations.
pub trait Decode {
    /// Decodes the value as a `T` and continues after errors; see [`decode()`].
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

    /// Decodes the value as a `T` and ignores fields that `T` does not have; see [`decode_known`].
    #[must_use]
    fn decode_known<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>);

    /// Decodes the value with the fields that `T` has in a release; see [`decode_at`].
    #[must_use]
    fn decode_at<T: Decodable + Default>(&self, path: &Path<'_>, running: Running) -> (T, Vec<Violation>);

    /// Decodes the value with the fields that `T` has in a release, and ignores others.
    #[must_use]
    fn decode_known_at<T: Decodable + Default>(&self, path: &Path<'_>, running: Running) -> (T, Vec<Violation>);
}

impl Decode for RawObject {
    fn decode<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>) {
        decode(self.node(), path)
    }

    fn decode_known<T: Decodable + Default>(&self, path: &Path<'_>) -> (T, Vec<Violation>) {
        decode_known(self.node(), path)
    }

    fn decode_at<T: Decodable + Default>(&self, path: &Path<'_>, running: Running) -> (T, Vec<Violation>) {
        decode_at(self.node(), path, running)
    }

    fn decode_known_at<T: Decodable + Default>(&self, path: &Path<'_>, running: Running) -> (T, Vec<Violation>) {
        of_release(self.node(), path, running, true)
    }
}
