//! The provider's own documents, for tests outside the kit that make profiles and Shoots of any provider.

use serde_json::Value;

use super::scenario::ScenarioImage;
use super::subject::Subject;
use super::writing;
use rootstock_provider_api::{LegacyArchitecture, Provider};

/// Writes what a provider's documents say in that provider's own format, as its sample shows it.
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
    /// A writer for a provider; `None` if it cannot stand in a registry.
    #[must_use]
    pub fn new(provider: &'static dyn Provider) -> Option<Self> {
        Subject::new(provider).ok().map(|subject| Self { subject })
    }

    /// Whether an image may have a reference for each region, and whether it may have one for everywhere.
    #[must_use]
    pub const fn places(&self) -> (bool, bool) {
        (self.subject.sample().regional.is_some(), self.subject.sample().everywhere.is_some())
    }

    /// Where the legacy format, which says architectures and nothing else, says them; `None` if there is no such format.
    #[must_use]
    pub fn legacy_architecture(&self) -> Option<LegacyArchitecture> {
        self.subject.legacy_architecture()
    }

    /// A reference to an image, told apart from others by a short word.
    #[must_use]
    pub fn reference(&self, word: &str) -> String {
        self.subject.sample().reference.replace("{}", word)
    }

    /// `spec.providerConfig`. What the format has no field for is left out.
    #[must_use]
    pub fn provider_config(&self, images: &[ScenarioImage]) -> Value {
        writing::config(&self.subject, images)
    }
}
