//! The space of workers that a profile admits, by class.

use std::collections::HashMap;

use rootstock_core_model::{ARCHITECTURE, MachineType, Region, matches_pattern};
use rootstock_judge::{CompiledProfile, Judge, Offer, Pool};
use rootstock_worker_capabilities::Property;

use crate::booted_images::BootedImages;
use crate::invariant::WorkerSelector;
use crate::workers::{MachineClass, Wish, pool};

/// The classes of everything that the admission of a new worker depends on.
#[derive(Debug)]
pub(crate) struct WorkerSpace<'p> {
    pub(crate) judge: Judge<'p>,
    wishes: Vec<Wish>,
    classes: Vec<MachineClass<'p>>,
    regions: Vec<&'p Region>,
    /// An active Kubernetes version for each set of kubelet constraints that versions meet; those that no constraint
    /// distinguishes are one class.
    kubernetes: Vec<&'p str>,
    /// The zones that lack a machine type, as indices of regions and zones, sorted.
    lacking: HashMap<&'p str, Vec<(usize, usize)>>,
}

/// Everything about a worker but its region and image: machine type, architecture, demands, and Kubernetes version.
pub(crate) type Place<'p> = (*const MachineType, Option<&'p str>, Wish, &'p str);

/// A new worker without an image, on behalf of its class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'p> {
    pub(crate) machine_type: &'p MachineType,
    pub(crate) architecture: Option<&'p str>,
    pub(crate) wish: Wish,
    pub(crate) region: &'p Region,
    pub(crate) kubernetes_version: &'p str,
}

impl<'p> WorkerSpace<'p> {
    /// Creates the space of a profile's workers. Machine types are kept apart if `distinguish` returns different keys.
    pub(crate) fn new(judge: Judge<'p>, distinguish: impl Fn(&str) -> Option<usize>) -> Self {
        let profile = judge.profile();
        let mut regions: Vec<&Region> = Vec::new();
        for (index, region) in profile.spec().regions.iter().flatten().enumerate() {
            if profile.region_index(&region.name) == Some(index) {
                regions.push(region);
            }
        }
        let mut lacking: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for region in &regions {
            let Some(place) = profile.region_index(&region.name) else { continue };
            for (zone, own) in region.zones.iter().flatten().enumerate() {
                for name in own.unavailable_machine_types.iter().flatten() {
                    lacking.entry(name).or_default().push((place, zone));
                }
            }
        }
        // A worker cannot be on an unusable machine type.
        let key = |machine_type: &MachineType| {
            let lacking = lacking.get(machine_type.name.as_str()).cloned().unwrap_or_default();
            (machine_type.usable != Some(false), lacking, distinguish(&machine_type.name))
        };
        let mut classes = MachineClass::all(profile, key);
        classes.retain(|class| class.machine_types.first().is_some_and(|first| first.usable != Some(false)));
        Self { judge, wishes: Wish::all(profile), classes, regions, kubernetes: kubernetes_classes(judge), lacking }
    }

    /// Returns the zones of a region that have a machine type.
    pub(crate) fn zones(&self, machine_type: &str, region: &'p Region) -> Vec<&'p str> {
        let Some(place) = self.judge.profile().region_index(&region.name) else { return Vec::new() };
        let lacking = self.lacking.get(machine_type).map(Vec::as_slice).unwrap_or_default();
        let zones = region.zones.iter().flatten().enumerate();
        let zones = zones.filter(|(zone, _)| lacking.binary_search(&(place, *zone)).is_err());
        zones.map(|(_, zone)| zone.name.as_str()).collect()
    }

    /// Calls a function for one worker of each class that is selected, without an image, until it returns something; in the
    /// order of the profile. Returns the number of classes as well. The workers only have the demands that are selected, because
    /// an image for further ones need not exist.
    pub(crate) fn find_site<T>(
        &self,
        workers: &WorkerSelector,
        found: impl FnMut(&Site<'p>) -> Option<T>,
    ) -> (usize, Option<T>) {
        self.find_with(self.wishes_for(workers, false), workers, found)
    }

    /// Returns the demands of the selected workers: all that are selected for workers with an image, or else the fewest.
    pub(crate) fn wishes_for(&self, workers: &WorkerSelector, has_image: bool) -> impl Iterator<Item = &Wish> {
        self.wishes_of(workers).take(if has_image { usize::MAX } else { 1 })
    }

    /// Returns the demands of a worker; `None` if the profile does not know them. Without the gate `WorkerCapabilities`, fields of
    /// workers demand nothing.
    pub(crate) fn wish(&self, has_secure_boot: bool, is_in_place: bool, gpu_type: Option<&str>) -> Option<Wish> {
        let is_it = |wish: &&Wish| {
            (wish.has_secure_boot, wish.is_in_place, wish.gpu_type) == (has_secure_boot, is_in_place, gpu_type)
        };
        match self.wishes.as_slice() {
            [only] => Some(*only),
            all => all.iter().find(is_it).copied(),
        }
    }

    /// Returns whether workers of an architecture on a machine type are selected.
    pub(crate) fn selects(&self, workers: &WorkerSelector, machine_type: &MachineType, architecture: &str) -> bool {
        let is_named =
            workers.machine_type.as_deref().is_none_or(|pattern| matches_pattern(pattern, &machine_type.name));
        let is_in = |class: &MachineClass<'_>| {
            class.architecture.is_none_or(|own| own == architecture)
                && class.machine_types.iter().any(|one| std::ptr::eq(*one, machine_type))
        };
        is_named && self.selected(workers).any(|(class, _)| is_in(class))
    }

    /// Returns the selected demands of workers, those with the fewest first.
    fn wishes_of(&self, workers: &WorkerSelector) -> impl Iterator<Item = &Wish> {
        self.wishes.iter().filter(|wish| asks_for(**wish, workers, self.judge.profile()))
    }

    fn find_with<'w, T>(
        &self,
        wishes: impl Iterator<Item = &'w Wish>,
        workers: &WorkerSelector,
        mut found: impl FnMut(&Site<'p>) -> Option<T>,
    ) -> (usize, Option<T>) {
        let mut count = 0;
        for wish in wishes {
            for (class, machine_type) in self.selected(workers) {
                for region in self.regions_of(machine_type, workers) {
                    for kubernetes_version in &self.kubernetes {
                        let (architecture, wish) = (class.architecture, *wish);
                        let site = Site { machine_type, architecture, wish, region, kubernetes_version };
                        count += 1;
                        if let Some(found) = found(&site) {
                            return (count, Some(found));
                        }
                    }
                }
            }
        }
        (count, None)
    }

    /// Like [`find_site`](Self::find_site), but for workers with an image version that they may have, and with any demands; those
    /// with the fewest come first.
    pub(crate) fn find_worker<T>(
        &self,
        workers: &WorkerSelector,
        images: &BootedImages<'p>,
        mut found: impl FnMut(&Site<'p>, &Pool<'p>, &Offer<'p>) -> Option<T>,
    ) -> (usize, Option<T>) {
        let mut count = 0;
        let mut fitting: Vec<Offer<'p>> = Vec::new();
        let mut fits_for = None;
        let (_, found) = self.find_with(self.wishes_of(workers), workers, |site| {
            // Regions only matter for the provider's images.
            let key = site.without_region();
            let pool = site.pool(self.judge);
            if fits_for != Some(key) {
                let offers = self.judge.profile().offers().filter(|offer| is_selected(offer, workers, self.judge));
                let fits = |offer: &Offer<'_>| self.judge.fit_obstacles(&pool, offer).next().is_none();
                fitting = if pool.problems().is_empty() { offers.filter(fits).collect() } else { Vec::new() };
                fits_for = Some(key);
            }
            fitting.iter().find_map(|offer| {
                if !images.is_mapped(self.judge, &pool, offer) {
                    return None;
                }
                count += 1;
                found(site, &pool, offer)
            })
        });
        (count, found)
    }

    /// Returns the classes with a selected machine type, each with the first one.
    fn selected(&self, workers: &WorkerSelector) -> impl Iterator<Item = (&MachineClass<'p>, &'p MachineType)> {
        let profile = self.judge.profile();
        self.classes.iter().filter_map(move |class| {
            let is_named = |one: &&&MachineType| {
                workers.machine_type.as_deref().is_none_or(|pattern| matches_pattern(pattern, &one.name))
            };
            let first = *class.machine_types.iter().find(is_named)?;
            let (_, compiled) = profile.machine_type(&first.name)?;
            let vocabulary = profile.catalog().catalog().vocabulary();
            let supports = |(name, value): &(String, String)| match name.as_str() {
                ARCHITECTURE => class.architecture == Some(value),
                name => vocabulary.values(&compiled.capabilities, name).any(|one| one == value),
            };
            workers.capabilities.iter().all(supports).then_some((class, first))
        })
    }

    /// Returns the selected regions that have a machine type in some zone.
    pub(crate) fn regions_of(
        &self,
        machine_type: &MachineType,
        workers: &WorkerSelector,
    ) -> impl Iterator<Item = &'p Region> {
        let is_selected =
            |region: &&&Region| workers.region.as_deref().is_none_or(|pattern| matches_pattern(pattern, &region.name));
        let has_it = |region: &&'p Region| {
            let has_zones = region.zones.as_ref().is_some_and(|zones| !zones.is_empty());
            !has_zones || !self.zones(&machine_type.name, region).is_empty()
        };
        let regions: Vec<&'p Region> = self.regions.iter().filter(is_selected).copied().filter(has_it).collect();
        regions.into_iter()
    }
}

impl<'p> Site<'p> {
    /// Returns everything but the region.
    pub(crate) fn without_region(&self) -> Place<'p> {
        (std::ptr::from_ref(self.machine_type), self.architecture, self.wish, self.kubernetes_version)
    }

    /// Returns the pool of the worker under a judge of any profile.
    pub(crate) fn pool<'a>(&self, judge: Judge<'a>) -> Pool<'a>
    where
        'p: 'a,
    {
        pool(judge, self.machine_type, self.architecture, self.wish, (&self.region.name, self.kubernetes_version))
    }
}

/// Returns whether an image version is active and selected.
pub(crate) fn is_selected(offer: &Offer<'_>, workers: &WorkerSelector, judge: Judge<'_>) -> bool {
    let classification = judge.classification(offer);
    classification.is_active()
        && workers.classification.as_ref().is_none_or(|wanted| *wanted == classification)
        && workers.image.as_ref().is_none_or(|image| image.matches(offer.name(), offer.text()))
}

/// Returns whether a worker with these demands is selected: it asks for each selected value that workers can ask for.
fn asks_for(wish: Wish, workers: &WorkerSelector, profile: &CompiledProfile) -> bool {
    workers.capabilities.iter().all(|(name, value)| {
        let entry = profile.catalog().built_in().iter().find(|entry| entry.name == name);
        let Some(entry) = entry else { return true };
        match entry.property {
            Property::SecureBoot(secure) => (value == secure) == wish.has_secure_boot,
            Property::UpdateStrategy(in_place) => (value == in_place) == wish.is_in_place,
            Property::GpuType => value == wish.gpu_type.unwrap_or(entry.neutral()),
            Property::ProviderConfig => true,
        }
    })
}

/// Returns an active Kubernetes version for each class that kubelet constraints distinguish, in the order of the profile.
fn kubernetes_classes(judge: Judge<'_>) -> Vec<&str> {
    let profile = judge.profile();
    let now = judge.settings().now;
    let mut seen: Vec<Vec<bool>> = Vec::new();
    let mut classes = Vec::new();
    for version in profile.kubernetes() {
        let Ok(parsed) = version.version.parse() else { continue };
        let meets: Vec<bool> = profile.constraints().iter().map(|one| one.accepts(&parsed)).collect();
        if version.lifecycle().at(now).is_active() && !seen.contains(&meets) {
            seen.push(meets);
            classes.push(version.version.as_str());
        }
    }
    classes
}
