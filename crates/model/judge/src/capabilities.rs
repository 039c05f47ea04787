//! Checks of flavors against the machine type and the worker.

use rootstock_capability_engine::CatalogMachineType;
use rootstock_worker_capabilities::CompiledDemand;

use crate::{Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Checks that one flavor of the version fits the machine type and the worker in every capability at once. Passes if the
    /// machine type is unknown.
    ///
    /// Under the quirk `worker_architecture_is_separate`, the worker's architecture is ignored here.
    #[must_use]
    pub fn capabilities(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let (_, machine_type) = pool.machine_type?;
        let for_any_architecture;
        let demand = if self.quirks().selection.worker_architecture_is_separate {
            for_any_architecture = pool.demand.for_any_architecture();
            &for_any_architecture
        } else {
            &pool.demand
        };
        if self.fits(pool, machine_type, offer, demand) {
            return None;
        }
        let misfit = self.profile().catalog().misfit(machine_type, offer.compiled, demand)?;
        let misfit = Box::new(misfit);
        // Never reached for a pool that asks as before, because such a pool is compared as a plain worker.
        Some(if self.fits_plain_workers(machine_type, offer, demand) {
            Obstacle::WorkerCapabilities { misfit }
        } else {
            Obstacle::Capabilities { misfit }
        })
    }

    /// Like [`capabilities`](Self::capabilities), but as admission reports it: passes if the architectures of machine type,
    /// worker and version differ, because admission reports that separately if it is new, and tolerates it if it is not.
    #[must_use]
    pub fn capabilities_except_architecture(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        if !self.quirks().selection.worker_architecture_is_separate {
            let wanted = pool.architecture?;
            let own = pool.machine_type.and_then(|(machine_type, _)| self.profile().architecture_of(machine_type));
            if own.is_some_and(|own| own != wanted) || self.exists_for(wanted, offer).is_some() {
                return None;
            }
        }
        self.capabilities(pool, offer)
    }

    fn fits(
        self,
        pool: &Pool<'_>,
        machine_type: &CatalogMachineType,
        offer: &Offer<'_>,
        demand: &CompiledDemand,
    ) -> bool {
        let catalog = self.profile().catalog();
        // Without capabilities, Gardener only compares the architectures of worker and image.
        let is_already_compared =
            catalog.catalog().is_legacy() && self.quirks().selection.worker_architecture_is_separate;
        match (is_already_compared, pool.has_same_demand()) {
            (true, true) => true,
            (true, false) => catalog.fits_built_in(machine_type, offer.compiled, demand),
            (false, true) => self.fits_plain_workers(machine_type, offer, demand),
            (false, false) => catalog.fits(machine_type, offer.compiled, demand, self.quirks()),
        }
    }

    /// Returns whether the version fits a worker that asks only for its architecture: the result with the gate
    /// `WorkerCapabilities` off.
    fn fits_plain_workers(self, machine_type: &CatalogMachineType, offer: &Offer<'_>, demand: &CompiledDemand) -> bool {
        let catalog = self.profile().catalog();
        let (image, version) = offer.place;
        let architecture = demand.demand().architecture.as_deref();
        catalog.has_worker_capabilities()
            && catalog.fits_without_worker_capabilities(machine_type, image, version, architecture, self.quirks())
    }
}
