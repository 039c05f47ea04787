//! Serialization of values to any serde format.

use serde::ser::{Serialize, Serializer};

use super::{NodeKind, NodeRef, Scalar};

impl Serialize for NodeRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            NodeKind::List => serializer.collect_seq(self.items()),
            NodeKind::Object => serializer.collect_map(self.entries()),
            NodeKind::Scalar => match self.as_scalar().unwrap_or(Scalar::Null) {
                Scalar::Null => serializer.serialize_unit(),
                Scalar::Bool(value) => serializer.serialize_bool(value),
                Scalar::Int(value) => serializer.serialize_i64(value),
                Scalar::Uint(value) => serializer.serialize_u64(value),
                Scalar::Float(value) => serializer.serialize_f64(value),
                Scalar::Text(text) => serializer.serialize_str(text),
            },
        }
    }
}
