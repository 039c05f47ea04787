//! The sentences about values of the wrong type.

use super::Refusal;
use crate::{
    Applicability, BadValue, Change, Fix, NodeKind, NodeRef, Path, Problem, ProblemKind, Scalar, ScalarAdvice,
    did_you_mean_that,
};

/// The value as a finding shows it: strings as they are, scalars as written, lists and objects by their size.
pub(super) fn rendered(node: NodeRef<'_>) -> BadValue {
    /// Longer values are cut.
    const LONGEST: usize = 80;
    match node.as_scalar() {
        Some(Scalar::Text(text)) => BadValue::Text(cut(text, LONGEST)),
        Some(Scalar::Null) => BadValue::Rendered("null".to_owned()),
        Some(_) => BadValue::Rendered(cut(node.raw_text().unwrap_or_default(), LONGEST)),
        None if node.kind() == NodeKind::List => BadValue::Rendered("[…]".to_owned()),
        None => BadValue::Rendered("{…}".to_owned()),
    }
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// What a node is, for a sentence.
fn noun(node: NodeRef<'_>) -> &'static str {
    match node.kind() {
        NodeKind::List => "a list",
        NodeKind::Object => "an object",
        NodeKind::Scalar => node.as_scalar().map_or("null", |scalar| scalar.noun()),
    }
}

/// Something else must stand here.
pub(super) fn wrong_type(kind: ProblemKind, path: &Path<'_>, node: NodeRef<'_>, wanted: &str) -> Problem {
    let noun = noun(node);
    // "must be a whole number, not a number" would say nothing.
    let detail = if wanted.contains("number") && noun == "a number" {
        format!("must be {wanted}")
    } else {
        format!("must be {wanted}, not {noun}")
    };
    Problem::new(kind, path, rendered(node), detail)
}

/// `"true"` or `"5"` where a boolean or number must stand; it is read as if the quotes were not there.
pub(super) fn needless_quotes(path: &Path<'_>, node: NodeRef<'_>, wanted: &str) -> Problem {
    let text = node.raw_text().unwrap_or_default();
    wrong_type(ProblemKind::WrongType, path, node, wanted).with_help(format!("remove the quotes: `{text}`")).with_fix(
        Fix {
            title: "remove the quotes".to_owned(),
            applicability: Applicability::Safe,
            changes: vec![Change::Replace { path: path.to_field_path(), text: text.to_owned() }],
        },
    )
}

/// A string where a list of strings must stand.
pub(super) fn no_list(path: &Path<'_>, node: NodeRef<'_>, text: &str) -> Problem {
    let problem =
        Problem::new(ProblemKind::WrongType, path, rendered(node), format!("must be a list, not {}", noun(node)));
    let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
    if !is_word || text.is_empty() {
        return problem.with_help("put the value in a list");
    }
    let list = if matches!(crate::tree::resolve(text), Scalar::Text(_)) && !text.starts_with('-') {
        format!("[{text}]")
    } else {
        format!("[\"{text}\"]")
    };
    problem.with_help(format!("write `{list}`")).with_fix(Fix {
        title: "put the value in a list".to_owned(),
        applicability: Applicability::Safe,
        changes: vec![Change::Replace { path: path.to_field_path(), text: list }],
    })
}

/// A scalar that its syntax does not allow.
pub(super) fn bad_scalar(
    kind: ProblemKind,
    path: &Path<'_>,
    text: &str,
    detail: String,
    advice: ScalarAdvice,
) -> Problem {
    let problem = Problem::new(kind, path, cut(text, 80), detail);
    match advice {
        ScalarAdvice::None => problem,
        ScalarAdvice::Told(help) => problem.with_help(help),
        ScalarAdvice::Meant(meant) => {
            problem.with_help(did_you_mean_that(&meant)).with_fix(Fix::replacing(path.to_field_path(), &meant))
        }
    }
}

/// A value that its type refused by itself.
pub(super) fn refused(path: &Path<'_>, node: NodeRef<'_>, refusal: &Refusal) -> Problem {
    Problem::new(ProblemKind::WrongType, path, rendered(node), refusal.0.clone())
}
