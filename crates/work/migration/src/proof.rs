//! The proof: the provider's image before and after, for every machine type, image version and region.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::differences::{BootedImage, Direction, ImageComparison, Intent, Proof, ProofDifference};
use crate::profile::{Profile, type_architecture};
use crate::{InvalidOptions, Refusal};
use rootstock_core_model::{Capabilities, Quirks, Semantics, Settings};
use rootstock_provider_api::ImageRequest;
use rootstock_worker_capabilities::{Demand, WorkerCatalog, WorkerProperties};

/// Versions before, and the versions that they become.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Group {
    pub(crate) image: String,
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
    /// Other versions before, whose images may be chosen now.
    pub(crate) alternatives: Vec<String>,
    pub(crate) intent: Option<Intent>,
}

/// Machine types that are equal for any choice of an image, before and after.
struct Class {
    machine_types: Vec<usize>,
    declared: bool,
}

/// The two profiles, compiled.
struct Sides<'p> {
    before: Side<'p>,
    after: Side<'p>,
}

struct Side<'p> {
    profile: &'p Profile,
    catalog: WorkerCatalog,
    /// The demand of workers without special requirements; empty while the gate `WorkerCapabilities` is off.
    plain: Demand,
}

impl<'p> Side<'p> {
    /// Compiles a profile. With the gate `WorkerCapabilities` on, images for workers with special demands are distinguished.
    fn new(profile: &'p Profile, settings: &Settings) -> Result<Self, Refusal> {
        let provider = profile.provider.extension().worker_capabilities;
        let catalog =
            WorkerCatalog::new(&profile.stored().spec, settings.gates, provider).map_err(InvalidOptions::from)?;
        let plain = match catalog.has_worker_capabilities() {
            true => Demand::of_properties(catalog.built_in_catalog(), WorkerProperties::default()).demand,
            false => Demand::default(),
        };
        Ok(Self { profile, catalog, plain })
    }

    /// Returns the answer in each region.
    fn answers(
        &self,
        machine_type: usize,
        image: &str,
        version: &str,
        regions: &[Option<&str>],
        settings: &Settings,
    ) -> Vec<BootedImage> {
        let spec = &self.profile.stored().spec;
        let catalog = self.catalog.catalog();
        let known = catalog.image(image).and_then(|image| image.version(version));
        let (Some(declared), Some(compiled), Some(known)) =
            (spec.types().get(machine_type), catalog.machine_types().get(machine_type), known)
        else {
            return vec![BootedImage::Refused; regions.len()];
        };
        let architecture = type_architecture(declared);
        let demand = Demand { architecture: Some(architecture.clone()), ..self.plain.clone() };
        if !self.catalog.fits(compiled, known, &self.catalog.compile(&demand), &settings.quirks) {
            return vec![BootedImage::Refused; regions.len()];
        }
        let request = ImageRequest {
            architecture: Some(&architecture),
            worker_capabilities: self.catalog.has_worker_capabilities().then_some(&self.plain.capabilities),
            ..ImageRequest::new(image, version, None, declared)
        };
        let config = &self.profile.config;
        let vocabulary = config.image_vocabulary(spec, settings);
        let found = config.image_reference_in(spec, &vocabulary, &request, regions, settings);
        let answers = found.into_iter().map(|found| match found {
            Ok(reference) => BootedImage::Image { field: reference.path.field(), value: reference.value },
            Err(reason) => BootedImage::NoImage { reason: reason.to_string() },
        });
        answers.collect()
    }
}

/// Compares two profiles; `declared` are the machine types whose values are declared or forgotten.
pub(crate) fn prove(
    before: &Profile,
    after: &Profile,
    groups: &[Group],
    declared: &HashSet<usize>,
    direction: Direction,
    settings: &Settings,
) -> Result<Proof, Refusal> {
    let sides = Sides { before: Side::new(before, settings)?, after: Side::new(after, settings)? };
    // Versions with repeated names have the same images.
    let mut known = HashSet::new();
    let groups: Vec<&Group> = groups.iter().filter(|group| known.insert(*group)).collect();
    let classes = classes(before, after, declared);
    let regions = regions(before);
    let mut proof = Proof {
        machine_types: before.written().spec.types().len(),
        versions: groups.iter().map(|group| group.before.len()).sum(),
        regions: regions.len(),
        compared: 0,
        same: 0,
        without_image: 0,
        refused_in_time: 0,
        differences: Vec::new(),
    };
    let both = [Semantics::Documented, Semantics::Gardener].map(|semantics| {
        let mut settings = *settings;
        settings.quirks = Quirks::of(semantics);
        (semantics, settings)
    });
    let mut differences: BTreeMap<Key, BTreeSet<(Option<String>, u8)>> = BTreeMap::new();
    let mut order: HashMap<Key, usize> = HashMap::new();
    for (number, class) in classes.iter().enumerate() {
        for (position, group) in groups.iter().enumerate() {
            let answers = both.map(|(_, settings)| Answers::in_each(&sides, class, group, &regions, &settings));
            for (place, region) in regions.iter().enumerate() {
                let answers: Vec<&Answers> = answers.iter().filter_map(|answers| answers.get(place)).collect();
                for (b, a) in group.pairs() {
                    let weight = class.machine_types.len();
                    proof.compared += weight;
                    let mut worst = ImageComparison::SameImage;
                    let mut in_time = false;
                    for (which, answers) in answers.iter().enumerate() {
                        let Some((was, is)) = answers.before.get(b).zip(answers.after.get(a)) else { continue };
                        match compare(was, is) {
                            ImageComparison::SameImage => {}
                            ImageComparison::Neither => {
                                in_time |= matches!((was, is), (BootedImage::NoImage { .. }, BootedImage::Refused));
                                if worst == ImageComparison::SameImage {
                                    worst = ImageComparison::Neither;
                                }
                            }
                            ImageComparison::Different => {
                                worst = ImageComparison::Different;
                                let intent =
                                    group.intent(was, is, answers, class.declared.then_some(direction), before);
                                let key = Key {
                                    class: number,
                                    group: position,
                                    before: b,
                                    after: a,
                                    was: was.clone(),
                                    is: is.clone(),
                                    intent,
                                };
                                let next = order.len();
                                order.entry(key.clone()).or_insert(next);
                                differences.entry(key).or_default().insert((region.clone(), which as u8));
                            }
                        }
                    }
                    match worst {
                        ImageComparison::Different => {}
                        ImageComparison::SameImage => proof.same += weight,
                        ImageComparison::Neither => {
                            proof.same += weight;
                            proof.without_image += weight;
                            proof.refused_in_time += if in_time { weight } else { 0 };
                        }
                    }
                }
            }
        }
    }
    let mut found: Vec<_> = differences.into_iter().collect();
    found.sort_by_key(|(key, _)| order.get(key).copied());
    let differences = found.into_iter().map(|(key, places)| key.difference(&places, &classes, &groups, before));
    proof.differences = differences.collect();
    Ok(proof)
}

fn compare(was: &BootedImage, is: &BootedImage) -> ImageComparison {
    match (was.is_image(), is.is_image()) {
        (true, true) if was == is => ImageComparison::SameImage,
        // A worker that was refused must not be admitted only to find no image.
        (false, false) if !matches!((was, is), (BootedImage::Refused, BootedImage::NoImage { .. })) => {
            ImageComparison::Neither
        }
        _ => ImageComparison::Different,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    class: usize,
    group: usize,
    before: usize,
    after: usize,
    was: BootedImage,
    is: BootedImage,
    intent: Option<Intent>,
}

impl Key {
    fn difference(
        self,
        places: &BTreeSet<(Option<String>, u8)>,
        classes: &[Class],
        groups: &[&Group],
        before: &Profile,
    ) -> ProofDifference {
        let class = classes.get(self.class).map(|class| class.machine_types.as_slice()).unwrap_or_default();
        let names = class.iter().filter_map(|index| before.written().spec.types().get(*index));
        let group = groups.get(self.group);
        let version = |list: fn(&Group) -> &Vec<String>, index: usize| {
            group.and_then(|group| list(group).get(index)).cloned().unwrap_or_default()
        };
        let regions: BTreeSet<String> = places.iter().filter_map(|(region, _)| region.clone()).collect();
        let semantics: BTreeSet<u8> = places.iter().map(|(_, semantics)| *semantics).collect();
        let named = |number| if number == 0 { Semantics::Documented } else { Semantics::Gardener };
        ProofDifference {
            machine_types: names.map(|one| one.name.clone()).collect(),
            image: group.map(|group| group.image.clone()).unwrap_or_default(),
            version: version(|group| &group.before, self.before),
            now: version(|group| &group.after, self.after),
            regions: regions.into_iter().collect(),
            semantics: semantics.into_iter().map(named).collect(),
            before: self.was,
            after: self.is,
            intent: self.intent,
        }
    }
}

/// The answers for every version of a group.
#[derive(Default)]
struct Answers {
    before: Vec<BootedImage>,
    after: Vec<BootedImage>,
    alternatives: Vec<BootedImage>,
}

impl Answers {
    /// Returns the answers in each region.
    fn in_each(
        sides: &Sides<'_>,
        class: &Class,
        group: &Group,
        regions: &[Option<String>],
        settings: &Settings,
    ) -> Vec<Self> {
        let regions: Vec<Option<&str>> = regions.iter().map(Option::as_deref).collect();
        let mut all: Vec<Self> = regions.iter().map(|_| Self::default()).collect();
        let Some(machine_type) = class.machine_types.first().copied() else { return all };
        let mut ask = |side: &Side<'_>, versions: &[String], list: fn(&mut Self) -> &mut Vec<BootedImage>| {
            for version in versions {
                let booted = side.answers(machine_type, &group.image, version, &regions, settings);
                all.iter_mut().zip(booted).for_each(|(answers, booted)| list(answers).push(booted));
            }
        };
        ask(&sides.before, &group.before, |answers| &mut answers.before);
        ask(&sides.after, &group.after, |answers| &mut answers.after);
        ask(&sides.before, &group.alternatives, |answers| &mut answers.alternatives);
        all
    }

    /// Returns the answers of all versions that are one version now.
    fn known(&self) -> impl Iterator<Item = &BootedImage> {
        self.before.iter().chain(&self.alternatives)
    }
}

impl Group {
    /// Returns the pairs of each version before with each one that it becomes.
    fn pairs(&self) -> Vec<(usize, usize)> {
        (0..self.before.len()).flat_map(|before| (0..self.after.len()).map(move |after| (before, after))).collect()
    }

    fn intent(
        &self,
        was: &BootedImage,
        is: &BootedImage,
        answers: &Answers,
        declared: Option<Direction>,
        before: &Profile,
    ) -> Option<Intent> {
        match self.intent {
            Some(Intent::SuffixRemoved) if is.is_image() && answers.known().any(|one| one == is) => {
                Some(Intent::SuffixRemoved)
            }
            // One of the merged versions was admitted without an image, and so is the result.
            Some(Intent::SuffixRemoved)
                if !was.is_image()
                    && matches!(is, BootedImage::NoImage { .. })
                    && answers.known().any(|one| matches!(one, BootedImage::NoImage { .. })) =>
            {
                Some(Intent::SuffixRemoved)
            }
            Some(Intent::SuffixAdded) if *was != BootedImage::Refused || declared.is_none() => {
                let BootedImage::Image { value, .. } = is else {
                    // The image of the version must be available under one of its new names.
                    return (!was.is_image() || answers.after.contains(was)).then_some(Intent::SuffixAdded);
                };
                let is_own = self.is_mapped_to(value, before);
                (is_own && (!was.is_image() || answers.after.contains(was))).then_some(Intent::SuffixAdded)
            }
            Some(Intent::CapabilityRenamed) if !matches!(is, BootedImage::NoImage { .. }) => {
                Some(Intent::CapabilityRenamed)
            }
            _ if declared == Some(Direction::ToCapabilities) && was.is_image() && *is == BootedImage::Refused => {
                Some(Intent::ValuesDeclared)
            }
            _ if declared == Some(Direction::ToLegacyFields) && *was == BootedImage::Refused => {
                Some(Intent::ValuesForgotten)
            }
            _ => match (was, is) {
                (BootedImage::NoImage { .. }, BootedImage::Image { value, .. }) if self.is_mapped_to(value, before) => {
                    Some(Intent::FormatRead)
                }
                _ => None,
            },
        }
    }

    /// Whether an entry for one of the versions has the reference.
    fn is_mapped_to(&self, reference: &str, before: &Profile) -> bool {
        let mut entries = self.before.iter().flat_map(|version| before.mapped_to(&self.image, version));
        entries.any(|entry| {
            let artifacts = before.mapped.get(entry).map(|entry| entry.artifacts.as_slice()).unwrap_or_default();
            artifacts.iter().any(|artifact| artifact.references.iter().any(|(_, own)| own == reference))
        })
    }
}

/// Returns names and values sorted, so that equal capabilities have equal hashes.
pub(crate) fn sorted(capabilities: &Capabilities) -> Vec<(String, Vec<String>)> {
    let mut pairs: Vec<(String, Vec<String>)> =
        capabilities.iter().map(|(name, values)| (name.to_owned(), values.to_vec())).collect();
    pairs.sort();
    pairs
}

/// Groups machine types by their declarations before and after.
fn classes(before: &Profile, after: &Profile, declared: &HashSet<usize>) -> Vec<Class> {
    let mut known: HashMap<_, usize> = HashMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for (index, (was, is)) in before.stored().spec.types().iter().zip(after.stored().spec.types()).enumerate() {
        let declared = declared.contains(&index);
        let key = (
            sorted(&was.capabilities),
            was.architecture.clone(),
            sorted(&is.capabilities),
            is.architecture.clone(),
            declared,
        );
        let class = *known.entry(key).or_insert(classes.len());
        match classes.get_mut(class) {
            Some(class) => class.machine_types.push(index),
            None => classes.push(Class { machine_types: vec![index], declared }),
        }
    }
    classes
}

/// Returns the regions of the profile and of image references; a single one without a name if no reference has a region.
fn regions(profile: &Profile) -> Vec<Option<String>> {
    let artifacts = profile.mapped.iter().flat_map(|entry| &entry.artifacts);
    let mapped: BTreeSet<&String> =
        artifacts.flat_map(|artifact| artifact.references.iter().filter_map(|(region, _)| region.as_ref())).collect();
    if mapped.is_empty() {
        return vec![None];
    }
    let own = profile.written().spec.regions.iter().flatten().map(|region| &region.name);
    let all: BTreeSet<&String> = own.chain(mapped).collect();
    all.into_iter().cloned().map(Some).collect()
}
