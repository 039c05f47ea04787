//! Problems of readable documents: duplicate keys, keys that are not strings, tags.

use super::Document;
use crate::tree::{NodeId, TreeWarning};
use crate::{Applicability, BadValue, Change, FieldPath, Fix, Problem, ProblemKind, Tree};

/// Reports each oddity of a tree in the document that it belongs to.
pub(super) fn report(tree: &Tree, warnings: Vec<TreeWarning>, unlisted: usize, documents: &mut [Document]) {
    let roots: Vec<Option<NodeId>> =
        documents.iter().map(|document| document.raw().map(|raw| raw.node().id())).collect();
    for warning in warnings {
        // Roots are in document order; oddities outside of every item are reported in the first one.
        let position = roots.partition_point(|root| root.is_none_or(|root| root <= warning.node())).saturating_sub(1);
        let root = roots.get(position).copied().flatten().unwrap_or(NodeId(0));
        if let Some(document) = documents.get_mut(position) {
            document.problems.push(describe(tree, root, &warning));
        }
    }
    for document in documents.iter_mut() {
        report_second_object(&mut document.problems);
    }
    if unlisted > 0
        && let Some(document) = documents.last_mut()
    {
        let detail = format!("{unlisted} more findings of this kind are not listed");
        document.problems.push(Problem::new(ProblemKind::DuplicateKey, FieldPath::root(), BadValue::None, detail));
    }
}

/// Replaces the problems by a single message if both `apiVersion` and `kind` occur twice, because a second object starts there.
pub(super) fn report_second_object(problems: &mut Vec<Problem>) {
    let is_at_root = |one: &Problem| one.kind == ProblemKind::DuplicateKey && one.path.segments().len() == 1;
    let repeats = |key: &str| problems.iter().any(|one| is_at_root(one) && one.bad.as_str() == key);
    if !repeats("apiVersion") || !repeats("kind") {
        return;
    }
    let (mut repeated, others): (Vec<Problem>, Vec<Problem>) = problems.drain(..).partition(is_at_root);
    *problems = others;
    repeated.sort_by_key(|one| one.span.map(|span| span.range().start));
    let keys: Vec<String> = repeated.iter().map(|one| format!("`{}`", one.bad.as_str())).collect();
    if let (Some(first), Some((last, rest))) = (repeated.into_iter().next(), keys.split_last()) {
        let detail = format!("a second object begins here, because {} and {last} occur twice", rest.join(", "));
        problems.insert(0, first.with_detail(detail).with_help("write `---` on a line of its own above it"));
    }
}

fn describe(tree: &Tree, root: NodeId, warning: &TreeWarning) -> Problem {
    let path = tree.path_of(root, warning.node());
    match warning {
        TreeWarning::DuplicateKey { key, first } => {
            let name = text(tree, *key);
            let detail = format!("`{name}` occurs twice in this object; only the last value would count");
            Problem::new(ProblemKind::DuplicateKey, path.clone(), name, detail)
                .with_span(tree.node(*key).span())
                .with_help("remove one of them, or merge their values")
                .with_related(path, tree.node(*first).span(), "first written here")
        }
        TreeWarning::MergeOverride { key, first } => {
            let name = text(tree, *key);
            let detail = format!(
                "`{name}` is set in this object and also merged by `<<`; Kubernetes takes whichever is written \
                 later, other YAML parsers take the one in the object"
            );
            Problem::new(ProblemKind::MergeOverride, path.clone(), name, detail)
                .with_span(tree.node(*key).span())
                .with_help("write `<<` first, or remove one of them")
                .with_related(path, tree.node(*first).span(), "merged from here")
        }
        TreeWarning::KeyReadAs { key, written } => {
            let detail = format!("the key `{written}` has no quotes: Kubernetes reads it as `{}`", text(tree, *key));
            let quoted = format!("\"{written}\"");
            Problem::new(ProblemKind::UnquotedKey, path.clone(), written.as_str(), detail)
                .with_span(tree.node(*key).span())
                .with_help(format!("write `{quoted}`"))
                .with_fix(Fix {
                    title: "put the key in quotes".to_owned(),
                    applicability: Applicability::Suggested,
                    changes: vec![Change::RenameKey { path, name: quoted }],
                })
        }
        TreeWarning::ForeignTag { span, tag, .. } => {
            let detail = format!("Kubernetes does not know the tag `{tag}` and ignores it");
            Problem::new(ProblemKind::ForeignTag, path, tag.as_str(), detail)
                .with_span(*span)
                .with_help("remove the tag")
        }
    }
}

fn text(tree: &Tree, key: NodeId) -> &str {
    tree.node(key).raw_text().unwrap_or_default()
}
