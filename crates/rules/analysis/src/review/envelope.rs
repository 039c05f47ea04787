//! The envelope of a review.

use rootstock_core_model::{NodeKind, NodeRef, Scalar};

/// The supported API version.
const API_VERSION: &str = "admission.k8s.io/v1";
const KIND: &str = "AdmissionReview";

/// The request of a review.
#[derive(Debug)]
pub(super) struct AdmissionRequest {
    pub(super) uid: String,
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) sub_resource: String,
    pub(super) name: String,
    pub(super) namespace: String,
    pub(super) operation: ReviewOperation,
    pub(super) user: String,
    pub(super) is_dry_run: bool,
}

/// An operation on an object, parsed and formatted as API servers write it: `CREATE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumString, strum::Display)]
#[strum(serialize_all = "UPPERCASE")]
pub enum ReviewOperation {
    /// The creation of an object.
    Create,
    /// The update of an existing object.
    Update,
    /// The deletion of an object.
    Delete,
    /// A connection to what the object represents.
    Connect,
}

/// The reason why a text is not a review.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The text is not JSON, or has a duplicate key.
    #[error("this is not an AdmissionReview: {detail} (line {line}, column {column})")]
    Unreadable {
        /// The reason.
        detail: String,
        /// The line.
        line: u32,
        /// The column in characters.
        column: u32,
    },
    /// A required field is missing or has another type.
    #[error("this is not an AdmissionReview: `{field}` must be {expected}")]
    Malformed {
        /// The field.
        field: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The object is of another kind.
    #[error(
        "this is not an `AdmissionReview` of `{API_VERSION}`: its kind is `{kind}`, its apiVersion `{api_version}`"
    )]
    OtherKind {
        /// The kind.
        kind: String,
        /// The version of its API.
        api_version: String,
    },
    /// The review has no request; it may be an answer.
    #[error("this AdmissionReview has no `request`")]
    NoRequest,
}

/// An object of the envelope, and the name of its field.
#[derive(Clone, Copy)]
struct Fields<'a> {
    name: &'static str,
    object: NodeRef<'a>,
}

impl<'a> Fields<'a> {
    fn get(self, field: &str) -> Option<NodeRef<'a>> {
        self.object.get(field).filter(|node| !node.is_null())
    }

    fn malformed(self, field: &str, expected: &'static str) -> ReviewError {
        let path = [self.name, field].join(if self.name.is_empty() { "" } else { "." });
        ReviewError::Malformed { field: path, expected }
    }

    /// Returns the value of a string field; `None` if it is absent.
    fn text(self, field: &str) -> Result<Option<&'a str>, ReviewError> {
        let text = |node: NodeRef<'a>| node.as_str().ok_or_else(|| self.malformed(field, "a string"));
        self.get(field).map(text).transpose()
    }

    /// Like [`text`](Self::text), but returns an empty string for an absent field.
    fn text_or_empty(self, field: &str) -> Result<String, ReviewError> {
        Ok(self.text(field)?.unwrap_or_default().to_owned())
    }

    fn required(self, field: &str) -> Result<&'a str, ReviewError> {
        self.text(field)?.ok_or_else(|| self.malformed(field, "a string"))
    }

    fn flag(self, field: &str) -> Result<bool, ReviewError> {
        match self.get(field).map(NodeRef::as_scalar) {
            None => Ok(false),
            Some(Some(Scalar::Bool(value))) => Ok(value),
            Some(_) => Err(self.malformed(field, "a boolean")),
        }
    }

    fn fields(self, field: &str, name: &'static str) -> Result<Option<Self>, ReviewError> {
        match self.get(field) {
            Some(object) if object.kind() == NodeKind::Object => Ok(Some(Self { name, object })),
            Some(_) => Err(self.malformed(field, "an object")),
            None => Ok(None),
        }
    }
}

impl AdmissionRequest {
    /// Parses the request of an object that claims to be a review.
    pub(super) fn of(review: NodeRef<'_>) -> Result<Self, ReviewError> {
        let review = Fields { name: "", object: review };
        let known = |field| review.get(field).and_then(NodeRef::as_str).unwrap_or_default();
        if (known("kind"), known("apiVersion")) != (KIND, API_VERSION) {
            let (kind, api_version) = (known("kind").to_owned(), known("apiVersion").to_owned());
            return Err(ReviewError::OtherKind { kind, api_version });
        }
        Self::read(review.fields("request", "request")?.ok_or(ReviewError::NoRequest)?)
    }

    fn read(request: Fields<'_>) -> Result<Self, ReviewError> {
        let uid = request.required("uid")?.to_owned();
        let kind = request.fields("kind", "request.kind")?.ok_or_else(|| request.malformed("kind", "an object"))?;
        let user = request.fields("userInfo", "request.userInfo")?;
        Ok(Self {
            uid,
            group: kind.text_or_empty("group")?,
            kind: kind.required("kind")?.to_owned(),
            sub_resource: request.text_or_empty("subResource")?,
            name: request.text_or_empty("name")?,
            namespace: request.text_or_empty("namespace")?,
            operation: request
                .required("operation")?
                .parse()
                .map_err(|_| request.malformed("operation", "`CREATE`, `UPDATE`, `DELETE` or `CONNECT`"))?,
            user: user.map(|user| user.text_or_empty("username")).transpose()?.unwrap_or_default(),
            is_dry_run: request.flag("dryRun")?,
        })
    }
}
