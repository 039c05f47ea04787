//! The rules of the reader and the decoder.

use std::borrow::Cow;

use crate::{BadValue, FieldPath, Rule, Source, Violation, ViolationKind};

rootstock_findings::rules! {
    /// Text that is neither YAML nor JSON, or not as Kubernetes reads it.
    UNREADABLE_DOCUMENT: Error, since "0.1.0", Source::Rootstock;
    /// A document beyond [`crate::ReadLimits`].
    DOCUMENT_LIMIT: Error, since "0.1.0", Source::Rootstock;
    /// A key twice in one object.
    DUPLICATE_KEY: Error, since "0.1.0", Source::Kubernetes;
    /// A key twice in one flavor, where Gardener does not see it.
    DUPLICATE_KEY_IN_FLAVOR: Warning, since "0.1.0", Source::Gardener;
    /// A key that stands in an object and comes by `<<` too.
    MERGE_OVERRIDE: Warning, since "0.1.0", Source::Kubernetes;
    /// A key that YAML makes a boolean or number.
    UNQUOTED_KEY: Warning, since "0.1.0", Source::Kubernetes;
    /// A tag that Kubernetes ignores.
    FOREIGN_TAG: Warning, since "0.1.0", Source::Kubernetes;
    /// A value of the wrong type.
    WRONG_TYPE: Error, since "0.1.0", Source::Kubernetes;
    /// A number or boolean where a string must stand: it lacks quotes.
    UNQUOTED_STRING: Error, since "0.1.0", Source::Kubernetes;
    /// A field that does not exist.
    UNKNOWN_FIELD: Error, since "0.1.0", Source::Kubernetes;
    /// A field of an earlier draft of the API.
    OLD_FIELD_NAME: Error, since "0.1.0", Source::Gep33("Proposal");
    /// A label selector one level too deep.
    SEED_SELECTOR_LEVEL: Error, since "0.1.0", Source::Gardener;
    /// The provider's shape of a flavor in the core section.
    NESTED_CAPABILITIES: Error, since "0.1.0", Source::CapabilitiesGuide("Where Capabilities Appear in a CloudProfile");
    /// Text that is no quantity.
    INVALID_QUANTITY: Error, since "0.1.0", Source::Kubernetes;
    /// Text that is no date and time.
    INVALID_TIMESTAMP: Error, since "0.1.0", Source::Kubernetes;
    /// Text that is no span of time.
    INVALID_DURATION: Error, since "0.1.0", Source::Kubernetes;
    /// Text that is no base64.
    INVALID_BASE64: Error, since "0.1.0", Source::Kubernetes;
}

/// A field that does not exist, as the decoder reports it: for those who know more of the fields than the types that are decoded
/// into. `detail` is the message.
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

/// The rules of the reader and the decoder, sorted by name.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}
