//! The architecture of a machine type, as a capability and as the legacy field.

use rootstock_core_model::{ARCHITECTURE, MachineType, Path, Source, VALID_ARCHITECTURES, Violation};

use crate::architectures::with_suggestion;
use crate::bad_value;
use crate::fixes::with_removal_fix;
use crate::scope::Scope;

const ARCHITECTURE_SECTION: Source = Source::CapabilitiesGuide("The architecture Capability");

rootstock_core_model::rules! {
    MACHINE_TYPE_WITH_SEVERAL_ARCHITECTURES: Error, since "0.1.0", ARCHITECTURE_SECTION;
    MACHINE_TYPE_ARCHITECTURE_CONFLICT: Error, since "0.1.0", ARCHITECTURE_SECTION;
    MACHINE_TYPE_ARCHITECTURE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_ARCHITECTURE_EMPTY: Error, since "0.1.0", Source::Gardener;
    /// Gardener accepts this.
    MACHINE_TYPE_WITHOUT_ARCHITECTURE: Error, since "0.1.0", ARCHITECTURE_SECTION;
}

pub(super) fn check(scope: &Scope<'_>, machine_type: &MachineType, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let legacy = machine_type.architecture.as_deref().filter(|architecture| !architecture.is_empty());
    if !scope.registered.is_empty() {
        check_capability(scope, machine_type, legacy, item, findings);
    }
    if let Some(legacy) = legacy.filter(|legacy| !VALID_ARCHITECTURES.contains(legacy)) {
        let path = item.field("architecture");
        findings.push(with_suggestion(Violation::not_supported(
            &MACHINE_TYPE_ARCHITECTURE_UNKNOWN,
            &path,
            legacy,
            &VALID_ARCHITECTURES,
        )));
    }
}

fn check_capability(
    scope: &Scope<'_>,
    machine_type: &MachineType,
    legacy: Option<&str>,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let quirks = scope.quirks();
    let registered = scope.registered.architectures();
    let declared = machine_type.capabilities.get(ARCHITECTURE).unwrap_or_default();
    let capabilities = item.field("capabilities");
    let path = capabilities.field(ARCHITECTURE);
    let architecture = match declared {
        [architecture] => architecture.as_str(),
        [] if scope.registered.is_multi_architecture() => {
            if !quirks.cloud_profile.machine_type_architecture_optional {
                findings.push(missing(scope, legacy, &path));
            }
            return;
        }
        [] => match registered {
            // If omitted, it is the registered one.
            [only] if !quirks.cloud_profile.undeclared_architecture_is_not_compared => only,
            _ => return,
        },
        several => {
            let detail = "a machine type has exactly one architecture";
            findings.push(
                Violation::invalid(&MACHINE_TYPE_WITH_SEVERAL_ARCHITECTURES, &path, bad_value::list(several), detail)
                    .with_help("keep the one that the hardware has"),
            );
            return;
        }
    };
    // An architecture that is not registered or unknown is reported as such.
    let is_comparable = |legacy: &str| {
        quirks.findings.follow_up_errors
            || (scope.registered.has_architecture(architecture) && VALID_ARCHITECTURES.contains(&legacy))
    };
    if let Some(legacy) = legacy.filter(|legacy| *legacy != architecture && is_comparable(legacy)) {
        let bad = if quirks.findings.gardener_paths { architecture } else { legacy };
        let detail =
            format!("machine type architecture ({legacy}) conflicts with the capability architecture ({architecture})");
        let path = item.field("architecture");
        let violation = Violation::invalid(&MACHINE_TYPE_ARCHITECTURE_CONFLICT, &path, bad, detail)
            .with_help("remove `architecture`: Gardener fills it in from the capability");
        findings.push(with_removal_fix(violation, path.to_field_path(), "`architecture`"));
    }
}

fn missing(scope: &Scope<'_>, legacy: Option<&str>, path: &Path<'_>) -> Violation {
    let detail = "a machine type declares exactly one architecture when several are registered";
    let help = match legacy.filter(|legacy| scope.registered.has_architecture(legacy)) {
        Some(legacy) => format!("write `architecture: [{legacy}]` below `capabilities`"),
        None => format!(
            "write `architecture` below `capabilities`, with one value: {}",
            scope.registered.architectures_text()
        ),
    };
    Violation::required(&MACHINE_TYPE_WITHOUT_ARCHITECTURE, path, detail).with_help(help)
}

pub(super) fn check_legacy_is_given(
    scope: &Scope<'_>,
    machine_type: &MachineType,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    if scope.registered.is_empty() && machine_type.architecture.as_deref().unwrap_or_default().is_empty() {
        let detail = "the architecture must not be empty: write amd64 or arm64, or leave the field out for amd64";
        findings.push(Violation::required(&MACHINE_TYPE_ARCHITECTURE_EMPTY, &item.field("architecture"), detail));
    }
}
