//! Admission reviews: what an API server asks a webhook, and what whoever recorded it can ask again.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::analysis::Analysis;
use crate::check::Checked;
use crate::conditions::Judgement;
use crate::input::Role;

/// The version of the form that is read.
const API_VERSION: &str = "admission.k8s.io/v1";
const KIND: &str = "AdmissionReview";

/// An `AdmissionReview` of `admission.k8s.io/v1` with a request. Its objects stay text, and nothing is copied.
#[derive(Debug)]
pub struct AdmissionReview<'a> {
    request: AdmissionRequest<'a>,
    /// Whether two objects say the same, which is read from all of both: several steps ask, and the answer stays what it is.
    has_same_spec: OnceLock<bool>,
}

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AdmissionRequest<'a> {
    #[serde(borrow)]
    uid: Cow<'a, str>,
    #[serde(borrow)]
    kind: GroupVersionKind<'a>,
    #[serde(borrow, default)]
    sub_resource: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    namespace: Cow<'a, str>,
    operation: ReviewOperation,
    #[serde(borrow, default)]
    user_info: UserInfo<'a>,
    #[serde(default)]
    dry_run: bool,
    #[serde(borrow, default)]
    object: Option<&'a RawValue>,
    #[serde(borrow, default)]
    old_object: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
struct GroupVersionKind<'a> {
    #[serde(borrow, default)]
    group: Cow<'a, str>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
}

#[derive(Debug, Default, Deserialize)]
struct UserInfo<'a> {
    #[serde(borrow, default)]
    username: Cow<'a, str>,
}

/// What somebody does to an object. It is read and shown as API servers write it: `CREATE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, strum::Display)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum ReviewOperation {
    /// A new object.
    Create,
    /// Another form of what was there before.
    Update,
    /// The end of an object.
    Delete,
    /// A connection to what the object stands for.
    Connect,
}

/// Why a text is no review.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotAReview {
    /// No JSON, or without what every review has.
    #[error("this is not an AdmissionReview: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Something else.
    #[error(
        "this is not an `AdmissionReview` of `{API_VERSION}`: its kind is `{kind}`, its apiVersion `{api_version}`"
    )]
    OtherKind {
        /// The kind.
        kind: String,
        /// The version of its API.
        api_version: String,
    },
    /// An answer, perhaps.
    #[error("this AdmissionReview has no `request`")]
    NoRequest,
}

/// Why the object of a review is not judged; nothing is said against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum NotJudged {
    /// A deletion.
    #[error("a deletion is not judged")]
    Deletion,
    /// A connection.
    #[error("a connection is not judged")]
    Connection,
    /// A part of the object, which nobody but Gardener writes.
    #[error("a change of a subresource is not judged")]
    Subresource,
    /// A spec that is what it was.
    #[error("the spec is what it was, and is not judged again")]
    SameSpec,
    /// An object of another kind.
    #[error("only CloudProfiles, NamespacedCloudProfiles and Shoots are judged")]
    OtherKind,
}

/// How the object of a review is laid out as a text, in which findings have their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewText {
    /// As it stands in the review: on one line, in most cases.
    AsItStands,
    /// Indented, for people.
    Indented,
}

/// A review; its `request` is read, or passed over.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'a, R> {
    #[serde(borrow, default)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    api_version: Cow<'a, str>,
    #[serde(default = "no_request")]
    request: Option<R>,
}

/// No request: `default` by itself would ask for an empty one.
const fn no_request<R>() -> Option<R> {
    None
}

impl<R> Envelope<'_, R> {
    /// What is asked, if this calls itself a review.
    fn request(self) -> Result<R, NotAReview> {
        if (self.kind.as_ref(), self.api_version.as_ref()) != (KIND, API_VERSION) {
            let (kind, api_version) = (self.kind.into_owned(), self.api_version.into_owned());
            return Err(NotAReview::OtherKind { kind, api_version });
        }
        self.request.ok_or(NotAReview::NoRequest)
    }
}

/// What is compared of two objects.
#[derive(Deserialize)]
struct WithSpec<'a> {
    #[serde(borrow, default)]
    spec: Option<&'a RawValue>,
}

impl<'a> AdmissionReview<'a> {
    /// Reads a review, strictly as far as it matters.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn read(text: &'a [u8]) -> Result<Self, NotAReview> {
        match serde_json::from_slice::<Envelope<'a, AdmissionRequest<'a>>>(text) {
            Ok(envelope) => Ok(Self { request: envelope.request()?, has_same_spec: OnceLock::new() }),
            // That something else asks for something else is no mistake in it.
            Err(malformed) => {
                serde_json::from_slice::<Envelope<'_, IgnoredAny>>(text)?.request()?;
                Err(malformed.into())
            }
        }
    }

    /// What answers to it repeat.
    #[must_use]
    pub fn uid(&self) -> &str {
        &self.request.uid
    }

    /// The group of the object's API.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.request.kind.group
    }

    /// The kind of the object.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.request.kind.kind
    }

    /// The name of the object.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.request.name
    }

    /// The namespace of the object; empty if it has none.
    #[must_use]
    pub fn namespace(&self) -> &str {
        &self.request.namespace
    }

    /// What is done to it.
    #[must_use]
    pub const fn operation(&self) -> ReviewOperation {
        self.request.operation
    }

    /// Who does it.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.request.user_info.username
    }

    /// Whether it is only tried.
    #[must_use]
    pub const fn is_dry_run(&self) -> bool {
        self.request.dry_run
    }

    /// Why the object need not be judged, if that is so.
    #[must_use]
    pub fn why_not_judged(&self) -> Option<NotJudged> {
        let request = &self.request;
        match request.operation {
            ReviewOperation::Delete => Some(NotJudged::Deletion),
            ReviewOperation::Connect => Some(NotJudged::Connection),
            _ if request.sub_resource.as_ref().is_some_and(|name| !name.is_empty()) => Some(NotJudged::Subresource),
            ReviewOperation::Update if self.has_same_spec() => Some(NotJudged::SameSpec),
            ReviewOperation::Create | ReviewOperation::Update => None,
        }
    }

    /// API servers write equal things equally.
    fn has_same_spec(&self) -> bool {
        let spec = |object: Option<&'a RawValue>| -> Option<&'a str> {
            serde_json::from_str::<WithSpec<'a>>(object?.get()).ok()?.spec.map(RawValue::get)
        };
        *self.has_same_spec.get_or_init(|| {
            let (old, new) = (spec(self.request.old_object), spec(self.request.object));
            new.is_some() && old == new
        })
    }
}

impl Analysis {
    /// Judges the object of a review as the operation that it is, beside the profiles that are known here and those who were
    /// there before. `name` is what the report calls the object.
    ///
    /// # Errors
    ///
    /// Why there is nothing to be judged.
    ///
    /// ```
    /// use rootstock_analysis::{AdmissionReview, Analysis, ReviewText};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let review = br#"{
    ///   "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
    ///   "request": {
    ///     "uid": "1", "kind": {"group": "core.gardener.cloud", "kind": "CloudProfile"}, "operation": "CREATE",
    ///     "object": {
    ///       "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "local"},
    ///       "spec": {"type": "local"}
    ///     }
    ///   }
    /// }"#;
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let checked = analysis.review(&AdmissionReview::read(review)?, "object", ReviewText::AsItStands)?;
    /// assert!(checked.report.findings.iter().any(|it| it.violation.path.to_string() == "spec.kubernetes.versions"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn review(&self, review: &AdmissionReview<'_>, name: &str, text: ReviewText) -> Result<Checked, NotJudged> {
        if let Some(why) = review.why_not_judged() {
            return Err(why);
        }
        let mut analysis = self.without_checked();
        let is_update = review.operation() == ReviewOperation::Update;
        analysis.set_judgement(if is_update { Judgement::Update } else { Judgement::Create });
        let mut lay_out = |role, object: Option<&RawValue>| {
            let object = object.map_or("null", RawValue::get);
            let indented = match text {
                ReviewText::AsItStands => None,
                ReviewText::Indented => serde_json::from_str::<serde_json::Value>(object).ok(),
            };
            match indented {
                Some(object) => analysis.set_object(role, name, &object),
                None => analysis.set(role, name, object.as_bytes()),
            }
        };
        if is_update {
            lay_out(Role::Old, review.request.old_object);
        }
        lay_out(Role::Checked, review.request.object);
        let is_ours = analysis.objects(Role::Checked, name).next().is_some() || analysis.has_unreadable(Role::Checked);
        if is_ours { Ok(analysis.check()) } else { Err(NotJudged::OtherKind) }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn review(request: &str) -> String {
        format!(r#"{{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{request}}}"#)
    }

    fn request(operation: &str, more: &str) -> String {
        review(&format!(r#"{{"uid":"u","kind":{{"kind":"CloudProfile"}},"operation":"{operation}"{more}}}"#))
    }

    const SAME: &str =
        r#","object":{"metadata":{"labels":{"a":"b"}},"spec":{"type":"local"}},"oldObject":{"spec":{"type":"local"}}"#;
    const OTHER: &str = r#","object":{"spec":{"type":"local"}},"oldObject":{"spec":{"type":"aws"}}"#;

    #[rstest]
    #[case("DELETE", "", Some(NotJudged::Deletion))]
    #[case("CONNECT", "", Some(NotJudged::Connection))]
    #[case("UPDATE", r#","subResource":"status","object":{},"oldObject":{}"#, Some(NotJudged::Subresource))]
    #[case("UPDATE", SAME, Some(NotJudged::SameSpec))]
    #[case("UPDATE", OTHER, None)]
    #[case("UPDATE", r#","object":{},"oldObject":null"#, None)]
    #[case("CREATE", r#","object":{"spec":{}},"oldObject":null"#, None)]
    fn what_is_judged(#[case] operation: &str, #[case] more: &str, #[case] expected: Option<NotJudged>) {
        let text = request(operation, more);
        assert_eq!(AdmissionReview::read(text.as_bytes()).unwrap().why_not_judged(), expected);
    }

    #[rstest]
    #[case::json("{", "this is not an AdmissionReview: EOF")]
    #[case::list("[]", "its kind is ``")]
    #[case::other(r#"{"kind":"Pod","apiVersion":"v1"}"#, "its kind is `Pod`, its apiVersion `v1`")]
    #[case::other_request(
        r#"{"request":{"uid":1},"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1"}"#,
        "its kind is `TokenReview`, its apiVersion `authentication.k8s.io/v1`"
    )]
    #[case::beta(
        r#"{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1beta1"}"#,
        "its apiVersion `admission.k8s.io/v1beta1`"
    )]
    #[case::response(
        r#"{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{}}"#,
        "has no `request`"
    )]
    #[case::operation(&request("PATCH", ""), "unknown variant `PATCH`")]
    #[case::uid(&review(r#"{"uid":"a","uid":"b"}"#), "duplicate field `uid`")]
    fn what_is_no_review(#[case] text: &str, #[case] expected: &str) {
        let error = AdmissionReview::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
