//! The selection of a worker's image reference: the same for every provider, region-mapped or not.

mod by_region;
mod first_entry;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rootstock_capability_engine::{CapabilitySet, SelectionError};
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfileSpec, FieldPath, MachineImageVersion, Quirks, Semantics, Settings,
};

use crate::assumptions::Assumptions;
use crate::entries::{architecture_of, entry_path};
use crate::image_entries::ArtifactReference;
use crate::section::{ImageList, ListedImage, Mapped, Section};
use crate::{
    Artifact, Candidate, CapabilityLookup, EmptyReferences, GardenerAnswer, ImageChoice, ImageNotFound, ImageOutcome,
    ImageReference, ImageRequest, ImageVocabulary, LegacyLookup, NotFoundReason, ReferencePath, Repeats,
};
pub(crate) use by_region::{references_in, region_classes};

/// An artifact with its position in the document. Most are never shown, so the path is built on demand.
struct Placed<'a> {
    list: Rc<FieldPath>,
    /// The index of the image in the list, and of the version in the image.
    position: (usize, usize),
    entry: &'a dyn Mapped,
    artifact: Artifact<'a>,
}

impl Placed<'_> {
    fn path(&self) -> FieldPath {
        let (image, version) = self.position;
        self.artifact.place.below(entry_path(FieldPath::clone(&self.list), image, version))
    }

    fn capabilities(&self) -> Capabilities {
        self.artifact.capabilities.clone().into_owned()
    }

    /// Returns a function that builds references to the artifact; they share the common parts.
    fn reference_builder(
        &self,
        image: &Arc<str>,
        version: &Arc<str>,
    ) -> impl Fn(ArtifactReference<'_>) -> ImageReference {
        let [regional, everywhere] = self.entry.reference_fields();
        let everywhere = self.artifact.everywhere_field.unwrap_or(everywhere);
        let (path, capabilities) = (Arc::new(self.path()), self.capabilities());
        move |reference| {
            let (region, index, field, value) = match reference {
                ArtifactReference::Regional(entry) => (Some(entry.region), Some(entry.index), regional, entry.value),
                ArtifactReference::Everywhere(value) => (None, None, everywhere, value),
            };
            ImageReference {
                image: Arc::clone(image),
                version: Arc::clone(version),
                capabilities: capabilities.clone(),
                region: region.map(str::to_owned),
                value: value.to_owned(),
                path: ReferencePath::new(Arc::clone(&path), index, field),
            }
        }
    }
}

/// Returns every reference of a provider section: those of the lists for regions, then those of the common one, in document order.
pub(crate) fn references(section: &dyn Section, by_capabilities: bool) -> Vec<ImageReference> {
    let extension = section.extension();
    let mut found = Vec::new();
    for ImageList { region, path, images } in section.lists(None) {
        let list = Rc::new(path);
        for ListedImage { index, name, versions } in images {
            let name = Arc::from(name);
            for (position, entry) in versions {
                let version = Arc::from(entry.version());
                found.extend(entry.artifacts(by_capabilities).into_iter().map(|mut artifact| {
                    extension.rename_in_legacy(&mut artifact);
                    let placed = Placed { list: Rc::clone(&list), position: (index, position), entry, artifact };
                    (region, Arc::clone(&name), Arc::clone(&version), placed)
                }));
            }
        }
    }
    let count = |artifact: &Artifact<'_>| artifact.regional.len() + usize::from(artifact.everywhere.is_some());
    let mut references = Vec::with_capacity(found.iter().map(|(.., placed)| count(&placed.artifact)).sum());
    for (region, image, version, placed) in &found {
        let regional = placed.artifact.regional.iter().copied().map(ArtifactReference::Regional);
        let everywhere = placed.artifact.everywhere.map(ArtifactReference::Everywhere);
        references.extend(
            regional
                .chain(everywhere)
                .map(placed.reference_builder(image, version))
                .map(|one| ImageReference { region: region.map(str::to_owned).or(one.region), ..one }),
        );
    }
    references
}

/// Returns the artifacts of each entry for the image that has the version; several entries only if the name is
/// repeated.
fn artifacts<'c>(section: &dyn Section, list: ImageList<'c>, capabilities: bool) -> Vec<Vec<Placed<'c>>> {
    let extension = section.extension();
    let path = Rc::new(list.path);
    let artifacts_of = |entry: &'c dyn Mapped| {
        let found = match extension.legacy_lookup {
            _ if extension.formats_are_apart && capabilities => entry.flavor_artifacts(),
            _ if extension.formats_are_apart => entry.legacy_artifacts(),
            LegacyLookup::FirstEntry { .. } if !capabilities => entry.legacy_artifacts(),
            _ => entry.artifacts(capabilities),
        };
        let mut found = extension.names.applied_to(found);
        found.iter_mut().for_each(|artifact| extension.rename_in_legacy(artifact));
        found
    };
    let first_decides = capabilities && extension.capability_lookup == CapabilityLookup::FirstEntry;
    let mut found = Vec::new();
    for ListedImage { index, versions, .. } in list.images {
        let matching = versions.into_iter();
        let matching: Vec<_> = match extension.repeats {
            _ if first_decides => matching.take(1).collect(),
            Repeats::Merged | Repeats::EntryPerArchitecture => matching.collect(),
            Repeats::FirstWins => matching.take(1).collect(),
            Repeats::FirstMapped if !capabilities => matching.collect(),
            Repeats::FirstMapped => {
                matching.filter(|(_, entry)| !entry.artifacts(capabilities).is_empty()).take(1).collect()
            }
        };
        if matching.is_empty() {
            continue;
        }
        let placed = matching.into_iter().flat_map(|(position, entry)| {
            let (list, position) = (Rc::clone(&path), (index, position));
            let artifacts = artifacts_of(entry).into_iter();
            artifacts.map(move |artifact| Placed { list: Rc::clone(&list), position, entry, artifact })
        });
        found.push(placed.collect());
        if first_decides || extension.repeats == Repeats::FirstWins {
            break;
        }
    }
    found
}

/// Like [`select`], but only checks that there is an image, and omits the explanations.
pub(crate) fn find(
    section: &dyn Section,
    spec: &CloudProfileSpec,
    vocabulary: &ImageVocabulary,
    request: &ImageRequest<'_>,
    settings: &Settings,
) -> Result<(), NotFoundReason> {
    check_decodable(section, &settings.quirks)?;
    let field = ChoiceInput::of(section, spec, vocabulary, request);
    let groups = field.groups(section);
    field.decide(
        &groups,
        || reason(section, request, &groups, &mapped_regions(&groups)),
        &settings.quirks,
        |_| Some(()),
    )
}

/// Like [`select`], but omits the explanations.
pub(crate) fn reference(
    section: &dyn Section,
    spec: &CloudProfileSpec,
    vocabulary: &ImageVocabulary,
    request: &ImageRequest<'_>,
    settings: &Settings,
) -> Result<ImageReference, NotFoundReason> {
    check_decodable(section, &settings.quirks)?;
    let field = ChoiceInput::of(section, spec, vocabulary, request);
    let groups = field.groups(section);
    field.reference_among(&groups, || reason(section, request, &groups, &mapped_regions(&groups)), &settings.quirks)
}

pub(crate) fn select(
    section: &dyn Section,
    spec: &CloudProfileSpec,
    request: &ImageRequest<'_>,
    settings: &Settings,
) -> Result<ImageChoice, ImageNotFound> {
    let vocabulary = ImageVocabulary::of(section, spec, settings);
    let (field, quirks) = (ChoiceInput::of(section, spec, &vocabulary, request), &settings.quirks);
    let groups = field.groups(section);
    let not_found = |reason, candidates| {
        let (image, version) = (request.image.to_owned(), request.version.to_owned());
        ImageNotFound { image, version, reason, candidates }
    };
    if let Err(reason) = check_decodable(section, quirks) {
        return Err(not_found(reason, Vec::new()));
    }
    let Some(group) = field.deciding_group(&groups, quirks) else {
        let reason = reason(section, request, &groups, &mapped_regions(&groups));
        let everything: Vec<Placed<'_>> = groups.into_iter().flatten().collect();
        return Err(not_found(reason, field.candidates(&everything, &field.present(&everything, quirks), quirks)));
    };
    let present = field.present(group, quirks);
    let candidates = field.candidates(group, &present, quirks);
    let reference = |index: usize, quirks: &Quirks| {
        let placed = group.get(index)?;
        let reference = field.reference(placed, quirks)?;
        Some(placed.reference_builder(&request.image.into(), &request.version.into())(reference))
    };
    let answer = field.answer(group, &present, quirks);
    let gardener = &settings.under(Semantics::Gardener).quirks;
    let gardener_answer = check_decodable(section, gardener)
        .map_or_else(Answer::Fails, |()| field.answer(group, &field.present(group, gardener), gardener));
    let gardener_answer =
        Some(gardener_answer).filter(|gardener_answer| *gardener_answer != answer).and_then(|gardener_answer| {
            match gardener_answer {
                Answer::Chosen(index) => {
                    reference(index, gardener).map(|one| GardenerAnswer::Chooses { reference: Box::new(one) })
                }
                Answer::Fails(reason) => Some(GardenerAnswer::Fails { reason }),
            }
        });
    match answer {
        Answer::Fails(reason) => Err(not_found(reason, candidates)),
        Answer::Chosen(index) => match reference(index, quirks) {
            Some(reference) => Ok(ImageChoice { reference, candidates, gardener: gardener_answer }),
            None => Err(not_found(NotFoundReason::NothingMapped, candidates)),
        },
    }
}

/// Fails if the extension cannot decode the section.
fn check_decodable(section: &dyn Section, quirks: &Quirks) -> Result<(), NotFoundReason> {
    section.undecodable(quirks).map_or(Ok(()), |reason| Err(NotFoundReason::Undecodable(reason)))
}

/// Returns the reason why no entry decides; `known` are the mapped regions.
fn reason(
    section: &dyn Section,
    request: &ImageRequest<'_>,
    groups: &[Vec<Placed<'_>>],
    known: &Arc<[String]>,
) -> NotFoundReason {
    match request.region {
        Some(region) if !known.is_empty() => {
            NotFoundReason::NotInRegion { region: region.to_owned(), known: Arc::clone(known) }
        }
        _ if section.extension().finds_images_elsewhere => NotFoundReason::Elsewhere,
        _ if !groups.is_empty() => NotFoundReason::NothingMapped,
        _ if section.lists(Some(request)).last().is_some_and(|common| !common.images.is_empty()) => {
            NotFoundReason::UnknownVersion
        }
        _ => NotFoundReason::UnknownImage,
    }
}

/// Returns the distinct mapped regions, sorted.
fn mapped_regions(groups: &[Vec<Placed<'_>>]) -> Arc<[String]> {
    distinct(groups.iter().flatten().flat_map(|one| one.artifact.regions())).collect()
}

/// Returns the distinct names, sorted.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> impl Iterator<Item = String> {
    names.collect::<BTreeSet<_>>().into_iter().map(str::to_owned)
}

/// The result of a choice; the index counts all artifacts.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Chosen(usize),
    Fails(NotFoundReason),
}

/// The artifacts that have a reference: their indices among all, and their capabilities.
type Present = (Vec<usize>, Vec<CapabilitySet>);

/// The input of a choice, except the artifacts and the semantics.
struct ChoiceInput<'a> {
    vocabulary: &'a ImageVocabulary,
    machine: CapabilitySet,
    worker: Option<CapabilitySet>,
    request: &'a ImageRequest<'a>,
    /// Whether the profile registers capabilities and the provider chooses by them.
    by_capabilities: bool,
    needs_written_architecture: bool,
    refuses_empty_references: bool,
    finds_empty_references: bool,
    /// The architecture of the worker that a flavor must be for.
    checked_architecture: Option<&'a str>,
    /// Set if the first entry is taken here: whether it is looked up by architecture.
    first_entry: Option<bool>,
    /// The version in the core section, if any.
    core: Option<&'a MachineImageVersion>,
}

impl<'a> ChoiceInput<'a> {
    fn of(
        section: &dyn Section,
        spec: &'a CloudProfileSpec,
        vocabulary: &'a ImageVocabulary,
        request: &'a ImageRequest<'a>,
    ) -> Self {
        let (assumptions, extension) = (Assumptions::of(section), section.extension());
        let named = spec.images().iter().filter(|image| image.name == request.image);
        Self {
            vocabulary,
            machine: vocabulary.machine(spec, &assumptions, request),
            worker: request.worker_capabilities.map(|worker| vocabulary.compiled.compile(worker)),
            request,
            by_capabilities: assumptions.by_capabilities(spec),
            needs_written_architecture: extension.needs_written_architecture,
            refuses_empty_references: extension.refuses_empty_references && assumptions.by_capabilities(spec)
                || extension.empty_references == EmptyReferences::Refused,
            finds_empty_references: extension.empty_references == EmptyReferences::Found,
            checked_architecture: request.architecture.filter(|_| extension.checks_worker_architecture),
            first_entry: match extension.legacy_lookup {
                LegacyLookup::FirstEntry { of_architecture } if !assumptions.by_capabilities(spec) => {
                    Some(of_architecture)
                }
                _ => None,
            },
            core: named.flat_map(|image| image.offered()).find(|version| version.version == request.version),
        }
    }

    /// Chooses an artifact, and returns its reference. `reason` says why no group decides.
    fn reference_among(
        &self,
        groups: &[Vec<Placed<'_>>],
        reason: impl FnOnce() -> NotFoundReason,
        quirks: &Quirks,
    ) -> Result<ImageReference, NotFoundReason> {
        self.decide(groups, reason, quirks, |placed| {
            let reference = self.reference(placed, quirks)?;
            Some(placed.reference_builder(&self.request.image.into(), &self.request.version.into())(reference))
        })
    }

    /// Chooses an artifact, and returns what is wanted of it.
    fn decide<T>(
        &self,
        groups: &[Vec<Placed<'_>>],
        reason: impl FnOnce() -> NotFoundReason,
        quirks: &Quirks,
        wanted: impl FnOnce(&Placed<'_>) -> Option<T>,
    ) -> Result<T, NotFoundReason> {
        let group = self.deciding_group(groups, quirks).ok_or_else(reason)?;
        match self.answer(group, &self.present(group, quirks), quirks) {
            Answer::Chosen(index) => group.get(index).and_then(wanted).ok_or(NotFoundReason::NothingMapped),
            Answer::Fails(reason) => Err(reason),
        }
    }

    /// Returns the artifacts to choose from: those of the region's own list, or else those of the common one.
    fn groups<'c>(&self, section: &'c dyn Section) -> Vec<Vec<Placed<'c>>> {
        let mut lists = section.lists(Some(self.request));
        let common = lists.pop();
        let groups = self.groups_of(section, lists);
        if groups.is_empty() { self.groups_of(section, common) } else { groups }
    }

    /// Returns the artifacts of some lists.
    fn groups_of<'c>(
        &self,
        section: &'c dyn Section,
        lists: impl IntoIterator<Item = ImageList<'c>>,
    ) -> Vec<Vec<Placed<'c>>> {
        let groups: Vec<_> =
            lists.into_iter().flat_map(|list| artifacts(section, list, self.by_capabilities)).collect();
        // The first entry is taken regardless of the list that it is in.
        match self.first_entry {
            Some(_) if groups.len() > 1 => vec![groups.into_iter().flatten().collect()],
            _ => groups,
        }
    }

    /// Returns the first entry of the name with anything for the region. It decides, even if none of its artifacts
    /// fits.
    fn deciding_group<'g, 'v>(&self, groups: &'g [Vec<Placed<'v>>], quirks: &Quirks) -> Option<&'g Vec<Placed<'v>>> {
        groups.iter().find(|group| group.iter().any(|placed| self.reference(placed, quirks).is_some()))
    }

    /// Returns the artifacts that have a reference here: their indices among all, and their capabilities after
    /// defaulting.
    fn present(&self, placed: &[Placed<'_>], quirks: &Quirks) -> Present {
        let present = placed.iter().enumerate().filter(|(_, one)| self.reference(one, quirks).is_some());
        present.map(|(index, one)| (index, self.vocabulary.flavor(&one.artifact.capabilities, self.core))).unzip()
    }

    /// Returns the reference that an artifact has here.
    fn reference<'p>(&self, placed: &Placed<'p>, quirks: &Quirks) -> Option<ArtifactReference<'p>> {
        let region = self.request.region;
        let reference = match self.first_entry {
            Some(_) => placed.artifact.first_reference_for(region, quirks),
            None => placed.artifact.reference_for(region, quirks),
        };
        let competes = || {
            let place = placed.artifact.place;
            self.finds_empty_references
                || quirks.providers.empty_references_compete && placed.entry.competes_without_reference(place)
        };
        reference.or_else(|| competes().then_some(ArtifactReference::Everywhere("")))
    }

    /// Whether the extension fails with a matching artifact because it does not declare its architecture.
    fn is_unusable(&self, placed: &Placed<'_>, quirks: &Quirks) -> bool {
        let artifact = &placed.artifact;
        let lacks_architecture = !artifact.writes_architecture || artifact.capabilities.get(ARCHITECTURE).is_none();
        quirks.providers.unwritten_architecture_fails && self.needs_written_architecture && lacks_architecture
    }

    /// Whether the extension fails with a matching artifact because the worker asks for another architecture.
    fn is_of_other_architecture(&self, placed: &Placed<'_>) -> bool {
        let checked = self.checked_architecture.filter(|_| self.by_capabilities);
        checked.is_some_and(|worker| architecture_of(&placed.artifact).is_some_and(|own| own != worker))
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

    /// Returns the artifact that is preferred to all others that fit.
    fn best(&self, placed: &[Placed<'_>], (present, sets): &Present, quirks: &Quirks) -> Answer {
        match self.vocabulary.compiled.select(sets, &self.machine, self.worker.as_ref(), quirks) {
            Ok(selection) => match present.get(selection.flavor).and_then(|one| Some((*one, placed.get(*one)?))) {
                Some((_, one)) if self.is_of_other_architecture(one) => Answer::Fails(NotFoundReason::Incompatible),
                Some((_, one)) if self.is_unusable(one, quirks) => Answer::Fails(NotFoundReason::ArchitectureUnwritten),
                Some((index, _)) => Answer::Chosen(index),
                None => Answer::Fails(NotFoundReason::Incompatible),
            },
            Err(SelectionError::NoneCompatible) => Answer::Fails(NotFoundReason::Incompatible),
            Err(SelectionError::Ambiguous { .. }) => Answer::Fails(NotFoundReason::Ambiguous),
        }
    }

    /// Returns the outcome of each artifact.
    fn candidates(&self, placed: &[Placed<'_>], present: &Present, quirks: &Quirks) -> Vec<Candidate> {
        let image_outcomes = match self.first_entry {
            Some(of_architecture) => self.first_entry_outcomes(placed, present, of_architecture, quirks),
            None => {
                let compiled = &self.vocabulary.compiled;
                let outcomes = compiled.candidate_outcomes(&present.1, &self.machine, self.worker.as_ref(), quirks);
                outcomes.into_iter().map(ImageOutcome::from).collect()
            }
        };
        let mut image_outcomes = image_outcomes.into_iter();
        let candidates = placed.iter().enumerate().map(|(index, one)| Candidate {
            path: one.path(),
            capabilities: one.artifact.capabilities.clone().into_owned(),
            // The indices are in ascending order.
            fate: match present.0.binary_search(&index).is_ok() {
                true => image_outcomes.next().unwrap_or(ImageOutcome::Outranked { capability: None }),
                false => ImageOutcome::NotInRegion { regions: distinct(one.artifact.regions()).collect() },
            },
        });
        candidates.collect()
    }
}
