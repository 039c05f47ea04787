//! The parts of a `providerConfig` that are unknown because they could not be decoded.

use std::collections::HashSet;

use rootstock_core_model::{Path, Segment, Violation, ViolationKind};

/// The images and versions of a `providerConfig` with undecodable parts: their mappings are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Unreadable {
    all: bool,
    images: HashSet<usize>,
    versions: HashSet<(usize, usize)>,
}

impl Unreadable {
    /// Collects them from the findings of decoding; `config` is the path of the `providerConfig`.
    ///
    /// An unknown field counts if it is likely a misspelled one.
    pub(crate) fn new(violations: &[Violation], config: &Path<'_>) -> Self {
        let mut unreadable = Self::default();
        let counts = |one: &&Violation| one.kind != ViolationKind::UnknownField || one.fix.is_some();
        unreadable.add_fields(violations.iter().filter(counts), config);
        unreadable
    }

    /// Adds the parts with these findings of decoding.
    pub(crate) fn add_fields<'v>(&mut self, violations: impl IntoIterator<Item = &'v Violation>, config: &Path<'_>) {
        let config = config.to_field_path();
        for violation in violations {
            if let Some(below) = violation.path.segments().strip_prefix(config.segments()) {
                self.add(below);
            }
        }
    }

    fn add(&mut self, below: &[Segment]) {
        match below {
            [] => self.all = true,
            [Segment::Field(field), rest @ ..] if field == "machineImages" => match rest {
                [Segment::Index(image), Segment::Field(field), rest @ ..] if field == "versions" => match rest {
                    [Segment::Index(version), Segment::Field(field), ..] if field != "version" => {
                        self.versions.insert((*image, *version));
                    }
                    _ => drop(self.images.insert(*image)),
                },
                [Segment::Index(image), Segment::Field(field), ..] if field != "name" => {
                    self.images.insert(*image);
                }
                _ => self.all = true,
            },
            _ => {}
        }
    }

    /// Whether the list of images is incomplete.
    pub(crate) const fn is_list_unreadable(&self) -> bool {
        self.all
    }

    /// Whether the versions of an image are not all known.
    pub(crate) fn image(&self, image: usize) -> bool {
        self.all || self.images.contains(&image)
    }

    /// Whether the mapping of a version's entry is not known.
    pub(crate) fn version(&self, image: usize, version: usize) -> bool {
        self.image(image) || self.versions.contains(&(image, version))
    }
}
