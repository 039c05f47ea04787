//! The checks of a `providerConfig`, without the plug-in's types.

use rootstock_core_model::{Path, RawObject};

use crate::half::Half;
use crate::{Checker, NamespacedHalf};

/// A decoded `providerConfig` with its checks.
pub(crate) trait CheckedHalf: Half {
    /// Checks each entry of `machineImages`, which stands at `path`, by itself.
    fn check_images(&self, path: &Path<'_>, checker: &mut Checker<'_>);

    /// Checks what a NamespacedCloudProfile says besides its images.
    fn check_namespaced_fields(&self, half: &NamespacedHalf<'_>, checker: &mut Checker<'_>);

    /// Whether a `providerConfig` is another one than the empty one.
    fn says_anything(&self, raw: &RawObject) -> bool;
}
