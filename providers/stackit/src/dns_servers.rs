//! The check of the DNS servers of Shoots.

use std::net::IpAddr;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

rootstock_core_model::rules! {
    /// A DNS server that is not an IP address.
    STACKIT_DNS_SERVER: Error, since "0.1.0", Source::ProviderExtension("stackit");
}

pub(crate) fn check(servers: Option<&[String]>, path: &Path<'_>, checker: &mut Checker<'_>) {
    for (index, server) in servers.unwrap_or_default().iter().enumerate() {
        if server.parse::<IpAddr>().is_err() {
            let detail = "must be an IP address, IPv4 or IPv6";
            checker.report(Violation::invalid(&STACKIT_DNS_SERVER, &path.index(index), server.as_str(), detail));
        }
    }
}
