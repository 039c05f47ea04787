//! What a plug-in says about its extension, as data, for those who reason about any provider: the conformance kit.

use crate::{LegacyComparison, Sample};

/// How an extension goes about images, as far as its plug-in says so.
#[derive(Debug, Clone, Copy)]
pub struct Conventions {
    /// How its half of a profile is written.
    pub sample: Sample,
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

impl Conventions {
    /// Nothing is known of the images; what most extensions do otherwise.
    pub const UNKNOWN: Self = Self {
        sample: Sample::NONE,
        normalises_architecture: true,
        knows_capabilities: true,
        reads_all_fields: true,
        finds_images_elsewhere: false,
        needs_written_architecture: false,
        legacy: LegacyComparison::Versions,
    };
}
