//! The settings that are the same for every Shoot of the profile, with their defaults.

use rootstock_core_model::Path;
use rootstock_provider_api::{ResolvedSetting, SettingAnswer};

use crate::config::{CloudProfileConfig, StorageClass};

/// The storage classes that the extension installs on its own.
const BUILT_IN_CLASSES: [&str; 2] = ["default (default class)", "default-class"];

pub(super) fn resolve(config: &CloudProfileConfig, path: &Path<'_>) -> Vec<ResolvedSetting> {
    let written = |name: &'static str, title, value: Option<String>, otherwise: Fallback| {
        let answer = match (value, otherwise) {
            (Some(value), _) => SettingAnswer::Value { value, path: Some(path.field(name).to_field_path()) },
            (None, Fallback::Is(value)) => SettingAnswer::Value { value: value.to_owned(), path: None },
            (None, Fallback::Means(meaning)) => SettingAnswer::Unset { meaning: meaning.to_owned() },
        };
        ResolvedSetting::plain(name, title, answer)
    };
    let list =
        |values: &Option<Vec<String>>| values.as_ref().filter(|list| !list.is_empty()).map(|list| list.join(", "));
    let flag = |value: Option<bool>| value.map(|value| value.to_string());
    let classes = config.storage_classes.as_ref().filter(|classes| !classes.is_empty());
    let classes = classes.map(|classes| classes.iter().map(format_class).collect::<Vec<_>>().join(", "));
    let built_in = BUILT_IN_CLASSES.join(", ");
    vec![
        written(
            "dnsServers",
            "DNS servers",
            list(&config.dns_servers),
            Fallback::Means("OpenStack's own servers are used"),
        ),
        written(
            "dhcpDomain",
            "DHCP domain",
            config.dhcp_domain.clone(),
            Fallback::Means("OpenStack's own domain is used"),
        ),
        written(
            "serverGroupPolicies",
            "server group policies",
            list(&config.server_group_policies),
            Fallback::Means("workers cannot have server groups"),
        ),
        written("storageClasses", "storage classes", classes, Fallback::Is(&built_in)),
        written(
            "nodeVolumeAttachLimit",
            "maximum volumes per node",
            config.node_volume_attach_limit.map(|limit| limit.to_string()),
            Fallback::Means("the driver's own limit of 256 applies"),
        ),
        written(
            "requestTimeout",
            "request timeout",
            config.request_timeout.as_ref().map(ToString::to_string),
            Fallback::Means("the cloud provider's own timeout applies"),
        ),
        written("ignoreVolumeAZ", "volumes in any zone", flag(config.ignore_volume_az), Fallback::Is("false")),
        written(
            "rescanBlockStorageOnResize",
            "nodes rescan resized volumes",
            flag(config.rescan_block_storage_on_resize),
            Fallback::Is("false"),
        ),
        written(
            "useSNAT",
            "SNAT of the router",
            flag(config.use_snat),
            Fallback::Means("OpenStack's own setting applies"),
        ),
        written(
            "resolvConfOptions",
            "resolver options",
            list(&config.resolv_conf_options),
            Fallback::Means("nodes use the configuration of systemd-resolved"),
        ),
    ]
}

/// The default of a setting.
enum Fallback<'a> {
    /// A value.
    Is(&'a str),
    /// A consequence, as a sentence.
    Means(&'a str),
}

fn format_class(class: &StorageClass) -> String {
    match class.default {
        Some(true) => format!("{} (default class)", class.name),
        _ => class.name.clone(),
    }
}
