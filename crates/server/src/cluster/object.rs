//! An object as an API server tells it.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;

use super::kind::Kind;
use crate::garden::trimmed::trimmed;

/// What an object is called among those of its kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Empty without one.
    pub(super) namespace: Arc<str>,
    pub(super) name: Arc<str>,
}

/// An object, without what nobody asks about.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) key: Key,
    /// The version that a watch goes on from.
    pub(super) version: String,
    pub(super) text: Arc<[u8]>,
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
    /// Reads one of that kind.
    pub(super) fn read(kind: Kind, text: &str) -> serde_json::Result<Self> {
        let Head { metadata } = serde_json::from_str(text)?;
        let key = Key { namespace: metadata.namespace.as_ref().into(), name: metadata.name.as_ref().into() };
        let shorter = trimmed(text.as_bytes(), kind.status(), Some(kind.name()));
        let text = shorter.unwrap_or_else(|| text.as_bytes().into());
        Ok(Self { key, version: metadata.resource_version.into_owned(), text })
    }
}
