//! A JSON value assembled from parts of others.

use rootstock_core_model::NodeRef;
use serde::ser::{Serialize, Serializer};

/// A JSON value under construction; given parts are kept unchanged.
pub(super) enum Value<'a> {
    Given(NodeRef<'a>),
    Text(&'a str),
    Bool(bool),
    List(Vec<Value<'a>>),
    Object(Vec<(&'a str, Value<'a>)>),
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Given(node) => node.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(fields) => serializer.collect_map(fields.iter().map(|(name, value)| (name, value))),
        }
    }
}
