//! What holds for every version, of Kubernetes and of machine images.

pub(super) mod overlap;
pub(super) mod stages;

use rootstock_core_model::{ExpirableVersion, MachineImageVersion, Path, Violation};
use rootstock_versioning::VersionLifecycle;

use crate::scope::Scope;

/// A version with a life: of Kubernetes or of a machine image.
pub(crate) trait Versioned {
    /// The version as written.
    fn version(&self) -> &str;
    /// What the fields say about its life.
    fn life(&self) -> VersionLifecycle<'_>;
    /// Whether `lifecycle` is there at all, possibly as `[]`; `null` and absent are not.
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

/// The stages and overlaps of one list of versions; `list` is its path.
pub(super) fn check_list<V: Versioned>(
    scope: &Scope<'_>,
    versions: &[V],
    list: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    for (position, version) in versions.iter().enumerate() {
        stages::check(scope, version, &list.index(position), findings);
    }
    // What of a namespaced profile overlaps is seen when its versions stand beside the parent's.
    if scope.is_whole() {
        overlap::check(scope, versions, list, findings);
    }
}
