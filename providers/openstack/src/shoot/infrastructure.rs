//! Checks of `infrastructureConfig.floatingPoolName`.

use std::collections::BTreeSet;

use rootstock_core_model::{Path, Source, Violation, ViolationKind, nearest};

use super::Scope;
use crate::config::FloatingPool;
use crate::floating_pool_choice::{ApplicableFloatingPools, ShootScope};
use crate::shoot_config::InfrastructureConfig;

rootstock_core_model::rules! {
    /// A Shoot without a floating pool.
    OPENSTACK_FLOATING_POOL_NAME_MISSING: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A floating pool that the profile does not allow.
    OPENSTACK_FLOATING_POOL_NOT_OFFERED: Error, since "0.1.0", Source::OpenStackGuide("Example CloudProfileConfig");
    /// A floating pool that only some domains may choose.
    OPENSTACK_FLOATING_POOL_DOMAIN: Note, since "0.1.0", Source::OpenStackGuide("Example CloudProfileConfig");
}

pub(super) fn check(
    scope: &Scope<'_>,
    infrastructure: &InfrastructureConfig,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let name = infrastructure.floating_pool_name.as_str();
    let path = path.field("floatingPoolName");
    if name.is_empty() {
        let detail = "must be the name of a floating pool that the profile allows";
        findings.push(Violation::required(&OPENSTACK_FLOATING_POOL_NAME_MISSING, &path, detail));
        if !scope.change.quirks().findings.follow_up_errors {
            return;
        }
    }
    // An accepted name stays valid until it changes.
    if scope.old_infrastructure.as_ref().is_some_and(|old| old.floating_pool_name == name) {
        return;
    }
    let pools = scope.config.constraints.floating_pools.as_deref().unwrap_or_default();
    // A profile without floating pools has a finding of its own.
    if pools.is_empty() && !scope.change.quirks().findings.follow_up_errors {
        return;
    }
    match allowed(pools, scope, name) {
        Allowed::Everywhere => {}
        Allowed::InDomains(domains) => {
            let domains: Vec<String> = domains.iter().map(|domain| format!("`{domain}`")).collect();
            let detail = format!(
                "is allowed in region `{}` only if the Shoot's credentials belong to domain {}",
                scope.region(),
                domains.join(" or ")
            );
            findings.push(Violation::new(&OPENSTACK_FLOATING_POOL_DOMAIN, ViolationKind::Invalid, &path, name, detail));
        }
        Allowed::Nowhere { names } => {
            // Do not suggest patterns as names.
            let meant = nearest(name, names.iter().map(String::as_str).filter(|one| !one.contains('*')));
            let violation = Violation::name_not_supported(&OPENSTACK_FLOATING_POOL_NOT_OFFERED, &path, name, &names);
            findings.push(match meant {
                Some(near) => violation.with_suggestion(near),
                None => violation
                    .with_help(
                        "`rootstock resolve` shows which entries of the profile apply to a region and a domain; an entry with \
                         `nonConstraining: true` is offered next to the entries of the region or domain",
                    ),
            });
        }
    }
}

/// The domains in which a floating pool may be chosen. A manifest does not reveal the domain of its credentials.
enum Allowed {
    /// In every domain, or at least in those that the profile does not name.
    Everywhere,
    /// Only in these domains.
    InDomains(Vec<String>),
    /// In no domain; `names` are allowed instead.
    Nowhere { names: Vec<String> },
}

fn allowed(pools: &[FloatingPool], scope: &Scope<'_>, name: &str) -> Allowed {
    let quirks = &scope.change.quirks().openstack;
    let offer = |domain| ApplicableFloatingPools::new(pools, ShootScope { region: scope.region(), domain }, quirks);
    let anybody = offer(None);
    if anybody.find(name).is_some() {
        return Allowed::Everywhere;
    }
    let domains: BTreeSet<&str> = pools.iter().filter_map(|pool| pool.domain.as_deref()).collect();
    let found: Vec<String> = domains
        .iter()
        .filter(|domain| offer(Some(**domain)).find(name).is_some())
        .map(|domain| (*domain).to_owned())
        .collect();
    if !found.is_empty() {
        return Allowed::InDomains(found);
    }
    let mut names: BTreeSet<&str> = anybody.allowed().into_iter().collect();
    names.extend(domains.iter().flat_map(|domain| offer(Some(domain)).allowed()));
    Allowed::Nowhere { names: names.into_iter().map(str::to_owned).collect() }
}

/// Returns the entry whose load balancer classes bind the Shoot: for a domain that no entry names, or else for the
/// first domain that allows the pool.
pub(super) fn pool<'a>(scope: &'a Scope<'_>) -> Option<&'a FloatingPool> {
    let pools = scope.config.constraints.floating_pools.as_deref().unwrap_or_default();
    let name = scope.floating_pool_name();
    let domains: BTreeSet<&str> = pools.iter().filter_map(|pool| pool.domain.as_deref()).collect();
    let domains = std::iter::once(None).chain(domains.into_iter().map(Some));
    domains
        .filter_map(|domain| {
            ApplicableFloatingPools::new(
                pools,
                ShootScope { region: scope.region(), domain },
                &scope.change.quirks().openstack,
            )
            .find(name)
        })
        .find_map(|index| pools.get(index))
}
