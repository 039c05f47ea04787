//! Checks of a partition's `networkIsolation`: the networks that clusters with restricted networks may reach.

use std::net::IpAddr;

use rootstock_core_model::{BadValue, Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::{NetworkIsolation, RegistryMirror};

rootstock_core_model::rules! {
    /// Missing or invalid networks, servers or mirrors of a partition.
    METAL_NETWORK_ISOLATION: Error, since "0.1.0", Source::ProviderExtension("metal");
}

/// The maximum number of DNS servers of a cluster.
const MAX_DNS_SERVERS: usize = 3;

pub(crate) fn check(isolation: &NetworkIsolation, path: &Path<'_>, checker: &mut Checker<'_>) {
    let dns = path.field("dnsServers");
    addresses(isolation.dns_servers.as_deref(), "DNS servers", &dns, checker);
    let count = isolation.dns_servers.as_deref().map_or(0, <[String]>::len);
    if count > MAX_DNS_SERVERS {
        let detail = format!("must have at most {MAX_DNS_SERVERS} DNS servers, but has {count}");
        checker.report(Violation::invalid(&METAL_NETWORK_ISOLATION, &dns, BadValue::None, detail));
    }
    addresses(isolation.ntp_servers.as_deref(), "NTP servers", &path.field("ntpServers"), checker);
    let networks = path.field("allowedNetworks");
    cidrs(isolation.allowed_networks.ingress.as_deref(), &networks.field("ingress"), checker);
    cidrs(isolation.allowed_networks.egress.as_deref(), &networks.field("egress"), checker);
    let mirrors = path.field("registryMirrors");
    let written = isolation.registry_mirrors.as_deref().unwrap_or_default();
    require(written, "registry mirrors", &mirrors, checker);
    for (index, mirror) in written.iter().enumerate() {
        check_mirror(mirror, &mirrors.index(index), checker);
    }
}

fn check_mirror(mirror: &RegistryMirror, path: &Path<'_>, checker: &mut Checker<'_>) {
    if mirror.name.is_empty() {
        report_invalid(&path.field("name"), "", "must be the name of the mirror", checker);
    }
    let host = ["http://", "https://"].iter().find_map(|scheme| mirror.endpoint.strip_prefix(scheme));
    if host.is_none_or(str::is_empty) {
        report_invalid(
            &path.field("endpoint"),
            &mirror.endpoint,
            "must be a URL that begins with `http://` or `https://`",
            checker,
        );
    }
    if mirror.ip.parse::<IpAddr>().is_err() {
        report_invalid(&path.field("ip"), &mirror.ip, "must be an IP address, IPv4 or IPv6", checker);
    }
    if !(1..=i32::from(u16::MAX)).contains(&mirror.port) {
        report_invalid(&path.field("port"), &mirror.port.to_string(), "must be a port from 1 to 65535", checker);
    }
    let hosts = path.field("mirrorOf");
    let written = mirror.mirror_of.as_deref().unwrap_or_default();
    require(written, "registry hosts", &hosts, checker);
    for (index, host) in written.iter().enumerate() {
        if host.is_empty() || host.contains(|letter: char| letter == '/' || letter.is_whitespace()) {
            report_invalid(&hosts.index(index), host, "must be the host of a registry, such as `quay.io`", checker);
        }
    }
}

fn addresses(servers: Option<&[String]>, what: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    let servers = servers.unwrap_or_default();
    require(servers, what, path, checker);
    for (index, server) in servers.iter().enumerate() {
        if server.parse::<IpAddr>().is_err() {
            report_invalid(&path.index(index), server, "must be an IP address, IPv4 or IPv6", checker);
        }
    }
}

fn cidrs(networks: Option<&[String]>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let networks = networks.unwrap_or_default();
    require(networks, "networks", path, checker);
    for (index, network) in networks.iter().enumerate() {
        if !is_cidr(network) {
            report_invalid(&path.index(index), network, "must be a CIDR, such as `10.0.0.0/8`", checker);
        }
    }
}

fn is_cidr(network: &str) -> bool {
    let Some((address, length)) = network.split_once('/') else { return false };
    let most = match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(_)) => 32_u8,
        Ok(IpAddr::V6(_)) => 128,
        Err(_) => return false,
    };
    // Rejects a sign and leading zeros.
    length.parse::<u8>().is_ok_and(|bits| bits <= most && bits.to_string() == length)
}

fn require<T>(list: &[T], what: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    if list.is_empty() {
        let detail = format!("must list the {what} for isolated clusters");
        checker.report(Violation::invalid(&METAL_NETWORK_ISOLATION, path, BadValue::None, detail));
    }
}

fn report_invalid(path: &Path<'_>, value: &str, detail: &'static str, checker: &mut Checker<'_>) {
    checker.report(Violation::invalid(&METAL_NETWORK_ISOLATION, path, value, detail));
}
