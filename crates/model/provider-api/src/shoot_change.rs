//! A Shoot that is about to be let in, as the provider sees it.

use rootstock_core_model::{Path, Quirks, Settings, Shoot, Violation, Worker};

/// A Shoot, what it was before, and what it is judged under.
#[derive(Debug, Clone, Copy)]
pub struct ShootChange<'a> {
    /// The Shoot as it is to be.
    pub shoot: &'a Shoot,
    /// The Shoot as it was; none when it is new, or when nobody knows.
    pub old: Option<&'a Shoot>,
    /// Semantics, feature gates and the instant.
    pub settings: &'a Settings,
}

impl<'a> ShootChange<'a> {
    /// The departures in force.
    #[must_use]
    pub const fn quirks(&self) -> &'a Quirks {
        &self.settings.quirks
    }

    /// Calls `check` for every worker pool with its path and what it was before, and collects what is found.
    pub fn for_each_worker(
        &self,
        mut check: impl FnMut(&'a Worker, Option<&'a Worker>, &Path<'_>, &mut Vec<Violation>),
    ) -> Vec<Violation> {
        let mut findings = Vec::new();
        let spec = Path::root("spec");
        let provider = spec.field("provider");
        let list = provider.field("workers");
        let old_workers = self.old.map(Shoot::workers_by_name).unwrap_or_default();
        for (index, worker) in self.shoot.spec.provider.workers.iter().enumerate() {
            check(worker, old_workers.get(worker.name.as_str()).copied(), &list.index(index), &mut findings);
        }
        findings
    }
}
