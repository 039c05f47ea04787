//! The selection of an image in many regions, which reads the entries of a version once instead of once per region.

use std::cell::LazyCell;
use std::collections::HashMap;

use rootstock_core_model::{CloudProfileSpec, Settings};

use super::{ChoiceInput, Placed, check_decodable, mapped_regions, reason};
use crate::image_entries::RegionalReference;
use crate::section::{ImageList, Section};
use crate::{Artifact, ImageReference, ImageRequest, ImageVocabulary, NotFoundReason};

/// Returns what [`reference`](super::reference) returns for each region.
pub(crate) fn references_in(
    section: &dyn Section,
    spec: &CloudProfileSpec,
    vocabulary: &ImageVocabulary,
    request: &ImageRequest<'_>,
    regions: &[Option<&str>],
    settings: &Settings,
) -> Vec<Result<ImageReference, NotFoundReason>> {
    let requests: Vec<_> = regions.iter().map(|region| ImageRequest { region: *region, ..*request }).collect();
    if let Err(reason) = check_decodable(section, &settings.quirks) {
        return vec![Err(reason); regions.len()];
    }
    let everywhere = ImageRequest { region: None, ..*request };
    let mut field = ChoiceInput::of(section, spec, vocabulary, &everywhere);
    let groups = field.groups(section);
    if section.has_regional_lists() {
        let mut lists: HashMap<&str, Vec<ImageList<'_>>> = HashMap::new();
        for list in section.regional_lists(request) {
            lists.entry(list.region.unwrap_or_default()).or_default().push(list);
        }
        let answers = requests.iter().map(|request| {
            field.request = request;
            let own = request.region.and_then(|region| lists.get(region)).cloned().unwrap_or_default();
            let own = field.groups_of(section, own);
            let groups = if own.is_empty() { &groups } else { &own };
            field.reference_among(
                groups,
                || reason(section, request, groups, &mapped_regions(groups)),
                &settings.quirks,
            )
        });
        return answers.collect();
    }
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

/// The list of a single region without its references: the image, the version, and the artifact of each.
type OwnList<'c> = Vec<(&'c str, &'c str, Artifact<'c>)>;

/// Numbers regions by the places of their references, and by everything in their own lists but the references themselves.
pub(crate) fn region_classes(section: &dyn Section, regions: &[&str]) -> Vec<usize> {
    let lists = section.lists(None);
    let mut places: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    let mut own: HashMap<&str, OwnList<'_>> = HashMap::new();
    let mut place = 0;
    for list in &lists {
        for (image, entry) in
            list.images.iter().flat_map(|image| image.versions.iter().map(move |(_, one)| (image, one)))
        {
            // Extensions differ in the format that they read.
            for artifact in entry.flavor_artifacts().into_iter().chain(entry.legacy_artifacts()) {
                place += 1;
                match list.region {
                    Some(region) => {
                        own.entry(region).or_default().push((image.name, entry.version(), artifact.without_values()));
                    }
                    None => artifact.regional.iter().for_each(|reference| {
                        places.entry(reference.region).or_default().push((place, reference.value.is_empty()));
                    }),
                }
            }
        }
    }
    let mut distinct: Vec<Option<&OwnList<'_>>> = Vec::new();
    let mut classes = HashMap::new();
    let mut numbers = Vec::with_capacity(regions.len());
    for region in regions {
        let list = own.get(region);
        let list = distinct.iter().position(|known| *known == list).unwrap_or_else(|| {
            distinct.push(list);
            distinct.len() - 1
        });
        let next = classes.len();
        numbers.push(*classes.entry((places.get(region), list)).or_insert(next));
    }
    numbers
}

impl Placed<'_> {
    fn without_regions(&self) -> Self {
        let artifact = Artifact { regional: Vec::new(), ..self.artifact.clone() };
        Self { list: self.list.clone(), position: self.position, entry: self.entry, artifact }
    }
}
