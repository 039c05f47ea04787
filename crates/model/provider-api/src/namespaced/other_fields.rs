//! The fields other than `machineImages`: with few exceptions only the parent may set them.

use rootstock_core_model::{NodeKind, NodeRef, Path, RawObject, Severity, Source, Violation};

use super::rules::OtherFields;
use super::value::Value;
use crate::Checker;
use crate::checked_section::CheckedSection;

rootstock_core_model::rules! {
    /// A field that only the parent may set.
    PROVIDER_FIELD_INHERITED: Error, since "0.1.0", Source::Gardener;
}

/// Reports fields that are set but not allowed.
pub(super) fn check_other_fields(raw: &RawObject, section: &dyn CheckedSection, checker: &mut Checker<'_>) {
    let rules = section.extension().namespaced.other_fields;
    let spec = Path::root("spec");
    let config = spec.field("providerConfig");
    let is_known = |key: &str| {
        matches!(key, "apiVersion" | "kind" | "machineImages") || rules.allowed().iter().any(|field| field.name == key)
    };
    for (key, _) in raw.node().entries().filter(|(key, value)| !is_known(key) && is_set(key, *value, section)) {
        let field = config.field(key);
        if matches!(rules, OtherFields::Ignored | OtherFields::AllowedOthersIgnored(_)) {
            if checker.settings().own_warnings {
                let detail = format!("has no effect here: a NamespacedCloudProfile inherits `{key}` from its parent");
                let violation = Violation::forbidden(&PROVIDER_FIELD_INHERITED, &field, detail);
                checker.report(violation.with_severity(Severity::Warning).with_help("remove it"));
            }
            continue;
        }
        let detail = format!("`{key}` belongs to the parent: a NamespacedCloudProfile may map machine images only");
        let is_whole = checker.quirks().findings.gardener_paths && !matches!(rules, OtherFields::AllowedEachRefused(_));
        let path = if is_whole { &config } else { &field };
        checker.report(Violation::forbidden(&PROVIDER_FIELD_INHERITED, path, detail).with_help("remove it"));
        if is_whole {
            break;
        }
    }
}

/// Whether a field has an effect: the `providerConfig` with only this field decodes to something other than the empty
/// one. So an optional field counts even if it is empty or `false`, unless its type cannot distinguish that from an
/// absent one.
fn is_set(key: &str, value: NodeRef<'_>, section: &dyn CheckedSection) -> bool {
    if is_null_or_empty_list(value) {
        return false;
    }
    let extension = section.extension();
    if !extension.reads_all_fields || extension.kept_fields.contains(&key) {
        return true;
    }
    let alone = RawObject::from_serialize(&Value::Object(vec![(key, without_empty_lists(value))]));
    alone.is_ok_and(|alone| section.differs_from_default(&alone))
}

/// Whether a value is an empty list or `null`.
fn is_null_or_empty_list(value: NodeRef<'_>) -> bool {
    value.is_null() || value.kind() == NodeKind::List && value.is_empty()
}

/// Returns the value without empty lists, which are equivalent to absent ones.
fn without_empty_lists(value: NodeRef<'_>) -> Value<'_> {
    if value.items().next().is_some() {
        return Value::List(value.items().map(without_empty_lists).collect());
    }
    if value.entries().next().is_none() {
        return Value::Given(value);
    }
    let fields = value.entries().filter(|(_, value)| !is_null_or_empty_list(*value));
    Value::Object(fields.map(|(key, value)| (key, without_empty_lists(value))).collect())
}
