//! Accelerated networking: a capability in the capability format, flags in the legacy format.

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::{Checker, Extension, MachineSetting};

rootstock_core_model::rules! {
    /// A legacy entry that cannot be converted to a flavor.
    AZURE_NETWORKING_UNREGISTERED: Error, since "0.1.0", Source::ProviderExtension("azure");
}

/// The capability that replaces the flags of the legacy format.
pub(crate) const CAPABILITY: &str = "azure-networking";

/// The value that everything supports.
pub(crate) const BASIC: &str = "basic";

/// The values of the capability, most preferred first.
pub(crate) const VALUES: [&str; 2] = [ACCELERATED, BASIC];

/// The value that turns accelerated networking on if machine type and image support it.
const ACCELERATED: &str = "accelerated";

/// The parts of the extension's description that name the capability.
pub(crate) struct Naming {
    name: &'static str,
    /// The capability in the legacy format.
    pub(crate) legacy: [(&'static str, &'static [&'static str]); 1],
    /// The setting of a machine's network card.
    pub(crate) settings: [MachineSetting; 1],
}

/// The naming of the release that is followed.
pub(crate) static NAMING: Naming = Naming::of(CAPABILITY);

impl Naming {
    pub(crate) const fn of(name: &'static str) -> Self {
        let setting = MachineSetting { name: "accelerated networking", capability: name, value: ACCELERATED };
        Self { name, legacy: [(name, &VALUES)], settings: [setting] }
    }

    /// Describes a release of the extension that calls the capability so.
    pub(crate) fn apply(&'static self, extension: &mut Extension) {
        extension.renamed_capability = Some((CAPABILITY, self.name));
        extension.machine_settings = &self.settings;
        if let Some(format) = &mut extension.legacy_format {
            format.capabilities = &self.legacy;
        }
    }
}

/// Checks a version in legacy format at `path`: in a profile with capabilities the extension converts it to a flavor,
/// and without accelerated networking that flavor declares the capability.
pub(crate) fn check_legacy(accelerated: bool, path: &Path<'_>, checker: &mut Checker<'_>) {
    let passes = checker.quirks().providers.azure_networking_may_be_unregistered;
    if !checker.has_capabilities() || accelerated || passes {
        return;
    }
    let name = checker.capability_name(CAPABILITY);
    let mut values = checker.definitions().iter().filter(|one| one.name == name).flat_map(|one| &one.values);
    if values.any(|value| value == BASIC) {
        return;
    }
    let detail = format!(
        "needs the capability `{name}` with the values `{}`, because the extension turns the entry into a flavor with \
         `{name}: [{BASIC}]`, which Gardener then rejects; register it in `spec.machineCapabilities`, or write \
         `capabilityFlavors`",
        VALUES.join("` and `"),
    );
    checker.report(Violation::required(&AZURE_NETWORKING_UNREGISTERED, path, detail));
}
