//! Which architectures versions and artifacts are for, and capability maps that name them.

use rootstock_core_model::{ARCHITECTURE, Capabilities};

use crate::profile::{Profile, legacy_architectures};

/// The architectures that a version of the core half is offered for.
pub(super) fn architectures(profile: &Profile, image: usize, version: usize) -> Vec<String> {
    let version = profile.written().spec.images().get(image).and_then(|image| image.offered().get(version));
    version.map(legacy_architectures).unwrap_or_default()
}

/// The architecture of an artifact, if it says one.
pub(super) fn artifact_architecture(capabilities: &Capabilities) -> Option<&str> {
    capabilities.get(ARCHITECTURE).and_then(|values| values.first()).map(String::as_str)
}

/// Capabilities with more laid over them.
pub(super) fn with(capabilities: &Capabilities, more: &Capabilities) -> Capabilities {
    let mut all = capabilities.clone();
    more.iter().for_each(|(name, values)| all.insert(name, values.to_vec()));
    all
}

/// A capability map that begins with an architecture.
pub(super) fn of_architecture(architecture: &str, rest: &Capabilities) -> Capabilities {
    with(&Capabilities::from_iter([(ARCHITECTURE, [architecture])]), rest)
}
