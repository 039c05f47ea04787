//! NamespacedCloudProfiles that can no longer be changed after an update of their parent.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Settings, Severity, Source, Violation, counted};
use rootstock_provider_api::Registry;
use rootstock_worker_capabilities::Entry;

use super::users::{UserNames, full_name};
use crate::namespaced_cloud_profile::recheck_with_provider;
use crate::scope::SPEC;

rootstock_core_model::rules! {
    /// Gardener does not check this.
    UPDATE_BREAKS_CHILDREN: Warning, since "0.1.0", Source::Rootstock;
}

/// The errors that a child gets by an update of its parent.
pub(super) struct AddedErrors {
    first: Violation,
    others: usize,
}

/// Returns the errors of a child with the new parent that it does not have with the old one, if there are any.
pub(super) fn errors(
    (provider, registry): (&'static [Entry], Option<&Registry>),
    child: &NamespacedCloudProfile,
    old: &CloudProfile,
    new: &CloudProfile,
    settings: &Settings,
) -> Option<AddedErrors> {
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
    let mut added = after.into_iter().filter(|it| !before.contains(&(it.rule.name, it.path.clone())));
    Some(AddedErrors { first: added.next()?, others: added.count() })
}

/// Returns a finding for each broken child, or a single one with their number.
pub(super) fn violations<'c>(
    broken: impl Iterator<Item = (&'c NamespacedCloudProfile, AddedErrors)>,
    form: UserNames,
) -> Vec<Violation> {
    let violation = |bad: String, detail: String| {
        Violation::invalid(&UPDATE_BREAKS_CHILDREN, &SPEC, bad, detail)
            .with_help("change the NamespacedCloudProfile first")
    };
    let effect = "after this update Gardener refuses every change of";
    match form {
        UserNames::Listed => broken
            .map(|(child, AddedErrors { first, others })| {
                let name = full_name(child);
                let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
                let detail = format!("{effect} NamespacedCloudProfile `{name}`, even of its labels: {first}{more}");
                violation(name, detail)
            })
            .collect(),
        UserNames::Counted => match broken.count() {
            0 => Vec::new(),
            count => {
                let detail = format!("{effect} {}, even of labels", counted(count, NamespacedCloudProfile::KIND));
                vec![violation(count.to_string(), detail)]
            }
        },
    }
}
