//! The references of the provider section, with everything that a choice among them depends on.

use std::collections::HashMap;
use std::hash::Hash;

use rootstock_core_model::{Capabilities, Segment};
use rootstock_provider_api::ImageReference;

/// The references of a profile by image and version, each in document order.
pub(super) type ByVersion<'a> = HashMap<&'a str, HashMap<&'a str, Vec<&'a ImageReference>>>;

/// Groups references by image and version.
pub(super) fn by_version(references: &[ImageReference]) -> ByVersion<'_> {
    let mut found = ByVersion::new();
    // The references of one version are nearly always adjacent.
    for alike in references.chunk_by(|one, next| one.version == next.version && one.image == next.image) {
        let Some(first) = alike.first() else { continue };
        let versions = found.entry(&*first.image).or_default();
        versions.entry(&*first.version).or_default().extend(alike);
    }
    found
}

/// A reference of a version.
#[derive(Debug)]
pub(super) struct Reference<'a> {
    pub(super) image: &'a ImageReference,
    /// The number of its shape, the part that a choice depends on.
    pub(super) shape: usize,
}

/// The part of a reference that a choice depends on: the positions of image entry, version entry and flavor, counted within the
/// version; the number of the artifact's declaration; whether the reference is for one region; and whether it is empty.
type Shape = (Vec<usize>, usize, bool, bool);

/// Numbers for the distinct parts of a profile's references.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    declared: HashMap<String, usize>,
    shapes: HashMap<Shape, usize>,
}

impl Shapes {
    /// Returns the number of each reference's declaration.
    fn declared(&mut self, references: &[&ImageReference]) -> Vec<usize> {
        // The references of one artifact to all its regions are adjacent.
        let alike = references.chunk_by(|one, next| one.capabilities == next.capabilities);
        alike
            .filter_map(|alike| Some((declared(&alike.first()?.capabilities), alike.len())))
            .flat_map(|(text, count)| std::iter::repeat_n(number(&mut self.declared, text), count))
            .collect()
    }
}

/// Returns the references of one version with their shapes.
pub(super) fn shaped<'a>(references: &[&'a ImageReference], shapes: &mut Shapes) -> Vec<Reference<'a>> {
    let declared = shapes.declared(references);
    let counted = counted(references).flat_map(|(places, count)| std::iter::repeat_n(places, count));
    references
        .iter()
        .zip(counted)
        .zip(declared)
        .map(|((image, counted), declared)| {
            let shape = (counted, declared, image.region.is_some(), image.value.is_empty());
            Reference { shape: number(&mut shapes.shapes, shape), image }
        })
        .collect()
}

/// Returns the positions of image entry, version entry and flavor for the references of one version, each with the
/// number of consecutive references there. Counted within the version, they do not depend on the rest of the document.
fn counted<'r>(references: &'r [&ImageReference]) -> impl Iterator<Item = (Vec<usize>, usize)> + 'r {
    let (mut images, mut versions) = (HashMap::new(), HashMap::new());
    let of_artifacts = references.chunk_by(|one, next| one.path.artifact() == next.path.artifact());
    of_artifacts.filter_map(|alike| Some((alike.first()?.path.artifact(), alike.len()))).map(
        move |(artifact, count)| {
            let mut places = artifact.segments().iter().filter_map(|segment| match segment {
                Segment::Index(index) => Some(*index),
                Segment::Field(_) => None,
            });
            let (in_images, in_versions) = (places.next(), places.next());
            let mut counted = vec![number(&mut images, in_images), number(&mut versions, (in_images, in_versions))];
            counted.extend(places);
            (counted, count)
        },
    )
}

pub(super) fn number<T: Hash + Eq>(numbers: &mut HashMap<T, usize>, item: T) -> usize {
    let next = numbers.len();
    *numbers.entry(item).or_insert(next)
}

/// Formats capabilities independently of the order of names and values.
pub(super) fn declared(capabilities: &Capabilities) -> String {
    let mut entries: Vec<String> = capabilities
        .iter()
        .map(|(name, values)| {
            let mut values = values.to_vec();
            values.sort_unstable();
            format!("{name:?}{values:?}")
        })
        .collect();
    entries.sort_unstable();
    entries.concat()
}
