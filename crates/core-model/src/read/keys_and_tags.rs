//! Findings in documents that can be read: repeated keys, keys that are no strings, tags.

use super::Document;
use crate::flavor_shape::is_capability;
use crate::rules::{DUPLICATE_KEY, DUPLICATE_KEY_IN_FLAVOR, FOREIGN_TAG, MERGE_OVERRIDE, UNQUOTED_KEY};
use crate::tree::{NodeId, Oddity};
use crate::{Applicability, BadValue, Change, FieldPath, Fix, NodeRef, Tree, Violation, ViolationKind, listed};

/// Puts each oddity of a tree into the document that it belongs to.
pub(super) fn report(tree: &Tree, oddities: Vec<Oddity>, untold: usize, documents: &mut [Document]) {
    let roots: Vec<Option<NodeId>> =
        documents.iter().map(|document| document.raw().map(|raw| raw.node().id())).collect();
    for oddity in oddities {
        // Roots are in document order; what stands outside every item is told with the first.
        let position = roots.partition_point(|root| root.is_none_or(|root| root <= oddity.node())).saturating_sub(1);
        let root = roots.get(position).copied().flatten().unwrap_or(NodeId(0));
        if let Some(document) = documents.get_mut(position) {
            document.violations.push(describe(tree, root, &oddity));
        }
    }
    for document in documents.iter_mut() {
        tell_of_second_object(&mut document.violations);
    }
    if untold > 0
        && let Some(document) = documents.last_mut()
    {
        let detail = format!("{untold} more findings of this kind are not listed");
        document.violations.push(Violation::new(
            &DUPLICATE_KEY,
            ViolationKind::Duplicate,
            FieldPath::root(),
            BadValue::None,
            detail,
        ));
    }
}

/// Where `apiVersion` and `kind` stand twice in a document a second object begins: one cause, one message.
fn tell_of_second_object(violations: &mut Vec<Violation>) {
    let is_at_root = |one: &Violation| one.rule.name == DUPLICATE_KEY.name && one.path.segments().len() == 1;
    let repeats = |key: &str| violations.iter().any(|one| is_at_root(one) && one.bad.as_str() == key);
    if !repeats("apiVersion") || !repeats("kind") {
        return;
    }
    let (mut repeated, others): (Vec<Violation>, Vec<Violation>) = violations.drain(..).partition(is_at_root);
    *violations = others;
    repeated.sort_by_key(|one| one.span.map(|span| span.range().start));
    let keys = listed(repeated.iter().map(|one| one.bad.as_str()));
    if let Some(first) = repeated.into_iter().next() {
        let detail = format!("a second object begins here, as {keys} stand twice");
        violations.insert(0, first.with_detail(detail).with_help("write `---` on a line of its own above it"));
    }
}

fn describe(tree: &Tree, root: NodeId, oddity: &Oddity) -> Violation {
    let path = tree.path_of(root, oddity.node());
    match oddity {
        Oddity::DuplicateKey { key, first } => {
            let name = text(tree, *key);
            let in_flavor = is_capability(&path);
            let (rule, detail) = if in_flavor {
                (&DUPLICATE_KEY_IN_FLAVOR, "stands twice in this flavor; Gardener takes the last one and says nothing")
            } else {
                (&DUPLICATE_KEY, "stands twice in this object; only the last one would count")
            };
            let detail = format!("`{name}` {detail}");
            let mut violation = Violation::new(rule, ViolationKind::Duplicate, path.clone(), name, detail)
                .with_span(tree.node(*key).span())
                .with_help("remove one of them, or merge what they hold")
                .with_related(path, "first written here");
            point_related(&mut violation, tree.node(*first));
            violation
        }
        Oddity::MergeOverride { key, first } => {
            let name = text(tree, *key);
            let detail = format!(
                "`{name}` stands in this object and comes by `<<` too; Kubernetes takes whichever is written later, \
                 other YAML readers take the one in the object"
            );
            let mut violation = Violation::new(&MERGE_OVERRIDE, ViolationKind::Duplicate, path.clone(), name, detail)
                .with_span(tree.node(*key).span())
                .with_help("write `<<` first, or leave one of them out")
                .with_related(path, "merged from here");
            point_related(&mut violation, tree.node(*first));
            violation
        }
        Oddity::KeyReadAs { key, written } => {
            let detail = format!("the key `{written}` has no quotes: Kubernetes reads it as `{}`", text(tree, *key));
            let quoted = format!("\"{written}\"");
            Violation::new(&UNQUOTED_KEY, ViolationKind::Invalid, path.clone(), written.as_str(), detail)
                .with_span(tree.node(*key).span())
                .with_help(format!("write `{quoted}`"))
                .with_fix(Fix {
                    title: "put the key in quotes".to_owned(),
                    applicability: Applicability::Suggested,
                    changes: vec![Change::RenameKey { path, name: quoted }],
                })
        }
        Oddity::ForeignTag { span, tag, .. } => {
            let detail = format!("Kubernetes does not know the tag `{tag}` and ignores it");
            Violation::new(&FOREIGN_TAG, ViolationKind::Invalid, path, tag.as_str(), detail)
                .with_span(*span)
                .with_help("remove the tag")
        }
    }
}

fn point_related(violation: &mut Violation, first: NodeRef<'_>) {
    if let Some(related) = violation.related.last_mut() {
        related.span = Some(first.span());
    }
}

fn text(tree: &Tree, key: NodeId) -> &str {
    tree.node(key).raw_text().unwrap_or_default()
}
