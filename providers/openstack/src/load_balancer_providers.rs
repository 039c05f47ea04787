//! Checks of `constraints.loadBalancerProviders`.

use std::collections::HashMap;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A profile without load balancer providers.
    OPENSTACK_LOAD_BALANCER_PROVIDERS_MISSING: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A provider without a name, or with an empty region.
    OPENSTACK_LOAD_BALANCER_PROVIDER_INCOMPLETE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A provider that is listed twice for the same region.
    OPENSTACK_LOAD_BALANCER_PROVIDER_REPEATED: Error, since "0.1.0",
        Source::OpenStackGuide("Example CloudProfileConfig");
}

pub(crate) fn check(config: &CloudProfileConfig, constraints: &Path<'_>, checker: &mut Checker<'_>) {
    let path = constraints.field("loadBalancerProviders");
    let providers = config.constraints.load_balancer_providers.as_deref().unwrap_or_default();
    if providers.is_empty() {
        let detail = "must name at least one load balancer provider, such as `haproxy` or `amphora`";
        checker.report(Violation::required(&OPENSTACK_LOAD_BALANCER_PROVIDERS_MISSING, &path, detail));
    }
    let mut seen: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    for (index, provider) in providers.iter().enumerate() {
        let list = &path;
        let path = path.index(index);
        if provider.name.is_empty() {
            let detail = "must be the name of a load balancer provider";
            checker.report(Violation::required(
                &OPENSTACK_LOAD_BALANCER_PROVIDER_INCOMPLETE,
                &path.field("name"),
                detail,
            ));
        }
        if provider.region.as_deref() == Some("") {
            let detail = "must not be empty; omit the key if the provider is for every region";
            checker.report(Violation::required(
                &OPENSTACK_LOAD_BALANCER_PROVIDER_INCOMPLETE,
                &path.field("region"),
                detail,
            ));
        }
        let first = *seen.entry((&provider.name, provider.region.as_deref())).or_insert(index);
        let compared = match provider.region {
            Some(_) => checker.follow_ups() || !provider.name.is_empty(),
            None => !checker.quirks().openstack.repeated_load_balancer_providers_pass && !provider.name.is_empty(),
        };
        if first == index || !compared {
            continue;
        }
        let (name, region) = (&provider.name, provider.region.as_deref());
        let violation = if checker.quirks().findings.gardener_paths {
            let bad = format!("duplicate provider {name:?} for region {:?}", region.unwrap_or_default());
            Violation::duplicate(&OPENSTACK_LOAD_BALANCER_PROVIDER_REPEATED, &path, bad)
        } else {
            Violation::duplicate(&OPENSTACK_LOAD_BALANCER_PROVIDER_REPEATED, &path.field("name"), name.as_str())
                .with_detail(match region {
                    Some(region) => format!("is already listed for region `{region}`; remove one of the entries"),
                    None => "is already listed without a region; remove one of the entries".to_owned(),
                })
        };
        checker.report(violation.with_related(list.index(first).to_field_path(), "the earlier entry"));
    }
}
