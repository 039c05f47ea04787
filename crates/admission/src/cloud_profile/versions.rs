//! What holds for every version, of Kubernetes and of machine images (CP-100…CP-110).

use rootstock_core_model::{ExpirableVersion, MachineImageVersion, Path, Violation};
use rootstock_versioning::VersionLifecycle;

use crate::scope::Scope;

rules! {}

/// A version with a life: of Kubernetes or of a machine image.
pub(crate) trait Versioned {
    /// The version as written.
    fn version(&self) -> &str;
    /// What the fields say about its life.
    fn life(&self) -> VersionLifecycle<'_>;
    /// Whether `lifecycle` is there at all, possibly as `[]`; `null` and absent are not.
    fn has_lifecycle_field(&self) -> bool;
}

impl Versioned for ExpirableVersion {
    fn version(&self) -> &str {
        &self.version
    }

    fn life(&self) -> VersionLifecycle<'_> {
        self.lifecycle()
    }

    fn has_lifecycle_field(&self) -> bool {
        self.lifecycle.is_some()
    }
}

impl Versioned for MachineImageVersion {
    fn version(&self) -> &str {
        &self.version
    }

    fn life(&self) -> VersionLifecycle<'_> {
        self.lifecycle()
    }

    fn has_lifecycle_field(&self) -> bool {
        self.lifecycle.is_some()
    }
}

/// CP-100…CP-108 and CP-110 for one list of versions; `list` is its path.
pub(super) fn check_list<V: Versioned>(
    _scope: &Scope<'_>,
    _versions: &[V],
    _list: &Path<'_>,
    _findings: &mut Vec<Violation>,
) {
}
