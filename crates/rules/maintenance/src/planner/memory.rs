//! What a planner remembers, and how much of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::HashMap;
use rootstock_core_model::DEFAULT_CRI;
use rootstock_judge::{Before, CompiledProfile, Judge, Obstacle, Offer, Pool, PoolProperties, Surroundings};
use rootstock_versioning::{Timestamp, Version};

use super::classified;
use super::epoch::{Epoch, LONGEST_REMEMBERED};
use super::keys::{ChangeKey, FitKey, HardwareKey, MappingKey, RefusalKey};
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
    hardware: Numbers<HardwareKey>,
    /// What each hardware cannot have.
    hardware_lists: Vec<Box<Dropped>>,
    fits: HashMap<FitKey, Fit>,
    lists: Vec<Box<Dropped>>,
    epochs: BTreeMap<usize, Epoch>,
    unmapped: HashMap<MappingKey, Option<Arc<Obstacle>>>,
    count: usize,
}

/// What a worker cannot have, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fit {
    /// The number of the list that says which versions are dropped, for every reason but updates in place.
    pub(crate) list: usize,
    /// The number of what the hardware was compared by.
    pub(crate) hardware: usize,
}

/// Distinct things, numbered as they come.
#[derive(Debug)]
struct Numbers<T>(HashMap<T, usize>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(HashMap::default())
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
    /// The number of its version.
    number: usize,
    class: usize,
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

impl<'w> Change<'w> {
    /// Whether the image stays.
    fn keeps_image(&self) -> bool {
        self.worker.image_version.as_deref() == Some(self.version)
    }

    /// The version that the pool has afterwards, if the profile has it under exactly that name.
    fn offer<'p>(&self, profile: &'p CompiledProfile, asked: Option<Asked>) -> Option<Offer<'p>> {
        let name = self.worker.image_name.as_deref().unwrap_or_default();
        let looked_up = asked.and_then(|asked| profile.offer_at(asked.image, self.version));
        looked_up.filter(|offer| offer.name() == name).or_else(|| profile.offer(name, self.version))
    }

    /// The pool afterwards.
    fn pool(&self, judge: Judge<'w>) -> Pool<'w> {
        let before = self.worker.properties(judge.profile());
        let (version, kubernetes_version) = (Some(self.version), Some(self.kubelet));
        let after = PoolProperties { version, kubernetes_version, ..before.clone() };
        let around = Surroundings { before: Before::Pool(before), region: self.region, ..Surroundings::default() };
        Pool::new(judge, after, around)
    }
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
        let kubelet = Kubelet { number: self.kubelets.len(), class: self.kubelet_classes.number(accepted) };
        if kubelet.class == self.kubelet_versions.len() {
            self.kubelet_versions.push(version);
        }
        self.kubelets.insert(text.to_owned(), kubelet);
        self.count();
        Ok(kubelet)
    }

    /// What a worker cannot have.
    ///
    /// # Errors
    ///
    /// When the worker asks for something that makes no sense.
    pub(super) fn fit(&mut self, judge: Judge<'_>, wish: &Wish<'_>) -> Result<Fit, UpdateFailure> {
        let architecture = wish.worker.architecture_in(judge.profile());
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
        let fit = self.new_fit(judge, wish, key)?;
        self.count += architecture.len() / LONGEST_REMEMBERED + 1;
        self.fits.insert(key, fit);
        Ok(fit)
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

    fn new_fit(&mut self, judge: Judge<'_>, wish: &Wish<'_>, key: FitKey) -> Result<Fit, UpdateFailure> {
        let pool = wish.pool(judge)?;
        let offers = || judge.profile().offers_at(wish.image);
        let hardware = self.hardware.number(key.hardware);
        if hardware == self.hardware_lists.len() {
            let dropped = offers().map(|offer| Some(judge.hardware(&pool, &offer)?.kind()));
            self.hardware_lists.push(dropped.collect());
        }
        let unfit = self.hardware_lists.get(hardware).map(|list| &**list).unwrap_or_default();
        let kubelet = self.kubelet_versions.get(key.kubelet);
        let works = |offer: &Offer<'_>| judge.works_with(kubelet?, offer);
        let dropped = offers().zip(unfit).map(|(offer, dropped)| {
            let others = || judge.runtime(&pool, &offer).or_else(|| works(&offer)).map(|obstacle| obstacle.kind());
            dropped.or_else(others)
        });
        let dropped: Box<Dropped> = dropped.collect();
        self.count += dropped.len() / 32;
        self.lists.push(dropped);
        Ok(Fit { list: self.lists.len() - 1, hardware })
    }

    /// What admission says of a pool after a change.
    pub(super) fn admission(&mut self, judge: Judge<'_>, asked: Option<Asked>, change: &Change<'_>) -> Admission {
        let mut admission = Admission::default();
        let Some(offer) = change.offer(judge.profile(), asked) else { return admission };
        // What is looked up without regard to case may be another image.
        let asked = asked.filter(|asked| asked.image == offer.place.0);
        admission.refusals = self.refusals(judge, asked, change, &offer);
        let keeps_image = change.keeps_image();
        let refuses_unmapped = judge.refuses_unmapped(keeps_image);
        if refuses_unmapped || !keeps_image {
            let unmapped = self.unmapped(judge, asked, change, &offer);
            let told = if refuses_unmapped { &mut admission.refusals } else { &mut admission.warnings };
            told.extend(unmapped.as_deref().cloned());
        }
        admission
    }

    fn refusals(
        &mut self,
        judge: Judge<'_>,
        asked: Option<Asked>,
        change: &Change<'_>,
        offer: &Offer<'_>,
    ) -> Vec<Obstacle> {
        let refusals = || judge.refusals(&change.pool(judge), offer);
        let kubelet = self.kubelet(judge.profile(), change.kubelet);
        // Where nodes are updated in place it depends on the version before, too: too few do to remember it.
        let asked = asked.filter(|_| !change.worker.is_in_place);
        let (Some(asked), Ok(kubelet)) = (asked, kubelet) else { return refusals() };
        let (image, version) = offer.place;
        let hardware = change.keeps_image().then_some(asked.fit.hardware);
        let change = ChangeKey { hardware, image, version, kubelet: kubelet.class };
        let (_, epoch) = self.lists_and_epoch(judge.profile(), judge.settings().now);
        if epoch.accepted.contains(&change) {
            return Vec::new();
        }
        let key = RefusalKey { change, kubelet: kubelet.number };
        if let Some(known) = epoch.refusals.get(&key) {
            return known.clone();
        }
        let refusals = refusals();
        if refusals.is_empty() {
            epoch.accepted.insert(change);
        } else {
            epoch.refusals.insert(key, refusals.clone());
        }
        self.count();
        refusals
    }

    /// Whether the provider has no image for the pool.
    fn unmapped(
        &mut self,
        judge: Judge<'_>,
        asked: Option<Asked>,
        change: &Change<'_>,
        offer: &Offer<'_>,
    ) -> Option<Arc<Obstacle>> {
        judge.profile().config()?;
        let unmapped = || judge.mapping(&change.pool(judge), offer).map(Arc::new);
        let Some(asked) = asked else { return unmapped() };
        let key = MappingKey {
            hardware: asked.fit.hardware,
            machine_type: judge.profile().provider_class(asked.machine_type),
            version: offer.place.1,
            keeps_image: change.keeps_image(),
            region: judge.profile().region_index(change.region),
        };
        if let Some(known) = self.unmapped.get(&key) {
            return known.clone();
        }
        let unmapped = unmapped();
        self.unmapped.insert(key, unmapped.clone());
        self.count();
        unmapped
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

    /// The lists of dropped versions, and what has been decided for an instant.
    pub(super) fn lists_and_epoch(
        &mut self,
        profile: &CompiledProfile,
        at: Timestamp,
    ) -> (&[Box<Dropped>], &mut Epoch) {
        let count = &mut self.count;
        let epoch = self.epochs.entry(classified::number(profile, at)).or_insert_with(|| {
            *count += 1;
            Epoch::default()
        });
        (&self.lists, epoch)
    }
}

#[cfg(test)]
mod tests;
