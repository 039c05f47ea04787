//! Ideas of Gardener's documents that are neither a rule nor a field.

use rootstock_core_model::Source;

/// An idea, and what the documents say of it.
pub(super) struct Idea {
    /// The words for it, the usual one first.
    words: &'static [&'static str],
    pub(super) meaning: &'static str,
    pub(super) source: Source,
}

const CLASSIFICATIONS: Source = Source::VersioningGuide("Version Classifications");
const IMAGE_UPDATES: Source = Source::VersioningGuide("Update path for machine image versions");

const IDEAS: [Idea; 16] = [
    Idea {
        words: &["preview"],
        meaning: "A new version that still has to prove itself. Shoots may choose it, but automatic updates never lead to it.",
        source: CLASSIFICATIONS,
    },
    Idea {
        words: &["supported"],
        meaning: "The recommended state of a version: new Shoots should use it, and existing ones should update to it.",
        source: CLASSIFICATIONS,
    },
    Idea {
        words: &["deprecated"],
        meaning: "A version near the end of its life. It works, but new Shoots should not use it, and it usually has an expiration date.",
        source: CLASSIFICATIONS,
    },
    Idea {
        words: &["expired", "expiration date", "expiration"],
        meaning: "A version whose expiration date is in the past. New Shoots cannot use it, and maintenance moves existing ones to a higher \
                  version, even if their automatic updates are off.",
        source: CLASSIFICATIONS,
    },
    Idea {
        words: &["classification", "classifications"],
        meaning: "The state of a version, usually in this order: preview, supported, deprecated, expired.",
        source: CLASSIFICATIONS,
    },
    Idea {
        words: &["automatic update", "auto update", "automatic updates"],
        meaning: "An update that maintenance makes because the Shoot allows it. It prefers supported versions to deprecated ones, and never \
                  leads to an expired version or a preview.",
        source: Source::VersioningGuide("Update path for Kubernetes versions"),
    },
    Idea {
        words: &["force update", "forced update", "forceful update", "forced"],
        meaning: "An update that maintenance makes because the version has expired or is gone, or because an automatic update found no \
                  target. The Shoot cannot opt out.",
        source: Source::VersioningGuide("Update path for Kubernetes versions"),
    },
    Idea {
        words: &["update strategy", "strategy"],
        meaning: "How far updates of a machine image go: `patch`, `minor`, or `major`.",
        source: IMAGE_UPDATES,
    },
    Idea {
        words: &["patch"],
        meaning: "The update strategy that stays within the minor: automatic updates go to its latest patch, and only a force update \
                  leaves it.",
        source: IMAGE_UPDATES,
    },
    Idea {
        words: &["minor"],
        meaning: "The update strategy that stays within the major: automatic updates go to its latest minor and patch, and only a force \
                  update leaves it.",
        source: IMAGE_UPDATES,
    },
    Idea {
        words: &["major"],
        meaning: "The update strategy without a limit: updates go to the highest version. A force update fails if the Shoot has it already.",
        source: IMAGE_UPDATES,
    },
    Idea {
        words: &["capability", "capabilities"],
        meaning: "A property by which machine images match machine types. The profile registers its values, the most preferred first; a \
                  machine type or flavor that omits it has all of them.",
        source: Source::CapabilitiesGuide("Anatomy of a Capability"),
    },
    Idea {
        words: &["flavor", "flavors", "capability flavor"],
        meaning: "One build of an image version, with the capabilities that it supports. A machine type fits a version if it shares a value \
                  with one of its flavors in every capability.",
        source: Source::CapabilitiesGuide("Matching and Selection Algorithm"),
    },
    Idea {
        words: &["selection", "selected", "preference", "preferred"],
        meaning: "If several flavors fit a machine type, the first registered capability decides, by the most preferred value that both \
                  have; then the next one.",
        source: Source::CapabilitiesGuide("Order Matters"),
    },
    Idea {
        words: &["architecture", "architectures"],
        meaning: "The capability that every profile with capabilities registers. The fields `architecture` and `architectures` are its \
                  legacy form, and must agree with it.",
        source: Source::CapabilitiesGuide("The architecture Capability"),
    },
    Idea {
        words: &["worker capability", "worker capabilities"],
        meaning: "A requirement of a worker pool on images that follows from its settings. The names of these capabilities begin with \
                  `gardener-` or the prefix of an extension.",
        source: Source::Gep54("Reserved Capability Names"),
    },
];

/// Returns the idea that a text names; spelling with blanks, dashes, or capitals makes no difference.
pub(super) fn find(text: &str) -> Option<&'static Idea> {
    let asked = letters(text);
    IDEAS.iter().find(|idea| idea.words.iter().any(|word| letters(word) == asked))
}

impl Idea {
    /// Returns the usual word for it.
    pub(super) fn name(&self) -> &'static str {
        self.words.first().copied().unwrap_or_default()
    }
}

/// Returns the letters and digits of a text, in lower case.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
