//! Checks of `storageClasses` for values that Kubernetes rejects in every cluster; the extension passes them on
//! unchecked.

use std::collections::HashMap;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::StorageClass;
use crate::network_settings::is_subdomain;

rootstock_core_model::rules! {
    /// A storage class that Kubernetes rejects, or a second default one.
    OPENSTACK_STORAGE_CLASS: Warning, since "0.1.0", Source::Rootstock;
}

const RECLAIM_POLICIES: [&str; 2] = ["Delete", "Retain"];
const BINDING_MODES: [&str; 2] = ["Immediate", "WaitForFirstConsumer"];

pub(crate) fn check(classes: &[StorageClass], list: &Path<'_>, checker: &mut Checker<'_>) {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut default = None;
    for (index, class) in classes.iter().enumerate() {
        let path = list.index(index);
        let name = path.field("name");
        if class.name.is_empty() {
            checker.report(Violation::required(
                &OPENSTACK_STORAGE_CLASS,
                &name,
                "must be the name of the storage class",
            ));
        }
        if !class.name.is_empty() && !is_subdomain(&class.name) {
            let detail = "must be the name of a Kubernetes object: lower-case letters, digits, `-` and `.`, with a letter or digit at \
                          both ends of each part; no cluster gets the class";
            checker.report(Violation::invalid(&OPENSTACK_STORAGE_CLASS, &name, class.name.as_str(), detail));
        }
        let first = *names.entry(&class.name).or_insert(index);
        if first != index && !class.name.is_empty() {
            let detail = "is already the name of another storage class; clusters get only one of the two";
            let violation =
                Violation::duplicate(&OPENSTACK_STORAGE_CLASS, &name, class.name.as_str()).with_detail(detail);
            checker.report(violation.with_related(list.index(first).to_field_path(), "the other class"));
        }
        if class.default == Some(true) {
            if let Some(first) = default {
                let detail = "must not be a second default class: Kubernetes uses the one that was created last";
                let violation = Violation::invalid(&OPENSTACK_STORAGE_CLASS, &path.field("default"), "true", detail);
                checker.report(violation.with_related(list.index(first).to_field_path(), "the other default class"));
            }
            default.get_or_insert(index);
        }
        let choices = [
            ("reclaimPolicy", &class.reclaim_policy, &RECLAIM_POLICIES),
            ("volumeBindingMode", &class.volume_binding_mode, &BINDING_MODES),
        ];
        for (field, value, allowed) in choices {
            // An empty value counts as absent.
            if let Some(value) = value.as_deref().filter(|value| !value.is_empty() && !allowed.contains(value)) {
                checker.report(Violation::not_supported(&OPENSTACK_STORAGE_CLASS, &path.field(field), value, allowed));
            }
        }
    }
}
