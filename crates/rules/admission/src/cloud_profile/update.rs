//! Restrictions on updates.

use std::collections::HashMap;

use rootstock_core_model::{Limits, Path, Source, Violation};
use rootstock_versioning::Classification;

use super::versions::Versioned;
use crate::bad_value;
use crate::scope::Scope;

rootstock_core_model::rules! {
    MAX_NODES_LOWERED: Error, since "0.1.0", Source::Gardener;
    VERSION_MADE_UNAVAILABLE: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let Some(old) = scope.old_spec else { return };
    check_limit(scope, old.limits.as_ref(), findings);

    let kubernetes = scope.path.field("kubernetes");
    let versions = kubernetes.field("versions");
    check_versions(scope, scope.spec.kubernetes.offered(), old.kubernetes.offered(), &versions, findings);

    let images = scope.path.field("machineImages");
    let old_images: HashMap<&str, _> = old.images().iter().map(|image| (image.name.as_str(), image)).collect();
    for (i, image) in scope.spec.images().iter().enumerate() {
        let Some(old) = old_images.get(image.name.as_str()) else { continue };
        let item = images.index(i);
        check_versions(scope, image.offered(), old.offered(), &item.field("versions"), findings);
    }
}

/// Checks that an update does not lower the limit of nodes.
pub(crate) fn check_limit(scope: &Scope<'_>, old: Option<&Limits>, findings: &mut Vec<Violation>) {
    let limit = |limits: Option<&Limits>| limits?.max_nodes_total;
    let (Some(new), Some(old)) = (limit(scope.spec.limits.as_ref()), limit(old)) else { return };
    if new >= old || (new <= 0 && !scope.quirks().findings.follow_up_errors) {
        return;
    }
    let limits = scope.path.field("limits");
    let detail = format!("the limit cannot be lowered: it was {old}, and Shoots may have that many nodes by now");
    findings.push(
        Violation::invalid(&MAX_NODES_LOWERED, &limits.field("maxNodesTotal"), bad_value::plain(new), detail)
            .with_help(format!("write {old} or more, or remove the limit")),
    );
}

/// Checks that an update makes no version of a list unavailable.
fn check_versions<V: Versioned>(
    scope: &Scope<'_>,
    versions: &[V],
    old: &[V],
    list: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let now = scope.settings.now;
    // Only a version with stages can be unavailable, and most profiles have none.
    let is_unavailable = |version: &V| version.life().at(now) == Classification::Unavailable;
    if !versions.iter().any(is_unavailable) {
        return;
    }
    let old: HashMap<&str, &V> = old.iter().map(|version| (version.version(), version)).collect();
    for (j, version) in versions.iter().enumerate().filter(|(_, version)| is_unavailable(version)) {
        if old.get(version.version()).is_some_and(|old| !is_unavailable(old)) {
            let detail = format!(
                "version `{}` was available and cannot become unavailable again: let one of its stages begin in the past",
                version.version()
            );
            findings.push(Violation::forbidden(&VERSION_MADE_UNAVAILABLE, &list.index(j), detail));
        }
    }
}
