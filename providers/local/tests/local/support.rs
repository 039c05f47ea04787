//! What the provider finds.

use std::sync::Arc;

use rootstock_core_model::{CloudProfile, Semantics};
use rootstock_provider_api::{ProviderConfig, ProviderOutcome, Registry};
use rootstock_provider_local::Local;

pub(crate) use crate::base::{findings, profile, settings};

pub(crate) fn check(profile: &CloudProfile, semantics: Semantics) -> ProviderOutcome {
    let registry = Registry::builder().with(&Local).build().unwrap();
    registry.check_cloud_profile(&profile.spec, &settings(semantics))
}

pub(crate) fn config(profile: &CloudProfile) -> Arc<dyn ProviderConfig> {
    check(profile, Semantics::Documented).config.unwrap()
}
