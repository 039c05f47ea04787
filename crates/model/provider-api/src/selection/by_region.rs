//! The selection of an image in many regions, which reads the entries of a version once instead of once per region.

use std::cell::LazyCell;
use std::collections::HashMap;

use rootstock_core_model::{CloudProfileSpec, Settings};

use super::{ChoiceInput, Placed, check_decodable, mapped_regions, reason, reference};
use crate::image_entries::RegionalReference;
use crate::section::Section;
use crate::{Artifact, ImageReference, ImageRequest, ImageVocabulary, NotFoundReason};

/// Returns what [`reference()`] returns for each region.
pub(crate) fn references_in(
    section: &dyn Section,
    spec: &CloudProfileSpec,
    vocabulary: &ImageVocabulary,
    request: &ImageRequest<'_>,
    regions: &[Option<&str>],
    settings: &Settings,
) -> Vec<Result<ImageReference, NotFoundReason>> {
    let requests: Vec<_> = regions.iter().map(|region| ImageRequest { region: *region, ..*request }).collect();
    if section.has_regional_lists() {
        return requests.iter().map(|one| reference(section, spec, vocabulary, one, settings)).collect();
    }
    if let Err(reason) = check_decodable(section, &settings.quirks) {
        return vec![Err(reason); regions.len()];
    }
    let mut field = ChoiceInput::of(section, spec, vocabulary, request);
    let groups = field.groups(section);
    let mut entries: HashMap<&str, Vec<(usize, usize, RegionalReference<'_>)>> = HashMap::new();
    for (position, group) in groups.iter().enumerate() {
        for (index, placed) in group.iter().enumerate() {
            for entry in &placed.artifact.regional {
                entries.entry(entry.region).or_default().push((position, index, *entry));
            }
        }
    }
    // The same artifacts, with only the references for the region in question.
    let mut here: Vec<Vec<Placed<'_>>> =
        groups.iter().map(|group| group.iter().map(Placed::without_regions).collect()).collect();
    let known = LazyCell::new(|| mapped_regions(&groups));
    let answers = requests.iter().map(|request| {
        field.request = request;
        let Some(region) = request.region else {
            return field.reference_among(&groups, || reason(section, request, &groups, &known), &settings.quirks);
        };
        let own = entries.get(region).map(Vec::as_slice).unwrap_or_default();
        for (position, index, entry) in own {
            if let Some(placed) = here.get_mut(*position).and_then(|group| group.get_mut(*index)) {
                placed.artifact.regional.push(*entry);
            }
        }
        let answer = field.reference_among(&here, || reason(section, request, &groups, &known), &settings.quirks);
        for (position, index, _) in own {
            if let Some(placed) = here.get_mut(*position).and_then(|group| group.get_mut(*index)) {
                placed.artifact.regional.clear();
            }
        }
        answer
    });
    answers.collect()
}

/// Numbers regions by the places of their references.
pub(crate) fn region_classes(section: &dyn Section, regions: &[&str]) -> Vec<usize> {
    if section.has_regional_lists() {
        return (0..regions.len()).collect();
    }
    let mut places: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    let images = section.lists(None).into_iter().flat_map(|list| list.images);
    let entries = images.flat_map(|image| image.versions).map(|(_, entry)| entry);
    // Extensions differ in the format that they read.
    let artifacts = entries.flat_map(|entry| entry.flavor_artifacts().into_iter().chain(entry.legacy_artifacts()));
    for (place, artifact) in artifacts.enumerate() {
        for reference in &artifact.regional {
            places.entry(reference.region).or_default().push((place, reference.value.is_empty()));
        }
    }
    let mut classes = HashMap::new();
    let own = regions.iter().map(|region| places.get(region));
    let class = |own| {
        let next = classes.len();
        *classes.entry(own).or_insert(next)
    };
    own.map(class).collect()
}

impl Placed<'_> {
    fn without_regions(&self) -> Self {
        let artifact = Artifact { regional: Vec::new(), ..self.artifact.clone() };
        Self { list: self.list.clone(), position: self.position, entry: self.entry, artifact }
    }
}
