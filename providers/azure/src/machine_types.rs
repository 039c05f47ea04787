//! `machineTypes`: which machine types support accelerated networking, in a profile without capabilities.

use rootstock_core_model::{Path, Source, Violation, ViolationKind, nearest};
use rootstock_provider_api::Checker;

use crate::{MachineTypeNetworking, networking};

rootstock_provider_api::declare_rules! {
    /// An entry that nothing reads.
    IGNORED = "azure-machine-type-ignored", Warning, Source::Rootstock;
}

pub(crate) fn check(entries: Option<&[MachineTypeNetworking]>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let entries = entries.unwrap_or_default();
    if checker.has_capabilities() && !entries.is_empty() {
        let detail = format!(
            "has no effect in a profile with capabilities; give the machine types in `spec.machineTypes` the capability `{}`",
            networking::CAPABILITY,
        );
        checker.report(Violation::forbidden(&IGNORED, path, detail));
        return;
    }
    for (index, entry) in entries.iter().enumerate() {
        let known = || checker.spec().types().iter().map(|one| one.name.as_str());
        if known().any(|name| name == entry.name) {
            continue;
        }
        let near = nearest(&entry.name, known()).map(|near| format!("did you mean `{near}`?")).unwrap_or_default();
        let place = path.index(index);
        let detail = "is no machine type of `spec.machineTypes`, so that the entry has no effect";
        let name = entry.name.as_str();
        let violation = Violation::new(&IGNORED, ViolationKind::NotSupported, &place.field("name"), name, detail);
        checker.report(violation.with_help(near));
    }
}
