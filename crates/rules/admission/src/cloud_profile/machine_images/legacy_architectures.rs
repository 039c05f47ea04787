//! The legacy field `architectures` of an image version.

use rootstock_core_model::{ARCHITECTURE, MachineImageVersion, Path, Source, VALID_ARCHITECTURES, Violation};

use crate::architectures::with_suggestion;
use crate::bad_value;
use crate::fixes::with_removal_fix;
use crate::registered::Index;
use crate::scope::Scope;

rootstock_core_model::rules! {
    LEGACY_ARCHITECTURES_CONFLICT: Error, since "0.1.0", Source::CapabilitiesGuide("The architecture Capability");
    LEGACY_ARCHITECTURE_UNREGISTERED: Error, since "0.1.0", Source::Gardener;
    LEGACY_ARCHITECTURES_MISSING: Error, since "0.1.0", Source::Gardener;
    LEGACY_ARCHITECTURE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &Scope<'_>, version: &MachineImageVersion, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let legacy = version.legacy_architectures();
    let path = item.field("architectures");
    if scope.registered.is_empty() {
        for (a, architecture) in legacy.iter().enumerate() {
            if !VALID_ARCHITECTURES.contains(&architecture.as_str()) {
                let path = path.index(a);
                let violation = Violation::not_supported(
                    &LEGACY_ARCHITECTURE_UNKNOWN,
                    &path,
                    architecture.as_str(),
                    &VALID_ARCHITECTURES,
                );
                findings.push(with_suggestion(violation));
            }
        }
        return;
    }
    // If flavors are required and missing, that is reported first.
    let flavors_are_missing = version.flavors().is_empty() && scope.registered.is_multi_architecture();
    // Without anything to compare with, there is no conflict.
    let nothing_to_compare = scope.registered.architectures().is_empty() && !scope.quirks().findings.follow_up_errors;
    if legacy.is_empty() || flavors_are_missing || nothing_to_compare {
        return;
    }
    check_conflict(scope, version, &path, findings);
    for (a, architecture) in legacy.iter().enumerate() {
        if !scope.registered.has_architecture(architecture) {
            let registered = scope.registered.architectures();
            let path = path.index(a);
            findings.push(Violation::not_supported(
                &LEGACY_ARCHITECTURE_UNREGISTERED,
                &path,
                architecture.as_str(),
                registered,
            ));
        }
    }
}

pub(super) fn check_given(
    scope: &Scope<'_>,
    version: &MachineImageVersion,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    if scope.registered.is_empty() && version.legacy_architectures().is_empty() {
        let detail = "without capabilities, an image version needs the architectures that it exists for";
        findings.push(
            Violation::required(&LEGACY_ARCHITECTURES_MISSING, &item.field("architectures"), detail)
                .with_help("write `architectures: [amd64]`"),
        );
    }
}

fn check_conflict(scope: &Scope<'_>, version: &MachineImageVersion, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let quirks = scope.quirks();
    let is_multi_architecture = scope.registered.is_multi_architecture();
    let legacy = version.legacy_architectures();
    let mut flavors = Index::default();
    let (mut is_omitted, mut is_empty) = (version.flavors().is_empty(), false);
    for flavor in version.flavors() {
        match flavor.0.get(ARCHITECTURE) {
            None => is_omitted = true,
            Some([]) => is_empty = true,
            Some(values) => values.iter().for_each(|value| _ = flavors.insert(value)),
        }
    }
    // The single registered architecture is the default for flavors without one.
    let default_counts =
        if quirks.cloud_profile.legacy_architectures_may_be_fewer { flavors.len() == 0 } else { is_omitted };
    if default_counts && !is_multi_architecture {
        scope.registered.architectures().iter().for_each(|value| _ = flavors.insert(value));
    }
    // Missing, empty or unregistered architectures are reported at their own path and do not count as a conflict as
    // well.
    let is_reported = is_empty
        || (is_omitted && is_multi_architecture)
        || !legacy.iter().all(|value| scope.registered.has_architecture(value))
        || !flavors.names().iter().all(|value| scope.registered.has_architecture(value));
    if is_reported && !quirks.findings.follow_up_errors {
        return;
    }
    let is_subset = legacy.iter().all(|value| flavors.contains(value));
    let is_whole = || Index::new(legacy.iter().map(String::as_str)).len() == flavors.len();
    if is_subset && (quirks.cloud_profile.legacy_architectures_may_be_fewer || is_whole()) {
        return;
    }
    let detail = format!(
        "architecture field values set ({}) conflict with the capability architectures ({})",
        legacy.join(","),
        flavors.names().join(",")
    );
    let violation = Violation::invalid(&LEGACY_ARCHITECTURES_CONFLICT, path, bad_value::list(legacy), detail)
        .with_help("remove `architectures`: Gardener fills it in from the flavors");
    findings.push(with_removal_fix(violation, path.to_field_path(), "`architectures`"));
}
