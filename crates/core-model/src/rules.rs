//! The rules of the reader and the decoder.

use crate::{Rule, Source, declare_rules};

declare_rules! {
    /// Text that is neither YAML nor JSON, or not as Kubernetes reads it.
    UNREADABLE_DOCUMENT = "unreadable-document", Error, Source::Rootstock;
    /// A document beyond [`crate::ReadLimits`].
    DOCUMENT_LIMIT = "document-limit", Error, Source::Rootstock;
    /// A key twice in one object.
    DUPLICATE_KEY = "duplicate-key", "CP-D01", Error, Source::Kubernetes;
    /// A key twice in one flavor, where Gardener does not see it.
    DUPLICATE_KEY_IN_FLAVOR = "duplicate-key-in-flavor", "CP-D04", Warning, Source::Gardener;
    /// A key that stands in an object and comes by `<<` too.
    MERGE_OVERRIDE = "merge-override", Warning, Source::Kubernetes;
    /// A key that YAML makes a boolean or number.
    UNQUOTED_KEY = "unquoted-key", Warning, Source::Kubernetes;
    /// A tag that Kubernetes ignores.
    FOREIGN_TAG = "foreign-tag", Warning, Source::Kubernetes;
    /// A value of the wrong type.
    WRONG_TYPE = "wrong-type", "CP-D03", Error, Source::Kubernetes;
    /// A number or boolean where a string must stand: it lacks quotes.
    UNQUOTED_STRING = "unquoted-string", "CP-D05", Error, Source::Kubernetes;
    /// A field that does not exist.
    UNKNOWN_FIELD = "unknown-field", "CP-D01", Error, Source::Kubernetes;
    /// A field of an earlier draft of the API.
    OLD_FIELD_NAME = "old-field-name", "CP-D01", Error, Source::Gep33("API changes");
    /// A label selector one level too deep.
    SEED_SELECTOR_LEVEL = "seed-selector-level", "CP-D07", Error, Source::Gardener;
    /// The provider's shape of a flavor in the core section.
    NESTED_CAPABILITIES = "nested-capabilities", "CP-D02", Error, Source::CapabilitiesGuide("Flavors");
    /// Text that is no quantity.
    INVALID_QUANTITY = "invalid-quantity", "CP-D05", Error, Source::Kubernetes;
    /// Text that is no date and time.
    INVALID_TIMESTAMP = "invalid-timestamp", "CP-D05", Error, Source::Kubernetes;
    /// Text that is no span of time.
    INVALID_DURATION = "invalid-duration", "CP-D05", Error, Source::Kubernetes;
}

/// The rules of the reader and the decoder, as a document meets them.
#[must_use]
pub fn rules() -> &'static [&'static Rule] {
    RULES
}
