//! Phase 4, canonicalization: legacy architecture fields and capabilities are brought in line.

use rootstock_core_model::{
    ARCHITECTURE, CanonicalProfile, Capabilities, CloudProfile, CloudProfileSpec, Flavor, MachineImageVersion,
    MachineType,
};

use crate::defaulting::{DEFAULT_ARCHITECTURE, default_cloud_profile};
use crate::registered::Index;

/// A profile as Gardener would store it, whatever is wrong with it: what judges, plans and compares by a profile wants it so.
///
/// `old` is what it takes the place of, as it is stored.
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
pub fn canonical_form(mut profile: CloudProfile, old: Option<&CloudProfile>) -> CanonicalProfile {
    default_cloud_profile(&mut profile);
    if old.is_some() {
        canonicalize_cloud_profile(&mut profile, old);
    }
    canonicalize_cloud_profile(&mut profile, None);
    CanonicalProfile::as_stored(profile)
}

/// Brings a defaulted profile into the form in which it is stored, in place.
///
/// With capabilities registered, empty legacy architecture fields are filled from the capabilities; if there were none
/// before (`old` has none, or is `None`) and several architectures are registered, image versions without flavors and
/// machine types without capabilities get them from their legacy fields first. Where an update takes the registered
/// capabilities away, all flavors and machine type capabilities go with them.
///
/// Gardener runs this twice on an update: before validation with the stored object, and after it with none.
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
    // The last definition wins, and repeated values count.
    let definition = spec.capability_definitions().iter().rfind(|definition| definition.name == ARCHITECTURE);
    // What is not registered is dropped by defaulting, so there is nothing to fill legacy fields from.
    let Some(architectures) = definition.map(|definition| definition.values.clone()) else { return };
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

/// An empty legacy architecture becomes an empty value, as in Gardener.
fn capabilities_from_legacy(machine_type: &mut MachineType) {
    if machine_type.capabilities.is_empty() {
        let architecture = machine_type.architecture.as_deref().unwrap_or(DEFAULT_ARCHITECTURE);
        machine_type.capabilities = only(architecture.to_owned());
    }
}

/// Gardener's order is random; here it is the alphabet's.
fn legacy_from_flavors(version: &mut MachineImageVersion, registered: &[String]) {
    if !version.legacy_architectures().is_empty() {
        return;
    }
    let architectures = architectures_of(version.flavors(), registered);
    if !architectures.is_empty() {
        version.architectures = Some(architectures);
    }
}

/// The architectures of flavors in the order of the alphabet; one that names none has all registered ones, and so has a
/// version without flavors.
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
    if machine_type.architecture.is_some() {
        return;
    }
    if let [architecture] = machine_type.capabilities.get(ARCHITECTURE).unwrap_or(registered) {
        machine_type.architecture = Some(architecture.clone());
    }
}
