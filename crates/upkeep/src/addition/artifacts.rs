//! The images of the version that a new one is like, and where their references stand.

use rootstock_core_model::{Capabilities, FieldPath, Segment};
use rootstock_provider_api::ImageReference;

/// One image: a flavor, or what a version in the legacy format has for one architecture.
#[derive(Debug)]
pub(super) struct Artifact {
    /// The entry of the provider's half that it stands in.
    pub(super) entry: FieldPath,
    /// The flavor, if it is one.
    pub(super) flavor: Option<FieldPath>,
    pub(super) capabilities: Capabilities,
    pub(super) slots: Vec<Slot>,
}

/// Where a reference stands.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) path: FieldPath,
    /// The region in which it is valid, if in one only.
    pub(super) region: Option<String>,
    /// The item of `regions`, if it stands in one.
    pub(super) item: Option<FieldPath>,
}

impl Artifact {
    /// The images in some entries, in the order of the document.
    pub(super) fn all(references: &[ImageReference], entries: &[FieldPath]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for reference in references {
            let Some(entry) = entries.iter().find(|entry| below(&reference.path, entry).is_some()) else { continue };
            let flavor = item_of(&reference.path, entry, "capabilityFlavors");
            let item = item_of(&reference.path, flavor.as_ref().unwrap_or(entry), "regions");
            let slot = Slot { path: reference.path.clone(), region: reference.region.clone(), item };
            let is_it = |one: &&mut Self| {
                one.entry == *entry && one.flavor == flavor && one.capabilities == reference.capabilities
            };
            match all.iter_mut().find(is_it) {
                Some(artifact) => artifact.slots.push(slot),
                None => all.push(Self {
                    entry: entry.clone(),
                    flavor,
                    capabilities: reference.capabilities.clone(),
                    slots: vec![slot],
                }),
            }
        }
        all
    }
}

/// What a path says behind another one that it begins with.
fn below<'p>(path: &'p FieldPath, above: &FieldPath) -> Option<&'p [Segment]> {
    path.segments().strip_prefix(above.segments())
}

/// The item of a list of an object that a path leads into.
fn item_of(path: &FieldPath, object: &FieldPath, list: &str) -> Option<FieldPath> {
    match below(path, object)? {
        [Segment::Field(name), Segment::Index(index), ..] if name == list => {
            Some(object.clone().field(name.clone()).index(*index))
        }
        _ => None,
    }
}
