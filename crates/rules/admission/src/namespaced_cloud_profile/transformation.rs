//! The conversion of a NamespacedCloudProfile to its parent's format: capabilities or legacy architectures.

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfileSpec, Flavor, MachineImageVersion, MachineType, NamespacedCloudProfileSpec,
};

use crate::canonicalize::{architectures_of, only, registered_architectures};
use crate::defaulting::DEFAULT_ARCHITECTURE;

/// Converts a profile to its parent's format: legacy architectures become flavors and capabilities if the parent
/// registers capabilities, and vice versa if it does not.
///
/// Positions are preserved, so that findings in the result apply to the same position in `child`. Where Gardener's
/// order is random, this one is alphabetical.
///
/// ```
/// use rootstock_admission::in_parent_format;
/// use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfileSpec};
/// let parent: CloudProfileSpec = serde_json::from_str(
///     r#"{"machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}]}"#,
/// )?;
/// let child: NamespacedCloudProfileSpec = serde_json::from_str(
///     r#"{"machineImages": [{"name": "gardenlinux", "versions": [{"version": "1.0.0", "architectures": ["arm64"]}]}]}"#,
/// )?;
/// let version = &in_parent_format(&child, &parent).machine_images.unwrap_or_default()[0].offered()[0].clone();
/// assert_eq!(version.flavors()[0].0.get("architecture"), Some(&["arm64".to_owned()][..]));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn in_parent_format(child: &NamespacedCloudProfileSpec, parent: &CloudProfileSpec) -> NamespacedCloudProfileSpec {
    let mut transformed = child.clone();
    let registered = parent.has_capabilities().then(|| registered_architectures(parent).unwrap_or_default());
    let images = transformed.machine_images.iter_mut().flatten();
    for version in images.flat_map(|image| image.versions.iter_mut().flatten()) {
        if registered.is_some() { version_to_flavors(version) } else { version_to_legacy(version) }
    }
    for machine_type in transformed.machine_types.iter_mut().flatten() {
        match registered {
            Some(registered) => type_to_capabilities(machine_type, registered),
            None => type_to_legacy(machine_type),
        }
    }
    transformed
}

/// Converts architectures to flavors. Without architectures the flavors are an empty list, not an absent one.
fn version_to_flavors(version: &mut MachineImageVersion) {
    if version.flavors().is_empty() {
        let flavors = version.legacy_architectures().iter().cloned().map(only).map(Flavor);
        version.capability_flavors = Some(flavors.collect());
    }
}

fn version_to_legacy(version: &mut MachineImageVersion) {
    if version.legacy_architectures().is_empty() {
        version.architectures = Some(architectures_of(version.flavors(), &[]));
    }
    version.capability_flavors = None;
}

/// Converts the architecture to a capability. The legacy field stays, even if it differs.
fn type_to_capabilities(machine_type: &mut MachineType, registered: &[String]) {
    if !machine_type.capabilities.is_empty() {
        return;
    }
    let architecture = match (registered, &machine_type.architecture) {
        ([architecture], _) => architecture.clone(),
        (_, Some(architecture)) => architecture.clone(),
        (_, None) => DEFAULT_ARCHITECTURE.to_owned(),
    };
    machine_type.capabilities = only(architecture);
}

fn type_to_legacy(machine_type: &mut MachineType) {
    let first = machine_type.capabilities.get(ARCHITECTURE).and_then(<[String]>::first).cloned();
    machine_type.architecture = machine_type.architecture.take().or(first);
    machine_type.capabilities = Capabilities::new();
}
