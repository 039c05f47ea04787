//! One of the two profiles that are compared.

use rootstock_capability_engine::Catalog;
use rootstock_core_model::{CloudProfileSpec, Settings};
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_provider_api::ProviderConfig;

/// One of the two profiles that are compared, in some semantics at some instant.
///
/// The profile should be as Gardener stores it: defaulted and canonicalized. The rendered form of a NamespacedCloudProfile
/// will do as well.
#[derive(Debug)]
pub struct ProfileSide<'a> {
    pub(crate) profile: &'a CompiledProfile,
    pub(crate) spec: &'a CloudProfileSpec,
    pub(crate) settings: Settings,
}

impl<'a> ProfileSide<'a> {
    /// Looks at a profile.
    #[must_use]
    pub fn new(profile: &'a CompiledProfile, settings: &Settings) -> Self {
        Self { profile, spec: profile.spec(), settings: *settings }
    }

    /// The name, as it was given.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.profile.name()
    }

    /// The profile.
    #[must_use]
    pub const fn spec(&self) -> &'a CloudProfileSpec {
        self.spec
    }

    /// Which images workers may have.
    pub(crate) const fn judge(&self) -> Judge<'a> {
        Judge::new(self.profile, self.settings)
    }

    /// The profile as the capability engine sees it.
    pub(crate) fn catalog(&self) -> &'a Catalog {
        self.profile.catalog().catalog()
    }

    /// The provider's half, if it could be read.
    pub(crate) fn config(&self) -> Option<&'a dyn ProviderConfig> {
        self.profile.config()
    }
}
