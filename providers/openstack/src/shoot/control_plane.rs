//! Checks of `controlPlaneConfig`: the load balancer provider and the load balancer classes.

use rootstock_core_model::{Path, Source, Violation, listed};

use super::{Scope, infrastructure};
use crate::config::LoadBalancerClass;
use crate::load_balancer_classes::check_classes;
use crate::resolution::load_balancer_providers;
use crate::shoot_config::ControlPlaneConfig;

rootstock_core_model::rules! {
    /// A Shoot without a load balancer provider.
    OPENSTACK_LOAD_BALANCER_PROVIDER_MISSING: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A load balancer provider that the profile does not allow in the region.
    OPENSTACK_LOAD_BALANCER_PROVIDER_NOT_OFFERED: Error, since "0.1.0",
        Source::OpenStackGuide("Example CloudProfileConfig");
    /// A load balancer class that the floating pool does not have.
    OPENSTACK_LOAD_BALANCER_CLASS_NOT_OFFERED: Error, since "0.1.0",
        Source::OpenStackGuide("Example CloudProfileConfig");
    /// A load balancer class for VPN in a Shoot.
    OPENSTACK_LOAD_BALANCER_CLASS_VPN: Error, since "0.1.0", Source::ProviderExtension("openstack");
}

pub(super) fn check(
    scope: &Scope<'_>,
    config: &ControlPlaneConfig,
    old: Option<&ControlPlaneConfig>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    check_provider(scope, config, old, path, findings);
    let list = path.field("loadBalancerClasses");
    let is_new = old.is_none_or(|old| old.written_classes() != config.written_classes());
    if is_new {
        check_against_pool(scope, config, &list, findings);
    }
    check_classes(config.written_classes(), &list, scope.change.quirks(), &mut |violation| findings.push(violation));
    for (index, class) in config.written_classes().iter().enumerate() {
        if class.purpose.as_deref() == Some("vpn") {
            let class = list.index(index);
            let purpose = class.field("purpose");
            let place = if scope.change.quirks().findings.gardener_paths { &class } else { &purpose };
            let detail = "must not be `vpn` in a Shoot: only the profile defines classes for the VPN";
            findings.push(Violation::invalid(&OPENSTACK_LOAD_BALANCER_CLASS_VPN, place, "vpn", detail));
        }
    }
}

fn check_provider(
    scope: &Scope<'_>,
    config: &ControlPlaneConfig,
    old: Option<&ControlPlaneConfig>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let name = config.load_balancer_provider.as_str();
    let path = path.field("loadBalancerProvider");
    let is_new = old.is_none_or(|old| old.load_balancer_provider != name);
    let is_said = name.is_empty() && !scope.change.quirks().findings.follow_up_errors;
    let names: Vec<&str> =
        load_balancer_providers(scope.config, scope.region()).map(|(_, entry)| entry.name.as_str()).collect();
    // A profile that allows none has a finding of its own.
    let is_asked = !names.is_empty() || scope.change.quirks().findings.follow_up_errors;
    if is_new && is_asked && !is_said && !names.contains(&name) {
        let violation = Violation::not_supported(&OPENSTACK_LOAD_BALANCER_PROVIDER_NOT_OFFERED, &path, name, &names);
        // The message lists only the first names; the intended one may not be among them.
        findings.push(violation.with_nearest(names));
    }
    if name.is_empty() {
        let detail = "must be the name of a load balancer provider that the profile allows";
        findings.push(Violation::required(&OPENSTACK_LOAD_BALANCER_PROVIDER_MISSING, &path, detail));
    }
}

/// Checks that the classes are among those of the floating pool, if it has any; names and purposes may differ.
fn check_against_pool(scope: &Scope<'_>, config: &ControlPlaneConfig, list: &Path<'_>, findings: &mut Vec<Violation>) {
    let classes = config.written_classes();
    if classes.is_empty() {
        return;
    }
    let Some(pool) = infrastructure::pool(scope) else {
        // In documented semantics the disallowed floating pool is already reported.
        if scope.change.quirks().findings.follow_up_errors {
            let name = scope.floating_pool_name();
            let detail = "the profile has no such floating pool, so there are no classes to choose from";
            findings.push(Violation::invalid(
                &OPENSTACK_LOAD_BALANCER_CLASS_NOT_OFFERED,
                &Path::root("floatingPoolName"),
                name,
                detail,
            ));
        }
        return;
    };
    let offered = pool.written_classes();
    if offered.is_empty() {
        return;
    }
    for (index, class) in classes.iter().enumerate() {
        if !offered.iter().any(|one| is_the_same(one, class)) {
            let names: Vec<&str> = offered.iter().map(|one| one.name.as_str()).collect();
            let path = list.index(index);
            let mut violation = Violation::not_supported(
                &OPENSTACK_LOAD_BALANCER_CLASS_NOT_OFFERED,
                &path,
                class.name.as_str(),
                &names,
            );
            if let Some(alike) = offered.iter().find(|one| one.name == class.name) {
                let fields = listed(differing(alike, class));
                violation.detail = format!("the profile's class with this name differs in {fields}").into();
            }
            let help = format!(
                "use the IDs, the subnet name and the tags of one of the classes of floating pool `{}`; name and purpose \
                 may differ",
                pool.name
            );
            findings.push(violation.with_help(help));
        }
    }
}

/// Returns the fields by which two classes differ in network or subnet.
fn differing(one: &LoadBalancerClass, other: &LoadBalancerClass) -> Vec<&'static str> {
    let fields = [
        ("floatingSubnetID", one.floating_subnet_id == other.floating_subnet_id),
        ("floatingSubnetTags", one.floating_subnet_tags == other.floating_subnet_tags),
        ("floatingSubnetName", one.floating_subnet_name == other.floating_subnet_name),
        ("floatingNetworkID", one.floating_network_id == other.floating_network_id),
        ("subnetID", one.subnet_id == other.subnet_id),
    ];
    fields.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name).collect()
}

/// Whether two classes have the same network and subnet.
fn is_the_same(one: &LoadBalancerClass, other: &LoadBalancerClass) -> bool {
    differing(one, other).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_that_differs_is_named() {
        let mine = LoadBalancerClass { name: "lbc".to_owned(), subnet_id: Some("zz".to_owned()), ..Default::default() };
        let theirs = LoadBalancerClass { purpose: Some("default".to_owned()), subnet_id: None, ..mine.clone() };
        assert_eq!(differing(&theirs, &mine), ["subnetID"]);
        assert!(is_the_same(&mine, &LoadBalancerClass { name: "free".to_owned(), ..mine.clone() }));
    }
}
