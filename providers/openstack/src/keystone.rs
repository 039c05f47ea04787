//! The URL and the certificate of Keystone.

use std::collections::HashMap;

use rootstock_certificates::check_first_certificate;
use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A profile without a URL of Keystone.
    OPENSTACK_KEYSTONE_URL_MISSING: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A regional URL without a region or without a URL.
    OPENSTACK_KEYSTONE_URL_INCOMPLETE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// Two URLs for the same region.
    OPENSTACK_KEYSTONE_URL_REPEATED: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// An invalid certificate.
    OPENSTACK_KEYSTONE_CERTIFICATE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// An invalid URL.
    OPENSTACK_KEYSTONE_URL_FORM: Warning, since "0.1.0", Source::Rootstock;
}

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    // The extension spells the names of its fields differently in its errors.
    let (url, urls, certificate) = match checker.quirks().findings.gardener_paths {
        true => ("keyStoneURL", "keyStoneURLs", "caCert"),
        false => ("keystoneURL", "keystoneURLs", "keystoneCACert"),
    };
    let regional = config.keystone_urls.as_deref().unwrap_or_default();
    if config.keystone_url.is_empty() && regional.is_empty() {
        let detail = "must be the URL of Keystone, unless `keystoneURLs` has one for each region";
        checker.report(Violation::required(&OPENSTACK_KEYSTONE_URL_MISSING, &path.field(url), detail));
    }
    check_certificate(config.keystone_ca_cert.as_deref(), &path.field(certificate), checker);
    let list = path.field(urls);
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (index, entry) in regional.iter().enumerate() {
        let path = list.index(index);
        if entry.region.is_empty() {
            let detail = "must be the name of a region; set the URL for all other regions in `keystoneURL`";
            checker.report(Violation::required(&OPENSTACK_KEYSTONE_URL_INCOMPLETE, &path.field("region"), detail));
        }
        if entry.url.is_empty() {
            let detail = format!("must be the URL of Keystone in region `{}`", entry.region);
            checker.report(Violation::required(&OPENSTACK_KEYSTONE_URL_INCOMPLETE, &path.field("url"), detail));
        }
        check_certificate(entry.ca_cert.as_deref(), &path.field("caCert"), checker);
        let first = *seen.entry(&entry.region).or_insert(index);
        if first != index && (checker.follow_ups() || !entry.region.is_empty()) {
            let detail = "already has a URL, and only the first one is used; remove one of the entries";
            let violation =
                Violation::duplicate(&OPENSTACK_KEYSTONE_URL_REPEATED, &path.field("region"), entry.region.as_str());
            let violation = violation.with_detail(detail);
            checker.report(violation.with_related(list.index(first).to_field_path(), "the earlier entry"));
        }
    }
}

/// Warns about invalid URLs: the extension does not check them, and no cluster can be created.
pub(crate) fn check_urls(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    check_url(&config.keystone_url, &path.field("keystoneURL"), checker);
    let list = path.field("keystoneURLs");
    for (index, entry) in config.keystone_urls.iter().flatten().enumerate() {
        check_url(&entry.url, &list.index(index).field("url"), checker);
    }
}

/// Checks a certificate; an empty one counts as absent and is allowed.
fn check_certificate(certificate: Option<&str>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let Some(text) = certificate.filter(|text| !text.is_empty()) else { return };
    if let Err(error) = check_first_certificate(text) {
        checker.report(Violation::invalid(&OPENSTACK_KEYSTONE_CERTIFICATE, path, text, error.to_string()));
    }
}

/// Checks a URL; an empty one has a finding of its own.
fn check_url(url: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_whole = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    if !url.is_empty() && (!is_whole || url.contains(char::is_whitespace)) {
        let detail = "must be a URL that begins with `https://` or `http://`, such as `https://keystone.example/v3/`";
        checker.report(Violation::invalid(&OPENSTACK_KEYSTONE_URL_FORM, path, url, detail));
    }
}
