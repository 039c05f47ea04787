//! Regions without an image, where shoots cannot be had: most extensions let them in and then cannot create their machines.

use std::collections::{BTreeMap, HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, FieldPath, MachineImageVersion, MachineType, Path, Quirks, Region, Source,
    Violation, ViolationKind, listed_up_to, nearest,
};
use rootstock_versioning::Classification;
use rootstock_worker_capabilities::Entry as WorkerCapability;

use crate::assumptions::Assumptions;
use crate::built_in::BuiltIn;
use crate::entries::{Entry, entries};
use crate::image_entries::architecture_only;
use crate::{Artifact, Checker, ImageRequest, ImageVersion, ImageVocabulary, Plugin, ProviderImage};

rootstock_core_model::rules! {
    /// A mapping for a region that the profile does not have.
    PROVIDER_REGION_UNKNOWN: Warning, since "0.1.0", Source::Rootstock;
    /// A region of the profile in which an image cannot be had.
    IMAGE_NOT_IN_REGION: Warning, since "0.1.0", Source::Rootstock;
}

/// Beyond this many comparisons the search for gaps is left out: no real profile comes near, and the answer would be as
/// long as the question.
const MOST_COMPARISONS: usize = 50_000_000;

/// How many regions an unknown one is compared with.
const COMPARED: usize = 64;

/// How many names a message lists.
const LISTED: usize = 5;

impl Checker<'_> {
    /// Reports mappings for regions that do not exist, and regions for which a mapping is missing.
    pub(crate) fn check_regions<P: Plugin>(
        &mut self,
        images: &[ProviderImage<P::Version>],
        assumptions: &Assumptions<'_>,
    ) {
        let regions: Vec<&str> = self
            .spec()
            .regions
            .iter()
            .flatten()
            .map(|region| region.name.as_str())
            .filter(|one| !one.is_empty())
            .collect();
        if !regions.is_empty() {
            self.check_unknown_regions(images, &regions);
            self.check_gaps(images, assumptions, consequence(P::EXTENSION.refuses_unmapped_shoots));
        }
    }

    fn check_unknown_regions<V: ImageVersion>(&mut self, images: &[ProviderImage<V>], regions: &[&str]) {
        let known: HashSet<&str> = regions.iter().copied().collect();
        let mut unknown: BTreeMap<String, (FieldPath, usize)> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        for (_, placed) in entries(images) {
            for artifact in placed.entry.flavors().into_iter().chain(placed.entry.legacy()) {
                let strangers = artifact.regional.iter().filter(|entry| !known.contains(entry.region));
                for entry in strangers.filter(|entry| !entry.region.is_empty()) {
                    if let Some((_, times)) = unknown.get_mut(entry.region) {
                        *times += 1;
                        continue;
                    }
                    let path = artifact.place.below(placed.path()).field("regions").index(entry.index).field("name");
                    unknown.insert(entry.region.to_owned(), (path, 1));
                    order.push(entry.region.to_owned());
                }
            }
        }
        for name in order {
            let Some((path, times)) = unknown.remove(&name) else { continue };
            let again = match times {
                1 => String::new(),
                2 => " (and in one more place)".to_owned(),
                times => format!(" (and in {} more places)", times - 1),
            };
            let detail = format!(
                "is mapped here{again}, but the profile has no such region, so that the mapping is never used; \
                 `spec.regions` has {}",
                listed_up_to(LISTED, regions.iter().copied()),
            );
            let mut violation =
                Violation::new(&PROVIDER_REGION_UNKNOWN, ViolationKind::NotSupported, path, name.as_str(), detail);
            let compared = || regions.iter().copied().take(COMPARED);
            let near = compared().find(|one| one.starts_with(&name) || name.starts_with(one));
            if let Some(near) = near.or_else(|| nearest(&name, compared())) {
                violation = violation.with_help(format!("did you mean `{near}`?"));
            }
            self.report(violation);
        }
    }

    /// For every version that can be chosen and every region: each machine type that the core half lets the version run
    /// on must find an image there.
    fn check_gaps<V: ImageVersion>(
        &mut self,
        images: &[ProviderImage<V>],
        assumptions: &Assumptions<'_>,
        consequence: &str,
    ) {
        let spec = self.spec();
        let market = Market::new(spec, assumptions, self.vocabulary.built_in.clone());
        if market.comparisons(spec, images) > MOST_COMPARISONS {
            return;
        }
        let mut mapped: HashMap<(&str, &str), Vec<Entry<'_, V>>> = HashMap::new();
        for (image, placed) in entries(images) {
            mapped.entry((&image.name, placed.entry.version())).or_default().push(placed);
        }
        let now = self.settings().now;
        let mut gaps: Vec<Gap> = Vec::new();
        let mut considered = 0;
        for image in spec.images() {
            for version in image.offered() {
                let Some(entries) = mapped.get(&(image.name.as_str(), version.version.as_str())) else { continue };
                let expired = version.lifecycle().at(now) == Classification::Expired;
                if expired || entries.iter().any(|placed| self.unreadable.version(placed)) {
                    continue;
                }
                let artifacts: Vec<Artifact<'_>> =
                    entries.iter().flat_map(|placed| placed.entry.artifacts(market.by_capabilities)).collect();
                // A version without any flavor is reported by the comparison.
                if artifacts.is_empty() && market.by_capabilities {
                    continue;
                }
                let complete = !artifacts.is_empty() && artifacts.iter().all(Artifact::has_reference);
                if V::REQUIRES_REFERENCE && !complete {
                    continue;
                }
                considered += 1;
                let missing = market.missing(version, &artifacts, &self.settings().quirks);
                if let (false, Some(first)) = (missing.is_empty(), entries.first()) {
                    let title = format!("machine image `{}` version `{}`", image.name, version.version);
                    let mut known: Vec<String> = artifacts
                        .iter()
                        .flat_map(|artifact| artifact.regional.iter().map(|entry| entry.region.to_owned()))
                        .collect();
                    known.sort_unstable();
                    known.dedup();
                    gaps.push(Gap { path: first.path(), title, missing, known });
                }
            }
        }
        self.report_gaps(&market, gaps, considered, consequence);
    }

    fn report_gaps(&mut self, market: &Market<'_>, mut gaps: Vec<Gap>, considered: usize, consequence: &str) {
        // A region that lacks every version wholly is one mistake, not one for each version.
        for (region, (position, entry)) in market.regions.iter().enumerate() {
            let lacks = |gap: &&Gap| gap.missing.iter().any(|one| one.region == region && one.wholly);
            if considered < 2 || self.is_namespaced() || gaps.iter().filter(lacks).count() < considered {
                continue;
            }
            gaps.iter_mut().for_each(|gap| gap.missing.retain(|one| one.region != region));
            let detail =
                format!("`spec.providerConfig` maps no machine image for region `{}`; {consequence}", entry.name,);
            let spec = Path::root("spec");
            let path = spec.field("regions");
            let path = path.index(*position);
            let name = entry.name.as_str();
            self.report(Violation::new(
                &IMAGE_NOT_IN_REGION,
                ViolationKind::NotSupported,
                &path.field("name"),
                name,
                detail,
            ));
        }
        for gap in gaps.into_iter().filter(|gap| !gap.missing.is_empty()) {
            let mut places: Vec<String> = Vec::new();
            for one in gap.missing.iter().take(LISTED) {
                let Some((_, region)) = market.regions.get(one.region) else { continue };
                places.push(match one.wholly {
                    true => format!("region `{}`", region.name),
                    false if let Some((asked, _)) = one.worker.and_then(|worker| market.workers.get(worker)) => {
                        format!("region `{}` for workers that ask for `{asked}`", region.name)
                    }
                    false => {
                        let types = one.machines.iter().filter_map(|index| market.machines.get(*index));
                        let types = types.flat_map(|group| group.types.iter().map(|one| one.name.as_str()));
                        format!("region `{}` on machine types {}", region.name, listed_up_to(LISTED, types))
                    }
                });
            }
            if gap.missing.len() > LISTED {
                places.push(format!("{} more regions", gap.missing.len() - LISTED));
            }
            let lacking: Vec<&str> =
                gap.missing.iter().filter_map(|one| Some(market.regions.get(one.region)?.1.name.as_str())).collect();
            let elsewhere = match gap.known.as_slice() {
                [] => " (it has images in no region)".to_owned(),
                known if known.iter().any(|one| lacking.contains(&one.as_str())) => String::new(),
                known => format!(" (it has images in {})", listed_up_to(LISTED, known.iter().map(String::as_str))),
            };
            let detail = format!("{} has no image in {}{elsewhere}; {consequence}", gap.title, places.join(", "),);
            self.report(Violation::required(&IMAGE_NOT_IN_REGION, gap.path, detail));
        }
    }
}

/// What becomes of Shoots in a region without an image: whether the extension's own admission refuses them.
const fn consequence(refuses_unmapped_shoots: bool) -> &'static str {
    match refuses_unmapped_shoots {
        true => "the extension refuses shoots that need one there",
        false => "Gardener admits shoots there, but cannot create their machines",
    }
}

/// A version and the places where it cannot be had.
struct Gap {
    path: FieldPath,
    title: String,
    missing: Vec<Missing>,
    /// The regions that are mapped, sorted.
    known: Vec<String>,
}

/// A region (by index into [`Market::regions`]) in which machine types find no image.
struct Missing {
    region: usize,
    /// Index into [`Market::workers`]: only those workers find none.
    worker: Option<usize>,
    /// Indices into [`Market::machines`].
    machines: Vec<usize>,
    /// No machine type at all finds one.
    wholly: bool,
}

/// Regions and machine types, the latter grouped by what they support.
struct Market<'a> {
    by_capabilities: bool,
    /// What workers can ask for without anybody registering it, in words and compiled.
    workers: Vec<(String, CapabilitySet)>,
    vocabulary: ImageVocabulary,
    regions: Vec<(usize, &'a Region)>,
    machines: Vec<Machines<'a>>,
}

struct Machines<'a> {
    set: CapabilitySet,
    types: Vec<&'a MachineType>,
}

impl<'a> Market<'a> {
    fn new(spec: &'a CloudProfileSpec, assumptions: &Assumptions<'_>, built_in: BuiltIn) -> Self {
        let vocabulary = ImageVocabulary::new(assumptions.definitions(spec), built_in);
        let worker = |name: &str, value: &str| {
            let asked = [(name, [value])].into_iter().collect();
            (format!("{name}: [{value}]"), vocabulary.compiled.compile(&asked))
        };
        let of_entry =
            |entry: &&'static WorkerCapability| entry.values.iter().map(|value| worker(entry.name, value)).collect();
        let workers = vocabulary.built_in.entries().iter().flat_map::<Vec<_>, _>(of_entry).collect();
        let mut machines: Vec<Machines<'a>> = Vec::new();
        let mut places: HashMap<CapabilitySet, usize> = HashMap::new();
        for machine in spec.types().iter().filter(|one| one.usable != Some(false)) {
            let set = vocabulary.machine(spec, assumptions, &ImageRequest::new("", "", None, machine));
            let place = *places.entry(set.clone()).or_insert(machines.len());
            match machines.get_mut(place) {
                Some(group) => group.types.push(machine),
                None => machines.push(Machines { set, types: vec![machine] }),
            }
        }
        let regions = spec.regions.iter().flatten().enumerate().filter(|(_, region)| !region.name.is_empty()).collect();
        Self { by_capabilities: assumptions.by_capabilities(spec), workers, vocabulary, regions, machines }
    }

    /// How much work the search for gaps is.
    fn comparisons<V: ImageVersion>(&self, spec: &CloudProfileSpec, images: &[ProviderImage<V>]) -> usize {
        let versions = spec.images().iter().flat_map(|image| image.offered());
        let core: usize = versions.map(|one| 1 + one.flavors().len() + one.legacy_architectures().len()).sum();
        let (mut artifacts, mut references) = (0_usize, 0_usize);
        for version in images.iter().flat_map(ProviderImage::entries) {
            for artifact in version.artifacts(self.by_capabilities) {
                artifacts += 1;
                references += artifact.regional.len();
            }
        }
        let regions = self.regions.len();
        let pairs = core.saturating_add(artifacts).saturating_mul(regions).saturating_mul(self.machines.len());
        let pairs = pairs.saturating_mul(1 + self.workers.len());
        pairs.saturating_add(references.saturating_mul(regions))
    }

    /// Where machine types that the core half lets the version run on find no image.
    fn missing(&self, version: &MachineImageVersion, artifacts: &[Artifact<'_>], quirks: &Quirks) -> Vec<Missing> {
        let core: Vec<CapabilitySet> = self.core_flavors(version);
        let compile = |artifact: &Artifact<'_>| self.vocabulary.flavor(&artifact.capabilities, Some(version));
        let sets: Vec<CapabilitySet> = artifacts.iter().map(compile).collect();
        // Machine types that find an image nowhere are a matter of the comparison, not of regions.
        let fits = |flavors: &[CapabilitySet], group: &Machines<'_>| {
            flavors.iter().any(|flavor| self.vocabulary.compiled.compatible(flavor, &group.set))
        };
        let runs: Vec<bool> = self
            .machines
            .iter()
            .map(|group| fits(&core, group) && (artifacts.is_empty() || fits(&sets, group)))
            .collect();
        let mut missing = Vec::new();
        for (index, (_, region)) in self.regions.iter().enumerate() {
            let here: Vec<bool> = artifacts.iter().map(|artifact| artifact.has_region(&region.name, quirks)).collect();
            let mut lacking = Vec::new();
            let mut found = false;
            for (position, group) in self.machines.iter().enumerate() {
                if !runs.get(position).copied().unwrap_or_default() || !group.is_available(region) {
                    continue;
                }
                let fits = sets
                    .iter()
                    .zip(&here)
                    .any(|(set, here)| *here && self.vocabulary.compiled.compatible(set, &group.set));
                if fits { found = true } else { lacking.push(position) }
            }
            if !lacking.is_empty() {
                missing.push(Missing { region: index, worker: None, machines: lacking, wholly: !found });
                continue;
            }
            for (number, (_, worker)) in self.workers.iter().enumerate() {
                let fits = |flavor, group: &Machines<'_>| {
                    self.vocabulary.compiled.compatible_with_worker(flavor, &group.set, Some(worker))
                };
                let lacking = self.machines.iter().enumerate().filter(|(_, group)| {
                    core.iter().any(|flavor| fits(flavor, group))
                        && sets.iter().any(|flavor| fits(flavor, group))
                        && group.is_available(region)
                        && !sets.iter().zip(&here).any(|(flavor, here)| *here && fits(flavor, group))
                });
                let machines: Vec<usize> = lacking.map(|(position, _)| position).collect();
                if !machines.is_empty() {
                    missing.push(Missing { region: index, worker: Some(number), machines, wholly: false });
                }
            }
        }
        missing
    }

    fn core_flavors(&self, version: &MachineImageVersion) -> Vec<CapabilitySet> {
        let compile = |flavor: &Capabilities| self.vocabulary.flavor(flavor, Some(version));
        if !version.flavors().is_empty() {
            return version.flavors().iter().map(|flavor| compile(&flavor.0)).collect();
        }
        match version.legacy_architectures() {
            [] => vec![compile(&Capabilities::new())],
            written => written.iter().map(|one| compile(&architecture_only(one))).collect(),
        }
    }
}

impl Machines<'_> {
    /// Whether any of the types can be had in some zone of the region.
    fn is_available(&self, region: &Region) -> bool {
        let zones = region.zones.as_deref().unwrap_or_default();
        zones.is_empty()
            || self.types.iter().any(|machine| {
                zones.iter().any(|zone| {
                    !zone.unavailable_machine_types.iter().flatten().any(|unavailable| *unavailable == machine.name)
                })
            })
    }
}
