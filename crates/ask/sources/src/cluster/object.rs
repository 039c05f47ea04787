//! An object as an API server tells it.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;

use super::kind::Kind;
use super::shorter::{shorter, shown};

/// What an object is called among those of its kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Key {
    /// The namespace; empty without one.
    pub namespace: Arc<str>,
    /// The name.
    pub name: Arc<str>,
}

/// How much of an object is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What questions are asked about.
    Asked,
    /// What `kubectl get -o yaml` shows, but for the status, of which as much is kept as questions are asked about.
    Shown,
}

/// An object, as JSON.
#[derive(Debug)]
#[non_exhaustive]
pub struct Object {
    /// What it is called.
    pub key: Key,
    /// The version that a watch goes on from; empty where the API server names none.
    pub version: String,
    /// The object, with its kind.
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
    /// Reads an object of a kind; items of a list need not say what they are.
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
    /// When the text is not that of an object with a name.
    pub fn read(kind: Kind, detail: Detail, text: &str) -> serde_json::Result<Self> {
        let Head { metadata } = serde_json::from_str(text)?;
        let key = Key { namespace: metadata.namespace.as_ref().into(), name: metadata.name.as_ref().into() };
        let less = match detail {
            Detail::Asked => shorter(text.as_bytes(), kind),
            Detail::Shown => shown(text.as_bytes(), kind),
        };
        let version = metadata.resource_version.into_owned();
        Ok(Self { key, version, text: less.unwrap_or_else(|| text.as_bytes().into()) })
    }
}
