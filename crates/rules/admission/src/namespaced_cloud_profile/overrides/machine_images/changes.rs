//! Changes that an update may make to a version that the parent also has.

use rootstock_core_model::{MachineImageVersion, Path, Severity, Source, Violation};

use super::super::Comparison;
use super::{Forms, declarations};

rootstock_core_model::rules! {
    OVERRIDE_CHANGED: Error, since "0.1.0", Source::Gardener;
    OVERRIDE_DATE_REMOVED: Warning, since "0.1.0", Source::Gardener;
}

/// Checks that only the date changes; in documented semantics, also the classification.
pub(super) fn check(
    comparison: &Comparison<'_>,
    version: Forms<'_, MachineImageVersion>,
    old: Forms<'_, MachineImageVersion>,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let quirks = &comparison.settings.quirks;
    let (Forms(written, converted), Forms(was, was_converted)) = (version, old);
    let mut fields = if quirks.namespaced_cloud_profile.override_compared_literally {
        differing_fields(converted, was_converted)
    } else {
        differing_fields(&normalized(written), &normalized(was))
    };
    if !quirks.namespaced_cloud_profile.override_classification_is_forbidden {
        let is_override = written.classification.is_some() && !declarations::is_definition(written);
        if is_override || fields.contains(&"classification") {
            findings.push(declarations::classified(comparison, written, item));
        }
        fields.retain(|field| *field != "classification");
    }
    if !fields.is_empty() {
        let detail = format!(
            "CloudProfile `{}` also has version `{}`, so an update can change only its expiration date, and not `{}`",
            comparison.parent_name(),
            written.version,
            fields.join("`, `")
        );
        findings.push(Violation::forbidden(&OVERRIDE_CHANGED, item, detail).with_help(
            "restore the other fields, or remove the version here: Shoots then get the CloudProfile's definition",
        ));
    }
    if written.expiration_date.is_none() && was.expiration_date.is_some() && !declarations::is_definition(written) {
        findings.push(date_removed(comparison, written, item));
    }
}

/// Warns about a removed date: Gardener accepts it, with an unexpected consequence.
fn date_removed(comparison: &Comparison<'_>, version: &MachineImageVersion, item: &Path<'_>) -> Violation {
    let detail = format!(
        "without a date here, Gardener v{} also removes the date of CloudProfile `{}`: version `{}` never expires, \
         even if it has expired there",
        comparison.settings.gardener,
        comparison.parent_name(),
        version.version
    );
    Violation::required(&OVERRIDE_DATE_REMOVED, &item.field("expirationDate"), detail)
        .with_severity(Severity::Warning)
        .with_help("keep the date, or remove the version here: Shoots then get the CloudProfile's definition")
}

/// Returns the fields, except the date, in which two versions differ. Absent and empty count as different.
fn differing_fields(new: &MachineImageVersion, old: &MachineImageVersion) -> Vec<&'static str> {
    let differs = [
        ("classification", new.classification != old.classification),
        ("lifecycle", new.lifecycle != old.lifecycle),
        ("cri", new.cri != old.cri),
        ("architectures", new.architectures != old.architectures),
        ("kubeletVersionConstraint", new.kubelet_version_constraint != old.kubelet_version_constraint),
        ("inPlaceUpdates", new.in_place_updates != old.in_place_updates),
        ("capabilityFlavors", new.capability_flavors != old.capability_flavors),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field).collect()
}

/// Normalizes a version for comparison: empty lists become absent, and architectures are sorted.
fn normalized(version: &MachineImageVersion) -> MachineImageVersion {
    fn non_empty<T>(list: Option<Vec<T>>) -> Option<Vec<T>> {
        list.filter(|list| !list.is_empty())
    }
    let version = version.clone();
    let mut architectures = non_empty(version.architectures);
    architectures.iter_mut().for_each(|list| list.sort_unstable());
    MachineImageVersion {
        classification: version.classification.filter(|classification| !classification.as_str().is_empty()),
        lifecycle: non_empty(version.lifecycle),
        cri: non_empty(version.cri),
        architectures,
        kubelet_version_constraint: version.kubelet_version_constraint.filter(|constraint| !constraint.is_empty()),
        capability_flavors: non_empty(version.capability_flavors),
        ..version
    }
}
