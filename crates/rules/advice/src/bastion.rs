//! The bastion's machine type must be available.

use rootstock_core_model::{Path, Region, Source, Violation, listed};

use crate::CoreSubject;

rootstock_core_model::rules! {
    /// Without a bastion, users cannot log in to the nodes there.
    BASTION_MACHINE_TYPE_UNAVAILABLE: Warning, since "0.1.0", Source::Rootstock;
}

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let spec = &subject.profile.spec;
    let Some(machine_type) = spec.bastion.as_ref().and_then(|bastion| bastion.machine_type.as_ref()) else { return };
    let lacks = |region: &&Region| {
        let mut zones = region.zones.iter().flatten().peekable();
        let has_zones = zones.peek().is_some();
        has_zones
            && zones.all(|zone| zone.unavailable_machine_types.iter().flatten().any(|name| *name == machine_type.name))
    };
    let regions: Vec<&str> = spec.regions.iter().flatten().filter(lacks).map(|region| region.name.as_str()).collect();
    if regions.is_empty() {
        return;
    }
    let detail = format!(
        "machine type `{}` is not available in any zone of {}: bastions cannot be created there",
        machine_type.name,
        listed(&regions)
    );
    let root = Path::root("spec");
    let bastion = root.field("bastion");
    let path = bastion.field("machineType");
    let name = machine_type.name.as_str();
    let violation = Violation::advice(&BASTION_MACHINE_TYPE_UNAVAILABLE, &path.field("name"), name, detail);
    advice.push(violation.with_help("choose a machine type that is available in every region"));
}
