//! What the provider finds, and what Rootstock adds to it.

use std::sync::Arc;

use rootstock_core_model::{CloudProfile, Semantics};
use rootstock_provider_api::{ProviderConfig, ProviderOutcome, Registry};
use rootstock_provider_openstack::OpenStack;

pub(crate) use crate::base::{findings, profile, settings};

pub(crate) fn check(profile: &CloudProfile, semantics: Semantics) -> ProviderOutcome {
    let registry = Registry::builder().with(&OpenStack).build().unwrap();
    let settings = settings(semantics);
    let mut outcome = registry.check_cloud_profile(&profile.spec, &settings);
    let warnings = rootstock_advice::advise_mapping(&profile.spec, &outcome, &settings);
    outcome.violations.extend(warnings);
    outcome
}

pub(crate) fn config(profile: &CloudProfile) -> Arc<dyn ProviderConfig> {
    check(profile, Semantics::Documented).config.unwrap()
}
