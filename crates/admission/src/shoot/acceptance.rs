//! Whether a worker may have an image version: one filter after the other, each with its reason.

use rootstock_core_model::WorkerCri;
use rootstock_provider_api::{ImageChoice, ImageNotFound, NotFoundReason};
use rootstock_versioning::{Classification, Operator, Version, compare_versions};

use super::pool::Pool;
use super::profile::Offer;
use super::{ImageWish, Obstacle, ShootProfile};

/// The container runtime interface of a worker that names none.
pub(super) const DEFAULT_CRI: &str = "containerd";

impl ShootProfile<'_> {
    /// Why a worker cannot have an image version; nothing if it can. The provider is asked only if nothing else is in the
    /// way.
    pub(crate) fn obstacles(&self, pool: &Pool<'_>, offer: &Offer<'_>) -> Vec<Obstacle> {
        let mut obstacles = self.core_obstacles(pool, offer);
        if obstacles.is_empty() {
            obstacles.extend(self.mapping(pool, offer));
        }
        obstacles
    }

    /// The same without asking the provider, which costs a hundred times as much as everything else.
    pub(crate) fn core_obstacles(&self, pool: &Pool<'_>, offer: &Offer<'_>) -> Vec<Obstacle> {
        let checks = [
            self.activity(pool, offer),
            self.architecture(pool, offer),
            in_place(pool, offer),
            self.capabilities(pool, offer),
            runtime(pool.worker.cri.as_ref(), offer),
            kubelet(pool.kubelet.as_ref(), offer),
        ];
        let mut obstacles: Vec<Obstacle> = checks.into_iter().flatten().collect();
        // A flavor for the architecture is part of what fits: said once.
        if obstacles.iter().any(|obstacle| matches!(obstacle, Obstacle::Architecture { .. })) {
            obstacles.retain(|obstacle| !matches!(obstacle, Obstacle::Capabilities { .. }));
        }
        obstacles
    }

    /// Expired, or not available yet. An existing pool may go to an expired version that is not lower than its own.
    pub(crate) fn activity(&self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let classification = &offer.facts.classification;
        let is_allowed = match classification {
            Classification::Expired => {
                let forced = pool
                    .old_version()
                    .is_some_and(|old| compare_versions(&offer.version.version, Operator::Less, old) != Ok(true));
                forced || pool.operation == super::ShootOperation::State
            }
            other => other.is_active(),
        };
        (!is_allowed).then(|| Obstacle::Classification { classification: classification.clone() })
    }

    /// The version as a whole against the worker's architecture.
    pub(crate) fn architecture(&self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let wanted = pool.architecture?;
        let offered = self.architectures(offer);
        (!offered.contains(&wanted)).then(|| Obstacle::Architecture {
            wanted: wanted.to_owned(),
            offered: offered.into_iter().map(str::to_owned).collect(),
        })
    }

    /// Flavors against machine type and worker. Nothing is in the way if the machine type is not known.
    pub(crate) fn capabilities(&self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let (_, machine_type) = pool.machine_type?;
        let (catalog, quirks) = (&self.catalog, self.quirks());
        let any_architecture;
        let demand = if quirks.worker_architecture_is_separate {
            any_architecture = pool.demand.of_any_architecture();
            &any_architecture
        } else {
            &pool.demand
        };
        let fits = if catalog.has_worker_capabilities() && pool.is_unchanged(self) {
            // What did not change is not held against worker capabilities that a profile declares later.
            let (image, version) = offer.place;
            let architecture = demand.demand().architecture.as_deref();
            catalog.catalog().is_legacy()
                || catalog.fits_without_worker_capabilities(machine_type, image, version, architecture, quirks)
        } else if catalog.catalog().is_legacy() {
            // The architectures have been compared already.
            catalog.fits_built_in(machine_type, offer.compiled, demand)
        } else {
            catalog.fits(machine_type, offer.compiled, demand, quirks)
        };
        if fits {
            return None;
        }
        let misfit = self.catalog.misfit(machine_type, offer.compiled, &pool.demand)?;
        let asked = misfit.mismatches.iter().map(|mismatch| &mismatch.capability);
        let asked = asked.filter(|capability| pool.demand.demand().get(capability).is_some()).cloned().collect();
        Some(Obstacle::Capabilities { misfit: Box::new(misfit), asked })
    }

    /// The provider's half: whether there is an image at all.
    pub(crate) fn mapping(&self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let error = self.provider_choice(pool, offer)?.err()?;
        let elsewhere = matches!(error.reason, NotFoundReason::NotInRegion { .. });
        // What does not fit is said where flavors are compared, and equal flavors are the profile's mistake.
        let is_unmapped = !matches!(
            error.reason,
            NotFoundReason::Incompatible | NotFoundReason::Ambiguous | NotFoundReason::Elsewhere
        );
        is_unmapped.then(|| Obstacle::Unmapped { explanation: error.reason.to_string(), elsewhere })
    }

    /// The image reference that the pool's machines would be created with; `None` if nobody knows.
    pub(crate) fn provider_choice(
        &self,
        pool: &Pool<'_>,
        offer: &Offer<'_>,
    ) -> Option<Result<ImageChoice, ImageNotFound>> {
        let config = self.provider?.config?;
        let (machine_type, _) = pool.machine_type?;
        let wish = ImageWish::of_pool(pool, self.quirks());
        let request = wish.request(&offer.image.name, &offer.version.version, pool.region, machine_type);
        Some(config.select_image(self.spec, &request, &self.settings))
    }
}

/// In-place updates: a new pool needs an image version that supports them, an existing one also a way from its own.
pub(crate) fn in_place(pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
    if !pool.worker.is_in_place() {
        return None;
    }
    let updates = offer.version.in_place_updates.as_ref().filter(|updates| updates.supported);
    let Some(updates) = updates else { return Some(Obstacle::NoInPlaceUpdates) };
    let current = pool.old_version()?;
    let minimum = updates.min_version_for_update.as_deref();
    let is_reachable =
        minimum.is_some_and(|minimum| compare_versions(minimum, Operator::LessOrEqual, current) == Ok(true));
    (!is_reachable)
        .then(|| Obstacle::InPlaceUpdateFrom { current: current.to_owned(), minimum: minimum.map(str::to_owned) })
}

/// The container runtime interface and the runtimes on top of it.
pub(crate) fn runtime(cri: Option<&WorkerCri>, offer: &Offer<'_>) -> Option<Obstacle> {
    let wanted = cri.map_or(DEFAULT_CRI, |cri| cri.name.as_str());
    let offered = offer.version.cri.as_deref().unwrap_or_default();
    let Some(entry) = offered.iter().find(|entry| entry.name == wanted) else {
        let offered = offered.iter().map(|entry| entry.name.clone()).collect();
        return Some(Obstacle::Cri { wanted: wanted.to_owned(), offered });
    };
    let offered: Vec<String> =
        entry.container_runtimes.iter().flatten().map(|runtime| runtime.runtime_type.clone()).collect();
    let wanted = cri.map(|cri| cri.container_runtimes.as_slice()).unwrap_or_default();
    let missing: Vec<String> =
        wanted.iter().map(|runtime| &runtime.runtime_type).filter(|one| !offered.contains(one)).cloned().collect();
    (!missing.is_empty()).then_some(Obstacle::ContainerRuntimes { missing, offered })
}

/// The kubelets it works with.
pub(crate) fn kubelet(kubelet: Option<&Version>, offer: &Offer<'_>) -> Option<Obstacle> {
    let (constraint, version) = (offer.facts.kubelet.as_ref()?, kubelet?);
    (!constraint.accepts(version))
        .then(|| Obstacle::Kubelet { constraint: constraint.as_str().to_owned(), kubelet_version: version.to_string() })
}
