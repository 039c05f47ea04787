//! What the extension takes without a look, and what then fails in every cluster: storage classes, amounts, URLs.

use std::collections::HashMap;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::{CloudProfileConfig, StorageClass};

rootstock_provider_api::declare_rules! {
    /// A storage class that Kubernetes refuses, or a second default one.
    STORAGE_CLASS = "openstack-storage-class", Warning, Source::Rootstock;
    /// A limit or a timeout that is none.
    NOT_POSITIVE = "openstack-setting-not-positive", Warning, Source::Rootstock;
    /// A URL of Keystone that is no URL.
    URL = "openstack-keystone-url-form", Warning, Source::Rootstock;
}

const RECLAIM_POLICIES: [&str; 2] = ["Delete", "Retain"];
const BINDING_MODES: [&str; 2] = ["Immediate", "WaitForFirstConsumer"];

/// Documented semantics only: Gardener says nothing.
pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    if !checker.documented() {
        return;
    }
    check_storage_classes(
        config.storage_classes.as_deref().unwrap_or_default(),
        &path.field("storageClasses"),
        checker,
    );
    if let Some(limit) = config.node_volume_attach_limit.filter(|limit| *limit <= 0) {
        let detail =
            format!("is no limit: with {limit} no node could have a volume; leave it out for the driver's own");
        let path = path.field("nodeVolumeAttachLimit");
        checker.report(Violation::invalid(&NOT_POSITIVE, &path, limit.to_string(), detail));
    }
    if let Some(timeout) = config.request_timeout.as_ref().filter(|timeout| timeout.nanoseconds() <= 0) {
        let detail = "is no time that a request could take; leave it out for the cloud provider's own timeout";
        let path = path.field("requestTimeout");
        checker.report(Violation::invalid(&NOT_POSITIVE, &path, timeout.to_string(), detail));
    }
    check_url(&config.keystone_url, &path.field("keystoneURL"), checker);
    let list = path.field("keystoneURLs");
    for (index, entry) in config.keystone_urls.iter().flatten().enumerate() {
        check_url(&entry.url, &list.index(index).field("url"), checker);
    }
}

fn check_storage_classes(classes: &[StorageClass], list: &Path<'_>, checker: &mut Checker<'_>) {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut default = None;
    for (index, class) in classes.iter().enumerate() {
        let path = list.index(index);
        let name = path.field("name");
        if class.name.is_empty() {
            checker.report(Violation::required(&STORAGE_CLASS, &name, "must be the name of the storage class"));
        }
        let first = *names.entry(&class.name).or_insert(index);
        if first != index && !class.name.is_empty() {
            let mut violation = Violation::duplicate(&STORAGE_CLASS, &name, class.name.as_str());
            violation.detail = "is the name of another storage class already; clusters get one of the two".to_owned();
            checker.report(violation.with_related(list.index(first).to_field_path(), "the other class"));
        }
        if class.default == Some(true) {
            if let Some(first) = default {
                let detail = "must not be a second default class: Kubernetes takes the one that was created last";
                let violation = Violation::invalid(&STORAGE_CLASS, &path.field("default"), "true", detail);
                checker.report(violation.with_related(list.index(first).to_field_path(), "the other default class"));
            }
            default.get_or_insert(index);
        }
        let choices = [
            ("reclaimPolicy", &class.reclaim_policy, &RECLAIM_POLICIES),
            ("volumeBindingMode", &class.volume_binding_mode, &BINDING_MODES),
        ];
        for (field, value, allowed) in choices {
            // An empty one is left out.
            if let Some(value) = value.as_deref().filter(|value| !value.is_empty() && !allowed.contains(value)) {
                checker.report(Violation::not_supported(&STORAGE_CLASS, &path.field(field), value, allowed));
            }
        }
    }
}

/// An empty URL is none, and a finding of its own.
fn check_url(url: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_whole = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    if !url.is_empty() && (!is_whole || url.contains(char::is_whitespace)) {
        let detail = "must be a URL such as `https://keystone.example/v3/`; nothing but this is tried";
        checker.report(Violation::invalid(&URL, path, url, detail));
    }
}
