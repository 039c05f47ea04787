//! Which image reference a worker gets: the same for every provider, region-mapped or not.

mod first_entry;

use std::rc::Rc;

use rootstock_capability_engine::{CapabilitySet, SelectionError};
use rootstock_core_model::{ARCHITECTURE, CloudProfileSpec, FieldPath, MachineImageVersion, Quirks, Settings};

use crate::assumptions::Assumptions;
use crate::entries::{entry_path, images_path};
use crate::image_entries::ArtifactReference;
use crate::{
    Artifact, ArtifactPlace, Candidate, Extension, GardenerAnswer, ImageChoice, ImageNotFound, ImageOutcome,
    ImageReference, ImageRequest, ImageVersion, ImageVocabulary, LegacyLookup, NotFoundReason, Plugin, ProviderImage,
    Repeats,
};

/// One artifact with its place in the document. Most are never shown, so that its path is made when it is asked for.
struct Placed<'a> {
    list: Rc<FieldPath>,
    /// The positions of the image in the list, and of the version in the image.
    position: (usize, usize),
    artifact: Artifact<'a>,
}

impl Placed<'_> {
    fn path(&self) -> FieldPath {
        let (image, version) = self.position;
        self.artifact.place.below(entry_path(FieldPath::clone(&self.list), image, version))
    }

    fn referred_to<V: ImageVersion>(
        &self,
        image: &str,
        version: &str,
        reference: ArtifactReference<'_>,
    ) -> ImageReference {
        let (region, field, value, path) = match reference {
            ArtifactReference::Regional(entry) => {
                let path = self.path().field("regions").index(entry.index);
                (Some(entry.region.to_owned()), V::REGIONAL_FIELD, entry.value, path)
            }
            ArtifactReference::Everywhere(value) => {
                (None, self.artifact.everywhere_field.unwrap_or(V::EVERYWHERE_FIELD), value, self.path())
            }
        };
        ImageReference {
            image: image.to_owned(),
            version: version.to_owned(),
            capabilities: self.artifact.capabilities.clone().into_owned(),
            region,
            field,
            value: value.to_owned(),
            path: path.field(field),
        }
    }
}

/// Every reference in the order of the document.
pub(crate) fn references<V: ImageVersion>(
    images: &[ProviderImage<V>],
    list: FieldPath,
    by_capabilities: bool,
) -> Vec<ImageReference> {
    let (list, mut references) = (Rc::new(list), Vec::new());
    for (index, image) in images.iter().enumerate() {
        for (position, version) in image.entries().iter().enumerate() {
            for artifact in version.artifacts(by_capabilities) {
                let placed = Placed { list: Rc::clone(&list), position: (index, position), artifact };
                let regional = placed.artifact.regional.iter().copied().map(ArtifactReference::Regional);
                let everywhere = placed.artifact.everywhere.map(ArtifactReference::Everywhere);
                references.extend(
                    regional.chain(everywhere).map(|one| placed.referred_to::<V>(&image.name, version.version(), one)),
                );
            }
        }
    }
    references
}

/// The artifacts of each image entry of that name that has the version; more than one only if the name is repeated.
fn artifacts<'v, P: Plugin>(
    images: &'v [ProviderImage<P::Version>],
    list: FieldPath,
    request: &ImageRequest<'_>,
    capabilities: bool,
) -> Vec<Vec<Placed<'v>>> {
    let list = Rc::new(list);
    let artifacts_of = |version: &'v P::Version| match P::EXTENSION.legacy_lookup {
        LegacyLookup::FirstEntry { .. } if !capabilities => version.legacy(),
        _ => version.artifacts(capabilities),
    };
    let mut found = Vec::new();
    for (index, image) in images.iter().enumerate().filter(|(_, image)| image.name == request.image) {
        let matching = image.entries().iter().enumerate().filter(|(_, version)| version.version() == request.version);
        let matching: Vec<_> = match P::EXTENSION.repeats {
            Repeats::Merged | Repeats::EntryPerArchitecture => matching.collect(),
            Repeats::FirstWins => matching.take(1).collect(),
            Repeats::FirstMapped if !capabilities => matching.collect(),
            Repeats::FirstMapped => {
                matching.filter(|(_, version)| !version.artifacts(capabilities).is_empty()).take(1).collect()
            }
        };
        if matching.is_empty() {
            continue;
        }
        let placed = matching.into_iter().flat_map(|(position, version)| {
            let (list, artifacts) = (Rc::clone(&list), artifacts_of(version).into_iter());
            artifacts.map(move |artifact| Placed { list: Rc::clone(&list), position: (index, position), artifact })
        });
        found.push(placed.collect());
        if P::EXTENSION.repeats == Repeats::FirstWins {
            break;
        }
    }
    found
}

/// Whether there is an image, without saying why: what [`select`] answers, without what a person wants to know.
pub(crate) fn find<P: Plugin>(
    config: &P::Config,
    extension: &Extension,
    spec: &CloudProfileSpec,
    vocabulary: &ImageVocabulary,
    request: &ImageRequest<'_>,
    settings: &Settings,
) -> Result<(), NotFoundReason> {
    let (field, quirks) = (Field::of::<P>(config, extension, spec, vocabulary, request), &settings.quirks);
    let groups = field.groups::<P>(config);
    let group = field.decisive(&groups, quirks).ok_or_else(|| reason::<P>(config, request, &groups))?;
    match field.answer(group, &field.present(group, quirks), quirks) {
        Answer::Chosen(_) => Ok(()),
        Answer::Fails(reason) => Err(reason),
    }
}

pub(crate) fn select<P: Plugin>(
    config: &P::Config,
    extension: &Extension,
    spec: &CloudProfileSpec,
    request: &ImageRequest<'_>,
    settings: &Settings,
) -> Result<ImageChoice, ImageNotFound> {
    let vocabulary = ImageVocabulary::of::<P>(config, extension, spec, settings);
    let (field, quirks) = (Field::of::<P>(config, extension, spec, &vocabulary, request), &settings.quirks);
    let groups = field.groups::<P>(config);
    let not_found = |reason, candidates| {
        let (image, version) = (request.image.to_owned(), request.version.to_owned());
        ImageNotFound { image, version, reason, candidates }
    };
    let Some(group) = field.decisive(&groups, quirks) else {
        let reason = reason::<P>(config, request, &groups);
        let everything: Vec<Placed<'_>> = groups.into_iter().flatten().collect();
        return Err(not_found(reason, field.candidates(&everything, &field.present(&everything, quirks), quirks)));
    };
    let present = field.present(group, quirks);
    let candidates = field.candidates(group, &present, quirks);
    let reference = |index: usize, quirks: &Quirks| {
        let placed = group.get(index)?;
        let reference = field.reference(placed, quirks)?;
        Some(placed.referred_to::<P::Version>(request.image, request.version, reference))
    };
    let answer = field.answer(group, &present, quirks);
    let gardener = &Quirks::GARDENER_1_150;
    let theirs = field.answer(group, &field.present(group, gardener), gardener);
    let theirs = Some(theirs).filter(|theirs| *theirs != answer).and_then(|theirs| match theirs {
        Answer::Chosen(index) => {
            reference(index, gardener).map(|one| GardenerAnswer::Chooses { reference: Box::new(one) })
        }
        Answer::Fails(reason) => Some(GardenerAnswer::Fails { reason }),
    });
    match answer {
        Answer::Fails(reason) => Err(not_found(reason, candidates)),
        Answer::Chosen(index) => match reference(index, quirks) {
            Some(reference) => Ok(ImageChoice { reference, candidates, gardener: theirs }),
            None => Err(not_found(NotFoundReason::NothingMapped, candidates)),
        },
    }
}

/// Why nothing decides.
fn reason<P: Plugin>(config: &P::Config, request: &ImageRequest<'_>, groups: &[Vec<Placed<'_>>]) -> NotFoundReason {
    let known = regions(groups.iter().flatten());
    match request.region {
        Some(region) if !known.is_empty() => NotFoundReason::NotInRegion { region: region.to_owned(), known },
        _ if P::EXTENSION.finds_images_elsewhere => NotFoundReason::Elsewhere,
        _ if !groups.is_empty() => NotFoundReason::NothingMapped,
        _ if P::images(config).iter().any(|image| image.name == request.image) => NotFoundReason::UnknownVersion,
        _ => NotFoundReason::UnknownImage,
    }
}

/// The regions that are mapped, each once, sorted.
fn regions<'a>(placed: impl Iterator<Item = &'a Placed<'a>>) -> Vec<String> {
    let mut names: Vec<String> =
        placed.flat_map(|one| one.artifact.regional.iter().map(|entry| entry.region.to_owned())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// How a choice went; the index counts all artifacts.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Chosen(usize),
    Fails(NotFoundReason),
}

/// The artifacts that have a reference, by their places among all, and what each supports.
type Present = (Vec<usize>, Vec<CapabilitySet>);

/// Everything a choice depends on but the artifacts and the semantics.
struct Field<'a> {
    vocabulary: &'a ImageVocabulary,
    machine: CapabilitySet,
    worker: Option<CapabilitySet>,
    request: &'a ImageRequest<'a>,
    /// Whether the profile registers capabilities that the provider chooses by.
    by_capabilities: bool,
    needs_written_architecture: bool,
    refuses_empty_references: bool,
    competes_without_reference: fn(ArtifactPlace) -> bool,
    /// The lookup that takes the first entry, if that is how it is done here; whether by architecture.
    first_entry: Option<bool>,
    /// The version in the core half, if it is there.
    core: Option<&'a MachineImageVersion>,
}

impl<'a> Field<'a> {
    fn of<P: Plugin>(
        config: &P::Config,
        extension: &Extension,
        spec: &'a CloudProfileSpec,
        vocabulary: &'a ImageVocabulary,
        request: &'a ImageRequest<'a>,
    ) -> Self {
        let assumptions = Assumptions::of::<P>(config, extension);
        let named = spec.images().iter().filter(|image| image.name == request.image);
        Self {
            vocabulary,
            machine: vocabulary.machine(spec, &assumptions, request),
            worker: request.worker_capabilities.map(|worker| vocabulary.compiled.compile(worker)),
            request,
            by_capabilities: assumptions.by_capabilities(spec),
            needs_written_architecture: P::EXTENSION.needs_written_architecture,
            refuses_empty_references: P::EXTENSION.refuses_empty_references && assumptions.by_capabilities(spec),
            competes_without_reference: P::Version::competes_without_reference,
            first_entry: match P::EXTENSION.legacy_lookup {
                LegacyLookup::FirstEntry { of_architecture } if !assumptions.by_capabilities(spec) => {
                    Some(of_architecture)
                }
                _ => None,
            },
            core: named.flat_map(|image| image.offered()).find(|version| version.version == request.version),
        }
    }

    /// The artifacts to choose from: those of the region's own list, or else those of the common one.
    fn groups<'v, P: Plugin>(&self, config: &'v P::Config) -> Vec<Vec<Placed<'v>>> {
        let own = P::regional_images(config).into_iter().filter(|list| Some(list.region) == self.request.region);
        let mut groups: Vec<_> =
            own.flat_map(|list| artifacts::<P>(list.images, list.path, self.request, self.by_capabilities)).collect();
        if groups.is_empty() {
            groups = artifacts::<P>(P::images(config), images_path(), self.request, self.by_capabilities);
        }
        // Where the first entry is taken, it does not matter how many lists the entries stand in.
        match self.first_entry {
            Some(_) if groups.len() > 1 => vec![groups.into_iter().flatten().collect()],
            _ => groups,
        }
    }

    /// The first entry of the name with anything for the region decides, even if it decides badly.
    fn decisive<'g, 'v>(&self, groups: &'g [Vec<Placed<'v>>], quirks: &Quirks) -> Option<&'g Vec<Placed<'v>>> {
        groups.iter().find(|group| group.iter().any(|placed| self.reference(placed, quirks).is_some()))
    }

    /// The artifacts that have a reference here, by their places among all, each compiled after defaulting.
    fn present(&self, placed: &[Placed<'_>], quirks: &Quirks) -> Present {
        let present = placed.iter().enumerate().filter(|(_, one)| self.reference(one, quirks).is_some());
        present.map(|(index, one)| (index, self.vocabulary.flavor(&one.artifact.capabilities, self.core))).unzip()
    }

    /// The reference that an artifact has here.
    fn reference<'p>(&self, placed: &Placed<'p>, quirks: &Quirks) -> Option<ArtifactReference<'p>> {
        let region = self.request.region;
        let reference = match self.first_entry {
            Some(_) => placed.artifact.first_reference_for(region, quirks),
            None => placed.artifact.reference_for(region, quirks),
        };
        let competes =
            || quirks.providers.empty_references_compete && (self.competes_without_reference)(placed.artifact.place);
        reference.or_else(|| competes().then_some(ArtifactReference::Everywhere("")))
    }

    /// Whether the extension fails with an artifact that fits, because it does not say for which architecture it is.
    fn is_unusable(&self, placed: &Placed<'_>, quirks: &Quirks) -> bool {
        let artifact = &placed.artifact;
        let says_nothing = !artifact.writes_architecture || artifact.capabilities.get(ARCHITECTURE).is_none();
        quirks.providers.unwritten_architecture_fails && self.needs_written_architecture && says_nothing
    }

    fn answer(&self, placed: &[Placed<'_>], present: &Present, quirks: &Quirks) -> Answer {
        let answer = match self.first_entry {
            Some(of_architecture) => self.first(placed, present, of_architecture, quirks),
            None => self.best(placed, present, quirks),
        };
        let is_empty = |index| {
            let reference = placed.get(index).and_then(|one| self.reference(one, quirks));
            reference.is_some_and(|reference| reference.value().is_empty())
        };
        match answer {
            Answer::Chosen(index) if self.refuses_empty_references && is_empty(index) => {
                Answer::Fails(NotFoundReason::NothingMapped)
            }
            answer => answer,
        }
    }

    /// The artifact that is preferred to all others that fit.
    fn best(&self, placed: &[Placed<'_>], (present, sets): &Present, quirks: &Quirks) -> Answer {
        match self.vocabulary.compiled.select(sets, &self.machine, self.worker.as_ref(), quirks) {
            Ok(selection) => match present.get(selection.flavor).and_then(|one| Some((*one, placed.get(*one)?))) {
                Some((_, one)) if self.is_unusable(one, quirks) => Answer::Fails(NotFoundReason::ArchitectureUnwritten),
                Some((index, _)) => Answer::Chosen(index),
                None => Answer::Fails(NotFoundReason::Incompatible),
            },
            Err(SelectionError::NoneCompatible) => Answer::Fails(NotFoundReason::Incompatible),
            Err(SelectionError::Ambiguous { .. }) => Answer::Fails(NotFoundReason::Ambiguous),
        }
    }

    /// What becomes of each artifact.
    fn candidates(&self, placed: &[Placed<'_>], present: &Present, quirks: &Quirks) -> Vec<Candidate> {
        let fates = match self.first_entry {
            Some(of_architecture) => self.fates_of_first(placed, present, of_architecture, quirks),
            None => {
                let compiled = &self.vocabulary.compiled;
                let outcomes = compiled.candidate_outcomes(&present.1, &self.machine, self.worker.as_ref(), quirks);
                outcomes.into_iter().map(ImageOutcome::from).collect()
            }
        };
        let mut fates = fates.into_iter();
        let candidates = placed.iter().enumerate().map(|(index, one)| Candidate {
            path: one.path(),
            capabilities: one.artifact.capabilities.clone().into_owned(),
            // They are in ascending order.
            fate: match present.0.binary_search(&index).is_ok() {
                true => fates.next().unwrap_or(ImageOutcome::Outranked { capability: None }),
                false => ImageOutcome::NotInRegion { regions: regions(std::iter::once(one)) },
            },
        });
        candidates.collect()
    }
}
