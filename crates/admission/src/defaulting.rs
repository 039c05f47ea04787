//! Phase 1, defaulting: what Gardener fills in when it decodes a profile.

use rootstock_core_model::{CloudProfile, Cri, DEFAULT_CRI, MachineImageVersion, MachineType};

/// The architecture of everything that names none, in a profile without capabilities.
pub(crate) use rootstock_core_model::DEFAULT_ARCHITECTURE;

/// Fills in the defaults of a CloudProfile in place.
///
/// Without `spec.machineCapabilities`, image versions without `architectures` get `[amd64]` and machine types without
/// `architecture` get `amd64` (an explicit `""` stays). Always: `updateStrategy: major`, `cri: [{name: containerd}]`,
/// `usable: true`.
///
/// ```
/// use rootstock_core_model::CloudProfile;
/// let mut profile: CloudProfile =
///     serde_json::from_str(r#"{"spec": {"machineTypes": [{"name": "small", "cpu": "2", "memory": "4Gi"}]}}"#)?;
/// rootstock_admission::default_cloud_profile(&mut profile);
/// let machine_type = &profile.spec.types()[0];
/// assert_eq!((machine_type.architecture.as_deref(), machine_type.usable), (Some("amd64"), Some(true)));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn default_cloud_profile(profile: &mut CloudProfile) {
    let legacy = !profile.spec.has_capabilities();
    for image in profile.spec.machine_images.iter_mut().flatten() {
        image.update_strategy.get_or_insert_with(|| "major".to_owned());
        for version in image.versions.iter_mut().flatten() {
            default_version(version, legacy);
        }
    }
    for machine_type in profile.spec.machine_types.iter_mut().flatten() {
        default_type(machine_type, legacy);
    }
    for volume_type in profile.spec.volume_types.iter_mut().flatten() {
        volume_type.usable.get_or_insert(true);
    }
}

fn default_version(version: &mut MachineImageVersion, legacy: bool) {
    if version.cri.as_ref().is_none_or(Vec::is_empty) {
        version.cri = Some(vec![Cri { name: DEFAULT_CRI.to_owned(), container_runtimes: None }]);
    }
    if legacy && version.legacy_architectures().is_empty() {
        version.architectures = Some(vec![DEFAULT_ARCHITECTURE.to_owned()]);
    }
}

fn default_type(machine_type: &mut MachineType, legacy: bool) {
    machine_type.usable.get_or_insert(true);
    if legacy {
        machine_type.architecture.get_or_insert_with(|| DEFAULT_ARCHITECTURE.to_owned());
    }
}
