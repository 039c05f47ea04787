//! The settings of a Shoot in a region and a domain: floating pool, load balancers, Keystone, and the settings that do
//! not depend on the region.

mod floating_pool;
mod keystone;
mod load_balancer_provider;
mod parameters;
mod region_independent;

use rootstock_core_model::{Path, Settings};
use rootstock_provider_api::{Resolution, ResolutionQuery};

use crate::config::CloudProfileConfig;
use parameters::ShootParameters;

pub(crate) use load_balancer_provider::allowed as load_balancer_providers;
pub(crate) use parameters::PARAMETERS;

pub(crate) fn resolve(config: &CloudProfileConfig, query: &ResolutionQuery<'_>, settings: &Settings) -> Resolution {
    let asked = ShootParameters::of(query);
    let spec = Path::root("spec");
    let path = spec.field("providerConfig");
    let mut resolution = Resolution::default();
    floating_pool::resolve(config, &asked, settings, &path, &mut resolution);
    resolution.settings.push(load_balancer_provider::resolve(config, &asked, &path));
    resolution.settings.extend(keystone::resolve(config, &asked, &path));
    resolution.settings.extend(region_independent::resolve(config, &path));
    resolution
}
