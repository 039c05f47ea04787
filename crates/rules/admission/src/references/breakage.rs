//! NamespacedCloudProfiles that can no longer be changed after an update of their parent.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Settings, Severity, Source, Violation};
use rootstock_provider_api::Registry;
use rootstock_worker_capabilities::Entry;

use crate::namespaced_cloud_profile::recheck_with_provider;
use crate::scope::SPEC;

rootstock_core_model::rules! {
    /// Gardener does not check this.
    UPDATE_BREAKS_CHILDREN: Warning, since "0.1.0", Source::Rootstock;
}

/// Returns the errors of a child with the new parent that it does not have with the old one.
pub(super) fn check(
    (provider, registry): (&'static [Entry], Option<&Registry>),
    child: &NamespacedCloudProfile,
    old: &CloudProfile,
    new: &CloudProfile,
    settings: &Settings,
) -> Option<Violation> {
    let errors = |parent: &CloudProfile| {
        let mut found = recheck_with_provider(provider, registry, child, parent, settings);
        found.retain(|violation| violation.severity == Severity::Error);
        found
    };
    let after = errors(new);
    if after.is_empty() {
        return None;
    }
    let before: HashSet<_> = errors(old).into_iter().map(|violation| (violation.rule.name, violation.path)).collect();
    let mut added = after.iter().filter(|violation| !before.contains(&(violation.rule.name, violation.path.clone())));
    let first = added.next()?;
    let more = match added.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let detail = format!(
        "after this update Gardener refuses every change of NamespacedCloudProfile `{}/{}`, even of its labels: \
         {first}{more}",
        child.metadata.namespace, child.metadata.name
    );
    let bad = format!("{}/{}", child.metadata.namespace, child.metadata.name);
    Some(
        Violation::invalid(&UPDATE_BREAKS_CHILDREN, &SPEC, bad, detail)
            .with_help("change the NamespacedCloudProfile first"),
    )
}
