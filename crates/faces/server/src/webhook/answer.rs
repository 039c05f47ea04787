//! Answers to reviews, in the form that API servers forward best.
//!
//! If the reason of a denial is `Invalid`, kubectl prints its causes, one line each, and nothing else. API servers silently drop
//! warnings with control characters, and truncate warnings of more than 4096 characters in total.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use rootstock_analysis::AdmissionReview;
use rootstock_core_model::{Severity, Violation, ViolationKind, counted};
use rootstock_document::{printable, shortened};
use rootstock_report::Finding;
use serde::Serialize;

/// The largest number of causes in a denial; a last cause gives the number of the others.
const MAX_CAUSES: usize = 100;
/// The largest length of a message, its field excluded, and of a field, in characters: a value of the object may be megabytes long.
const MAX_MESSAGE_LENGTH: usize = 1_000;
const MAX_FIELD_LENGTH: usize = 400;
/// The largest length of the name of an object, which is Kubernetes' own limit.
const MAX_NAME_LENGTH: usize = 253;
/// The longest warning, in characters: API servers truncate at 256 if there are many.
const MAX_WARNING_LENGTH: usize = 250;
/// The largest total length of all warnings, in characters: API servers truncate at 4096.
const MAX_WARNING_CHARACTERS: usize = 3_900;

/// The answer to a review.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewAnswer<'a> {
    kind: &'static str,
    api_version: &'static str,
    response: Response<'a>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Response<'a> {
    uid: &'a str,
    allowed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit_annotations: Option<AuditAnnotations>,
}

/// The fields of Kubernetes' `Status` that API servers forward.
#[derive(Debug, Serialize)]
struct Status<'a> {
    code: u16,
    reason: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Details<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    name: Cow<'a, str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    group: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<Cause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_seconds: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Cause {
    reason: &'static str,
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    field: String,
}

/// Annotations in the audit log of the API server, under the name of the webhook.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AuditAnnotations {
    /// The rules that denied the object.
    #[serde(skip_serializing_if = "String::is_empty")]
    denied_by: String,
    /// The rules that warned about the object.
    #[serde(skip_serializing_if = "String::is_empty")]
    warned_by: String,
}

impl<'a> ReviewAnswer<'a> {
    fn new(uid: &'a str, allowed: bool, status: Option<Status<'a>>) -> Self {
        let response = Response { uid, allowed, status, warnings: Vec::new(), audit_annotations: None };
        Self { kind: "AdmissionReview", api_version: "admission.k8s.io/v1", response }
    }

    /// Allows the object.
    pub(crate) fn allowed(uid: &'a str) -> Self {
        Self::new(uid, true, None)
    }

    /// Allows the object with a warning.
    pub(crate) fn warned(uid: &'a str, warning: &str) -> Self {
        let mut answer = Self::allowed(uid);
        answer.response.warnings = vec![header_safe(warning, "")];
        answer
    }

    /// Denies the object if one of the findings is an error, and adds findings that are warnings.
    pub(crate) fn from_findings(review: &'a AdmissionReview, findings: &[Finding], more: &[String]) -> Self {
        let of = |severity| findings.iter().map(|it| &it.violation).filter(move |it| it.severity == severity);
        let errors: Vec<&Finding> = findings.iter().filter(|it| it.violation.severity == Severity::Error).collect();
        let status = (!errors.is_empty()).then(|| Status {
            code: 422,
            reason: "Invalid",
            message: message(review, &errors),
            details: Some(Details {
                name: shortened(review.name(), MAX_NAME_LENGTH),
                group: review.group(),
                kind: review.kind(),
                causes: causes(&errors),
                retry_after_seconds: None,
            }),
        });
        let mut answer = Self::new(review.uid(), status.is_none(), status);
        let warnings = of(Severity::Warning).map(warning).chain(more.iter().map(|it| header_safe(it, "")));
        answer.response.warnings = warnings_within_limits(warnings.collect());
        let (denied_by, warned_by) = (rules(of(Severity::Error)), rules(of(Severity::Warning)));
        let is_clean = denied_by.is_empty() && warned_by.is_empty();
        answer.response.audit_annotations = (!is_clean).then_some(AuditAnnotations { denied_by, warned_by });
        answer
    }

    /// Denies the object for lack of time or room. Clients retry after a second. With HTTP status 429 or 503 instead, the API
    /// server itself would retry repeatedly while the client waits.
    pub(crate) fn shed(uid: &'a str, why: &str) -> Self {
        let details =
            Details { name: "".into(), group: "", kind: "", causes: Vec::new(), retry_after_seconds: Some(1) };
        let message = format!("rootstock cannot answer this review now: {why}; try again");
        Self::new(uid, false, Some(Status { code: 429, reason: "TooManyRequests", message, details: Some(details) }))
    }

    /// Allows the object after a panic: a bug in Rootstock must not block users.
    pub(crate) fn failed(uid: &'a str) -> Self {
        Self::warned(uid, "this object was not checked because of a bug in Rootstock; see the log of the server")
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// Returns the message for clients that do not print causes.
fn message(review: &AdmissionReview, errors: &[&Finding]) -> String {
    let name = shortened(review.name(), MAX_NAME_LENGTH);
    let mut message = format!("{} \"{name}\" is invalid: {}", review.kind(), counted(errors.len(), "error"));
    for (number, error) in errors.iter().take(10).enumerate() {
        let (field, text) = field_and_text(error);
        let text = if field.is_empty() { text } else { format!("{field}: {text}") };
        let _ = write!(message, "{} {}", if number == 0 { ":" } else { ";" }, printable(text));
    }
    if errors.len() > 10 {
        let _ = write!(message, "; and {} more", errors.len() - 10);
    }
    message
}

fn causes(errors: &[&Finding]) -> Vec<Cause> {
    let shown = if errors.len() > MAX_CAUSES { MAX_CAUSES - 1 } else { errors.len() };
    let causes = errors.iter().take(shown).map(|finding| {
        let (field, mut message) = field_and_text(finding);
        let help = shortened(&finding.violation.help, MAX_MESSAGE_LENGTH);
        if !help.is_empty() {
            let _ = write!(message, "; {help}");
        }
        Cause { reason: reason(finding.violation.kind), message, field }
    });
    let rest = errors.len() - shown;
    let more = (rest > 0).then(|| Cause {
        reason: "FieldValueInvalid",
        message: format!("and {}; `rootstock check` shows them all", counted(rest, "more error")),
        // kubectl prints a colon after the field, even if there is none.
        field: "spec".to_owned(),
    });
    causes.chain(more).collect()
}

/// Returns the field of a finding, and its text without the field; both are shortened if they are very long.
fn field_and_text(finding: &Finding) -> (String, String) {
    let field = finding.violation.path.to_string();
    let text = finding.violation.to_string();
    let own = text.strip_prefix(&field).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&text);
    let text = if own.chars().nth(MAX_MESSAGE_LENGTH).is_some() { finding.headline() } else { own.to_owned() };
    (shortened(&field, MAX_FIELD_LENGTH).into_owned(), text)
}

/// Returns Kubernetes' name of a violation's kind.
const fn reason(kind: ViolationKind) -> &'static str {
    match kind {
        ViolationKind::Required => "FieldValueRequired",
        ViolationKind::Invalid | ViolationKind::Advice | ViolationKind::UnknownField => "FieldValueInvalid",
        ViolationKind::Duplicate => "FieldValueDuplicate",
        ViolationKind::Forbidden => "FieldValueForbidden",
        ViolationKind::NotSupported => "FieldValueNotSupported",
        ViolationKind::TooLong => "FieldValueTooLong",
        ViolationKind::TypeInvalid => "FieldValueTypeInvalid",
        ViolationKind::Internal => "InternalError",
    }
}

/// Returns the text of a warning. It ends with the verdict of Gardener, whatever the length of the rest.
fn warning(violation: &Violation) -> String {
    let verdict = violation.other_verdict();
    header_safe(&violation.to_string(), &verdict.map(|verdict| format!("; {verdict}")).unwrap_or_default())
}

fn rules<'v>(violations: impl Iterator<Item = &'v Violation>) -> String {
    let names: BTreeSet<&str> = violations.map(|violation| violation.rule.name).collect();
    names.into_iter().collect::<Vec<_>>().join(",")
}

/// Limits the total length of the warnings, each of which is safe in a header; a last warning gives the number of the others.
fn warnings_within_limits(warnings: Vec<String>) -> Vec<String> {
    let (mut kept, mut characters, all) = (Vec::new(), 0, warnings.len());
    for warning in warnings {
        characters += warning.chars().count();
        if characters > MAX_WARNING_CHARACTERS {
            break;
        }
        kept.push(warning);
    }
    let rest = all - kept.len();
    if rest > 0 {
        kept.push(format!("and {}; `rootstock check` shows them all", counted(rest, "more warning")));
    }
    kept
}

/// Replaces control characters, truncates a warning that is too long, and ends it with `end`.
fn header_safe(text: &str, end: &str) -> String {
    let text = printable(text);
    let room = MAX_WARNING_LENGTH - end.chars().count();
    if text.chars().count() <= room {
        return format!("{text}{end}");
    }
    text.chars().take(room - 1).chain(['…']).chain(end.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_stay_within_the_limits_of_api_servers() {
        let warnings = warnings_within_limits(
            (0..100).map(|n| header_safe(&format!("{n} {}\nx", "ü".repeat(300)), "; e")).collect(),
        );
        assert!(warnings.iter().all(|it| it.chars().count() <= 256 && !it.contains(char::is_control)));
        let all: usize = warnings.iter().map(|it| it.chars().count()).sum();
        assert!(all <= 4096, "{all}");
        assert_eq!(warnings.last().map(String::as_str), Some("and 85 more warnings; `rootstock check` shows them all"));
        assert_eq!(warnings_within_limits(vec!["a".into()]), ["a"]);
    }
}
