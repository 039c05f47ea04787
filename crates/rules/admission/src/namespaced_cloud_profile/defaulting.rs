//! Defaults that Gardener fills in when it decodes a NamespacedCloudProfile: fewer than for a CloudProfile.

use rootstock_core_model::NamespacedCloudProfile;

/// Fills in the defaults of a NamespacedCloudProfile in place: `usable: true` for machine and volume types.
///
/// No other field has a default here. A new image must state its `updateStrategy` and a new version its `cri`, and a
/// missing architecture is not amd64 yet.
///
/// ```
/// use rootstock_admission::default_namespaced_cloud_profile;
/// use rootstock_core_model::NamespacedCloudProfile;
/// let mut profile: NamespacedCloudProfile = serde_json::from_str(r#"{"spec": {"volumeTypes": [{"name": "fast"}]}}"#)?;
/// default_namespaced_cloud_profile(&mut profile);
/// assert_eq!(profile.spec.volumes()[0].usable, Some(true));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn default_namespaced_cloud_profile(profile: &mut NamespacedCloudProfile) {
    for machine_type in profile.spec.machine_types.iter_mut().flatten() {
        machine_type.usable.get_or_insert(true);
    }
    for volume_type in profile.spec.volume_types.iter_mut().flatten() {
        volume_type.usable.get_or_insert(true);
    }
}
