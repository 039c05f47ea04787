//! Checks of DNS servers, the DHCP domain, and server group policies.

use std::net::IpAddr;

use rootstock_core_model::{Path, Source, Violation, nearest};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A DNS server that is not an IP address.
    OPENSTACK_DNS_SERVER: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// An empty DHCP domain.
    OPENSTACK_DHCP_DOMAIN_EMPTY: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A DHCP domain that is not a domain.
    OPENSTACK_DHCP_DOMAIN_FORM: Warning, since "0.1.0", Source::Rootstock;
    /// An empty server group policy.
    OPENSTACK_SERVER_GROUP_POLICY_EMPTY: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A likely misspelling of one of Nova's server group policies.
    OPENSTACK_SERVER_GROUP_POLICY_SLIP: Warning, since "0.1.0", Source::Rootstock;
}

/// The policies of Nova.
const POLICIES: [&str; 4] = ["affinity", "anti-affinity", "soft-affinity", "soft-anti-affinity"];

/// Reports unknown policies if a known one is near; others are accepted, because Nova may have more.
pub(crate) fn check_policies(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let list = path.field("serverGroupPolicies");
    for (index, policy) in config.server_group_policies.iter().flatten().enumerate() {
        let known = POLICIES.contains(&policy.as_str());
        if let Some(near) = nearest(policy, POLICIES).filter(|_| !known) {
            let detail = format!("is not a policy of Nova, which has {}", rootstock_core_model::listed(POLICIES));
            let violation =
                Violation::advice(&OPENSTACK_SERVER_GROUP_POLICY_SLIP, &list.index(index), policy.as_str(), detail);
            checker.report(violation.with_suggestion(near));
        }
    }
}

/// Reports a DHCP domain that no host name can end with.
pub(crate) fn check_dhcp_domain(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let Some(domain) = config.dhcp_domain.as_deref().filter(|domain| !domain.is_empty()) else { return };
    let parts = domain.trim_start_matches('.').trim_end_matches('.').to_ascii_lowercase();
    if !is_subdomain(&parts) {
        let detail = "must be a DNS domain such as `nodes.example`: letters, digits, `-` and `.`, with a letter or digit at both ends of \
                      each part; otherwise the host names of nodes do not end with it, and it is not cut off their names";
        checker.report(Violation::invalid(&OPENSTACK_DHCP_DOMAIN_FORM, &path.field("dhcpDomain"), domain, detail));
    }
}

/// Returns whether a text is a DNS subdomain as Kubernetes defines it.
pub(crate) fn is_subdomain(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_part = |part: &str| {
        let bytes = part.as_bytes();
        let ends = bytes.first().copied().is_some_and(fits) && bytes.last().copied().is_some_and(fits);
        ends && bytes.iter().all(|byte| fits(*byte) || *byte == b'-')
    };
    text.len() <= 253 && text.split('.').all(is_part)
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
        let detail = "must not be empty; omit the key if there is no DHCP domain";
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
