//! Documents in a provider's format, for tests outside the kit that generate profiles and Shoots of any provider.

use serde_json::Value;

use super::scenario::ScenarioImage;
use super::subject::Subject;
use super::writing;
use rootstock_provider_api::{LegacyArchitecture, Provider};

/// A writer of documents in a provider's format, based on its sample.
///
/// ```ignore
/// let writer = Writer::new(provider);
/// let config = writer.provider_config(&images);
/// ```
#[derive(Debug)]
pub struct Writer {
    subject: Subject,
}

impl Writer {
    /// Creates a writer for a provider; `None` if it cannot be registered.
    #[must_use]
    pub fn new(provider: &'static dyn Provider) -> Option<Self> {
        Subject::new(provider).ok().map(|subject| Self { subject })
    }

    /// Returns whether an image may have a reference for each region, and whether it may have a global one.
    #[must_use]
    pub const fn places(&self) -> (bool, bool) {
        (self.subject.sample().regional.is_some(), self.subject.sample().everywhere.is_some())
    }

    /// Returns the place of the architecture in the legacy format, which expresses no other capability; `None` for
    /// providers without that format.
    #[must_use]
    pub fn legacy_architecture(&self) -> Option<LegacyArchitecture> {
        self.subject.legacy_architecture()
    }

    /// Returns a reference to an image, made unique by a short word.
    #[must_use]
    pub fn reference(&self, word: &str) -> String {
        self.subject.sample().reference.replace("{}", word)
    }

    /// Returns `spec.providerConfig`, without anything that the format has no field for.
    #[must_use]
    pub fn provider_config(&self, images: &[ScenarioImage]) -> Value {
        writing::config(&self.subject, images)
    }
}
