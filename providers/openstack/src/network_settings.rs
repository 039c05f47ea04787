//! DNS servers, the DHCP domain, and server group policies.

use std::net::IpAddr;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A DNS server that is no IP address.
    OPENSTACK_DNS_SERVER: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// An empty DHCP domain.
    OPENSTACK_DHCP_DOMAIN_EMPTY: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// An empty server group policy.
    OPENSTACK_SERVER_GROUP_POLICY_EMPTY: Error, since "0.1.0", Source::ProviderExtension("openstack");
}

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let list = path.field("dnsServers");
    for (index, server) in config.dns_servers.iter().flatten().enumerate() {
        if server.parse::<IpAddr>().is_err() {
            let detail =
                "must be an IP address such as `10.10.10.11` or `fd00::11`, without leading zeros, zone or port";
            checker.report(Violation::invalid(&OPENSTACK_DNS_SERVER, &list.index(index), server.as_str(), detail));
        }
    }
    if config.dhcp_domain.as_deref() == Some("") {
        let detail = "must not be empty; leave the key out if there is no DHCP domain";
        checker.report(Violation::required(&OPENSTACK_DHCP_DOMAIN_EMPTY, &path.field("dhcpDomain"), detail));
    }
    let list = path.field("serverGroupPolicies");
    for (index, policy) in config.server_group_policies.iter().flatten().enumerate() {
        if policy.is_empty() {
            let detail = "must be the name of a server group policy, such as `soft-anti-affinity`";
            checker.report(Violation::required(&OPENSTACK_SERVER_GROUP_POLICY_EMPTY, &list.index(index), detail));
        }
    }
}
