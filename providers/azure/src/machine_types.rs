//! The list `machineTypes`: support for accelerated networking by machine type, in a profile without capabilities.

use std::collections::HashSet;

use rootstock_core_model::{Path, Source, Violation, ViolationKind};
use rootstock_provider_api::{Checker, NamespacedSection};

use crate::{CloudProfileConfig, MachineTypeNetworking, networking};

rootstock_core_model::rules! {
    /// An entry without effect.
    AZURE_MACHINE_TYPE_IGNORED: Warning, since "0.1.0", Source::Rootstock;
}

/// Checks the entries of a namespaced profile: they may only be for the profile's own machine types.
pub(crate) fn check_namespaced(
    config: &CloudProfileConfig,
    section: &NamespacedSection<'_>,
    checker: &mut Checker<'_>,
) {
    if checker.refuses_legacy_entries() {
        return;
    }
    let of_parent: HashSet<&str> = section.parent.types().iter().map(|one| one.name.as_str()).collect();
    let own: HashSet<&str> = section.child.machine_types.iter().flatten().map(|one| one.name.as_str()).collect();
    let spec = Path::root("spec");
    let list = spec.field("providerConfig");
    let list = list.field("machineTypes");
    for (index, entry) in config.machine_types.iter().flatten().enumerate() {
        let (path, name) = (list.index(index), entry.name.as_str());
        if of_parent.contains(name) {
            checker.report_overridden(&path, format!("is for machine type `{name}`, which belongs to the parent"));
        }
        if !own.contains(name) && (checker.follow_ups() || !of_parent.contains(name)) {
            let detail = format!("is for machine type `{name}`, which is not in `spec.machineTypes` of this profile");
            checker.report_without_counterpart(&path, detail);
        }
    }
}

pub(crate) fn check(entries: Option<&[MachineTypeNetworking]>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let entries = entries.unwrap_or_default();
    if checker.has_capabilities() && !entries.is_empty() {
        let detail = format!(
            "has no effect in a profile with capabilities; set the capability `{}` on the machine types in `spec.machineTypes`",
            checker.capability_name(networking::CAPABILITY),
        );
        checker.report(Violation::forbidden(&AZURE_MACHINE_TYPE_IGNORED, path, detail));
        return;
    }
    for (index, entry) in entries.iter().enumerate() {
        let known = || checker.spec().types().iter().map(|one| one.name.as_str());
        if known().any(|name| name == entry.name) {
            continue;
        }
        let place = path.index(index);
        let detail = "is not a machine type in `spec.machineTypes`, so the entry has no effect";
        let name = entry.name.as_str();
        let violation = Violation::new(
            &AZURE_MACHINE_TYPE_IGNORED,
            ViolationKind::NotSupported,
            &place.field("name"),
            name,
            detail,
        );
        checker.report(violation.with_nearest(known()));
    }
}
