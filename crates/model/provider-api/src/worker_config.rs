//! The type of a worker's `providerConfig`.

use std::collections::BTreeMap;
use std::fmt;

use rootstock_core_model::{
    Decode, NodeKind, NodeRef, Path, Quantity, RawObject, Release, Violation, ViolationKind, unknown_field,
};
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

/// A field of the extension's part of a Shoot that a release of the extension brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootConfigField {
    /// The path: names divided by dots, lists on the way left out.
    pub path: &'static str,
    /// The first release that knows the field.
    pub since: Release,
}

impl ShootConfigField {
    /// Returns a field with the minor release that brings it.
    #[must_use]
    pub const fn since(major: u16, minor: u16, path: &'static str) -> Self {
        Self { path, since: Release::new(major, minor) }
    }
}

/// Returns those of the fields in a part of a Shoot at `path` that a release of an extension does not know yet; `shown` names
/// both.
pub(crate) fn fields_to_come(
    fields: &[ShootConfigField],
    (release, shown): (Release, &str),
    config: &RawObject,
    path: &Path<'_>,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for field in fields.iter().filter(|field| release.cmp_minor(field.since).is_lt()) {
        let detail = format!("{shown} has no field `{}`: it exists since v{}", field.path, field.since);
        each(config.node(), field.path, path, &mut |path| found.push(unknown_field(path, detail.clone())));
    }
    found
}

/// Calls `report` with every place that has the field.
fn each(node: NodeRef<'_>, field: &str, path: &Path<'_>, report: &mut dyn FnMut(&Path<'_>)) {
    if node.kind() == NodeKind::List {
        node.items().enumerate().for_each(|(index, item)| each(item, field, &path.index(index), report));
        return;
    }
    let (first, rest) = field.split_once('.').map_or((field, None), |(first, rest)| (first, Some(rest)));
    let Some(value) = node.get(first) else { return };
    let path = path.field(first);
    match rest {
        Some(rest) => each(value, rest, &path, report),
        None => report(&path),
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
