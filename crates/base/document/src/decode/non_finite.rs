//! Numbers that exist in YAML but not in JSON.

use memchr::memchr_iter;

use super::wording;
use crate::{NodeKind, NodeRef, Path, Problem, ProblemKind, Scalar};

/// Reports infinite numbers and NaN, except at paths that have a problem already.
pub(super) fn report(node: NodeRef<'_>, path: &Path<'_>, problems: &mut Vec<Problem>) {
    let text = node.tree().source().get(node.span().range()).unwrap_or_default();
    // Fast path for nearly all documents.
    if !memchr_iter(b'.', text.as_bytes()).any(|at| is_special(text.get(at + 1..at + 4).unwrap_or_default())) {
        return;
    }
    let mut found = Vec::new();
    collect(node, path, &mut found);
    found.retain(|new| problems.iter().all(|known| known.path != new.path));
    problems.append(&mut found);
}

fn is_special(word: &str) -> bool {
    word.eq_ignore_ascii_case("inf") || word.eq_ignore_ascii_case("nan")
}

fn collect(node: NodeRef<'_>, path: &Path<'_>, found: &mut Vec<Problem>) {
    match node.kind() {
        NodeKind::Object => node.entries().for_each(|(key, value)| collect(value, &path.field(key), found)),
        NodeKind::List => {
            node.items().enumerate().for_each(|(index, item)| collect(item, &path.index(index), found));
        }
        NodeKind::Scalar => {
            if let Some(Scalar::Float(value)) = node.as_scalar()
                && !value.is_finite()
            {
                let text = node.raw_text().unwrap_or_default();
                let detail =
                    format!("JSON cannot represent the number `{text}`, and Kubernetes stores objects as JSON");
                let problem = Problem::new(ProblemKind::WrongType, path, wording::rendered(node), detail);
                found.push(problem.with_help("write a finite number, or put the value in quotes"));
            }
        }
    }
}
