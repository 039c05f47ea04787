//! The architectures of versions and artifacts, and capability maps that contain them.

use rootstock_core_model::{ARCHITECTURE, Capabilities};

use crate::profile::{Profile, legacy_architectures};

/// Returns the architectures that a version of the core section is offered for.
pub(super) fn architectures(profile: &Profile, image: usize, version: usize) -> Vec<String> {
    let version = profile.written().spec.images().get(image).and_then(|image| image.offered().get(version));
    version.map(legacy_architectures).unwrap_or_default()
}

/// Returns the architecture of an artifact, if it declares one.
pub(super) fn artifact_architecture(capabilities: &Capabilities) -> Option<&str> {
    capabilities.get(ARCHITECTURE).and_then(|values| values.first()).map(String::as_str)
}

/// Adds capabilities to others, replacing those of the same name.
pub(super) fn with(capabilities: &Capabilities, more: &Capabilities) -> Capabilities {
    capabilities.iter().chain(more.iter()).collect()
}

/// Returns a capability map that begins with an architecture.
pub(super) fn of_architecture(architecture: &str, rest: &Capabilities) -> Capabilities {
    with(&Capabilities::from_iter([(ARCHITECTURE, [architecture])]), rest)
}
