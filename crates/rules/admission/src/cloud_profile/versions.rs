//! Rules for versions of Kubernetes and of machine images alike.

pub(super) mod overlap;
pub(super) mod stages;

use rootstock_core_model::{ExpirableVersion, MachineImageVersion, Path, Violation};
use rootstock_versioning::VersionLifecycle;

use crate::scope::Scope;

/// A version with a lifecycle: of Kubernetes or of a machine image.
pub(crate) trait Versioned {
    /// Returns the version as written.
    fn version(&self) -> &str;
    /// Returns the fields that determine its lifecycle.
    fn life(&self) -> VersionLifecycle<'_>;
    /// Returns whether `lifecycle` is present, possibly as `[]`; `null` counts as absent.
    fn has_lifecycle_field(&self) -> bool;
}

macro_rules! versioned {
    ($($version:ty),+) => {
        $(impl Versioned for $version {
            fn version(&self) -> &str {
                &self.version
            }

            fn life(&self) -> VersionLifecycle<'_> {
                self.lifecycle()
            }

            fn has_lifecycle_field(&self) -> bool {
                self.lifecycle.is_some()
            }
        })+
    };
}

versioned!(ExpirableVersion, MachineImageVersion);

/// Checks stages and overlaps of one list of versions; `list` is its path.
pub(super) fn check_list<V: Versioned>(
    scope: &Scope<'_>,
    versions: &[V],
    list: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    for (position, version) in versions.iter().enumerate() {
        stages::check(scope, version, &list.index(position), findings);
    }
    // Overlaps of a namespaced profile are checked after its versions have been merged with the parent's.
    if scope.is_whole() {
        overlap::check(scope, versions, list, findings);
    }
}
