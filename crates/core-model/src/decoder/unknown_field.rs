//! Fields that do not exist, and what was meant.

use super::{Context, Elsewhere, Hints};
use crate::rules::UNKNOWN_FIELD;
use crate::{Applicability, BadValue, Change, Fix, NodeKind, NodeRef, Path, Violation, ViolationKind, nearest};

/// What is known of the object that a value is a field of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    /// The fields it can have.
    pub(super) fields: &'static [&'static str],
    /// How many it has.
    pub(super) entries: usize,
}

/// Reports a field that its object cannot have.
pub(super) fn report(context: &Context, path: &Path<'_>, node: NodeRef<'_>, owner: Owner) {
    let Some(key) = node.key() else { return };
    // A type may know a field and not care about its value.
    if owner.fields.contains(&key) || context.known_fields_only {
        return;
    }
    context.report(|| describe(context.hints, path, key, node.kind(), owner));
}

fn describe(hints: &Hints, path: &Path<'_>, key: &str, value: NodeKind, owner: Owner) -> Violation {
    let fields = owner.fields;
    let hint = |rule, detail: String| Violation::new(rule, ViolationKind::UnknownField, path, BadValue::None, detail);
    if let Some(one) = hints.renamed.iter().find(|one| one.old == key && fields.contains(&one.new)) {
        let detail = format!("`{key}` is {}; the field is called `{}`, and {}", one.from, one.new, one.shape);
        return hint(one.rule, detail).with_help(format!("write `{}`", one.new)).with_fix(rename(
            path,
            one.new,
            Applicability::Suggested,
        ));
    }
    if let Some(level) = hints.needless.iter().find(|one| one.name == key && fields.contains(&one.known_by)) {
        let title = format!("remove the `{key}:` level");
        let violation = hint(level.rule, level.detail.to_owned()).with_help(title.as_str());
        return match path.to_field_path().parent() {
            // Beside other fields its content must be merged by hand.
            Some(parent) if owner.entries == 1 => violation.with_fix(Fix {
                title,
                applicability: Applicability::Safe,
                changes: vec![Change::Unwrap { path: parent, child: key.to_owned() }],
            }),
            _ => violation,
        };
    }
    let elsewhere = |one: &&Elsewhere| one.fields.contains(&key) && fields.contains(&one.known_by);
    if let Some(one) = hints.elsewhere.iter().find(elsewhere) {
        let violation = hint(&UNKNOWN_FIELD, format!("`{key}` {}", one.detail));
        return violation.with_help(format!("remove `{key}` here, {}", one.help));
    }
    let violation = hint(&UNKNOWN_FIELD, format!("there is no field `{key}` here"));
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
