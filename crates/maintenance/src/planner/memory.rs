//! What a planner remembers, and how much of it.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rootstock_core_model::DEFAULT_CRI;
use rootstock_judge::{Before, CompiledProfile, Judge, Obstacle, Offer, Pool, PoolProperties, Surroundings};
use rootstock_versioning::{Timestamp, Version};

use super::epoch::{Epoch, LONGEST_REMEMBERED};
use super::{Asked, Dropped};
use crate::failure::UpdateFailure;
use crate::row::WorkerRow;

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
    /// One version of each class.
    kubelet_versions: Vec<Version>,
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
    /// The place of the image.
    pub(super) image: usize,
    /// The class of its machine type.
    pub(super) class: usize,
    pub(super) kubelet: Kubelet,
    pub(super) worker: &'w WorkerRow<'w>,
}

impl<'w> Wish<'w> {
    /// The worker as a pool that may have any version of its image.
    ///
    /// # Errors
    ///
    /// When it asks for something that makes no sense: it is never ignored.
    fn pool(&self, judge: Judge<'w>) -> Result<Pool<'w>, UpdateFailure> {
        let properties = PoolProperties { version: None, ..self.worker.properties(judge.profile()) };
        let pool = Pool::new(judge, properties, Surroundings::default());
        let problems = pool.problems();
        if problems.is_empty() { Ok(pool) } else { Err(UpdateFailure::WorkerProperties { problems }) }
    }
}

/// A pool whose versions change, or which stays as it is while others of its Shoot change.
pub(crate) struct Change<'w> {
    pub(crate) worker: &'w WorkerRow<'w>,
    /// The region of the Shoot.
    pub(crate) region: &'w str,
    /// The version of its image afterwards.
    pub(crate) version: &'w str,
    /// The version of its kubelet afterwards.
    pub(crate) kubelet: &'w str,
}

/// What admission says of a pool after a change.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    /// Why it refuses the Shoot.
    pub(crate) refusals: Vec<Obstacle>,
    /// Why the machines of the pool could not be created, where it refuses nothing because of that.
    pub(crate) warnings: Vec<Obstacle>,
}

impl Change<'_> {
    fn admission(&self, judge: Judge<'_>) -> Admission {
        let name = self.worker.image_name.as_deref().unwrap_or_default();
        let Some(offer) = judge.profile().offer(name, self.version) else { return Admission::default() };
        let before = self.worker.properties(judge.profile());
        let after =
            PoolProperties { version: Some(self.version), kubernetes_version: Some(self.kubelet), ..before.clone() };
        let around = Surroundings { before: Before::Pool(before), region: self.region, ..Surroundings::default() };
        let pool = Pool::new(judge, after, around);
        let refusals = judge.refusals(&pool, &offer, true);
        let is_told = pool.has_same_image() || refusals.iter().any(|one| matches!(one, Obstacle::Unmapped { .. }));
        let warnings = if is_told { None } else { judge.mapping(&pool, &offer) };
        Admission { refusals, warnings: warnings.into_iter().collect() }
    }
}

/// What the verdict of admission on a pool after a change depends on, beside the instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct AdmissionKey {
    fit: usize,
    machine_type: usize,
    region: Option<usize>,
    is_in_place: bool,
    /// The place of the version before.
    before: usize,
    /// The place of the version afterwards.
    after: usize,
    /// The class of the kubelet afterwards.
    kubelet: usize,
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
        if kubelet.class == self.kubelet_versions.len() {
            self.kubelet_versions.push(version);
        }
        self.kubelets.insert(text.to_owned(), kubelet);
        self.count();
        Ok(kubelet)
    }

    /// The number of the list that says which versions are dropped, for every reason but updates in place.
    ///
    /// # Errors
    ///
    /// When the worker asks for something that makes no sense.
    pub(super) fn fit(&mut self, judge: Judge<'_>, wish: &Wish<'_>) -> Result<usize, UpdateFailure> {
        let properties = wish.worker.properties(judge.profile());
        let architecture = properties.architecture.unwrap_or_default();
        let hardware = HardwareKey {
            image: wish.image,
            class: wish.class,
            architecture: self.architectures.number_of(architecture),
            demand: self.demand(judge, wish)?,
        };
        let key = FitKey { hardware, runtimes: self.runtimes(wish.worker), kubelet: wish.kubelet.class };
        if let Some(known) = self.fits.get(&key) {
            return Ok(*known);
        }
        let list = self.dropped(judge, wish, key)?;
        let number = self.lists.len();
        self.count += list.len() / 32 + architecture.len() / LONGEST_REMEMBERED + 1;
        self.lists.push(list);
        self.fits.insert(key, number);
        Ok(number)
    }

    /// The number of what a worker asks for beside its architecture: 0 or 1 is what nearly all workers ask for.
    fn demand(&mut self, judge: Judge<'_>, wish: &Wish<'_>) -> Result<usize, UpdateFailure> {
        let worker = wish.worker;
        if !judge.profile().catalog().has_worker_capabilities() {
            return Ok(0);
        }
        if !worker.has_secure_boot && worker.gpu_type.is_none() && worker.provider_config.is_none() {
            return Ok(usize::from(worker.is_in_place));
        }
        let text = format!("{:?}", wish.pool(judge)?.demand.demand().capabilities);
        self.count += text.len() / LONGEST_REMEMBERED;
        Ok(2 + self.demands.number(text))
    }

    fn dropped(&mut self, judge: Judge<'_>, wish: &Wish<'_>, key: FitKey) -> Result<Box<Dropped>, UpdateFailure> {
        let pool = wish.pool(judge)?;
        let offers = || judge.profile().offers_at(wish.image);
        let hardware = match self.hardware.entry(key.hardware) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let dropped = offers().map(|offer| Some(judge.hardware(&pool, &offer)?.kind()));
                unknown.insert(dropped.collect())
            }
        };
        let kubelet = self.kubelet_versions.get(key.kubelet);
        let works = |offer: &Offer<'_>| judge.works_with(kubelet?, offer);
        let dropped = offers().zip(hardware.iter()).map(|(offer, dropped)| {
            let others = || judge.runtime(&pool, &offer).or_else(|| works(&offer)).map(|obstacle| obstacle.kind());
            dropped.or_else(others)
        });
        Ok(dropped.collect())
    }

    /// What admission says of a pool after a change.
    pub(super) fn admission(&mut self, judge: Judge<'_>, asked: Option<Asked>, change: &Change<'_>) -> Arc<Admission> {
        let Some(key) = self.admission_key(judge.profile(), asked, change) else {
            return Arc::new(change.admission(judge));
        };
        let (_, epoch) = self.lists_and_epoch(judge.profile(), judge.settings().now);
        if let Some(known) = epoch.admissions.get(&key) {
            return Arc::clone(known);
        }
        let admission = Arc::new(change.admission(judge));
        epoch.admissions.insert(key, Arc::clone(&admission));
        self.count();
        admission
    }

    /// What the verdict depends on; none if it is not worth remembering.
    fn admission_key(
        &mut self,
        profile: &CompiledProfile,
        asked: Option<Asked>,
        change: &Change<'_>,
    ) -> Option<AdmissionKey> {
        let asked = asked?;
        let place = |version: &str| Some(profile.offer_at(asked.image, version)?.place.1);
        let name = change.worker.image_name.as_deref();
        let is_exact = profile.spec().images().get(asked.image).map(|image| image.name.as_str()) == name;
        Some(AdmissionKey {
            fit: asked.fit,
            machine_type: asked.machine_type,
            region: profile.region_index(change.region),
            is_in_place: change.worker.is_in_place,
            before: place(change.worker.image_version.as_deref()?).filter(|_| is_exact)?,
            after: place(change.version)?,
            kubelet: self.kubelet(profile, change.kubelet).ok()?.class,
        })
    }

    /// The number of a combination of container runtimes; 0 is what nearly all workers ask for.
    fn runtimes(&mut self, worker: &WorkerRow<'_>) -> usize {
        let interface = worker.cri.as_deref().unwrap_or(DEFAULT_CRI);
        if worker.container_runtimes.is_empty() && interface == DEFAULT_CRI {
            return 0;
        }
        // No name has a NUL in it that Gardener would accept; if one has, only the texts as a whole are compared.
        let mut text = format!("{}\0{interface}", interface.len());
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
