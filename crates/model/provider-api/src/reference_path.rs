//! Where an image reference stands.

use std::fmt;
use std::sync::Arc;

use rootstock_core_model::FieldPath;

/// Where an image reference stands: in its artifact, or in an item of the artifact's `regions`.
///
/// A profile has thousands of references, of some dozens of artifacts: those of one share its path, and the whole path is made when it is
/// asked for.
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
    /// The place of the field of an artifact, or, with an index, of the item of its `regions`.
    #[must_use]
    pub const fn new(artifact: Arc<FieldPath>, region: Option<usize>, field: &'static str) -> Self {
        Self { artifact, region, field }
    }

    /// Where the artifact stands: an entry for a version, or a flavor.
    #[must_use]
    pub fn artifact(&self) -> &Arc<FieldPath> {
        &self.artifact
    }

    /// The item of `regions`, for a reference that stands in one.
    #[must_use]
    pub fn region_item(&self) -> Option<FieldPath> {
        Some(FieldPath::clone(&self.artifact).field("regions").index(self.region?))
    }

    /// The name of the field: `id`, `image`, `ami`.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The whole path.
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
