//! What of a `providerConfig` is not known, because parts of it could not be decoded.

use std::collections::HashSet;

use rootstock_core_model::{Path, Segment, Violation, ViolationKind};

/// The images and versions of a `providerConfig` of which parts could not be decoded: what they map is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Unreadable {
    all: bool,
    images: HashSet<usize>,
    versions: HashSet<(usize, usize)>,
}

impl Unreadable {
    /// From what went wrong in decoding, and the path of the `providerConfig`.
    ///
    /// An unknown field counts if it is likely a misspelled one.
    pub(crate) fn new(violations: &[Violation], config: &Path<'_>) -> Self {
        let config = config.to_field_path();
        let mut unreadable = Self::default();
        for violation in violations {
            if violation.kind == ViolationKind::UnknownField && violation.fix.is_none() {
                continue;
            }
            let Some(below) = violation.path.segments().strip_prefix(config.segments()) else { continue };
            unreadable.add(below);
        }
        unreadable
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

    /// Whether it is unknown which images there are.
    pub(crate) const fn any_image(&self) -> bool {
        self.all
    }

    /// Whether it is unknown which versions an image has.
    pub(crate) fn image(&self, image: usize) -> bool {
        self.all || self.images.contains(&image)
    }

    /// Whether it is unknown what an entry for a version is mapped to.
    pub(crate) fn version(&self, image: usize, version: usize) -> bool {
        self.image(image) || self.versions.contains(&(image, version))
    }
}
