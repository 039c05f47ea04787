//! Phase 4, canonicalization: reconciles legacy architecture fields with capabilities.

use std::borrow::Cow;
use std::sync::Arc;

use rootstock_core_model::{
    ARCHITECTURE, CanonicalProfile, Capabilities, CloudProfile, CloudProfileSpec, Flavor, MachineImage,
    MachineImageVersion, MachineType,
};

use crate::defaulting::{DEFAULT_ARCHITECTURE, default_cloud_profile, has_defaults};
use crate::registered::Index;

/// Returns a profile as Gardener would store it, regardless of its errors. Code that judges, plans or compares by a
/// profile expects this form.
///
/// `old` is the stored profile that this one replaces. A profile that is already in stored form is shared, not copied.
///
/// ```
/// use rootstock_admission::canonical_form;
/// use rootstock_core_model::CloudProfile;
/// let profile: CloudProfile = serde_json::from_str(r#"{"spec": {"machineTypes": [{"name": "small"}]}}"#)?;
/// let stored = canonical_form(profile, None);
/// assert_eq!(stored.spec.types()[0].architecture.as_deref(), Some("amd64"));
/// assert_eq!(stored.spec.types()[0].usable, Some(true));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn canonical_form(profile: impl Into<Arc<CloudProfile>>, old: Option<&CloudProfile>) -> CanonicalProfile {
    let profile = profile.into();
    if has_defaults(&profile) && is_canonical(&profile, old) && is_canonical(&profile, None) {
        return CanonicalProfile::from_stored(profile);
    }
    let mut profile = Arc::unwrap_or_clone(profile);
    default_cloud_profile(&mut profile);
    if old.is_some() {
        canonicalize_cloud_profile(&mut profile, old);
    }
    canonicalize_cloud_profile(&mut profile, None);
    CanonicalProfile::from_stored(profile)
}

/// Brings a defaulted profile into its stored form, in place.
///
/// With capabilities registered, empty legacy architecture fields are filled from the capabilities; if there were none
/// before (`old` has none, or is `None`) and several architectures are registered, image versions without flavors and
/// machine types without capabilities first get them from their legacy fields. If an update removes the registered
/// capabilities, all flavors and machine type capabilities are removed with them.
///
/// On an update Gardener runs this twice: before validation with the stored object, and after validation without one.
///
/// ```
/// use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile};
/// use rootstock_core_model::CloudProfile;
/// let mut profile: CloudProfile = serde_json::from_str(r#"{"spec": {
///     "machineCapabilities": [{"name": "architecture", "values": ["arm64"]}],
///     "machineTypes": [{"name": "small"}]
/// }}"#)?;
/// default_cloud_profile(&mut profile);
/// canonicalize_cloud_profile(&mut profile, None);
/// assert_eq!(profile.spec.types()[0].architecture.as_deref(), Some("arm64"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn canonicalize_cloud_profile(profile: &mut CloudProfile, old: Option<&CloudProfile>) {
    let had_capabilities = old.is_some_and(|old| old.spec.has_capabilities());
    let spec = &mut profile.spec;
    if !spec.has_capabilities() {
        if had_capabilities {
            drop_capabilities(spec);
        }
        return;
    }
    // Defaulting drops capabilities that are not registered, so there is nothing to fill legacy fields from.
    let Some(architectures) = registered_architectures(spec).map(<[String]>::to_vec) else { return };
    let is_migration = !had_capabilities && architectures.len() > 1;
    for version in versions(spec) {
        if is_migration {
            flavors_from_legacy(version);
        }
        legacy_from_flavors(version, &architectures);
    }
    for machine_type in spec.machine_types.iter_mut().flatten() {
        if is_migration {
            capabilities_from_legacy(machine_type);
        }
        legacy_from_capabilities(machine_type, &architectures);
    }
}

/// Returns a CloudProfile with defaults and in canonical form; borrows the input if it already is, as profiles stored
/// by Gardener are.
///
/// ```
/// use rootstock_admission::canonicalized_cloud_profile;
/// use rootstock_core_model::CloudProfile;
/// let written: CloudProfile = serde_json::from_str(r#"{"spec": {
///     "machineCapabilities": [{"name": "architecture", "values": ["arm64"]}],
///     "machineTypes": [{"name": "small"}]
/// }}"#)?;
/// let stored = canonicalized_cloud_profile(&written);
/// assert_eq!(stored.spec.types()[0].architecture.as_deref(), Some("arm64"));
/// assert!(std::ptr::eq(&*canonicalized_cloud_profile(&stored), &*stored));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn canonicalized_cloud_profile(profile: &CloudProfile) -> Cow<'_, CloudProfile> {
    if has_defaults(profile) && is_canonical(profile, None) {
        return Cow::Borrowed(profile);
    }
    let mut profile = profile.clone();
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    Cow::Owned(profile)
}

/// Returns whether [`canonicalize_cloud_profile`] would change nothing. An update that removes the registered
/// capabilities counts as a change.
pub(crate) fn is_canonical(profile: &CloudProfile, old: Option<&CloudProfile>) -> bool {
    let had_capabilities = old.is_some_and(|old| old.spec.has_capabilities());
    let spec = &profile.spec;
    if !spec.has_capabilities() {
        return !had_capabilities;
    }
    let Some(registered) = registered_architectures(spec) else { return true };
    let is_migration = !had_capabilities && registered.len() > 1;
    let is_complete = |version: &MachineImageVersion| {
        !(is_migration && version.flavors().is_empty()) && missing_architectures(version, registered).is_none()
    };
    spec.images().iter().flat_map(MachineImage::offered).all(is_complete)
        && spec.types().iter().all(|one| {
            !(is_migration && one.capabilities.is_empty()) && missing_architecture(one, registered).is_none()
        })
}

/// Returns whether [`canonicalize_cloud_profile`] of a new profile would change no capabilities, at most legacy fields.
pub(crate) fn keeps_capabilities(spec: &CloudProfileSpec) -> bool {
    let is_migration = registered_architectures(spec).is_some_and(|registered| registered.len() > 1);
    !is_migration
        || spec.images().iter().flat_map(MachineImage::offered).all(|version| !version.flavors().is_empty())
            && spec.types().iter().all(|one| !one.capabilities.is_empty())
}

/// Returns the registered architectures, including repeated ones; `None` if there are none. The last definition wins,
/// as everywhere in Gardener.
pub(crate) fn registered_architectures(spec: &CloudProfileSpec) -> Option<&[String]> {
    let definition = spec.capability_definitions().iter().rfind(|definition| definition.name == ARCHITECTURE);
    definition.map(|definition| definition.values.as_slice())
}

fn versions(spec: &mut CloudProfileSpec) -> impl Iterator<Item = &mut MachineImageVersion> {
    spec.machine_images.iter_mut().flatten().flat_map(|image| image.versions.iter_mut().flatten())
}

fn drop_capabilities(spec: &mut CloudProfileSpec) {
    for version in versions(spec) {
        version.capability_flavors = None;
    }
    for machine_type in spec.machine_types.iter_mut().flatten() {
        machine_type.capabilities = Capabilities::new();
    }
}

pub(crate) fn only(architecture: String) -> Capabilities {
    [(ARCHITECTURE, [architecture])].into_iter().collect()
}

fn flavors_from_legacy(version: &mut MachineImageVersion) {
    if !version.flavors().is_empty() {
        return;
    }
    let flavors = match version.legacy_architectures() {
        [] => vec![Flavor(only(DEFAULT_ARCHITECTURE.to_owned()))],
        architectures => architectures.iter().cloned().map(only).map(Flavor).collect(),
    };
    version.capability_flavors = Some(flavors);
}

/// Derives capabilities from the legacy field. An empty legacy architecture becomes an empty value, as in Gardener.
fn capabilities_from_legacy(machine_type: &mut MachineType) {
    if machine_type.capabilities.is_empty() {
        let architecture = machine_type.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
        machine_type.capabilities = only(architecture.to_owned());
    }
}

/// Fills in the legacy field in alphabetical order; Gardener's order is random.
fn legacy_from_flavors(version: &mut MachineImageVersion, registered: &[String]) {
    if let Some(architectures) = missing_architectures(version, registered) {
        version.architectures = Some(architectures);
    }
}

fn missing_architectures(version: &MachineImageVersion, registered: &[String]) -> Option<Vec<String>> {
    let of_flavors = || architectures_of(version.flavors(), registered);
    version.legacy_architectures().is_empty().then(of_flavors).filter(|architectures| !architectures.is_empty())
}

/// Returns the architectures of flavors in alphabetical order. A flavor without an architecture has all registered
/// ones, and so does a version without flavors.
pub(crate) fn architectures_of(flavors: &[Flavor], registered: &[String]) -> Vec<String> {
    let mut architectures = Index::default();
    if flavors.is_empty() || flavors.iter().any(|flavor| flavor.0.get(ARCHITECTURE).is_none()) {
        registered.iter().for_each(|value| _ = architectures.insert(value));
    }
    for value in flavors.iter().filter_map(|flavor| flavor.0.get(ARCHITECTURE)).flatten() {
        architectures.insert(value);
    }
    let mut architectures: Vec<String> = architectures.names().iter().map(|&name| name.to_owned()).collect();
    architectures.sort_unstable();
    architectures
}

fn legacy_from_capabilities(machine_type: &mut MachineType, registered: &[String]) {
    if let Some(architecture) = missing_architecture(machine_type, registered) {
        machine_type.architecture = Some(architecture);
    }
}

fn missing_architecture(machine_type: &MachineType, registered: &[String]) -> Option<String> {
    match (&machine_type.architecture, machine_type.capabilities.get(ARCHITECTURE).unwrap_or(registered)) {
        (None, [architecture]) => Some(architecture.clone()),
        _ => None,
    }
}
