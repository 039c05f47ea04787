//! Parser for constraints.

use crate::{Version, VersionError};

use super::{Alternative, ConstraintError, MAX_CONSTRAINT_ALTERNATIVES, Operator, Precision, Term};

pub(super) fn parse(text: &str) -> Result<Vec<Alternative>, ConstraintError> {
    let rewritten = rewrite_ranges(text);
    let count = rewritten.split("||").count();
    if count > MAX_CONSTRAINT_ALTERNATIVES {
        return Err(ConstraintError::TooManyAlternatives(count));
    }
    rewritten.split("||").map(parse_alternative).collect()
}

const fn is_blank(found: char) -> bool {
    matches!(found, ' ' | '\t' | '\n' | '\u{c}' | '\r')
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// Splits off the longest prefix of characters of a kind; `None` if it would be empty.
fn split_run(text: &str, belongs: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let length = text.find(|found| !belongs(found)).unwrap_or(text.len());
    if length == 0 { None } else { text.split_at_checked(length) }
}

/// The operand of a term as written: `[v]PART[.PART][.PART][-PRE][+META]`.
struct Operand<'a> {
    text: &'a str,
    parts: [&'a str; 3],
    /// The pre-release with its `-`.
    pre: &'a str,
}

/// Splits off an operand at the start of a text.
fn split_operand(text: &str) -> Option<(Operand<'_>, &str)> {
    // The library accepts a bar in a part. On its own, it makes the part an invalid number; a part contains a whole `||` only
    // during the search for hyphen ranges.
    let is_part = |found: char| found.is_ascii_digit() || matches!(found, 'x' | 'X' | '*' | '|');
    let (major, mut rest) = split_run(text.strip_prefix('v').unwrap_or(text), is_part)?;
    let mut parts = [major, "", ""];
    for part in parts.iter_mut().skip(1) {
        let Some((found, after)) = rest.strip_prefix('.').and_then(|after| split_run(after, is_part)) else { break };
        *part = found;
        rest = after;
    }
    let (pre, rest) = split_identifiers(rest, '-');
    let (_, rest) = split_identifiers(rest, '+');
    let text = text.strip_suffix(rest).unwrap_or(text);
    Some((Operand { text, parts, pre }, rest))
}

/// Splits off `-` or `+` and the dot-separated identifiers after it; returns an empty prefix if there are none.
fn split_identifiers(text: &str, sign: char) -> (&str, &str) {
    let is_identifier = |found: char| found.is_ascii_alphanumeric() || found == '-';
    let Some((_, mut rest)) = text.strip_prefix(sign).and_then(|after| split_run(after, is_identifier)) else {
        return ("", text);
    };
    while let Some((_, after)) = rest.strip_prefix('.').and_then(|after| split_run(after, is_identifier)) {
        rest = after;
    }
    (text.strip_suffix(rest).unwrap_or(text), rest)
}

/// Replaces every `A - B` and the blanks around it by `>= A, <= B `.
fn rewrite_ranges(text: &str) -> String {
    let mut rewritten = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((from, to, after)) = split_range(rest) {
            rewritten.push_str(&format!(">= {from}, <= {to} "));
            rest = after;
        } else {
            rewritten.push(first);
            rest = rest.strip_prefix(first).unwrap_or_default();
        }
    }
    rewritten
}

fn split_range(text: &str) -> Option<(&str, &str, &str)> {
    let (from, rest) = split_operand(skip_blanks(text))?;
    let (_, rest) = split_run(rest, is_blank)?;
    let (_, rest) = split_run(rest.strip_prefix('-')?, is_blank)?;
    let (to, rest) = split_operand(rest)?;
    Some((from.text, to.text, skip_blanks(rest)))
}

fn parse_alternative(text: &str) -> Result<Alternative, ConstraintError> {
    let mut rest = skip_blanks(text);
    if rest.is_empty() {
        return Err(ConstraintError::Empty);
    }
    let mut terms = Vec::new();
    loop {
        let (term, after) = split_term(rest)?;
        terms.push(term);
        rest = skip_blanks(after);
        if rest.is_empty() {
            break;
        }
        let blank = rest.len() < after.len();
        match rest.strip_prefix(',') {
            Some(after) => rest = skip_blanks(after),
            None if blank => {}
            None => return Err(ConstraintError::Unexpected(rest.to_owned())),
        }
    }
    let admits_prereleases = terms.iter().any(|term| term.operand.is_prerelease());
    Ok(Alternative { terms, admits_prereleases })
}

fn split_operator(text: &str) -> (Option<Operator>, &str) {
    const SPELLINGS: [(&str, Operator); 11] = [
        ("!=", Operator::NotEqual),
        (">=", Operator::GreaterOrEqual),
        ("=>", Operator::GreaterOrEqual),
        ("<=", Operator::LessOrEqual),
        ("=<", Operator::LessOrEqual),
        ("~>", Operator::Tilde),
        ("=", Operator::Equal),
        (">", Operator::Greater),
        ("<", Operator::Less),
        ("~", Operator::Tilde),
        ("^", Operator::Caret),
    ];
    SPELLINGS
        .iter()
        .find_map(|(spelling, operator)| Some((Some(*operator), text.strip_prefix(spelling)?)))
        .unwrap_or((None, text))
}

fn split_term(text: &str) -> Result<(Term, &str), ConstraintError> {
    let (operator, after_operator) = split_operator(text);
    let Some((operand, rest)) = split_operand(skip_blanks(after_operator)) else {
        return Err(match operator {
            Some(_) => ConstraintError::MissingVersion {
                operator: text.strip_suffix(after_operator).unwrap_or(text).to_owned(),
                rest: after_operator.to_owned(),
            },
            None => ConstraintError::Unexpected(text.to_owned()),
        });
    };
    let written = text.strip_suffix(rest).unwrap_or(text);
    let (version, precision) =
        resolve(&operand).map_err(|source| ConstraintError::BadVersion { term: written.to_owned(), source })?;
    let term =
        Term { operator: operator.unwrap_or(Operator::Equal), operand: version, precision, text: written.into() };
    Ok((term, rest))
}

/// Returns the version of an operand, with 0 for omitted parts and wildcards, and its precision. Ignores parts after a wildcard.
fn resolve(operand: &Operand<'_>) -> Result<(Version, Precision), VersionError> {
    let is_open = |part: &str| matches!(part, "" | "x" | "X" | "*");
    let [major, minor, patch] = operand.parts;
    let pre = operand.pre;
    let (text, precision) = if is_open(major) {
        (format!("0.0.0{pre}"), Precision::Any)
    } else if is_open(minor) {
        (format!("{major}.0.0{pre}"), Precision::Major)
    } else if is_open(patch) {
        (format!("{major}.{minor}.0{pre}"), Precision::Minor)
    } else {
        (operand.text.to_owned(), Precision::Exact)
    };
    Ok((text.parse()?, precision))
}
