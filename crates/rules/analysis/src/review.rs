//! Admission reviews: the requests of an API server to a webhook, which can be recorded and replayed.

mod envelope;

use std::sync::Arc;

use rootstock_core_model::read::{self, File, InputText};
use rootstock_core_model::{ReadLimits, Span};

use crate::analysis::Analysis;
use crate::check::Checked;
use crate::context::CheckMode;
use crate::input::{Input, Object, Role};
use crate::profile::Profile;
use envelope::AdmissionRequest;
pub use envelope::{ReviewError, ReviewOperation};

const OBJECT: [&str; 2] = ["request", "object"];
const OLD_OBJECT: [&str; 2] = ["request", "oldObject"];

/// An `AdmissionReview` of `admission.k8s.io/v1` with a request, and the objects in it, all parsed once.
#[derive(Debug)]
pub struct AdmissionReview {
    source: Arc<InputText>,
    request: AdmissionRequest,
    object: Option<File>,
    old_object: Option<File>,
}

/// The reason why the object of a review is not judged; it is not an objection to the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum SkipReason {
    /// A deletion.
    #[error("a deletion is not judged")]
    Deletion,
    /// A connection.
    #[error("a connection is not judged")]
    Connection,
    /// A part of the object that only Gardener writes.
    #[error("a change of a subresource is not judged")]
    Subresource,
    /// An unchanged spec.
    #[error("the spec has not changed, and is not judged again")]
    UnchangedSpec,
    /// An object of another kind.
    #[error("only CloudProfiles, NamespacedCloudProfiles and Shoots are judged")]
    OtherKind,
}

/// The layout of a review's object as a text, in which findings have their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewText {
    /// As in the review: on one line, in most cases.
    AsWritten,
    /// Indented, for people.
    Indented,
}

impl AdmissionReview {
    /// Parses a review, strictly where it matters; reports call its object `name`. Owned bytes are not copied.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a review.
    pub fn read(name: &str, text: impl Into<Vec<u8>>) -> Result<Self, ReviewError> {
        let file = read::read_json(InputText::new(name, text), &ReadLimits::DEFAULT);
        let unreadable = |detail: &str, at: Span| {
            let place = file.source.line_column(at.start);
            ReviewError::Unreadable { detail: detail.to_owned(), line: place.line, column: place.column }
        };
        let document = file.documents.first();
        let problems = document.map_or(&[][..], |document| &document.problems);
        let Some(raw) = document.and_then(|document| document.raw()) else {
            let problem = problems.first();
            let detail = problem.map_or("it is empty", |problem| &problem.detail);
            return Err(unreadable(detail, problem.and_then(|problem| problem.span).unwrap_or_default()));
        };
        let request = AdmissionRequest::of(raw.node())?;
        let (object, old_object) = (file.part(&OBJECT), file.part(&OLD_OBJECT));
        // A duplicate key in an object is a finding about that object.
        let is_in_object = |span: Span| {
            let parts = [&object, &old_object].into_iter().flatten().flat_map(|file| &file.documents);
            parts.map(|part| part.span).any(|part| part.start <= span.start && span.end <= part.end)
        };
        let twice = problems.iter().find_map(|problem| Some((problem, problem.span.filter(|at| !is_in_object(*at))?)));
        if let Some((problem, at)) = twice {
            return Err(unreadable(&problem.detail, at));
        }
        Ok(Self { source: file.source, request, object, old_object })
    }

    /// Returns the whole text.
    #[must_use]
    pub const fn source(&self) -> &Arc<InputText> {
        &self.source
    }

    /// Returns the UID, which the answer repeats.
    #[must_use]
    pub fn uid(&self) -> &str {
        &self.request.uid
    }

    /// Returns the group of the object's API.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.request.group
    }

    /// Returns the kind of the object.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.request.kind
    }

    /// Returns the name of the object.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.request.name
    }

    /// Returns the namespace of the object; empty if it has none.
    #[must_use]
    pub fn namespace(&self) -> &str {
        &self.request.namespace
    }

    /// Returns the operation.
    #[must_use]
    pub const fn operation(&self) -> ReviewOperation {
        self.request.operation
    }

    /// Returns the name of the user who requests the operation.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.request.user
    }

    /// Returns whether it is a dry run.
    #[must_use]
    pub const fn is_dry_run(&self) -> bool {
        self.request.is_dry_run
    }

    /// Returns the reason why the object need not be judged, if there is one.
    #[must_use]
    pub fn skip_reason(&self) -> Option<SkipReason> {
        let request = &self.request;
        match request.operation {
            ReviewOperation::Delete => Some(SkipReason::Deletion),
            ReviewOperation::Connect => Some(SkipReason::Connection),
            _ if !request.sub_resource.is_empty() => Some(SkipReason::Subresource),
            ReviewOperation::Update if self.has_same_spec() => Some(SkipReason::UnchangedSpec),
            ReviewOperation::Create | ReviewOperation::Update => None,
        }
    }

    /// Returns whether the spec is unchanged. API servers serialize equal objects equally, so comparing texts suffices.
    fn has_same_spec(&self) -> bool {
        fn spec(object: Option<&File>) -> Option<&str> {
            let file = object?;
            let spec = file.documents.first()?.raw()?.get("spec").filter(|spec| !spec.is_null())?;
            Some(file.source.slice(spec.span()))
        }
        let (old, new) = (spec(self.old_object.as_ref()), spec(self.object.as_ref()));
        new.is_some() && old == new
    }
}

impl Analysis {
    /// Adds the object of a review as a known one, so that other objects may refer to it, unless an object of that name is known.
    /// Adds the other checked inputs as unchanged users of the object to `reviewing`, which is to judge the review.
    pub fn relate_review(&mut self, review: &AdmissionReview, reviewing: &mut Self) {
        let Some(file) = &review.object else { return };
        let object = Input::new(Role::Known, file.clone(), self.context());
        let keys: Vec<_> = object.objects().filter_map(Object::profile_key).collect();
        let is_same = |input: &Input| input.objects().filter_map(Object::profile_key).any(|key| keys.contains(&key));
        for input in self.inputs_in(Role::Checked).filter(|input| !is_same(input)) {
            reviewing.add(input.in_role(Role::Old));
        }
        if keys.iter().any(|key| self.profile(key).is_err()) {
            self.add(object);
        }
    }

    /// Judges the object of a review for its operation, together with the known and the old objects of this analysis. Errors
    /// are what Gardener's semantics refuse; what only the documents refuse is a warning.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is nothing to judge.
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
    /// let checked = analysis.review(&AdmissionReview::read("object", review)?, ReviewText::AsWritten)?;
    /// assert!(checked.report.findings.iter().any(|it| it.violation.path.to_string() == "spec.kubernetes.versions"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn review(&self, review: &AdmissionReview, text: ReviewText) -> Result<Checked, SkipReason> {
        Ok(self.reviewing(review, text)?.check())
    }

    /// Returns a copy of this analysis that judges the object of a review, as [`review`](Self::review) does.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is nothing to judge.
    pub fn reviewing(&self, review: &AdmissionReview, text: ReviewText) -> Result<Self, SkipReason> {
        if let Some(why) = review.skip_reason() {
            return Err(why);
        }
        let mut analysis = self.without_checked();
        let is_update = review.operation() == ReviewOperation::Update;
        analysis.answers_review = true;
        analysis.set_mode(if is_update { CheckMode::Update } else { CheckMode::Create });
        let mut add_object = |role, object: Option<&File>| {
            let Some(file) = object else { return };
            let indented = match text {
                ReviewText::AsWritten => None,
                ReviewText::Indented => file.documents.first().and_then(|document| {
                    serde_json::from_str::<serde_json::Value>(file.source.slice(document.span)).ok()
                }),
            };
            match indented {
                Some(object) => analysis.set_object(role, file.source.name(), &object),
                None => analysis.set_read(role, file.clone()),
            }
        };
        if is_update {
            add_object(Role::Old, review.old_object.as_ref());
        }
        add_object(Role::Checked, review.object.as_ref());
        let mut objects = review.object.iter().flat_map(|file| analysis.objects(Role::Checked, file.source.name()));
        let is_ours = objects.next().is_some() || analysis.has_unreadable(Role::Checked);
        drop(objects);
        if is_ours { Ok(analysis) } else { Err(SkipReason::OtherKind) }
    }

    /// Returns the first checked profile that replaces an old one, after the old one; NamespacedCloudProfiles rendered.
    #[must_use]
    pub fn replaced_profile(&self) -> Option<[Arc<Profile>; 2]> {
        let mut objects = self.inputs_in(Role::Checked).flat_map(|input| input.objects());
        objects.find_map(|object| {
            let key = object.profile_key()?;
            match object {
                Object::CloudProfile(new) => Some([Arc::clone(self.old_profile(&key)?), Arc::clone(new)]),
                Object::NamespacedCloudProfile(new) => {
                    Some([self.render(self.old_child(&key)?).ok()?, self.render(new).ok()?])
                }
                Object::Shoot(_) => None,
            }
        })
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
    #[case("DELETE", "", Some(SkipReason::Deletion))]
    #[case("CONNECT", "", Some(SkipReason::Connection))]
    #[case("UPDATE", r#","subResource":"status","object":{},"oldObject":{}"#, Some(SkipReason::Subresource))]
    #[case("UPDATE", SAME, Some(SkipReason::UnchangedSpec))]
    #[case("UPDATE", OTHER, None)]
    #[case("UPDATE", r#","object":{},"oldObject":null"#, None)]
    #[case("CREATE", r#","object":{"spec":{}},"oldObject":null"#, None)]
    fn unchanged_object_is_skipped(#[case] operation: &str, #[case] more: &str, #[case] expected: Option<SkipReason>) {
        let text = request(operation, more);
        assert_eq!(AdmissionReview::read("object", text).unwrap().skip_reason(), expected);
    }

    /// The object is judged, and its findings report the duplicate key.
    #[test]
    fn duplicate_key_in_the_object_does_not_invalidate_the_review() {
        let object = r#","object":{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","kind":"Shoot"}"#;
        let review = AdmissionReview::read("object", request("CREATE", object)).unwrap();
        let problems = &review.object.as_ref().unwrap().documents[0].problems;
        assert_eq!(problems.iter().map(|one| one.path.to_string()).collect::<Vec<_>>(), ["kind"]);
        assert_eq!(review.skip_reason(), None);
    }

    #[rstest]
    #[case::json("{", "this is not an AdmissionReview: `{` is opened and never closed (line 1, column 2)")]
    #[case::yaml("kind: AdmissionReview", "this is not an AdmissionReview: ")]
    #[case::more("{}\n{}", "nothing may follow the value (line 2, column 1)")]
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
    #[case::operation(&request("PATCH", ""), "`request.operation` must be `CREATE`, `UPDATE`, `DELETE` or `CONNECT`")]
    #[case::no_uid(&review("{}"), "`request.uid` must be a string")]
    #[case::no_kind(&review(r#"{"uid":"u"}"#), "`request.kind` must be an object")]
    #[case::kind(&review(r#"{"uid":"u","kind":{"kind":1}}"#), "`request.kind.kind` must be a string")]
    #[case::dry_run(&request("CREATE", r#","dryRun":"yes""#), "`request.dryRun` must be a boolean")]
    #[case::request(&review("[]"), "`request` must be an object")]
    #[case::uid(&request("CREATE", r#","uid":"b""#), "`uid` occurs twice in this object")]
    fn malformed_review_is_refused(#[case] text: &str, #[case] expected: &str) {
        let error = AdmissionReview::read("object", text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
