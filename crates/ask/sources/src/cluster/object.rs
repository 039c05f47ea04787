//! Objects as read from an API server.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;

use super::kind::{Detail, Kind};
use super::reduced::{reduced, shown};

/// The namespace and name of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Key {
    /// The namespace; empty for cluster-scoped objects.
    pub namespace: Arc<str>,
    /// The name.
    pub name: Arc<str>,
}

/// An object, as JSON.
#[derive(Debug)]
#[non_exhaustive]
pub struct Object {
    /// The namespace and name.
    pub key: Key,
    /// The resource version for starting a watch; empty if the API server sends none.
    pub version: String,
    /// The object, including its kind, as JSON.
    pub text: Arc<[u8]>,
}

#[derive(Deserialize)]
struct Head<'t> {
    #[serde(borrow)]
    metadata: Metadata<'t>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata<'t> {
    #[serde(borrow, default)]
    namespace: Cow<'t, str>,
    #[serde(borrow)]
    name: Cow<'t, str>,
    #[serde(borrow, default)]
    resource_version: Cow<'t, str>,
}

impl Object {
    /// Reads an object of a kind; list items may omit `apiVersion` and `kind`.
    ///
    /// ```
    /// use rootstock_sources::cluster::{Detail, Kind, Object};
    ///
    /// let item = r#"{"metadata": {"name": "local", "generation": 3}, "spec": {}}"#;
    /// let profile = Object::read(Kind::CloudProfile, Detail::Asked, item)?;
    /// assert_eq!(&*profile.key.name, "local");
    /// let text = r#"{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{"name":"local"},"spec":{}}"#;
    /// assert_eq!(&*profile.text, text.as_bytes());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not an object with a name.
    pub fn read(kind: Kind, detail: Detail, text: &str) -> serde_json::Result<Self> {
        let Head { metadata } = serde_json::from_str(text)?;
        let key = Key { namespace: metadata.namespace.as_ref().into(), name: metadata.name.as_ref().into() };
        let reduced_text = match detail {
            Detail::Asked => reduced(text.as_bytes(), kind),
            Detail::Shown => shown(text.as_bytes(), kind),
        };
        let version = metadata.resource_version.into_owned();
        Ok(Self { key, version, text: reduced_text.unwrap_or_else(|| text.as_bytes().into()) })
    }
}
