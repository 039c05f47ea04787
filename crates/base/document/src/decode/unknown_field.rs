//! Unknown fields, and suggestions of what the author meant.

use super::field_names::FieldNames;
use super::{Context, implicit_item, shorthand};
use crate::{
    Applicability, BadValue, Change, FieldPath, Fix, Hints, ImplicitItem, MisplacedFields, NodeRef, Path, Problem,
    ProblemKind, Releases, Segment,
};

/// Reports a field that its object cannot have.
pub(super) fn report<'a>(context: &Context, path: &Path<'_>, node: NodeRef<'a>, owner: FieldNames<'a>) {
    let Some(key) = node.key() else { return };
    // A type may have a field and ignore its value.
    if owner.known.contains(&key) || context.known_fields_only {
        return;
    }
    if context.quiet.get() {
        return;
    }
    if let Some((name, problem)) = renamed(context.hints, path, node, owner) {
        match owner.of.get(name) {
            Some(_) => context.report(|| problem),
            None => context.read_renamed(node.id(), name, problem),
        }
        return;
    }
    if let Some((hint, problem)) = implicit_item(context.hints, path, key, owner) {
        return context.read_as_item(owner.of.id(), hint, problem);
    }
    context.report(|| {
        if let Some(name) = owner.meant_by(key) {
            context.try_as(node.id(), name);
        }
        describe(context.hints, path, key, owner)
    });
}

/// Returns the problem for a field that the running release does not have.
pub(super) fn absent(context: &Context, path: &Path<'_>, node: NodeRef<'_>, releases: &Releases) -> Problem {
    let (detail, help) = releases.absence_of(node.key().unwrap_or_default(), context.running);
    Problem::new(ProblemKind::UnknownField, path, BadValue::None, detail).with_help(help.unwrap_or_default())
}

/// Returns the current name of a field and the problem for its former name.
fn renamed(
    hints: &'static Hints,
    path: &Path<'_>,
    node: NodeRef<'_>,
    owner: FieldNames<'_>,
) -> Option<(&'static str, Problem)> {
    let (key, field) = (node.key()?, path.to_field_path());
    let list = match field.segments() {
        [.., Segment::Field(list), Segment::Index(_), _] => list,
        _ => "",
    };
    let hint = hints.renamed.iter().find(|one| one.old == key && one.is_in(list) && owner.known.contains(&one.new))?;
    let detail = format!("`{key}` is {}; the field is called `{}`, and {}", hint.from, hint.new, hint.shape);
    let problem = Problem::new(ProblemKind::HintedField(hint.name), path, BadValue::None, detail);
    if owner.of.get(hint.new).is_some() {
        // Renaming would create a duplicate key.
        let help = format!("`{}` is already set here: remove `{key}`", hint.new);
        return Some((hint.new, problem.with_help(help)));
    }
    let items = hints.shorthand(hint.items).and_then(|items| shorthand::written_out(node, items));
    let fix = match (items, field.parent()) {
        (Some(value), Some(object)) => Fix {
            title: format!("write it as `{}`", hint.new),
            applicability: Applicability::Suggested,
            changes: vec![Change::Rewrite {
                path: object,
                fields: vec![key.to_owned()],
                name: hint.new.to_owned(),
                value,
                merged: Vec::new(),
            }],
        },
        _ => Fix::renaming(field, hint.new),
    };
    Some((hint.new, problem.with_help(format!("write `{}`", hint.new)).with_fix(fix)))
}

/// Returns the list that a field and its siblings belong in, with the problem to report.
fn implicit_item(
    hints: &'static Hints,
    path: &Path<'_>,
    key: &str,
    owner: FieldNames<'_>,
) -> Option<(&'static ImplicitItem, Problem)> {
    let has = |field| owner.known.contains(&field);
    let hint = hints.implicit_item.iter().find(|one| one.level == key && has(one.list) && has(one.known_by))?;
    let level = hint.level_of(owner.of)?;
    Some((hint, implicit_item::problem(hint, path, owner.of, level)))
}

fn describe(hints: &Hints, path: &Path<'_>, key: &str, owner: FieldNames<'_>) -> Problem {
    let fields = owner.known;
    let hint = |name, detail: String| Problem::new(ProblemKind::HintedField(name), path, BadValue::None, detail);
    if let Some(level) = hints.needless.iter().find(|one| one.level == key && fields.contains(&one.known_by)) {
        let title = format!("remove the `{key}:` level");
        let problem = hint(level.name, level.detail.to_owned()).with_help(title.as_str());
        return match path.to_field_path().parent() {
            // With sibling fields, the content must be merged by hand.
            Some(parent) if owner.of.len() == 1 => problem.with_fix(Fix {
                title,
                applicability: Applicability::Safe,
                changes: vec![Change::Unwrap { path: parent, child: key.to_owned() }],
            }),
            _ => problem,
        };
    }
    let misplaced = |one: &&MisplacedFields| one.fields.contains(&key) && fields.contains(&one.known_by);
    if let Some(one) = hints.misplaced.iter().find(misplaced) {
        let detail = format!("`{key}` {}", one.detail);
        let problem = Problem::new(ProblemKind::UnknownField, path, BadValue::None, detail);
        return problem.with_help(format!("remove `{key}` here, {}", one.help));
    }
    owner.unknown(key, path)
}

/// Rewords the problem for a probably misspelled field whose value does not fit the intended field.
pub(super) fn reword_for_wrong_type(problem: &mut Problem, name: &str, wanted: &str) {
    problem.fix = None;
    problem.help = format!("did you mean `{name}`? Its value {wanted}");
}

impl Fix {
    /// Returns the path of the renamed field if the fix renames a key.
    #[must_use]
    pub fn renamed(&self) -> Option<FieldPath> {
        match self.changes.first()? {
            Change::RenameKey { path, name } => Some(path.parent()?.field(name.clone())),
            Change::Rewrite { path, name, .. } => Some(path.clone().field(name.clone())),
            _ => None,
        }
    }
}
