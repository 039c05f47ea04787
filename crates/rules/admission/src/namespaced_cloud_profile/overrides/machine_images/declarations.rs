//! Rules for a new entry in a NamespacedCloudProfile about a version of the parent.

use rootstock_core_model::{BadValue, MachineImageVersion, Path, Rule, Severity, Source, Violation};

use super::super::{Comparison, Previous};
use super::Forms;
use crate::fixes::with_removal_fix;

const RULES_SECTION: Source = Source::CapabilitiesGuide("NamespacedCloudProfile Rules");

rootstock_core_model::rules! {
    OVERRIDE_CLASSIFIED: Error, since "0.1.0", RULES_SECTION;
    OVERRIDE_REDEFINES: Error, since "0.1.0", Source::Gardener;
    OVERRIDE_REDECLARES_CAPABILITIES: Error, since "0.1.0", RULES_SECTION;
    OVERRIDE_WITHOUT_EFFECT: Error, since "0.1.0", RULES_SECTION;
}

pub(super) fn check(
    comparison: &Comparison<'_>,
    Forms(written, converted): Forms<'_, MachineImageVersion>,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let quirks = &comparison.settings.quirks;
    // Gardener judges the converted form.
    let judged = if quirks.namespaced_cloud_profile.override_judged_after_conversion { converted } else { written };
    let before = findings.len();
    if judged.classification.as_ref().is_some_and(|classification| !classification.as_str().is_empty()) {
        findings.push(classified(comparison, judged, item));
    }
    let is_empty_list = written.capability_flavors.as_ref().is_some_and(Vec::is_empty);
    if !judged.flavors().is_empty() || (is_empty_list && !quirks.namespaced_cloud_profile.empty_flavors_override_passes)
    {
        findings.push(redeclares(comparison, written, item));
    }
    let redefined = [
        ("cri", judged.cri.as_ref().is_some_and(|cri| !cri.is_empty())),
        ("architectures", !judged.legacy_architectures().is_empty()),
        ("kubeletVersionConstraint", judged.kubelet_version_constraint.as_ref().is_some_and(|text| !text.is_empty())),
        ("inPlaceUpdates", judged.in_place_updates.is_some()),
    ];
    for (field, _) in redefined.into_iter().filter(|(_, is_given)| *is_given) {
        findings.push(redefines(comparison, field, written, item));
    }
    // The definition may be older than the parent's version, in which case it stays and wins.
    if matches!(comparison.before, Previous::Unknown) && is_definition(written) {
        findings.iter_mut().skip(before).for_each(|violation| violation.severity = Severity::Warning);
        return;
    }
    let has_findings = findings.len() > before && !quirks.namespaced_cloud_profile.override_classification_is_forbidden;
    if written.expiration_date.is_none() && !has_findings && !may_lack_date(comparison, written) {
        findings.push(without_effect(comparison, written, item));
    }
}

/// Returns whether the rule reports an entry that is more than an override.
pub(crate) fn is_definition_error(rule: &Rule) -> bool {
    *rule == OVERRIDE_REDEFINES || *rule == OVERRIDE_REDECLARES_CAPABILITIES
}

/// Returns whether the entry is complete: a definition has a container runtime interface, an override never does.
pub(super) fn is_definition(version: &MachineImageVersion) -> bool {
    version.cri.as_ref().is_some_and(|cri| !cri.is_empty())
}

/// Reports a classification in an override: a warning where the documents allow it but Gardener refuses it.
pub(super) fn classified(comparison: &Comparison<'_>, version: &MachineImageVersion, item: &Path<'_>) -> Violation {
    let path = item.field("classification");
    let (text, parent) = (&version.version, comparison.parent_name());
    if comparison.settings.quirks.namespaced_cloud_profile.override_classification_is_forbidden {
        let detail = format!(
            "CloudProfile `{parent}` has version `{text}` and classifies it: an override can change only the \
             expiration date"
        );
        let violation = Violation::forbidden(&OVERRIDE_CLASSIFIED, &path, detail);
        return with_removal_fix(violation, path.to_field_path(), "the classification");
    }
    let detail = format!(
        "Gardener v{} refuses to change the classification of version `{text}` of CloudProfile `{parent}`, although its \
         documentation allows it",
        comparison.settings.gardener
    );
    Violation::forbidden(&OVERRIDE_CLASSIFIED, &path, detail)
        .with_severity(Severity::Warning)
        .with_help("write an `expirationDate` instead, or change the classification in the CloudProfile")
}

fn redeclares(comparison: &Comparison<'_>, version: &MachineImageVersion, item: &Path<'_>) -> Violation {
    let path = item.field("capabilityFlavors");
    let detail = format!(
        "version `{}` inherits its capabilities from CloudProfile `{}`, and must not declare them again",
        version.version,
        comparison.parent_name()
    );
    let violation = Violation::forbidden(&OVERRIDE_REDECLARES_CAPABILITIES, &path, detail);
    if version.capability_flavors.is_none() {
        return violation; // Gardener derived the flavors from the architectures.
    }
    with_removal_fix(violation, path.to_field_path(), "`capabilityFlavors`")
}

fn redefines(comparison: &Comparison<'_>, field: &str, version: &MachineImageVersion, item: &Path<'_>) -> Violation {
    let path = item.field(field);
    let detail = format!(
        "version `{}` inherits `{field}` from CloudProfile `{}`, and must not define it again",
        version.version,
        comparison.parent_name()
    );
    with_removal_fix(
        Violation::forbidden(&OVERRIDE_REDEFINES, &path, detail),
        path.to_field_path(),
        &format!("`{field}`"),
    )
}

/// Returns whether an override may change something other than the date.
fn may_lack_date(comparison: &Comparison<'_>, version: &MachineImageVersion) -> bool {
    !comparison.settings.quirks.namespaced_cloud_profile.override_classification_is_forbidden
        && comparison.maps(&version.version)
}

fn without_effect(comparison: &Comparison<'_>, version: &MachineImageVersion, item: &Path<'_>) -> Violation {
    let (text, parent) = (&version.version, comparison.parent_name());
    let detail = if comparison.settings.quirks.namespaced_cloud_profile.override_classification_is_forbidden {
        format!("the override of version `{text}` of CloudProfile `{parent}` needs an expiration date")
    } else {
        format!(
            "the entry changes nothing about version `{text}` of CloudProfile `{parent}`: an override sets an \
             expiration date, a classification, or a mapping in `providerConfig`"
        )
    };
    Violation::invalid(&OVERRIDE_WITHOUT_EFFECT, &item.field("expirationDate"), BadValue::None, detail)
        .with_help("write an `expirationDate`, or remove the version here")
}
