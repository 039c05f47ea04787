//! Checks of the `providerConfig` of workers.

use std::collections::HashSet;

use rootstock_core_model::{Path, Quantity, RawObject, Source, Violation, Worker};
use rootstock_provider_api::{NodeTemplate, ShootChange, read_shoot_config};

use crate::config::CloudProfileConfig;
use crate::resource_name::{self, Problem};
use crate::worker_config::{MachineLabel, ServerGroup, WorkerConfig};

rootstock_core_model::rules! {
    /// A configuration that Gardener cannot decode, as it reports it.
    OPENSTACK_WORKER_CONFIG_UNREADABLE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A configuration that changes although nodes are updated in place.
    OPENSTACK_WORKER_CONFIG_IN_PLACE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A server group policy that the profile does not allow, or not with several zones.
    OPENSTACK_SERVER_GROUP_POLICY: Error, since "0.1.0", Source::OpenStackGuide("CloudProfileConfig");
    /// An invalid amount in the node template.
    OPENSTACK_NODE_TEMPLATE_AMOUNT: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A machine label without a usable name or value.
    OPENSTACK_MACHINE_LABEL: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A repeated machine label.
    OPENSTACK_MACHINE_LABEL_REPEATED: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A security group that is empty or listed twice.
    OPENSTACK_SECURITY_GROUP: Error, since "0.1.0", Source::ProviderExtension("openstack");
}

/// The policy that keeps all machines on one host.
const AFFINITY: &str = "affinity";

pub(super) fn check(
    config: &CloudProfileConfig,
    change: &ShootChange<'_>,
    worker: &Worker,
    old: Option<&Worker>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let path = path.field("providerConfig");
    let written = |worker: &Worker| worker.provider_config.clone().filter(|config| !config.is_null());
    let own = written(worker);
    if worker.is_in_place() && old.is_some_and(|old| written(old) != own) {
        let detail = "must not change while nodes are updated in place; create a new worker pool";
        findings.push(Violation::invalid(&OPENSTACK_WORKER_CONFIG_IN_PLACE, &path, rendered(own.as_ref()), detail));
    }
    let Some(raw) = own else { return };
    let (read, mut violations) = read_shoot_config::<WorkerConfig>(&raw, &path, WorkerConfig::IDENTITY);
    if read.trusted_launch.is_some() && !change.settings.gates.worker_capabilities {
        let path = path.field("trustedLaunch");
        let detail = "unknown field: it is supported only with the feature gate WorkerCapabilities";
        violations.push(Violation::invalid(&OPENSTACK_WORKER_CONFIG_UNREADABLE, &path, "trustedLaunch", detail));
    }
    if !violations.is_empty() && change.quirks().findings.shoot_errors_hide_others {
        let first = violations.first().map(ToString::to_string).unwrap_or_default();
        findings.push(Violation::invalid(
            &OPENSTACK_WORKER_CONFIG_UNREADABLE,
            &path,
            rendered(Some(&raw)),
            format!("cannot be decoded: {first}"),
        ));
        return;
    }
    let mut found = Vec::new();
    if let Some(group) = &read.server_group {
        check_server_group(config, worker, group, &path.field("serverGroup"), &mut found);
    }
    if let Some(template) = &read.node_template {
        check_node_template(template, &path.field("nodeTemplate"), &mut found);
    }
    check_labels(&read.machine_labels, worker, &path.field("machineLabels"), change, &mut found);
    check_security_groups(&read.additional_security_groups, &path.field("additionalSecurityGroups"), &mut found);
    let found = rootstock_core_model::without_follow_ups(&violations, found);
    findings.extend(violations);
    findings.extend(found);
}

fn check_server_group(
    config: &CloudProfileConfig,
    worker: &Worker,
    group: &ServerGroup,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let policies = config.server_group_policies.as_deref().unwrap_or_default();
    let path = path.field("policy");
    let policy = group.policy.as_str();
    if policy.is_empty() || !policies.iter().any(|one| one == policy) {
        let names: Vec<String> = policies.iter().map(|policy| format!("`{policy}`")).collect();
        let detail = match names.is_empty() {
            true => "the profile allows no server groups; omit `serverGroup`".to_owned(),
            false => format!("must be one of the policies that the profile allows: {}", names.join(", ")),
        };
        findings.push(Violation::invalid(&OPENSTACK_SERVER_GROUP_POLICY, &path, policy, detail));
    } else if policy == AFFINITY && worker.zones.len() > 1 {
        let detail = format!(
            "`{AFFINITY}` places all machines on one host, which is not possible in {} zones",
            worker.zones.len()
        );
        findings.push(Violation::forbidden(&OPENSTACK_SERVER_GROUP_POLICY, &path, detail));
    }
}

fn check_node_template(template: &NodeTemplate, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut report = |path: &Path<'_>, amount: &Quantity, detail: &'static str| {
        findings.push(Violation::invalid(&OPENSTACK_NODE_TEMPLATE_AMOUNT, path, amount.to_string(), detail));
    };
    let capacity = path.field("capacity");
    // Gardener checks these three.
    for resource in ["cpu", "gpu", "memory"] {
        if let Some(amount) = template.capacity.get(resource).filter(|amount| amount.is_negative()) {
            report(&capacity.field(resource), amount, "must not be negative");
        }
    }
    let capacity = path.field("virtualCapacity");
    for (resource, amount) in &template.virtual_capacity {
        if amount.is_negative() {
            report(&capacity.field(resource), amount, "must not be negative");
        }
        if !amount.is_whole() {
            report(&capacity.field(resource), amount, "must be a whole number: such a resource is not divisible");
        }
    }
}

fn check_labels(
    labels: &[MachineLabel],
    worker: &Worker,
    list: &Path<'_>,
    change: &ShootChange<'_>,
    findings: &mut Vec<Violation>,
) {
    let mut names = HashSet::new();
    for (index, label) in labels.iter().enumerate() {
        let path = list.index(index);
        for (field, text) in [("name", &label.name), ("value", &label.value)] {
            for problem in resource_name::problems(text) {
                findings.push(match problem {
                    Problem::Empty => {
                        Violation::required(&OPENSTACK_MACHINE_LABEL, &path.field(field), problem.to_string())
                    }
                    _ => Violation::invalid(
                        &OPENSTACK_MACHINE_LABEL,
                        &path.field(field),
                        text.as_str(),
                        problem.to_string(),
                    ),
                });
            }
        }
        let is_pool_label = worker.labels.as_ref().is_some_and(|labels| labels.get(&label.name).is_some());
        let path = path.field("name");
        if names.contains(&label.name) {
            if !label.name.is_empty() || change.quirks().findings.follow_up_errors {
                findings.push(Violation::duplicate(&OPENSTACK_MACHINE_LABEL_REPEATED, &path, label.name.as_str()));
            }
        } else if is_pool_label {
            let detail = "is already a label of the worker pool, and machines have those labels, too";
            findings.push(Violation::invalid(&OPENSTACK_MACHINE_LABEL_REPEATED, &path, label.name.as_str(), detail));
        } else {
            names.insert(&label.name);
        }
    }
}

fn check_security_groups(groups: &[String], list: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut seen = HashSet::new();
    for (index, group) in groups.iter().enumerate() {
        let path = list.index(index);
        if group.is_empty() {
            let detail = "must be the name or the ID of a security group";
            findings.push(Violation::required(&OPENSTACK_SECURITY_GROUP, &path, detail));
        } else if !seen.insert(group) {
            findings.push(Violation::invalid(&OPENSTACK_SECURITY_GROUP, &path, group.as_str(), "is already listed"));
        }
    }
}

/// Renders a configuration as a bad value. The content is omitted: it matters only whether there is one.
fn rendered(config: Option<&RawObject>) -> rootstock_core_model::BadValue {
    rootstock_core_model::BadValue::Rendered(if config.is_some() { "{…}" } else { "null" }.to_owned())
}
