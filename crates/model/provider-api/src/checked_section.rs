//! The checks of a `providerConfig`, without the plug-in's types.

use rootstock_core_model::{Path, RawObject};

use crate::section::Section;
use crate::{Checker, NamespacedSection};

/// A decoded `providerConfig` with its checks.
pub(crate) trait CheckedSection: Section {
    /// Checks each entry of `machineImages` on its own; `path` is the path of the list.
    fn check_images(&self, path: &Path<'_>, checker: &mut Checker<'_>);

    /// Checks all fields of a NamespacedCloudProfile's configuration except its images.
    fn check_namespaced_fields(&self, section: &NamespacedSection<'_>, checker: &mut Checker<'_>);

    /// Whether a `providerConfig` differs from the empty one.
    fn differs_from_default(&self, raw: &RawObject) -> bool;
}
