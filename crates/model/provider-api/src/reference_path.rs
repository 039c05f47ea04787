//! The path of an image reference.

use std::fmt;
use std::sync::Arc;

use rootstock_core_model::FieldPath;

/// The path of an image reference: in its artifact, or in an item of the artifact's `regions`.
///
/// A profile has thousands of references in a few dozen artifacts. The references of an artifact share its path, and
/// the whole path is built on demand.
///
/// ```
/// use rootstock_core_model::FieldPath;
/// use rootstock_provider_api::ReferencePath;
///
/// let version = FieldPath::root().field("versions").index(0);
/// let path = ReferencePath::new(version.into(), Some(2), "ami");
/// assert_eq!(path.to_string(), "versions[0].regions[2].ami");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferencePath {
    artifact: Arc<FieldPath>,
    region: Option<usize>,
    field: &'static str,
}

impl ReferencePath {
    /// Builds the path of a field of an artifact, or, with an index, of the item of its `regions`.
    #[must_use]
    pub const fn new(artifact: Arc<FieldPath>, region: Option<usize>, field: &'static str) -> Self {
        Self { artifact, region, field }
    }

    /// Returns the path of the artifact: an entry for a version, or a flavor.
    #[must_use]
    pub fn artifact(&self) -> &Arc<FieldPath> {
        &self.artifact
    }

    /// Returns the path of the item of `regions` that has the reference, if any.
    #[must_use]
    pub fn region_item(&self) -> Option<FieldPath> {
        Some(FieldPath::clone(&self.artifact).field("regions").index(self.region?))
    }

    /// Returns the name of the field: `id`, `image`, `ami`.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// Builds the whole path.
    #[must_use]
    pub fn to_field_path(&self) -> FieldPath {
        self.region_item().unwrap_or_else(|| FieldPath::clone(&self.artifact)).field(self.field)
    }
}

impl fmt::Display for ReferencePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_field_path().fmt(f)
    }
}
