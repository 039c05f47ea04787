//! The parameters of a resolution that come from the Shoot.

use rootstock_core_model::RawObject;
use rootstock_provider_api::{ResolutionParameter, ResolutionQuery};

use crate::floating_pool_choice::ShootScope;

const DOMAIN: &str = "domain";
const FLOATING_POOL: &str = "floating-pool";
const LOAD_BALANCER_PROVIDER: &str = "load-balancer-provider";

pub(crate) const PARAMETERS: &[ResolutionParameter] = &[
    ResolutionParameter { name: DOMAIN, meaning: "the Keystone domain of the Shoot's credentials" },
    ResolutionParameter { name: FLOATING_POOL, meaning: "the Shoot's floatingPoolName" },
    ResolutionParameter { name: LOAD_BALANCER_PROVIDER, meaning: "the Shoot's loadBalancerProvider" },
];

/// The Shoot's parameters.
pub(super) struct ShootParameters<'a> {
    pub(super) shoot_scope: ShootScope<'a>,
    pub(super) floating_pool: Option<&'a str>,
    pub(super) load_balancer_provider: Option<&'a str>,
}

impl<'a> ShootParameters<'a> {
    /// Returns the parameters of a query, or else those of the Shoot's configurations.
    pub(super) fn of(query: &'a ResolutionQuery<'_>) -> Self {
        let parameter = |name: &str| query.parameters.get(name).map(String::as_str);
        Self {
            shoot_scope: ShootScope { region: query.region, domain: parameter(DOMAIN) },
            floating_pool: parameter(FLOATING_POOL).or_else(|| text(query.infrastructure_config, "floatingPoolName")),
            load_balancer_provider: parameter(LOAD_BALANCER_PROVIDER)
                .or_else(|| text(query.control_plane_config, "loadBalancerProvider")),
        }
    }
}

/// Returns a non-empty text field of an arbitrary object.
fn text<'a>(config: Option<&'a RawObject>, field: &str) -> Option<&'a str> {
    config?.get(field)?.as_str().filter(|text| !text.is_empty())
}
