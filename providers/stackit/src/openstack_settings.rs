//! Checks of the fields from OpenStack: the extension no longer uses them, but still validates them.

use std::collections::HashSet;

use rootstock_certificates::check_first_certificate;
use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A deprecated field from OpenStack with a value that the extension rejects.
    STACKIT_DEPRECATED_FIELD: Error, since "0.1.0", Source::ProviderExtension("stackit");
}

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    floating_pools(config, path, checker);
    // The extension spells the names of its fields differently in its errors.
    let (urls, certificate) = match checker.quirks().findings.gardener_paths {
        true => ("keyStoneURLs", "caCert"),
        false => ("keystoneURLs", "keystoneCACert"),
    };
    check_certificate(config.keystone_ca_cert.as_deref(), &path.field(certificate), checker);
    let list = path.field(urls);
    let mut seen: HashSet<&str> = HashSet::new();
    for (index, entry) in config.keystone_urls.iter().flatten().enumerate() {
        let path = list.index(index);
        for (field, value) in [("region", &entry.region), ("url", &entry.url)] {
            require(value, &path.field(field), checker);
        }
        check_certificate(entry.ca_cert.as_deref(), &path.field("caCert"), checker);
        if !seen.insert(&entry.region) && (checker.follow_ups() || !entry.region.is_empty()) {
            report_repeated(&entry.region, &path.field("region"), checker);
        }
    }
    require_if_set(config.dhcp_domain.as_deref(), &path.field("dhcpDomain"), checker);
    let list = path.field("serverGroupPolicies");
    for (index, policy) in config.server_group_policies.iter().flatten().enumerate() {
        require(policy, &list.index(index), checker);
    }
}

fn floating_pools(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let list = path.field("constraints");
    let list = list.field("floatingPools");
    let mut seen: HashSet<(&str, &str, &str)> = HashSet::new();
    for (index, pool) in config.constraints.floating_pools.iter().flatten().enumerate() {
        let path = list.index(index);
        require(&pool.name, &path.field("name"), checker);
        require_if_set(pool.region.as_deref(), &path.field("region"), checker);
        require_if_set(pool.domain.as_deref(), &path.field("domain"), checker);
        let is_for_everything = pool.region.is_none() && pool.domain.is_none();
        let key = (pool.name.as_str(), pool.domain.as_deref().unwrap_or("*"), pool.region.as_deref().unwrap_or("*"));
        let is_compared = !is_for_everything && (checker.follow_ups() || !pool.name.is_empty());
        if is_compared && !seen.insert(key) {
            report_repeated(&pool.name, &path.field("name"), checker);
        }
    }
}

fn require_if_set(value: Option<&str>, path: &Path<'_>, checker: &mut Checker<'_>) {
    if let Some(value) = value {
        require(value, path, checker);
    }
}

fn require(value: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    if value.is_empty() {
        let detail = "must not be empty if it is set; STACKIT no longer uses it: remove it";
        checker.report(Violation::required(&STACKIT_DEPRECATED_FIELD, path, detail));
    }
}

fn report_repeated(value: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    let detail = "is already listed; STACKIT no longer uses the list: remove it";
    checker.report(Violation::duplicate(&STACKIT_DEPRECATED_FIELD, path, value).with_detail(detail));
}

/// Checks a certificate; an empty one counts as absent and is allowed.
fn check_certificate(certificate: Option<&str>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let Some(text) = certificate.filter(|text| !text.is_empty()) else { return };
    if let Err(error) = check_first_certificate(text) {
        let detail = format!("{error}; STACKIT does not use it any more: remove it");
        checker.report(Violation::invalid(&STACKIT_DEPRECATED_FIELD, path, text, detail));
    }
}
