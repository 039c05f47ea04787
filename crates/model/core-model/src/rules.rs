//! The rules of the reader and the decoder.

use std::borrow::Cow;

use crate::{BadValue, FieldPath, Rule, Source, Violation, ViolationKind};

rootstock_findings::rules! {
    /// Text that is not valid YAML or JSON, or that Kubernetes cannot read.
    UNREADABLE_DOCUMENT: Error, since "0.1.0", Source::Rootstock;
    /// A document that exceeds [`crate::ReadLimits`].
    DOCUMENT_LIMIT: Error, since "0.1.0", Source::Rootstock;
    /// A repeated key in an object.
    DUPLICATE_KEY: Error, since "0.1.0", Source::Kubernetes;
    /// A repeated key in a flavor, which Gardener does not detect.
    DUPLICATE_KEY_IN_FLAVOR: Warning, since "0.1.0", Source::Gardener;
    /// A key that is both written in an object and merged into it by `<<`.
    MERGE_OVERRIDE: Warning, since "0.1.0", Source::Kubernetes;
    /// A key that YAML parses as a boolean or number.
    UNQUOTED_KEY: Warning, since "0.1.0", Source::Kubernetes;
    /// A tag that Kubernetes ignores.
    FOREIGN_TAG: Warning, since "0.1.0", Source::Kubernetes;
    /// A value of the wrong type.
    WRONG_TYPE: Error, since "0.1.0", Source::Kubernetes;
    /// A number or boolean in place of a string, because of missing quotes.
    UNQUOTED_STRING: Error, since "0.1.0", Source::Kubernetes;
    /// A field that does not exist.
    UNKNOWN_FIELD: Error, since "0.1.0", Source::Kubernetes;
    /// A field name from an earlier draft of the API.
    OLD_FIELD_NAME: Error, since "0.1.0", Source::Gep33("Proposal");
    /// A label selector that is nested one level too deep.
    SEED_SELECTOR_LEVEL: Error, since "0.1.0", Source::Gardener;
    /// The provider's form of a flavor in the core section.
    NESTED_CAPABILITIES: Error, since "0.1.0", Source::CapabilitiesGuide("Where Capabilities Appear in a CloudProfile");
    /// Text that is not a quantity.
    INVALID_QUANTITY: Error, since "0.1.0", Source::Kubernetes;
    /// Text that is not a timestamp.
    INVALID_TIMESTAMP: Error, since "0.1.0", Source::Kubernetes;
    /// Text that is not a duration.
    INVALID_DURATION: Error, since "0.1.0", Source::Kubernetes;
    /// Text that is not base64.
    INVALID_BASE64: Error, since "0.1.0", Source::Kubernetes;
}

/// Creates the decoder's violation for an unknown field, for callers that know more about the fields than the decoded types do.
/// `detail` is the message.
///
/// ```
/// use rootstock_core_model::{FieldPath, unknown_field};
/// let path = FieldPath::root().field("spec").field("colour");
/// let found = unknown_field(path, "there is no field `colour` here");
/// assert_eq!(found.to_string(), "spec.colour: Unknown field: there is no field `colour` here");
/// ```
#[must_use]
pub fn unknown_field(path: impl Into<FieldPath>, detail: impl Into<Cow<'static, str>>) -> Violation {
    Violation::new(&UNKNOWN_FIELD, ViolationKind::UnknownField, path, BadValue::None, detail)
}

/// Returns the rules of the reader and the decoder, sorted by name.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}
