//! The provider's choices, each made once for all questions that differ only in names.
//!
//! A choice depends on the declarations of a version's artifacts, on which of them have a reference that applies in the
//! region, and on the machine type, but not on the names of image, version, region and references. Questions with equal
//! signatures therefore have equal answers, except for the names.

use std::collections::HashMap;

use rootstock_core_model::MachineType;
use rootstock_provider_api::{
    ImageChoice, ImageNotFound, ImageReference, ImageRequest, MachineSetting, ProviderConfig,
};

use super::Missing;
use super::choice::Choice;
use super::question::Question;
use super::reference::{ByVersion, Reference, Shapes, by_version, declared, number, shaped};
use crate::ProfileSide;
use crate::pairs::VersionPair;

/// The choices of one side.
#[derive(Debug)]
pub(crate) struct Chooser<'a, 's> {
    side: &'s ProfileSide<'a>,
    config: &'a dyn ProviderConfig,
    /// The index of this side in the positions of a pair.
    place: usize,
    by_version: ByVersion<'a>,
    shapes: Shapes,
    /// The references by the position of their version, for the versions in earlier questions.
    references: HashMap<(usize, usize), References<'a>>,
    /// The applicable references by the position of their version, and by region.
    applicable: HashMap<(usize, usize), HashMap<Option<String>, ApplicableReferences>>,
    signatures: HashMap<Vec<usize>, usize>,
    demands: HashMap<String, usize>,
    /// The chosen positions among the applicable references.
    known: HashMap<Known, Result<usize, Missing>>,
}

/// Everything that an answer depends on: the signature, the class of machine types, the worker's demand, and whether
/// the version supports in-place updates.
type Known = (usize, usize, Option<usize>, bool);

/// The references of a version.
#[derive(Debug, Default)]
struct References<'a> {
    all: Vec<Reference<'a>>,
    /// The positions of those for each region; `None` for those that are valid everywhere.
    by_region: HashMap<Option<&'a str>, Vec<usize>>,
}

impl<'a> References<'a> {
    fn new(all: Vec<Reference<'a>>) -> Self {
        let mut by_region: HashMap<_, Vec<usize>> = HashMap::new();
        for (position, one) in all.iter().enumerate() {
            by_region.entry(one.image.region.as_deref()).or_default().push(position);
        }
        Self { all, by_region }
    }

    /// Returns the positions of those that apply in a region, in document order; all without a region.
    fn applicable(&self, region: Option<&str>) -> Vec<usize> {
        if region.is_none() {
            return (0..self.all.len()).collect();
        }
        let of = |region| self.by_region.get(&region).into_iter().flatten().copied();
        let mut positions: Vec<usize> = of(region).chain(of(None)).collect();
        positions.sort_unstable();
        positions
    }
}

/// The references of a version that apply in a region, whatever the machine type.
#[derive(Debug)]
struct ApplicableReferences {
    /// The positions among all references of the version.
    positions: Vec<usize>,
    /// The signature; `None` if no reference applies.
    signature: Option<usize>,
}

/// The maximum number of cached answers, beyond which the cache is cleared.
const MAX_CACHED_ANSWERS: usize = 1 << 16;

/// The maximum number of cached regions of a version, because Shoots may name any number of them.
const MAX_CACHED_REGIONS: usize = 64;

/// An answer, with the numbers of its dependencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Answer {
    /// The signature; `None` if nothing is mapped.
    signature: Option<usize>,
    demand: Option<usize>,
    /// The position of the reference among the applicable ones.
    chosen: Result<usize, Missing>,
}

impl<'a, 's> Chooser<'a, 's> {
    pub(super) fn new(side: &'s ProfileSide<'a>, config: &'a dyn ProviderConfig, place: usize) -> Self {
        Self {
            side,
            config,
            place,
            by_version: by_version(side.profile.image_references()),
            shapes: Shapes::default(),
            references: HashMap::new(),
            applicable: HashMap::new(),
            signatures: HashMap::new(),
            demands: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// Returns all references of a version with their shapes; empty before [`choose`](Self::choose) is called.
    fn all(&self, question: &Question<'_>) -> &[Reference<'a>] {
        let place = question.version.places.get(self.place);
        place.and_then(|place| self.references.get(place)).map(|references| &*references.all).unwrap_or_default()
    }

    /// Returns the applicable references in document order; empty before [`choose`](Self::choose) is called.
    fn applicable(&self, question: &Question<'_>) -> impl Iterator<Item = &Reference<'a>> {
        let all = self.all(question);
        let positions =
            self.cached_applicable(question).map(|applicable| applicable.positions.as_slice()).unwrap_or_default();
        positions.iter().filter_map(|position| all.get(*position))
    }

    fn cached_applicable(&self, question: &Question<'_>) -> Option<&ApplicableReferences> {
        let of_version = self.applicable.get(question.version.places.get(self.place)?)?;
        of_version.get(&question.region.map(str::to_owned))
    }

    /// Determines the applicable references, once for all machine types, and returns their signature.
    fn count(&mut self, question: &Question<'_>) -> Option<usize> {
        if let Some(applicable) = self.cached_applicable(question) {
            return applicable.signature;
        }
        let place = *question.version.places.get(self.place)?;
        let references = self.references.entry(place).or_insert_with(|| {
            References::new(shaped(of_version(&self.by_version, question.version), &mut self.shapes))
        });
        let positions = references.applicable(question.region);
        let shapes: Vec<usize> = positions.iter().filter_map(|at| Some(references.all.get(*at)?.shape)).collect();
        let signature = (!shapes.is_empty()).then(|| number(&mut self.signatures, shapes));
        let of_version = self.applicable.entry(place).or_default();
        if of_version.len() >= MAX_CACHED_REGIONS {
            of_version.clear();
        }
        of_version.insert(question.region.map(str::to_owned), ApplicableReferences { positions, signature });
        signature
    }

    /// Returns the applicable reference at a position.
    pub(super) fn relevant(&self, question: &Question<'_>, position: usize) -> Option<&Reference<'a>> {
        self.applicable(question).nth(position)
    }

    /// Returns the position of the first applicable reference to an image.
    pub(super) fn relevant_with_value(&self, question: &Question<'_>, value: &str) -> Option<usize> {
        if value.is_empty() {
            return None;
        }
        self.applicable(question).position(|one| one.image.value == value)
    }

    /// Returns the chosen reference.
    pub(super) fn reference(&self, question: &Question<'_>, answer: &Answer) -> Option<&'a ImageReference> {
        Some(self.relevant(question, *answer.chosen.as_ref().ok()?)?.image)
    }

    /// Returns the image of the chosen reference.
    pub(super) fn value(&self, question: &Question<'_>, answer: &Answer) -> Option<&str> {
        self.reference(question, answer).map(|reference| reference.value.as_str())
    }

    /// Returns the answer for the class of machine types with the given number.
    pub(super) fn choose(&mut self, question: &Question<'_>, class: usize) -> Answer {
        let signature = self.count(question);
        if self.config.undecodable(&self.side.settings.quirks).is_some() {
            return Answer { signature, demand: None, chosen: Err(Missing::Undecodable) };
        }
        let Some(signature) = signature else {
            // Nothing is mapped here, whatever the machine type.
            let missing = if self.all(question).is_empty() { Missing::UnknownVersion } else { Missing::NotInRegion };
            return Answer { signature: None, demand: None, chosen: Err(missing) };
        };
        if self.known.len() > MAX_CACHED_ANSWERS {
            self.known.clear();
        }
        let demand = question.demand.map(|demand| {
            number(&mut self.demands, format!("{:?} {}", demand.architecture, declared(&demand.capabilities)))
        });
        let key = (signature, class, demand, self.is_in_place(question));
        if let Some(known) = self.known.get(&key) {
            return Answer { signature: Some(signature), demand, chosen: *known };
        }
        let chosen = match self.ask(question) {
            None => Err(Missing::NothingMapped),
            Some(Err(not_found)) => Err(Missing::from(&not_found.reason)),
            Some(Ok(choice)) => self
                .applicable(question)
                .position(|one| {
                    one.image.path == choice.reference.path && one.image.capabilities == choice.reference.capabilities
                })
                .ok_or(Missing::NothingMapped),
        };
        self.known.insert(key, chosen);
        Answer { signature: Some(signature), demand, chosen }
    }

    /// Returns the choice with all candidates.
    pub(super) fn explained(&self, question: &Question<'_>) -> Choice {
        match self.ask(question) {
            Some(answer) => Choice::of_provider(answer),
            None => Choice { candidates: Vec::new(), chosen: Err(Missing::NothingMapped) },
        }
    }

    fn ask(&self, question: &Question<'_>) -> Option<Result<ImageChoice, ImageNotFound>> {
        Some(self.config.select_image(self.side.spec, &self.request(question)?, &self.side.settings))
    }

    fn request<'q>(&'q self, question: &Question<'q>) -> Option<ImageRequest<'q>> {
        let machine_type: &MachineType = self.side.spec.types().get(*question.class.places.get(self.place)?)?;
        let (image, version) = (question.version.image, question.version.version);
        Some(match question.demand {
            Some(demand) => demand.request(image, version, question.region, machine_type),
            None => ImageRequest::new(image, version, question.region, machine_type),
        })
    }

    /// Returns the settings that the extension turns on for machines with the chosen image; `None` without an image.
    pub(super) fn machine_settings(
        &self,
        question: &Question<'_>,
        answer: &Answer,
    ) -> Option<Vec<&'static MachineSetting>> {
        let reference = self.reference(question, answer)?;
        Some(self.side.judge().machine_settings(&self.request(question)?, reference))
    }

    /// Returns whether the version supports in-place updates, which determines the built-in capabilities that flavors omit.
    fn is_in_place(&self, question: &Question<'_>) -> bool {
        let version = question.version.places.get(self.place).and_then(|place| self.side.version_at(*place));
        version.and_then(|version| version.in_place_updates.as_ref()).is_some_and(|updates| updates.supported)
    }
}

fn of_version<'m, 'a>(by_version: &'m ByVersion<'a>, version: &VersionPair<'_>) -> &'m [&'a ImageReference] {
    let versions = by_version.get(version.image);
    versions.and_then(|versions| versions.get(version.version)).map(Vec::as_slice).unwrap_or_default()
}
