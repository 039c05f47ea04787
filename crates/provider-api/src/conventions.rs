//! What a plug-in says about its extension, as data, for those who reason about any provider.

use crate::{FlavorsWebhook, IdentityDefaults, LegacyComparison, LegacyFormat, LegacyLookup, Sample};

/// How an extension goes about images, as far as its plug-in says so.
#[derive(Debug, Clone, Copy)]
pub struct Conventions {
    /// How its half of a profile is written.
    pub sample: Sample,
    /// Which of `apiVersion` and `kind` may be left out.
    pub identity_defaults: IdentityDefaults,
    /// Whether a profile must have a `providerConfig`.
    pub requires_config: bool,
    /// Which flavors the extension's mutating webhook writes into the core half.
    pub flavors_webhook: FlavorsWebhook,
    /// Whether the extension's own admission refuses a Shoot whose image has no counterpart in the provider's half; if not,
    /// creating its machines fails.
    pub refuses_unmapped_shoots: bool,
    /// Where the legacy format of image versions keeps what flavors say; none for a provider that knows one format only.
    pub legacy_format: Option<LegacyFormat>,
    /// Whether versions of both formats may stand side by side in a profile with capabilities.
    pub mixes_formats: bool,
    /// How an image is found where it is not chosen by capabilities.
    pub legacy_lookup: LegacyLookup,
    /// Whether a machine type without the `architecture` capability stands for the worker's architecture (or amd64), and
    /// a profile without capabilities for one that registers the architectures alone.
    pub normalises_architecture: bool,
    /// Whether it chooses images by capabilities.
    pub knows_capabilities: bool,
    /// Whether the plug-in knows every field, so that one that it does not know is a mistake.
    pub reads_all_fields: bool,
    /// Whether it finds images elsewhere, too, so that one that is not mapped may exist.
    pub finds_images_elsewhere: bool,
    /// Whether it creates machines only from flavors that write their architecture down (quirk
    /// `unwritten_architecture_fails`).
    pub needs_written_architecture: bool,
    /// What must be mapped in a profile without capabilities.
    pub legacy: LegacyComparison,
}
