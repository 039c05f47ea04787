//! The worker pools of a fleet that invariants are about.

use std::collections::BTreeMap;

use rootstock_core_model::DEFAULT_ARCHITECTURE;
use rootstock_maintenance::{ShootRow, WorkerRow};

use super::Prover;
use crate::Invariant;
use crate::invariant::Claim;
use crate::space::{Site, WorkerSpace, is_selected};

/// The worker pools of the Shoots that use a profile, counted by everything that invariants depend on.
#[derive(Debug, Clone, Default)]
pub struct FleetPools {
    pools: BTreeMap<FleetPool, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct FleetPool {
    machine_type: String,
    architecture: Option<String>,
    region: String,
    kubernetes_version: String,
    image: Option<(String, String)>,
    has_secure_boot: bool,
    is_in_place: bool,
    gpu_type: Option<String>,
}

impl FleetPools {
    /// Adds the pools of a Shoot, which must use the profile itself.
    pub fn add(&mut self, shoot: &ShootRow<'_>) {
        for worker in &shoot.workers {
            *self.pools.entry(FleetPool::of(shoot, worker)).or_default() += 1;
        }
    }

    /// Returns the number of pools.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pools.values().sum()
    }
}

impl FleetPool {
    fn of(shoot: &ShootRow<'_>, worker: &WorkerRow<'_>) -> Self {
        let kubernetes_version = worker.kubernetes_version.as_ref().unwrap_or(&shoot.kubernetes_version);
        let image = worker.image_name.as_ref().zip(worker.image_version.as_ref());
        Self {
            machine_type: worker.machine_type.to_string(),
            architecture: worker.architecture.as_ref().map(ToString::to_string),
            region: shoot.region.to_string(),
            kubernetes_version: kubernetes_version.to_string(),
            image: image.map(|(name, version)| (name.to_string(), version.to_string())),
            has_secure_boot: worker.has_secure_boot,
            is_in_place: worker.is_in_place,
            gpu_type: worker.gpu_type.as_ref().map(ToString::to_string),
        }
    }
}

impl Prover<'_> {
    /// Returns the number of pools that are in the classes which an invariant is about. A pool whose image version is not
    /// admissible any more is in none of the classes of workers with an image.
    #[must_use]
    pub fn pools(&self, invariant: &Invariant, fleet: &FleetPools) -> usize {
        let (space, has_image) = match invariant.claim {
            Claim::HasImage(_) | Claim::FitsZones(_) => (&self.space, false),
            Claim::NeverGets { .. } | Claim::HasUpdatePath(_) => (&self.space, true),
            Claim::StaysAdmissible(_) | Claim::KeepsImage => (self.old.as_ref().unwrap_or(&self.space), true),
        };
        let covered = fleet.pools.iter().filter(|(pool, _)| covers(space, invariant, pool, has_image));
        covered.map(|(_, count)| count).sum()
    }
}

/// Returns whether a pool is in a class that an invariant is about.
fn covers(space: &WorkerSpace<'_>, invariant: &Invariant, pool: &FleetPool, has_image: bool) -> bool {
    let (judge, workers) = (space.judge, &invariant.workers);
    let profile = judge.profile();
    let Some((machine_type, _)) = profile.machine_type(&pool.machine_type) else { return false };
    let architecture = pool.architecture.as_deref().or_else(|| profile.architecture_of(machine_type));
    let architecture = architecture.unwrap_or(DEFAULT_ARCHITECTURE);
    let Some(wish) = space.wish(pool.has_secure_boot, pool.is_in_place, pool.gpu_type.as_deref()) else { return false };
    let Some(region) = space.regions_of(machine_type, workers).find(|region| region.name == pool.region) else {
        return false;
    };
    if !space.selects(workers, machine_type, architecture)
        || !space.wishes_for(workers, has_image).any(|one| *one == wish)
    {
        return false;
    }
    if !has_image {
        return true;
    }
    let offer = pool.image.as_ref().and_then(|(name, version)| profile.offer(name, version));
    let Some(offer) = offer.filter(|offer| is_selected(offer, workers, judge)) else { return false };
    let kubernetes_version = &pool.kubernetes_version;
    let worker = Site { machine_type, architecture: Some(architecture), wish, region, kubernetes_version }.pool(judge);
    worker.problems().is_empty()
        && judge.fit_obstacles(&worker, &offer).next().is_none()
        && judge.mapping(&worker, &offer).is_none()
}
