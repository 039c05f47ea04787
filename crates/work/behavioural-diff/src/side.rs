//! One of the two profiles in a comparison.

use rootstock_capability_engine::Catalog;
use rootstock_core_model::{CloudProfileSpec, Settings};
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_provider_api::ProviderConfig;

/// One of the two profiles in a comparison, under some semantics at some instant.
///
/// The profile should be as Gardener stores it: defaulted and canonicalized. The rendered form of a
/// NamespacedCloudProfile is suitable, too.
#[derive(Debug)]
pub struct ProfileSide<'a> {
    pub(crate) profile: &'a CompiledProfile,
    pub(crate) spec: &'a CloudProfileSpec,
    pub(crate) settings: Settings,
}

impl<'a> ProfileSide<'a> {
    /// Prepares a profile for comparisons.
    #[must_use]
    pub fn new(profile: &'a CompiledProfile, settings: &Settings) -> Self {
        Self { profile, spec: profile.spec(), settings: *settings }
    }

    /// Returns the name, as given.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.profile.name()
    }

    /// Returns the core section of the profile.
    #[must_use]
    pub const fn spec(&self) -> &'a CloudProfileSpec {
        self.spec
    }

    /// Returns a judge that uses this profile.
    pub(crate) const fn judge(&self) -> Judge<'a> {
        Judge::new(self.profile, self.settings)
    }

    /// Returns the profile as the capability engine sees it.
    pub(crate) fn catalog(&self) -> &'a Catalog {
        self.profile.catalog().catalog()
    }

    /// Returns the provider section, if it could be read.
    pub(crate) fn config(&self) -> Option<&'a dyn ProviderConfig> {
        self.profile.config()
    }
}
