//! The settings of a Shoot in a region and a domain: floating pool, load balancers, Keystone, and the settings that do
//! not depend on the region.

mod floating_pool;
mod keystone;
mod load_balancer_provider;
mod region_independent;

use rootstock_core_model::{OpenStackQuirks, Path, RawObject, Settings};
use rootstock_provider_api::{Resolution, ResolutionParameter, ResolutionQuery};

use crate::config::CloudProfileConfig;
use crate::floating_pool_choice::ShootScope;

pub(crate) use load_balancer_provider::allowed as load_balancer_providers;

const DOMAIN: &str = "domain";
const FLOATING_POOL: &str = "floating-pool";
const LOAD_BALANCER_PROVIDER: &str = "load-balancer-provider";

pub(crate) const PARAMETERS: &[ResolutionParameter] = &[
    ResolutionParameter { name: DOMAIN, meaning: "the Keystone domain of the Shoot's credentials" },
    ResolutionParameter { name: FLOATING_POOL, meaning: "the Shoot's floatingPoolName" },
    ResolutionParameter { name: LOAD_BALANCER_PROVIDER, meaning: "the Shoot's loadBalancerProvider" },
];

/// The Shoot's parameters.
struct ShootParameters<'a> {
    shoot_scope: ShootScope<'a>,
    floating_pool: Option<&'a str>,
    load_balancer_provider: Option<&'a str>,
}

pub(crate) fn resolve(config: &CloudProfileConfig, query: &ResolutionQuery<'_>, settings: &Settings) -> Resolution {
    let parameter = |name: &str| query.parameters.get(name).map(String::as_str);
    let asked = ShootParameters {
        shoot_scope: ShootScope { region: query.region, domain: parameter(DOMAIN) },
        floating_pool: parameter(FLOATING_POOL).or_else(|| text(query.infrastructure_config, "floatingPoolName")),
        load_balancer_provider: parameter(LOAD_BALANCER_PROVIDER)
            .or_else(|| text(query.control_plane_config, "loadBalancerProvider")),
    };
    let spec = Path::root("spec");
    let path = spec.field("providerConfig");
    let mut resolution = Resolution::default();
    floating_pool::resolve(config, &asked, settings, &path, &mut resolution);
    resolution.settings.push(load_balancer_provider::resolve(config, &asked, &path));
    resolution.settings.extend(keystone::resolve(config, &asked, &path));
    resolution.settings.extend(region_independent::resolve(config, &path));
    resolution
}

/// Returns Gardener's answer if it differs, but only when documented answers are requested.
fn gardener_differs<T: PartialEq>(quirks: &OpenStackQuirks, documented: &T, gardener: impl FnOnce() -> T) -> Option<T> {
    if *quirks != OpenStackQuirks::NONE {
        return None;
    }
    Some(gardener()).filter(|gardener| gardener != documented)
}

/// Returns a non-empty text field of an arbitrary object.
fn text<'a>(config: Option<&'a RawObject>, field: &str) -> Option<&'a str> {
    config?.get(field)?.as_str().filter(|text| !text.is_empty())
}
