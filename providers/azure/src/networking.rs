//! Accelerated networking: a capability in the capability format, flags in the legacy format.

use rootstock_core_model::{Capabilities, Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::{CloudProfileConfig, MachineImageVersion};

rootstock_core_model::rules! {
    /// A legacy entry that cannot be turned into a flavor.
    AZURE_NETWORKING_UNREGISTERED: Error, since "0.1.0", Source::ProviderExtension("azure");
}

/// The capability that stands for the flags of the legacy format.
pub(crate) const CAPABILITY: &str = "azure-networking";

/// What everything supports.
pub(crate) const BASIC: &str = "basic";

/// What the capability's values are, most preferred first.
pub(crate) const VALUES: [&str; 2] = ["accelerated", BASIC];

/// What a machine type supports in a profile without capabilities.
pub(crate) fn of_machine_type(config: &CloudProfileConfig, name: &str) -> Capabilities {
    let mut entries = config.machine_types.iter().flatten();
    let accelerated = entries.any(|entry| entry.name == name && entry.accelerated_networking == Some(true));
    let values = if accelerated { &VALUES[..] } else { &[BASIC] };
    Capabilities::from_iter([(CAPABILITY, values.iter().copied())])
}

/// Checks a version in legacy format, which stands at `path`: in a profile with capabilities the extension turns it into
/// a flavor, and one without accelerated networking says so by the capability.
pub(crate) fn check_legacy(version: &MachineImageVersion, path: &Path<'_>, checker: &mut Checker<'_>) {
    let says_basic = version.accelerated_networking != Some(true);
    let passes = checker.quirks().providers.azure_networking_may_be_unregistered;
    if !checker.has_capabilities() || !says_basic || passes {
        return;
    }
    let mut values = checker.definitions().iter().filter(|one| one.name == CAPABILITY).flat_map(|one| &one.values);
    if values.any(|value| value == BASIC) {
        return;
    }
    let detail = format!(
        "needs the capability `{CAPABILITY}` with the values `{}`, because the extension turns the entry into a flavor with \
         `{CAPABILITY}: [{BASIC}]`, which Gardener then refuses; register it in `spec.machineCapabilities`, or write \
         `capabilityFlavors`",
        VALUES.join("` and `"),
    );
    checker.report(Violation::required(&AZURE_NETWORKING_UNREGISTERED, path, detail));
}
