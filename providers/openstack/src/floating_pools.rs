//! Checks of `constraints.floatingPools`.

use std::collections::HashMap;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::{CloudProfileConfig, FloatingPool};
use crate::load_balancer_classes;

rootstock_core_model::rules! {
    /// A pattern before the name that it spells out.
    OPENSTACK_FLOATING_POOL_TIE: Warning, since "0.1.0", Source::OpenStackGuide("Example CloudProfileConfig");
    /// A profile without floating pools.
    OPENSTACK_FLOATING_POOLS_MISSING: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A pool without a name, or with an empty region or domain.
    OPENSTACK_FLOATING_POOL_INCOMPLETE: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// Two pools with the same name, region and domain.
    OPENSTACK_FLOATING_POOL_REPEATED: Error, since "0.1.0", Source::ProviderExtension("openstack");
    /// A `*` in a place where it is not a wildcard.
    OPENSTACK_FLOATING_POOL_WILDCARD: Error, since "0.1.0", Source::OpenStackGuide("Example CloudProfileConfig");
}

pub(crate) fn check(config: &CloudProfileConfig, constraints: &Path<'_>, checker: &mut Checker<'_>) {
    let path = constraints.field("floatingPools");
    let pools = config.constraints.floating_pools.as_deref().unwrap_or_default();
    if pools.is_empty() {
        let detail = "must name at least one floating pool that Shoots may choose; `name: \"*\"` allows all";
        checker.report(Violation::required(&OPENSTACK_FLOATING_POOLS_MISSING, &path, detail));
    }
    let mut seen: HashMap<(&str, &str, &str), usize> = HashMap::new();
    for (index, pool) in pools.iter().enumerate() {
        let list = &path;
        let path = path.index(index);
        check_completeness(pool, &path, checker);
        check_wildcard(pool, &path, checker);
        // The extension treats an absent region or domain like a literal `*`.
        let key = (pool.name.as_str(), pool.domain.as_deref().unwrap_or("*"), pool.region.as_deref().unwrap_or("*"));
        // A pool for everything does not compete with any other, so repeating it changes nothing.
        let is_for_everything = pool.region.is_none() && pool.domain.is_none();
        let is_compared = !is_for_everything && (checker.follow_ups() || !pool.name.is_empty());
        let first = if is_compared { *seen.entry(key).or_insert(index) } else { index };
        if first != index {
            let mut violation =
                Violation::duplicate(&OPENSTACK_FLOATING_POOL_REPEATED, &path.field("name"), pool.name.as_str());
            violation.detail = "is already listed for the same region and domain; merge the two entries".into();
            checker.report(violation.with_related(list.index(first).to_field_path(), "the earlier entry"));
        }
        let classes = pool.load_balancer_classes.as_deref().unwrap_or_default();
        load_balancer_classes::check(classes, &path.field("loadBalancerClasses"), checker);
    }
}

/// Reports names after a pattern whose literal part is the whole name, for the same region and domain.
pub(crate) fn check_ties(config: &CloudProfileConfig, constraints: &Path<'_>, checker: &mut Checker<'_>) {
    let list = constraints.field("floatingPools");
    // Keyed by the literal part of the pattern, and by the region and domain it is for.
    let mut patterns: HashMap<(&str, Option<&str>, Option<&str>), usize> = HashMap::new();
    for (index, pool) in config.constraints.floating_pools.iter().flatten().enumerate() {
        let for_whom = (pool.region.as_deref(), pool.domain.as_deref());
        let name = pool.name.as_str();
        if let Some(fixed) = name.strip_suffix('*').or_else(|| name.strip_prefix('*')) {
            patterns.entry((fixed, for_whom.0, for_whom.1)).or_insert(index);
            continue;
        }
        let Some(first) = patterns.get(&(name, for_whom.0, for_whom.1)).copied().filter(|_| !name.is_empty()) else {
            continue;
        };
        let detail = format!(
            "the pattern of entry {first} matches `{name}` equally well and is listed first: Gardener uses the \
             pattern, although the exact name is the better match"
        );
        let item = list.index(index);
        let violation = Violation::advice(&OPENSTACK_FLOATING_POOL_TIE, &item.field("name"), name, detail);
        let violation = violation.with_help("move the entry with the exact name before the one with the pattern");
        checker.report(violation.with_related(list.index(first).to_field_path(), "the pattern"));
    }
}

fn check_completeness(pool: &FloatingPool, path: &Path<'_>, checker: &mut Checker<'_>) {
    if pool.name.is_empty() {
        let detail = "must be the name of a floating pool, or a pattern such as `fp-*`";
        checker.report(Violation::required(&OPENSTACK_FLOATING_POOL_INCOMPLETE, &path.field("name"), detail));
    }
    for (field, value) in [("region", &pool.region), ("domain", &pool.domain)] {
        if value.as_deref() == Some("") {
            let detail = format!("must not be empty; omit the key if the pool is for every {field}");
            checker.report(Violation::required(&OPENSTACK_FLOATING_POOL_INCOMPLETE, &path.field(field), detail));
        }
    }
}

fn check_wildcard(pool: &FloatingPool, path: &Path<'_>, checker: &mut Checker<'_>) {
    let name = pool.name.as_str();
    let fixed = name.strip_suffix('*').or_else(|| name.strip_prefix('*')).unwrap_or(name);
    if !fixed.contains('*') || checker.settings().quirks.openstack.inner_wildcards_pass {
        return;
    }
    let detail = "must have only one `*`, at the beginning or at the end; any other `*` is taken literally and matches no \
                  pool";
    checker.report(Violation::invalid(&OPENSTACK_FLOATING_POOL_WILDCARD, &path.field("name"), name, detail));
}
