//! The type of a worker's `providerConfig`.

use std::collections::BTreeMap;
use std::fmt;

use rootstock_core_model::{Decode, Path, Quantity, RawObject, Violation, ViolationKind};
use rootstock_document::Decodable;
use rootstock_document::schema::Shape;
use serde::Serialize;

/// The type that an extension decodes a worker's `providerConfig` as. Everything that the type lacks is an unknown field.
#[derive(Clone, Copy)]
pub struct WorkerConfigType {
    shape: Shape,
    decode: fn(&RawObject, &Path<'_>) -> Vec<Violation>,
}

impl WorkerConfigType {
    /// Returns the description of `T`, which has fields for `apiVersion` and `kind`.
    #[must_use]
    pub const fn of<T: Decodable + Default>() -> Self {
        Self { shape: T::SHAPE, decode: |config, path| config.decode::<T>(path).1 }
    }

    /// Returns the fields.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the unknown fields of a `providerConfig` at `path`, at any depth.
    #[must_use]
    pub fn unknown_fields(&self, config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        let mut violations = (self.decode)(config, path);
        violations.retain(|violation| violation.kind == ViolationKind::UnknownField);
        violations
    }
}

impl fmt::Debug for WorkerConfigType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WorkerConfigType").field(&self.shape).finish()
    }
}

/// The resources of a node, for scaling from zero: the `nodeTemplate` of every extension that has one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeTemplate {
    /// Resources by name; missing ones are taken from the machine type.
    pub capacity: BTreeMap<String, Quantity>,
    /// Resources that the node has only once it runs.
    pub virtual_capacity: BTreeMap<String, Quantity>,
}
