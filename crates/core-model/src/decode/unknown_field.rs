//! Fields that do not exist, and what was meant.

use super::Context;
use super::deserializer::Owner;
use crate::namespaced_cloud_profile::PARENT_ONLY;
use crate::rules::{OLD_FIELD_NAME, SEED_SELECTOR_LEVEL, UNKNOWN_FIELD};
use crate::{Applicability, BadValue, Change, Fix, NodeKind, NodeRef, Path, Violation, ViolationKind, nearest};

/// Fields of GEP-33's drafts: the old name, the name today, and how its value has changed.
const OLD_NAMES: [(&str, &str, &str); 4] = [
    ("capabilities", "machineCapabilities", "it is a list of `name` and `values` today"),
    ("capabilitiesDefinition", "machineCapabilities", "it is a list of `name` and `values` today"),
    ("capabilitySets", "capabilityFlavors", "each item is a map of capability names to lists of values"),
    ("capabilityCombinations", "capabilityFlavors", "each item is a map of capability names to lists of values"),
];

/// Reports a field that its object cannot have.
pub(super) fn report(context: &Context, path: &Path<'_>, node: NodeRef<'_>, owner: Owner) {
    let Some(key) = node.key() else { return };
    // A type may know a field and not care about its value.
    if owner.fields.contains(&key) || context.known_fields_only {
        return;
    }
    context.report(|| describe(path, key, node.kind(), owner));
}

fn describe(path: &Path<'_>, key: &str, value: NodeKind, owner: Owner) -> Violation {
    let fields = owner.fields;
    let old = OLD_NAMES.iter().find(|(old, new, _)| *old == key && fields.contains(new));
    if let Some((_, new, shape)) = old {
        return Violation::new(
            &OLD_FIELD_NAME,
            ViolationKind::UnknownField,
            path,
            BadValue::None,
            format!("`{key}` is the name in a draft of GEP-33; the field is called `{new}`, and {shape}"),
        )
        .with_help(format!("write `{new}`"))
        .with_fix(rename(path, new, Applicability::Suggested));
    }
    if key == "labelSelector" && fields.contains(&"matchLabels") {
        let detail = "the selector has no level of its own: `matchLabels` and `matchExpressions` stand directly here";
        let violation = Violation::new(&SEED_SELECTOR_LEVEL, ViolationKind::UnknownField, path, BadValue::None, detail)
            .with_help("remove the `labelSelector:` level");
        return match path.to_field_path().parent() {
            // Beside other fields its content must be merged by hand.
            Some(parent) if owner.entries == 1 => violation.with_fix(Fix {
                title: "remove the `labelSelector:` level".to_owned(),
                applicability: Applicability::Safe,
                changes: vec![Change::Unwrap { path: parent, child: key.to_owned() }],
            }),
            _ => violation,
        };
    }
    if fields.contains(&"parent") && PARENT_ONLY.contains(&key) {
        let detail = format!(
            "`{key}` belongs to the parent CloudProfile: a NamespacedCloudProfile inherits it and cannot have its own"
        );
        return Violation::new(&UNKNOWN_FIELD, ViolationKind::UnknownField, path, BadValue::None, detail)
            .with_help(format!("remove `{key}` here, or change it in the parent"));
    }
    let violation = Violation::new(
        &UNKNOWN_FIELD,
        ViolationKind::UnknownField,
        path,
        BadValue::None,
        format!("there is no field `{key}` here"),
    );
    match nearest(key, fields.iter().copied()) {
        Some(near) if wants_another_number(key, value, near) => {
            let wanted = if is_plural(near) { "a list" } else { "a single value" };
            violation.with_help(format!("did you mean `{near}`? It takes {wanted}"))
        }
        Some(near) => violation.with_help(format!("did you mean `{near}`?")).with_fix(rename(
            path,
            near,
            Applicability::Suggested,
        )),
        None => violation.with_help(known(fields)),
    }
}

/// Whether the two names differ in being a plural, and the value is of the number that the written one speaks of: `names`
/// with a list is no misspelled `name`, whatever else it is.
fn wants_another_number(key: &str, value: NodeKind, near: &str) -> bool {
    is_plural(key) != is_plural(near) && is_plural(key) == (value == NodeKind::List)
}

fn is_plural(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss") && !name.ends_with("us")
}

fn rename(path: &Path<'_>, name: &str, applicability: Applicability) -> Fix {
    Fix {
        title: format!("rename it to `{name}`"),
        applicability,
        changes: vec![Change::RenameKey { path: path.to_field_path(), name: name.to_owned() }],
    }
}

fn known(fields: &[&str]) -> String {
    let mut sorted: Vec<&str> = fields.to_vec();
    sorted.sort_unstable();
    if sorted.is_empty() {
        "no fields are allowed here".to_owned()
    } else {
        format!("the fields are {}", sorted.join(", "))
    }
}

/// The field that a rename in this finding would make, if it has one.
pub(super) fn renamed(violation: &Violation) -> Option<crate::FieldPath> {
    let change = violation.fix.as_ref()?.changes.first()?;
    match change {
        Change::RenameKey { path, name } => Some(path.parent()?.field(name.clone())),
        _ => None,
    }
}
