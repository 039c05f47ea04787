//! Phase 1, defaulting: the values that Gardener fills in when it decodes a profile.

use std::borrow::Cow;

use rootstock_core_model::{CloudProfile, Cri, DEFAULT_CRI, MachineImageVersion, MachineType};

/// The architecture of images and machine types that name none, in a profile without capabilities.
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

/// Returns a CloudProfile with its defaults; borrows the input if it already has them, as profiles stored by Gardener
/// do.
///
/// ```
/// use rootstock_admission::defaulted_cloud_profile;
/// use rootstock_core_model::CloudProfile;
/// let written: CloudProfile = serde_json::from_str(r#"{"spec": {"machineTypes": [{"name": "small"}]}}"#)?;
/// let defaulted = defaulted_cloud_profile(&written);
/// assert_eq!(defaulted.spec.types()[0].usable, Some(true));
/// assert!(std::ptr::eq(&*defaulted_cloud_profile(&defaulted), &*defaulted));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn defaulted_cloud_profile(profile: &CloudProfile) -> Cow<'_, CloudProfile> {
    if has_defaults(profile) {
        return Cow::Borrowed(profile);
    }
    let mut profile = profile.clone();
    default_cloud_profile(&mut profile);
    Cow::Owned(profile)
}

/// Returns whether [`default_cloud_profile`] would change nothing.
pub(crate) fn has_defaults(profile: &CloudProfile) -> bool {
    let spec = &profile.spec;
    let legacy = !spec.has_capabilities();
    let lacks = |version| lacks_runtime(version) || legacy && lacks_architecture(version);
    spec.images().iter().all(|image| image.update_strategy.is_some() && !image.offered().iter().any(lacks))
        && spec.types().iter().all(|one| one.usable.is_some() && (!legacy || one.architecture.is_some()))
        && spec.volume_types.iter().flatten().all(|one| one.usable.is_some())
}

fn lacks_runtime(version: &MachineImageVersion) -> bool {
    version.cri.as_ref().is_none_or(Vec::is_empty)
}

fn lacks_architecture(version: &MachineImageVersion) -> bool {
    version.legacy_architectures().is_empty()
}

fn default_version(version: &mut MachineImageVersion, legacy: bool) {
    if lacks_runtime(version) {
        version.cri = Some(vec![Cri { name: DEFAULT_CRI.to_owned(), container_runtimes: None }]);
    }
    if legacy && lacks_architecture(version) {
        version.architectures = Some(vec![DEFAULT_ARCHITECTURE.to_owned()]);
    }
}

fn default_type(machine_type: &mut MachineType, legacy: bool) {
    machine_type.usable.get_or_insert(true);
    if legacy {
        machine_type.architecture.get_or_insert_with(|| DEFAULT_ARCHITECTURE.to_owned());
    }
}
