//! Which image reference a worker gets: the same for every provider, region-mapped or not.

use rootstock_capability_engine::{CapabilitySet, Outcome, Vocabulary};
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfileSpec, FieldPath, MachineImageVersion, Quirks, Settings,
};

use crate::assumptions::Assumptions;
use crate::built_in::BuiltIn;
use crate::entries::{entry_path, images_path};
use crate::image_entries::ArtifactReference;
use crate::{
    Artifact, Candidate, Fate, GardenerAnswer, ImageChoice, ImageNotFound, ImageReference, ImageRequest, ImageVersion,
    NotFoundReason, Plugin, ProviderImage, Repeats,
};

/// One artifact with its place in the document.
struct Placed<'a> {
    version: FieldPath,
    artifact: Artifact<'a>,
}

impl Placed<'_> {
    fn path(&self) -> FieldPath {
        self.artifact.place.below(self.version.clone())
    }

    fn reference<V: ImageVersion>(&self, image: &str, version: &str, region: Option<&str>) -> Option<ImageReference> {
        Some(self.referred_to::<V>(image, version, self.artifact.reference_for(region)?))
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
    list: &FieldPath,
    by_capabilities: bool,
) -> Vec<ImageReference> {
    let mut references = Vec::new();
    for (index, image) in images.iter().enumerate() {
        for (position, version) in image.entries().iter().enumerate() {
            for artifact in version.artifacts(by_capabilities) {
                let placed = Placed { version: entry_path(list.clone(), index, position), artifact };
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
    list: &FieldPath,
    request: &ImageRequest<'_>,
    capabilities: bool,
) -> Vec<Vec<Placed<'v>>> {
    let mut found = Vec::new();
    for (index, image) in images.iter().enumerate().filter(|(_, image)| image.name == request.image) {
        let matching = image.entries().iter().enumerate().filter(|(_, version)| version.version() == request.version);
        let matching: Vec<_> = match P::REPEATS {
            Repeats::Merged | Repeats::EntryPerArchitecture => matching.collect(),
            Repeats::FirstWins => matching.take(1).collect(),
            Repeats::FirstMapped => {
                matching.filter(|(_, version)| !version.artifacts(capabilities).is_empty()).take(1).collect()
            }
        };
        if matching.is_empty() {
            continue;
        }
        let placed = matching.into_iter().flat_map(|(position, version)| {
            let artifacts = version.artifacts(capabilities).into_iter();
            artifacts.map(move |artifact| Placed { version: entry_path(list.clone(), index, position), artifact })
        });
        found.push(placed.collect());
        if P::REPEATS == Repeats::FirstWins {
            break;
        }
    }
    found
}

pub(crate) fn select<P: Plugin>(
    config: &P::Config,
    spec: &CloudProfileSpec,
    request: &ImageRequest<'_>,
    settings: &Settings,
) -> Result<ImageChoice, ImageNotFound> {
    let images = P::images(config);
    let not_found = |reason, candidates| {
        let unmapped = matches!(
            reason,
            NotFoundReason::UnknownImage | NotFoundReason::UnknownVersion | NotFoundReason::NothingMapped
        );
        ImageNotFound {
            image: request.image.to_owned(),
            version: request.version.to_owned(),
            reason: if unmapped && P::FINDS_IMAGES_ELSEWHERE { NotFoundReason::Elsewhere } else { reason },
            candidates,
        }
    };
    let assumptions = Assumptions::of::<P>(config);
    let by_capabilities = assumptions.by_capabilities(spec);
    let built_in = BuiltIn::of(spec, settings, P::WORKER_CAPABILITIES);
    let definitions = built_in.after(assumptions.definitions(spec));
    let vocabulary = Vocabulary::new(&definitions);
    let machine = assumptions.machine(
        spec,
        request.machine_capabilities,
        request.machine_type,
        request.architecture,
        &definitions,
    );
    let machine = vocabulary.compile(&machine);
    let worker = request.worker_capabilities.map(|worker| vocabulary.compile(worker));
    let named = spec.images().iter().filter(|image| image.name == request.image);
    let core = named.flat_map(|image| image.offered()).find(|version| version.version == request.version);
    let field = Field {
        vocabulary: &vocabulary,
        machine: &machine,
        worker: worker.as_ref(),
        request,
        built_in: &built_in,
        needs_written_architecture: P::NEEDS_WRITTEN_ARCHITECTURE,
        core,
    };

    let own = P::regional_images(config).into_iter().filter(|list| Some(list.region) == request.region);
    let mut groups: Vec<Vec<Placed<'_>>> =
        own.flat_map(|list| artifacts::<P>(list.images, &list.path, request, by_capabilities)).collect();
    if groups.is_empty() {
        groups = artifacts::<P>(images, &images_path(), request, by_capabilities);
    }
    if groups.is_empty() {
        let known = images.iter().any(|image| image.name == request.image);
        let reason = if known { NotFoundReason::UnknownVersion } else { NotFoundReason::UnknownImage };
        return Err(not_found(reason, Vec::new()));
    }
    // The first entry of the name with anything for the region decides, even if it decides badly.
    let in_region = |placed: &Placed<'_>| placed.artifact.reference_for(request.region).is_some();
    let decisive = groups.iter().find(|group| group.iter().any(in_region));
    let Some(group) = decisive else {
        let everything: Vec<Placed<'_>> = groups.into_iter().flatten().collect();
        let known = regions(everything.iter());
        let reason = match request.region {
            Some(region) if !known.is_empty() => NotFoundReason::NotInRegion { region: region.to_owned(), known },
            _ => NotFoundReason::NothingMapped,
        };
        return Err(not_found(reason, field.candidates(&everything, &settings.quirks).0));
    };
    let (candidates, outcome) = field.candidates(group, &settings.quirks);
    let gardener = Quirks::GARDENER_1_150;
    let theirs = if settings.quirks == gardener { None } else { Some(field.candidates(group, &gardener).1) };
    let theirs = theirs.filter(|theirs| *theirs != outcome).map(|theirs| match theirs {
        Answer::Chosen(index) => group
            .get(index)
            .and_then(|placed| placed.reference::<P::Version>(request.image, request.version, request.region))
            .map_or(GardenerAnswer::Fails { reason: NotFoundReason::NothingMapped }, |reference| {
                GardenerAnswer::Chooses { reference: Box::new(reference) }
            }),
        Answer::Unusable => GardenerAnswer::Fails { reason: NotFoundReason::ArchitectureUnwritten },
        Answer::Incompatible => GardenerAnswer::Fails { reason: NotFoundReason::Incompatible },
        Answer::Ambiguous => GardenerAnswer::Fails { reason: NotFoundReason::Ambiguous },
    });
    match outcome {
        Answer::Unusable => Err(not_found(NotFoundReason::ArchitectureUnwritten, candidates)),
        Answer::Incompatible => Err(not_found(NotFoundReason::Incompatible, candidates)),
        Answer::Ambiguous => Err(not_found(NotFoundReason::Ambiguous, candidates)),
        Answer::Chosen(index) => group
            .get(index)
            .and_then(|placed| placed.reference::<P::Version>(request.image, request.version, request.region))
            .map(|reference| ImageChoice { reference, candidates: candidates.clone(), gardener: theirs })
            .ok_or_else(|| not_found(NotFoundReason::NothingMapped, candidates)),
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
    Unusable,
    Incompatible,
    Ambiguous,
}

struct Field<'a> {
    vocabulary: &'a Vocabulary,
    machine: &'a CapabilitySet,
    worker: Option<&'a CapabilitySet>,
    request: &'a ImageRequest<'a>,
    built_in: &'a BuiltIn,
    needs_written_architecture: bool,
    /// The version in the core half, if it is there.
    core: Option<&'a MachineImageVersion>,
}

impl Field<'_> {
    /// A flavor after defaulting.
    fn compile(&self, flavor: &Capabilities) -> CapabilitySet {
        self.vocabulary.compile(&self.built_in.complete(flavor, self.core))
    }

    /// Whether the extension fails with an artifact that fits, because it does not say for which architecture it is.
    fn is_unusable(&self, placed: Option<&Placed<'_>>, quirks: &Quirks) -> bool {
        let says_nothing = |one: &Placed<'_>| one.artifact.capabilities.get(ARCHITECTURE).is_none();
        quirks.unwritten_architecture_fails && self.needs_written_architecture && placed.is_some_and(says_nothing)
    }

    /// What becomes of each artifact, and the answer.
    fn candidates(&self, placed: &[Placed<'_>], quirks: &Quirks) -> (Vec<Candidate>, Answer) {
        let (present, sets): (Vec<usize>, Vec<CapabilitySet>) = placed
            .iter()
            .enumerate()
            .filter(|(_, one)| one.artifact.reference_for(self.request.region).is_some())
            .map(|(index, one)| (index, self.compile(&one.artifact.capabilities)))
            .unzip();
        let explanation = self.vocabulary.explain(&sets, self.machine, self.worker, quirks);
        let answer = match &explanation.outcome {
            Outcome::Selected { flavor } => present.get(*flavor).map_or(Answer::Incompatible, |one| {
                match self.is_unusable(placed.get(*one), quirks) {
                    true => Answer::Unusable,
                    false => Answer::Chosen(*one),
                }
            }),
            Outcome::NoneCompatible => Answer::Incompatible,
            Outcome::Ambiguous { .. } => Answer::Ambiguous,
        };
        let mut outcomes = explanation.candidate_outcomes().into_iter();
        let candidates = placed.iter().map(|one| Candidate {
            path: one.path(),
            capabilities: one.artifact.capabilities.clone().into_owned(),
            fate: match one.artifact.reference_for(self.request.region) {
                Some(_) => outcomes.next().map_or(Fate::Outranked { capability: None }, Fate::from),
                None => Fate::NotInRegion { regions: regions(std::iter::once(one)) },
            },
        });
        (candidates.collect(), answer)
    }
}
