//! Messages for values of the wrong type.

use super::DecodeError;
use crate::{
    Applicability, BadValue, Change, Fix, NodeKind, NodeRef, Path, Problem, ProblemKind, Scalar, ScalarAdvice,
    suggestion_text,
};

/// Renders a value for a finding: strings without quotes, other scalars as written, lists and objects abbreviated.
pub(super) fn rendered(node: NodeRef<'_>) -> BadValue {
    /// The maximum length in characters; longer values are truncated.
    const MAX_LENGTH: usize = 80;
    match node.as_scalar() {
        Some(Scalar::Text(text)) => BadValue::Text(cut(text, MAX_LENGTH)),
        Some(Scalar::Null) => BadValue::Rendered("null".to_owned()),
        Some(_) => BadValue::Rendered(cut(node.raw_text().unwrap_or_default(), MAX_LENGTH)),
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

/// Returns a noun for a node's type.
fn noun(node: NodeRef<'_>) -> &'static str {
    match node.kind() {
        NodeKind::List => "a list",
        NodeKind::Object => "an object",
        NodeKind::Scalar => node.as_scalar().map_or("null", |scalar| scalar.noun()),
    }
}

/// Returns a problem: the node does not have the wanted type.
pub(super) fn wrong_type(kind: ProblemKind, path: &Path<'_>, node: NodeRef<'_>, wanted: &str) -> Problem {
    let noun = noun(node);
    // "must be a whole number, not a number" would be confusing.
    let detail = if wanted.contains("number") && noun == "a number" {
        format!("must be {wanted}")
    } else {
        format!("must be {wanted}, not {noun}")
    };
    Problem::new(kind, path, rendered(node), detail)
}

/// Returns the problem for `"true"` or `"5"` in the place of a boolean or number; the value is read as if it had no quotes.
pub(super) fn needless_quotes(path: &Path<'_>, node: NodeRef<'_>, wanted: &str) -> Problem {
    let text = node.raw_text().unwrap_or_default();
    // YAML 1.2 reads `yes` as a string.
    let text = match crate::tree::resolve(text) {
        Scalar::Bool(true) => "true",
        Scalar::Bool(false) => "false",
        _ => text,
    };
    wrong_type(ProblemKind::WrongType, path, node, wanted).with_help(format!("remove the quotes: `{text}`")).with_fix(
        Fix {
            title: "remove the quotes".to_owned(),
            applicability: Applicability::Safe,
            changes: vec![Change::Replace { path: path.to_field_path(), text: text.to_owned() }],
        },
    )
}

/// Returns the problem for a string in the place of a list of strings.
pub(super) fn text_instead_of_list(path: &Path<'_>, node: NodeRef<'_>, text: &str) -> Problem {
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

/// Returns the problem for a scalar with invalid syntax.
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
        ScalarAdvice::Help(help) => problem.with_help(help),
        ScalarAdvice::Replacement(meant) => {
            problem.with_help(suggestion_text(&meant)).with_fix(Fix::replacing(path.to_field_path(), &meant))
        }
    }
}

/// Returns the problem for a value that its type itself refused.
pub(super) fn refused(path: &Path<'_>, node: NodeRef<'_>, refusal: &DecodeError) -> Problem {
    Problem::new(ProblemKind::WrongType, path, rendered(node), refusal.0.clone())
}
