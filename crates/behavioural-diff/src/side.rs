//! One of the two profiles, prepared to be asked.

use rootstock_admission::{ProviderHalf, ShootProfile};
use rootstock_capability_engine::{Catalog, TooLarge};
use rootstock_core_model::{CloudProfileSpec, Settings};
use rootstock_maintenance::CompiledProfile;
use rootstock_provider_api::ProviderConfig;

/// One of the two profiles that are compared, prepared once to be asked many times.
///
/// The profile should be as Gardener stores it: defaulted and canonicalised. The rendered form of a NamespacedCloudProfile
/// will do as well.
#[derive(Debug)]
pub struct ProfileSide<'a> {
    pub(crate) spec: &'a CloudProfileSpec,
    pub(crate) settings: Settings,
    pub(crate) provider: Option<ProviderHalf<'a>>,
    pub(crate) shoots: ShootProfile<'a>,
    /// The same without asking the provider, whose part in judging what exists is told otherwise.
    pub(crate) core: ShootProfile<'a>,
    pub(crate) maintenance: CompiledProfile,
}

impl<'a> ProfileSide<'a> {
    /// Prepares a profile. `name` is only shown.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for a profile that only somebody with bad intentions would write.
    pub fn new(
        name: &str,
        spec: &'a CloudProfileSpec,
        provider: Option<ProviderHalf<'a>>,
        settings: &Settings,
    ) -> Result<Self, TooLarge> {
        Ok(Self {
            spec,
            settings: *settings,
            provider,
            shoots: ShootProfile::new(spec, settings, provider)?,
            core: ShootProfile::new(spec, settings, provider.map(|half| ProviderHalf { config: None, ..half }))?,
            maintenance: CompiledProfile::with_gates(name, spec, settings.gates, provider.map(|half| half.plugin))?,
        })
    }

    /// Its name, as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        self.maintenance.name()
    }

    /// The profile.
    #[must_use]
    pub const fn spec(&self) -> &'a CloudProfileSpec {
        self.spec
    }

    /// The profile as the capability engine sees it.
    pub(crate) fn catalog(&self) -> &Catalog {
        self.shoots.catalog().catalog()
    }

    /// The provider's half, if it could be read.
    pub(crate) fn config(&self) -> Option<&'a dyn ProviderConfig> {
        self.provider?.config
    }
}
