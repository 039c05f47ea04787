//! What a planner remembers, and how much of it.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use rootstock_capability_engine::CatalogMachineType;
use rootstock_core_model::Quirks;
use rootstock_versioning::{Timestamp, Version};

use super::Dropped;
use super::epoch::{Epoch, LONGEST_REMEMBERED};
use crate::failure::UpdateFailure;
use crate::filters::{self, Filter, Hardware};
use crate::profile::{CompiledProfile, DEFAULT_CRI, KubeletRule};
use crate::row::WorkerRow;
use crate::worker_demand;

/// How many things are remembered before all of them are forgotten: some 10 MB.
const MOST_REMEMBERED: usize = 1 << 16;

/// Everything a planner remembers. Numbers stand for texts that have been seen.
#[derive(Debug, Default)]
pub(super) struct Memory {
    architectures: Numbers<String>,
    runtimes: Numbers<String>,
    demands: Numbers<String>,
    kubelets: HashMap<String, Kubelet>,
    kubelet_classes: Numbers<Vec<bool>>,
    hardware: HashMap<HardwareKey, Box<Dropped>>,
    fits: HashMap<FitKey, usize>,
    lists: Vec<Box<Dropped>>,
    epochs: BTreeMap<usize, Epoch>,
    count: usize,
}

/// Distinct things, numbered as they come.
#[derive(Debug)]
struct Numbers<T>(HashMap<T, usize>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: std::hash::Hash + Eq> Numbers<T> {
    fn number(&mut self, item: T) -> usize {
        let next = self.0.len();
        *self.0.entry(item).or_insert(next)
    }
}

impl Numbers<String> {
    fn number_of(&mut self, text: &str) -> usize {
        match self.0.get(text) {
            Some(number) => *number,
            None => self.number(text.to_owned()),
        }
    }
}

/// A kubelet's version, and which kubelets the profile's constraints cannot tell from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kubelet {
    class: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct HardwareKey {
    image: usize,
    class: usize,
    architecture: usize,
    demand: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct FitKey {
    hardware: HardwareKey,
    runtimes: usize,
    kubelet: usize,
}

/// What a worker asks of the versions of an image.
pub(super) struct Wish<'w> {
    pub(super) image: usize,
    /// The class of its machine type.
    pub(super) class: usize,
    pub(super) machine_type: &'w CatalogMachineType,
    pub(super) architecture: &'w str,
    pub(super) kubelet: Kubelet,
    pub(super) worker: &'w WorkerRow<'w>,
}

impl Memory {
    /// Forgets everything once it is too much.
    pub(super) fn make_room(&mut self) {
        if self.count > MOST_REMEMBERED {
            *self = Self::default();
        }
    }

    /// One more thing is remembered.
    pub(super) const fn count(&mut self) {
        self.count += 1;
    }

    /// A kubelet's version.
    pub(super) fn kubelet(&mut self, profile: &CompiledProfile, text: &str) -> Result<Kubelet, UpdateFailure> {
        if let Some(known) = self.kubelets.get(text) {
            return Ok(*known);
        }
        let version: Version = text.parse().map_err(UpdateFailure::Kubelet)?;
        let accepted = profile.constraints().iter().map(|constraint| constraint.accepts(&version)).collect();
        let kubelet = Kubelet { class: self.kubelet_classes.number(accepted) };
        self.kubelets.insert(text.to_owned(), kubelet);
        self.count();
        Ok(kubelet)
    }

    /// The number of the list that says which versions are dropped, all filters but the last applied.
    ///
    /// # Errors
    ///
    /// When the worker asks for something that makes no sense.
    pub(super) fn fit(
        &mut self,
        profile: &CompiledProfile,
        quirks: &Quirks,
        wish: &Wish<'_>,
    ) -> Result<usize, UpdateFailure> {
        let hardware = HardwareKey {
            image: wish.image,
            class: wish.class,
            architecture: self.architectures.number_of(wish.architecture),
            demand: self.demand(profile, wish)?,
        };
        let key = FitKey { hardware, runtimes: self.runtimes(wish.worker), kubelet: wish.kubelet.class };
        if let Some(known) = self.fits.get(&key) {
            return Ok(*known);
        }
        let list = self.filter(profile, quirks, wish, key)?;
        let number = self.lists.len();
        self.count += list.len() / 32 + wish.architecture.len() / LONGEST_REMEMBERED + 1;
        self.lists.push(list);
        self.fits.insert(key, number);
        Ok(number)
    }

    /// The number of what a worker asks for beside its architecture: 0 or 1 is what nearly all workers ask for.
    fn demand(&mut self, profile: &CompiledProfile, wish: &Wish<'_>) -> Result<usize, UpdateFailure> {
        let worker = wish.worker;
        if !profile.workers().has_worker_capabilities() {
            return Ok(0);
        }
        if !worker.has_secure_boot && worker.gpu_type.is_none() && worker.provider_config.is_none() {
            return Ok(usize::from(worker.is_in_place));
        }
        let demand = worker_demand::compile(profile, worker, wish.architecture)?;
        let text = format!("{:?}", demand.demand().capabilities);
        self.count += text.len() / LONGEST_REMEMBERED;
        Ok(2 + self.demands.number(text))
    }

    fn filter(
        &mut self,
        profile: &CompiledProfile,
        quirks: &Quirks,
        wish: &Wish<'_>,
        key: FitKey,
    ) -> Result<Box<Dropped>, UpdateFailure> {
        let hardware = match self.hardware.entry(key.hardware) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let demand = worker_demand::compile(profile, wish.worker, wish.architecture)?;
                let image = wish.image;
                let versions = profile.catalog().images().get(image).into_iter().flat_map(|image| image.versions());
                let dropped = versions.enumerate().map(|(number, version)| {
                    let hardware = Hardware { image, number, version };
                    filters::by_hardware(profile, wish.machine_type, hardware, &demand, quirks)
                });
                unknown.insert(dropped.collect())
            }
        };
        let accepted =
            self.kubelet_classes.0.iter().find(|(_, class)| **class == key.kubelet).map(|(accepted, _)| accepted);
        let versions = profile.images().get(wish.image).into_iter().flat_map(|image| &image.versions);
        let dropped = versions
            .zip(hardware.iter())
            .map(|(version, dropped)| {
                dropped.or_else(|| {
                    if !filters::has_runtimes(version, wish.worker) {
                        return Some(Filter::ContainerRuntime);
                    }
                    let runs = match version.kubelet {
                        KubeletRule::Any => true,
                        KubeletRule::Constraint(number) => {
                            accepted.and_then(|accepted| accepted.get(number)).is_some_and(|accepts| *accepts)
                        }
                        KubeletRule::Unreadable(_) => false,
                    };
                    (!runs).then_some(Filter::Kubelet)
                })
            })
            .collect();
        Ok(dropped)
    }

    /// The number of a combination of container runtimes; 0 is what nearly all workers ask for.
    fn runtimes(&mut self, worker: &WorkerRow<'_>) -> usize {
        if worker.container_runtimes.is_empty() && worker.interface() == DEFAULT_CRI {
            return 0;
        }
        // No name has a NUL in it that Gardener would accept; if one has, only the texts as a whole are compared.
        let mut text = format!("{}\0{}", worker.interface().len(), worker.interface());
        for runtime in &worker.container_runtimes {
            text.push_str(&format!("\0{}\0{runtime}", runtime.len()));
        }
        self.count += text.len() / LONGEST_REMEMBERED;
        1 + self.runtimes.number(text)
    }

    /// The lists of dropped versions, and what the profile is at an instant.
    pub(super) fn lists_and_epoch(
        &mut self,
        profile: &CompiledProfile,
        at: Timestamp,
    ) -> (&[Box<Dropped>], &mut Epoch) {
        let number = profile.changes().partition_point(|after| *after < at);
        let count = &mut self.count;
        let epoch = self.epochs.entry(number).or_insert_with(|| {
            *count += profile.images().iter().map(|image| image.versions.len()).sum::<usize>() + 1;
            Epoch::new(profile, at)
        });
        (&self.lists, epoch)
    }
}
