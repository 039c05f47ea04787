//! `spec.machineCapabilities`.

use std::collections::HashMap;

use rootstock_core_model::{
    ARCHITECTURE, CapabilityDefinition, Path, RESERVED_PREFIX, Release, Releases, Source, VALID_ARCHITECTURES,
    Violation, nearest,
};
use rootstock_worker_capabilities::BuiltInCatalog;

use crate::architectures::with_suggestion;
use crate::fixes::with_removal_fix;
use crate::formats::name_fault;
use crate::scope::Scope;
use crate::seen::{Seen, with_first_occurrence};

const ANATOMY: Source = Source::CapabilitiesGuide("Anatomy of a Capability");
const ARCHITECTURE_SECTION: Source = Source::CapabilitiesGuide("The architecture Capability");

/// Returns whether a release of Gardener refuses the name of a capability because it is reserved.
///
/// ```
/// use rootstock_admission::is_reserved_capability_name;
/// use rootstock_core_model::Release;
/// assert!(is_reserved_capability_name("gardener-azure-networking", Release::new(1, 147)));
/// assert!(!is_reserved_capability_name("gardener-azure-networking", Release::new(1, 146)));
/// assert!(!is_reserved_capability_name("azure-networking", Release::new(1, 147)));
/// ```
#[must_use]
pub fn is_reserved_capability_name(name: &str, gardener: Release) -> bool {
    name.starts_with(RESERVED_PREFIX) && CAPABILITY_NAME_RESERVED.releases.contains(gardener)
}

rootstock_core_model::rules! {
    CAPABILITIES_GATE_OFF: Error, since "0.1.0", Source::CapabilitiesGuide("Activation");
    CAPABILITY_DUPLICATE: Error, since "0.1.0", ANATOMY;
    CAPABILITY_NAME_RESERVED: Error, since "0.1.0", Source::Gep54("Reserved Capability Names"), in Releases::since(1, 147), not equal Shoots,
        remedy "once no extension needs it, give the capability a name without the prefix `gardener-` everywhere in the profile";
    ARCHITECTURE_NOT_REGISTERED: Error, since "0.1.0", ARCHITECTURE_SECTION;
    ARCHITECTURE_UNKNOWN: Error, since "0.1.0", ARCHITECTURE_SECTION;
    CAPABILITY_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    CAPABILITY_WITHOUT_VALUES: Error, since "0.1.0", ANATOMY;
    CAPABILITY_VALUE_INVALID: Error, since "0.1.0", Source::Gardener;
    /// Gardener does not check this.
    CAPABILITY_VALUE_DUPLICATE: Error, since "0.1.0", ANATOMY;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let definitions = scope.spec.capability_definitions();
    if definitions.is_empty() {
        return;
    }
    let list = scope.path.field("machineCapabilities");
    if !scope.settings.gates.cloud_profile_capabilities {
        let detail = "machineCapabilities are not allowed with disabled CloudProfileCapabilities feature gate";
        findings.push(
            Violation::forbidden(&CAPABILITIES_GATE_OFF, &list, detail)
                .with_help("enable the gate, or remove the field"),
        );
    }
    check_names(scope, definitions, &list, findings);
    if scope.registered.place(ARCHITECTURE).is_none() {
        findings.push(architecture_missing(scope, definitions, &list));
    }
    // If only the last definition of a name counts, the others are skipped.
    let last: HashMap<&str, usize> = if scope.quirks().cloud_profile.last_definition_wins {
        definitions.iter().enumerate().map(|(i, definition)| (definition.name.as_str(), i)).collect()
    } else {
        HashMap::new()
    };
    for (i, definition) in definitions.iter().enumerate() {
        if last.get(definition.name.as_str()).is_none_or(|last| *last == i) {
            check_definition(scope, definition, &list, i, findings);
        }
    }
}

/// Reports the missing capability. A name that is nearly `architecture` is taken for it.
fn architecture_missing(scope: &Scope<'_>, definitions: &[CapabilityDefinition], list: &Path<'_>) -> Violation {
    const REQUIRED: &str = "architecture capability is required";
    if scope.quirks().findings.gardener_paths {
        return Violation::required(&ARCHITECTURE_NOT_REGISTERED, &list.field(ARCHITECTURE), REQUIRED);
    }
    let is_near = |definition: &CapabilityDefinition| nearest(&definition.name, [ARCHITECTURE]).is_some();
    if let Some(i) = definitions.iter().position(is_near) {
        let item = list.index(i);
        let violation = Violation::required(&ARCHITECTURE_NOT_REGISTERED, &item.field("name"), REQUIRED);
        return violation.with_suggestion(ARCHITECTURE);
    }
    Violation::required(&ARCHITECTURE_NOT_REGISTERED, list, REQUIRED)
        .with_help("register `{name: architecture, values: [amd64]}`, or all the architectures on offer")
}

fn check_names(
    scope: &Scope<'_>,
    definitions: &[CapabilityDefinition],
    list: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let mut seen = Seen::default();
    for (i, definition) in definitions.iter().enumerate() {
        let item = list.index(i);
        let path = item.field("name");
        if let Some(first) = seen.repeats(&definition.name, i) {
            let violation = Violation::duplicate(&CAPABILITY_DUPLICATE, &path, definition.name.as_str())
                .with_help("register the capability once, with all its values");
            findings.push(with_first_occurrence(violation, list.index(first).field("name").to_field_path()));
        }
        if definition.name.starts_with(RESERVED_PREFIX) {
            let detail =
                format!("names that begin with `{RESERVED_PREFIX}` are reserved for Gardener; choose another name");
            let violation = Violation::forbidden(&CAPABILITY_NAME_RESERVED, &path, detail);
            findings.push(match BuiltInCatalog::FOLLOWED.entry(&definition.name) {
                Some(_) => {
                    violation.with_help(unregistered(&definition.name, scope.settings.gates.worker_capabilities))
                }
                None => violation,
            });
        }
    }
}

/// Returns help for a registered capability that needs no registration.
fn unregistered(name: &str, is_on: bool) -> String {
    let off = if is_on { "" } else { ", which is off," };
    format!(
        "remove it: with the feature gate WorkerCapabilities{off} flavors and machine types can use `{name}` without \
         registering it"
    )
}

/// Checks name and values of one definition.
fn check_definition(
    scope: &Scope<'_>,
    definition: &CapabilityDefinition,
    list: &Path<'_>,
    i: usize,
    findings: &mut Vec<Violation>,
) {
    let quirks = scope.quirks();
    let item = list.index(i);
    let (real_name, real_values, gardener_values) =
        (item.field("name"), item.field("values"), list.field(&definition.name));
    let (name, values) =
        if quirks.findings.gardener_paths { (list, &gardener_values) } else { (&real_name, &real_values) };

    if definition.name.is_empty() {
        findings.push(Violation::required(&CAPABILITY_NAME_INVALID, name, "a capability needs a name"));
    } else if quirks.findings.follow_up_errors || !definition.name.starts_with(RESERVED_PREFIX) {
        findings.extend(name_fault(&CAPABILITY_NAME_INVALID, name, &definition.name, "name of a capability"));
    }
    if definition.values.is_empty() {
        let detail = format!("capability `{}` needs at least one value", definition.name);
        findings.push(Violation::required(&CAPABILITY_WITHOUT_VALUES, values, detail));
    }
    check_values(scope, definition, values, findings);
}

/// Checks that the values are valid and distinct.
fn check_values(scope: &Scope<'_>, definition: &CapabilityDefinition, list: &Path<'_>, findings: &mut Vec<Violation>) {
    let quirks = scope.quirks();
    let is_architecture = definition.name == ARCHITECTURE;
    let mut seen = Seen::default();
    for (v, value) in definition.values.iter().enumerate() {
        let path = list.index(v);
        let is_unknown_architecture = is_architecture && !VALID_ARCHITECTURES.contains(&value.as_str());
        if is_unknown_architecture && (!value.is_empty() || quirks.findings.follow_up_errors) {
            let path = if quirks.findings.gardener_paths { list } else { &path };
            let detail = "Gardener knows only the architectures `amd64` and `arm64`";
            findings.push(with_suggestion(Violation::invalid(&ARCHITECTURE_UNKNOWN, path, value.as_str(), detail)));
        }
        if value.is_empty() {
            findings.push(Violation::required(&CAPABILITY_VALUE_INVALID, &path, "a value must not be empty"));
        } else if !is_unknown_architecture || quirks.findings.follow_up_errors {
            findings.extend(name_fault(&CAPABILITY_VALUE_INVALID, &path, value, "value of a capability"));
        }
        let repeats =
            seen.repeats(value, v).filter(|_| !value.is_empty() && !quirks.cloud_profile.capability_values_may_repeat);
        if let Some(first) = repeats {
            let violation = Violation::duplicate(&CAPABILITY_VALUE_DUPLICATE, &path, value.as_str())
                .with_help("values are listed in the order of preference: keep the first, remove this one");
            let violation = with_removal_fix(violation, path.to_field_path(), "the repeated value");
            findings.push(with_first_occurrence(violation, list.index(first).to_field_path()));
        }
    }
}
