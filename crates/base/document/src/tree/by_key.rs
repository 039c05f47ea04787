//! The values of an object for who asks for many of them.

use std::collections::HashMap;

use super::NodeRef;

/// From this length on an object is indexed.
const LONG: usize = 16;

/// The values of an object by their keys: [`NodeRef::get`] looks through an object, and whoever asks for every key of a long one
/// would look through it as often.
///
/// ```
/// use rootstock_document::RawObject;
/// let object: RawObject = serde_json::from_str(r#"{"kind": "CloudProfile"}"#)?;
/// let by_key = object.node().by_key();
/// assert_eq!(by_key.get("kind").and_then(|kind| kind.as_str()), Some("CloudProfile"));
/// assert!(by_key.get("spec").is_none());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ByKey<'a> {
    object: NodeRef<'a>,
    long: Option<HashMap<&'a str, NodeRef<'a>>>,
}

impl<'a> NodeRef<'a> {
    /// The values by their keys; none where this is not an object.
    #[must_use]
    pub fn by_key(self) -> ByKey<'a> {
        // The first of a key counts, as for `get`.
        let indexed = || {
            let mut values = HashMap::with_capacity(self.len());
            self.entries().for_each(|(key, value)| _ = values.entry(key).or_insert(value));
            values
        };
        ByKey { object: self, long: (self.len() >= LONG).then(indexed) }
    }
}

impl<'a> ByKey<'a> {
    /// The value under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<NodeRef<'a>> {
        match &self.long {
            Some(values) => values.get(key).copied(),
            None => self.object.get(key),
        }
    }
}
