//! Checks of `infrastructureConfig.networks`.

use rootstock_core_model::{Decode, Path, RawObject, Source, Violation};
use rootstock_document::Decodable;

use super::Scope;
use crate::address_range::AddressRange;
use crate::shoot_config::InfrastructureConfig;
use crate::uuid::is_uuid;

rootstock_core_model::rules! {
    /// Networks that the extension refuses.
    OPENSTACK_NETWORKS: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// Networks that change although they are fixed.
    OPENSTACK_NETWORKS_CHANGED: Error, since "0.1.0", Source::ProviderExtension("openstack");
}

/// The fields of `networks` that are checked.
#[derive(Debug, Clone, PartialEq, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct Networks {
    router: Option<Router>,
    /// The old name of `workers`.
    worker: String,
    workers: String,
    subnet_pool: Option<RawObject>,
    id: Option<String>,
    share_network: Option<ShareNetwork>,
    ipv6: Option<RawObject>,
}

#[derive(Debug, Clone, PartialEq, Default, Decodable)]
#[serde(default)]
struct Router {
    id: String,
}

#[derive(Debug, Clone, PartialEq, Default, Decodable)]
#[serde(default)]
struct ShareNetwork {
    enabled: bool,
}

pub(super) fn check(
    scope: &Scope<'_>,
    infrastructure: &InfrastructureConfig,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let networks_path = path.field("networks");
    let (networks, violations) = infrastructure.networks.decode_known::<Networks>(&networks_path);
    let is_readable = violations.is_empty();
    findings.extend(violations);
    if !is_readable {
        return;
    }
    check_ranges(scope, &networks, &networks_path, findings);
    let mut check_id = |id: &str, path: &Path<'_>| {
        if !is_uuid(id) {
            findings.push(Violation::invalid(&OPENSTACK_NETWORKS, path, id, "must be the ID (a UUID) of a resource"));
        }
    };
    if let Some(id) = &networks.id {
        check_id(id, &networks_path.field("id"));
    }
    let router_path = networks_path.field("router");
    if let Some(router) = &networks.router {
        check_id(&router.id, &router_path.field("id"));
        if infrastructure.floating_pool_subnet_name.is_some() {
            let gardener_path = path.field("router");
            let place = if scope.change.quirks().findings.gardener_paths { &gardener_path } else { &router_path };
            let detail = "must not be set together with `floatingPoolSubnetName`, which is for a new router";
            findings.push(Violation::forbidden(&OPENSTACK_NETWORKS, place, detail));
        }
    }
    if let Some(old) = &scope.old_infrastructure {
        check_unchanged(&old.networks.decode_known(&networks_path).0, &networks, &networks_path, findings);
    }
}

fn check_ranges(scope: &Scope<'_>, networks: &Networks, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let ranges = [("worker", &networks.worker), ("workers", &networks.workers)];
    let ranges = ranges.into_iter().filter(|(_, range)| !range.is_empty());
    let mut last = None;
    for (field, text) in ranges {
        let path = path.field(field);
        let range = text.parse::<AddressRange>();
        if let Err(problem) = &range {
            findings.push(Violation::invalid(&OPENSTACK_NETWORKS, &path, text.as_str(), problem.to_string()));
        }
        last = Some((field, text, range.ok()));
    }
    let has_pool = networks.subnet_pool.as_ref().is_some_and(|pool| !pool.is_null());
    match (&last, has_pool) {
        (None, false) => {
            let detail = "must be the address range of the worker nodes, such as `10.250.0.0/16`";
            findings.push(Violation::required(&OPENSTACK_NETWORKS, &path.field("workers"), detail));
        }
        (Some((field, ..)), true) => {
            let detail = format!("must not be set together with `{field}`");
            findings.push(Violation::forbidden(&OPENSTACK_NETWORKS, &path.field("subnetPool"), detail));
        }
        _ => {}
    }
    let networking = scope.change.shoot.spec.networking.as_ref();
    let nodes = networking.and_then(|networking| networking.get("nodes")?.as_str());
    if let (Some(nodes), Some((field, text, Some(range)))) = (nodes, last)
        && nodes.parse::<AddressRange>().is_ok_and(|nodes| !nodes.contains(&range))
    {
        let detail = format!("must be within `spec.networking.nodes` ({nodes})");
        findings.push(Violation::invalid(&OPENSTACK_NETWORKS, &path.field(field), text.as_str(), detail));
    }
}

/// Compares the networks with the previous ones. A share network can be added, but neither changed nor removed.
fn check_unchanged(old: &Networks, new: &Networks, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let has_shares = old.share_network.as_ref().is_some_and(|network| network.enabled);
    let changed = [
        ("id", old.id != new.id),
        ("router", old.router != new.router),
        ("worker", old.worker != new.worker),
        ("workers", old.workers != new.workers),
        ("ipv6", old.ipv6 != new.ipv6),
        ("subnetPool", old.subnet_pool != new.subnet_pool),
        ("shareNetwork", has_shares && old.share_network != new.share_network),
    ];
    for (field, _) in changed.into_iter().filter(|(_, is_changed)| *is_changed) {
        let detail = "must not change: the network of a cluster is fixed once it exists";
        findings.push(Violation::forbidden(&OPENSTACK_NETWORKS_CHANGED, &path.field(field), detail));
    }
}
