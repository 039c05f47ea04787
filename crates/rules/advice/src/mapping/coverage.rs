//! Regions without an image, which Shoots cannot use: most extensions accept such Shoots and then cannot create their
//! machines.

use foldhash::HashMap;
use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    Capabilities, FieldPath, MachineImageVersion, MachineType, Quirks, Region, Source, Violation, ViolationKind,
    listed_up_to,
};
use rootstock_provider_api::{Artifact, ImageRequest, ImageVocabulary, VersionEntry, architecture_only};
use rootstock_versioning::Classification;

use super::Mapping;

rootstock_core_model::rules! {
    /// A region of the profile in which an image is not available.
    IMAGE_NOT_IN_REGION: Warning, since "0.1.0", Source::Rootstock;
}

/// The maximum number of comparisons; the search for gaps is skipped beyond it. No real profile comes close, and the
/// list of gaps would be as long as the profile.
const MAX_COMPARISONS: usize = 50_000_000;

/// The maximum number of names in a message.
const MAX_LISTED: usize = 5;

/// Checks, for every version that can be chosen, that each machine type that the core section allows for it has an image
/// in every region.
pub(super) fn check(mapping: &Mapping<'_>, is_namespaced: bool) -> Vec<Violation> {
    let context = CoverageContext::new(mapping);
    if context.regions.is_empty() || context.comparisons(mapping) > MAX_COMPARISONS {
        return Vec::new();
    }
    let mut mapped: HashMap<(&str, &str), Vec<&VersionEntry<'_>>> = HashMap::default();
    for (image, entry) in mapping.entries.versions() {
        mapped.entry((image.name, entry.version)).or_default().push(entry);
    }
    let mut gaps: Vec<Gap> = Vec::new();
    let mut considered = 0;
    for image in mapping.spec.images() {
        for version in image.offered() {
            // Admission refuses repeated versions: all entries belong to the first of them.
            let Some(entries) = mapped.remove(&(image.name.as_str(), version.version.as_str())) else { continue };
            let is_expired = version.lifecycle().at(mapping.settings.now) == Classification::Expired;
            if is_expired || entries.iter().any(|entry| entry.is_unreadable) {
                continue;
            }
            let artifacts: Vec<&Artifact<'_>> =
                entries.iter().flat_map(|entry| entry.artifacts(context.by_capabilities)).collect();
            // The comparison reports a version without any flavor.
            if artifacts.is_empty() && context.by_capabilities {
                continue;
            }
            let is_complete = !artifacts.is_empty() && artifacts.iter().all(|artifact| artifact.has_reference());
            if mapping.entries.requires_reference && !is_complete {
                continue;
            }
            considered += 1;
            let missing = context.missing(version, &artifacts, &mapping.settings.quirks);
            if let (false, Some(first)) = (missing.is_empty(), entries.first()) {
                let title = format!("machine image `{}` version `{}`", image.name, version.version);
                let regional = artifacts.iter().flat_map(|artifact| &artifact.regional);
                let mut known: Vec<String> = regional.map(|entry| entry.region.to_owned()).collect();
                known.sort_unstable();
                known.dedup();
                gaps.push(Gap { path: first.path(), title, missing, known });
            }
        }
    }
    // A region that lacks every version is reported once, not once per version.
    let mut found = Vec::new();
    let consequence = consequence(mapping.extension.refuses_unmapped_shoots);
    if considered > 1 && !is_namespaced {
        found.extend(context.take_unmapped_regions(&mut gaps, considered, consequence));
    }
    let gaps = gaps.iter().filter(|gap| !gap.missing.is_empty());
    found.extend(gaps.map(|gap| context.gap(gap, consequence)));
    found
}

/// Describes the consequence for Shoots in a region without an image, which depends on whether the extension's own
/// admission refuses them.
const fn consequence(refuses_unmapped_shoots: bool) -> &'static str {
    match refuses_unmapped_shoots {
        true => "the extension refuses Shoots that need one there",
        false => "Gardener admits Shoots there, but cannot create their machines",
    }
}

/// A version and the regions that lack it.
struct Gap {
    path: FieldPath,
    title: String,
    missing: Vec<Missing>,
    /// The regions that are mapped, sorted.
    known: Vec<String>,
}

/// A region (by index into [`CoverageContext::regions`]) in which machine types have no image.
struct Missing {
    region: usize,
    /// Index into [`CoverageContext::workers`]: only those workers have none.
    worker: Option<usize>,
    /// Indices into [`CoverageContext::machines`].
    machines: Vec<usize>,
    /// No machine type at all has one.
    affects_all_machines: bool,
}

/// Regions and machine types, the latter grouped by capabilities.
struct CoverageContext<'a> {
    by_capabilities: bool,
    /// Requirements of workers that need no registration, in words and compiled.
    workers: Vec<(String, CapabilitySet)>,
    vocabulary: ImageVocabulary,
    regions: Vec<(usize, &'a Region)>,
    machines: Vec<MachineGroup<'a>>,
}

struct MachineGroup<'a> {
    set: CapabilitySet,
    types: Vec<&'a MachineType>,
}

impl<'a> CoverageContext<'a> {
    fn new(mapping: &Mapping<'a>) -> Self {
        let spec = mapping.spec;
        let vocabulary = mapping.config.image_vocabulary(spec, mapping.settings);
        let worker = |name: &str, value: &str| {
            let asked = [(name, [value])].into_iter().collect();
            (format!("{name}: [{value}]"), vocabulary.compiled().compile(&asked))
        };
        // A profile that registers no capabilities cannot declare any either.
        let built_in = vocabulary.built_in().iter().filter(|_| spec.has_capabilities());
        let asked = built_in.flat_map(|entry| entry.values.iter().map(|value| (entry.name, *value)));
        let workers = asked.map(|(name, value)| worker(name, value)).collect();
        let mut machines: Vec<MachineGroup<'a>> = Vec::new();
        let mut places: HashMap<CapabilitySet, usize> = HashMap::default();
        for machine in spec.types().iter().filter(|one| one.usable != Some(false)) {
            let request = ImageRequest::new("", "", None, machine);
            let set = mapping.config.machine(spec, &vocabulary, &request);
            let place = *places.entry(set.clone()).or_insert(machines.len());
            match machines.get_mut(place) {
                Some(group) => group.types.push(machine),
                None => machines.push(MachineGroup { set, types: vec![machine] }),
            }
        }
        let (by_capabilities, regions) = (mapping.has_capabilities(), mapping.regions().collect());
        Self { by_capabilities, workers, vocabulary, regions, machines }
    }

    /// Estimates the cost of the search for gaps.
    fn comparisons(&self, mapping: &Mapping<'_>) -> usize {
        let versions = mapping.spec.images().iter().flat_map(|image| image.offered());
        let core: usize = versions.map(|one| 1 + one.flavors().len() + one.legacy_architectures().len()).sum();
        let (mut artifacts, mut references) = (0_usize, 0_usize);
        for (_, entry) in mapping.entries.versions() {
            for artifact in entry.artifacts(self.by_capabilities) {
                artifacts += 1;
                references += artifact.regional.len();
            }
        }
        let regions = self.regions.len();
        let pairs = core.saturating_add(artifacts).saturating_mul(regions).saturating_mul(self.machines.len());
        let pairs = pairs.saturating_mul(1 + self.workers.len());
        pairs.saturating_add(references.saturating_mul(regions))
    }

    /// Returns the regions that have no image for machine types that the core section allows for the version.
    fn missing(&self, version: &MachineImageVersion, artifacts: &[&Artifact<'_>], quirks: &Quirks) -> Vec<Missing> {
        let fits = |flavors: &[CapabilitySet], group: &MachineGroup<'_>| {
            flavors.iter().any(|flavor| self.vocabulary.compiled().compatible(flavor, &group.set))
        };
        let mut core: Vec<CapabilitySet> = self.core_flavors(version);
        let runnable: Vec<bool> = self.machines.iter().map(|group| fits(&core, group)).collect();
        // Free the sets, which only requirements of workers need again: each is as large as all values together.
        if self.workers.is_empty() {
            core = Vec::new();
        }
        let compile = |artifact: &&Artifact<'_>| self.vocabulary.flavor(&artifact.capabilities, Some(version));
        let sets: Vec<CapabilitySet> = artifacts.iter().map(compile).collect();
        // The comparison, and not this check, reports machine types without an image in any region.
        let machines = self.machines.iter().zip(runnable);
        let runnable: Vec<bool> =
            machines.map(|(group, runnable)| runnable && (artifacts.is_empty() || fits(&sets, group))).collect();
        let mut missing = Vec::new();
        for (index, (_, region)) in self.regions.iter().enumerate() {
            let here: Vec<bool> = artifacts.iter().map(|artifact| artifact.has_region(&region.name, quirks)).collect();
            let mut lacking = Vec::new();
            let mut found = false;
            for (position, group) in self.machines.iter().enumerate() {
                if !runnable.get(position).copied().unwrap_or_default() || !group.is_available(region) {
                    continue;
                }
                let fits = sets
                    .iter()
                    .zip(&here)
                    .any(|(set, here)| *here && self.vocabulary.compiled().compatible(set, &group.set));
                if fits { found = true } else { lacking.push(position) }
            }
            if !lacking.is_empty() {
                missing.push(Missing { region: index, worker: None, machines: lacking, affects_all_machines: !found });
                continue;
            }
            for (number, (_, worker)) in self.workers.iter().enumerate() {
                let fits = |flavor, group: &MachineGroup<'_>| {
                    self.vocabulary.compiled().compatible_with_worker(flavor, &group.set, Some(worker))
                };
                let lacking = self.machines.iter().enumerate().filter(|(_, group)| {
                    core.iter().any(|flavor| fits(flavor, group))
                        && sets.iter().any(|flavor| fits(flavor, group))
                        && group.is_available(region)
                        && !sets.iter().zip(&here).any(|(flavor, here)| *here && fits(flavor, group))
                });
                let machines: Vec<usize> = lacking.map(|(position, _)| position).collect();
                if !machines.is_empty() {
                    missing.push(Missing {
                        region: index,
                        worker: Some(number),
                        machines,
                        affects_all_machines: false,
                    });
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

    /// Removes regions that lack every version from the gaps, and reports each of them once.
    fn take_unmapped_regions(&self, gaps: &mut [Gap], considered: usize, consequence: &str) -> Vec<Violation> {
        let mut lacking = vec![0; self.regions.len()];
        for missing in gaps.iter().flat_map(|gap| &gap.missing).filter(|one| one.affects_all_machines) {
            lacking.get_mut(missing.region).into_iter().for_each(|count| *count += 1);
        }
        let is_unmapped = |region: usize| lacking.get(region).is_some_and(|count| *count == considered);
        gaps.iter_mut().for_each(|gap| gap.missing.retain(|one| !is_unmapped(one.region)));
        let mut found = Vec::new();
        for (_, (position, entry)) in self.regions.iter().enumerate().filter(|(region, _)| is_unmapped(*region)) {
            let name = entry.name.as_str();
            let detail = format!("`spec.providerConfig` maps no machine image for region `{name}`; {consequence}");
            let path = FieldPath::root().field("spec").field("regions").index(*position).field("name");
            found.push(Violation::new(&IMAGE_NOT_IN_REGION, ViolationKind::NotSupported, path, name, detail));
        }
        found
    }

    fn gap(&self, gap: &Gap, consequence: &str) -> Violation {
        let mut places: Vec<String> = gap.missing.iter().take(MAX_LISTED).filter_map(|one| self.place(one)).collect();
        if gap.missing.len() > MAX_LISTED {
            places.push(format!("{} more regions", gap.missing.len() - MAX_LISTED));
        }
        let lacking: Vec<&str> =
            gap.missing.iter().filter_map(|one| Some(self.regions.get(one.region)?.1.name.as_str())).collect();
        let elsewhere = match gap.known.as_slice() {
            [] => " (nor in any other region)".to_owned(),
            known if known.iter().any(|one| lacking.contains(&one.as_str())) => String::new(),
            known => format!(" (it has images in {})", listed_up_to(MAX_LISTED, known.iter().map(String::as_str))),
        };
        let detail = format!("{} has no image in {}{elsewhere}; {consequence}", gap.title, places.join(", "));
        Violation::required(&IMAGE_NOT_IN_REGION, gap.path.clone(), detail)
    }

    fn place(&self, missing: &Missing) -> Option<String> {
        let (_, region) = self.regions.get(missing.region)?;
        let name = &region.name;
        Some(match missing.worker.and_then(|worker| self.workers.get(worker)) {
            _ if missing.affects_all_machines => format!("region `{name}`"),
            Some((asked, _)) => format!("region `{name}` for workers that ask for `{asked}`"),
            None => {
                let types = missing.machines.iter().filter_map(|index| self.machines.get(*index));
                let types = types.flat_map(|group| group.types.iter().map(|one| one.name.as_str()));
                format!("region `{name}` on machine types {}", listed_up_to(MAX_LISTED, types))
            }
        })
    }
}

impl MachineGroup<'_> {
    /// Returns whether any of the types is available in some zone of the region.
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
