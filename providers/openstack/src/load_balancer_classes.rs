//! Checks of the `loadBalancerClasses` of a floating pool.

use std::collections::HashMap;

use rootstock_core_model::{BadValue, Path, Quirks, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::LoadBalancerClass;
use crate::resource_name::{self, Problem};
use crate::uuid;

rootstock_core_model::rules! {
    /// A purpose that does not exist.
    OPENSTACK_LOAD_BALANCER_CLASS_PURPOSE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// An ID that is not a UUID.
    OPENSTACK_LOAD_BALANCER_CLASS_ID: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A name that is missing, too long, or has brackets.
    OPENSTACK_LOAD_BALANCER_CLASS_NAME: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// More than one way to choose the floating subnet.
    OPENSTACK_LOAD_BALANCER_CLASS_SUBNET: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// Two classes with the same name.
    OPENSTACK_LOAD_BALANCER_CLASS_REPEATED: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A second default or private class.
    OPENSTACK_LOAD_BALANCER_CLASS_SECOND: Error, since "0.1.0", Source::ProviderExtension("openstack");
}

const DEFAULT: &str = "default";
const PRIVATE: &str = "private";
const PURPOSES: [&str; 3] = [DEFAULT, PRIVATE, "vpn"];

pub(crate) fn check(classes: &[LoadBalancerClass], list: &Path<'_>, checker: &mut Checker<'_>) {
    check_classes(classes, list, checker.quirks(), &mut |violation| checker.report(violation));
}

/// Checks the classes of a floating pool, or those of a Shoot.
pub(crate) fn check_classes(
    classes: &[LoadBalancerClass],
    list: &Path<'_>,
    quirks: &Quirks,
    report: &mut impl FnMut(Violation),
) {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut firsts: [(&str, Option<usize>); 2] = [(DEFAULT, None), (PRIVATE, None)];
    for (index, class) in classes.iter().enumerate() {
        let path = list.index(index);
        check_class(class, &path, quirks, report);
        let first = *names.entry(&class.name).or_insert(index);
        if first != index && (quirks.findings.follow_up_errors || !class.name.is_empty()) {
            let detail = "is already the name of another class; the names of classes must be unique";
            let violation =
                Violation::duplicate(&OPENSTACK_LOAD_BALANCER_CLASS_REPEATED, &path.field("name"), class.name.as_str());
            report(violation.with_detail(detail).with_related(list.index(first).to_field_path(), "the other class"));
        }
        for (role, first) in &mut firsts {
            // A class that is repeated under the same name is a single mistake.
            let repeated = !quirks.findings.follow_up_errors && names.get(class.name.as_str()) != Some(&index);
            if !class.has_purpose(role) || repeated {
                continue;
            }
            match *first {
                None => *first = Some(index),
                Some(first) => {
                    let first = list.index(first).to_field_path();
                    let second = second(classes, role, class, list, &path, quirks);
                    report(second.with_related(first, format!("the {role} class")));
                }
            }
        }
    }
}

impl LoadBalancerClass {
    /// Whether the class has this role, by its purpose or by its name.
    fn has_purpose(&self, role: &str) -> bool {
        self.purpose.as_deref() == Some(role) || self.name == role
    }
}

fn second(
    classes: &[LoadBalancerClass],
    role: &str,
    class: &LoadBalancerClass,
    list: &Path<'_>,
    path: &Path<'_>,
    quirks: &Quirks,
) -> Violation {
    let detail = format!(
        "must not be a second {role} class; a class is the {role} class if its purpose or its name is \
         `{role}`",
    );
    if quirks.findings.gardener_paths {
        return Violation::invalid(&OPENSTACK_LOAD_BALANCER_CLASS_SECOND, list, rendered(classes), detail);
    }
    let field = if class.purpose.as_deref() == Some(role) { "purpose" } else { "name" };
    Violation::invalid(&OPENSTACK_LOAD_BALANCER_CLASS_SECOND, &path.field(field), role, detail)
}

fn check_class(class: &LoadBalancerClass, path: &Path<'_>, quirks: &Quirks, report: &mut impl FnMut(Violation)) {
    if let Some(purpose) = class.purpose.as_deref()
        && !PURPOSES.contains(&purpose)
    {
        let field = path.field("purpose");
        let place = if quirks.findings.gardener_paths { path } else { &field };
        let detail = "must be `default`, `private` or `vpn`";
        report(Violation::invalid(&OPENSTACK_LOAD_BALANCER_CLASS_PURPOSE, place, purpose, detail));
    }
    for (field, id) in
        [("floatingNetworkID", &class.floating_network_id), ("floatingSubnetID", &class.floating_subnet_id)]
    {
        if let Some(id) = id
            && !uuid::is_uuid(id)
        {
            let detail = "must be a UUID such as `3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6`";
            report(Violation::invalid(&OPENSTACK_LOAD_BALANCER_CLASS_ID, &path.field(field), id.as_str(), detail));
        }
    }
    let (name, tags) = (class.floating_subnet_name.as_deref(), class.floating_subnet_tags.as_deref());
    for (field, value) in
        [("name", Some(class.name.as_str())), ("floatingSubnetName", name), ("floatingSubnetTags", tags)]
    {
        let Some(value) = value else { continue };
        for problem in resource_name::problems(value) {
            report(match problem {
                Problem::Empty => {
                    Violation::required(&OPENSTACK_LOAD_BALANCER_CLASS_NAME, &path.field(field), problem.to_string())
                }
                _ => Violation::invalid(
                    &OPENSTACK_LOAD_BALANCER_CLASS_NAME,
                    &path.field(field),
                    value,
                    problem.to_string(),
                ),
            });
        }
    }
    let chosen: Vec<&str> = [
        ("floatingSubnetID", class.floating_subnet_id.is_some()),
        ("floatingSubnetName", name.is_some()),
        ("floatingSubnetTags", tags.is_some()),
    ]
    .into_iter()
    .filter_map(|(field, set)| set.then_some(field))
    .collect();
    if chosen.len() > 1 {
        let detail = format!("must choose the floating subnet in one way only, not by `{}`", chosen.join("` and `"));
        report(Violation::forbidden(&OPENSTACK_LOAD_BALANCER_CLASS_SUBNET, path, detail));
    }
}

/// Formats the whole list as the extension prints it.
fn rendered(classes: &[LoadBalancerClass]) -> BadValue {
    let items: Vec<String> = classes
        .iter()
        .map(|class| {
            let optional = |value: &Option<String>| value.as_deref().map_or_else(|| "null".to_owned(), BadValue::json_string);
            format!(
                "{{\"Name\":{},\"Purpose\":{},\"FloatingSubnetID\":{},\"FloatingSubnetTags\":{},\"FloatingSubnetName\":{},\
                 \"FloatingNetworkID\":{},\"SubnetID\":{}}}",
                BadValue::json_string(&class.name),
                optional(&class.purpose),
                optional(&class.floating_subnet_id),
                optional(&class.floating_subnet_tags),
                optional(&class.floating_subnet_name),
                optional(&class.floating_network_id),
                optional(&class.subnet_id),
            )
        })
        .collect();
    BadValue::Rendered(format!("[{}]", items.join(",")))
}
