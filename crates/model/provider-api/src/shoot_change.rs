//! The admission of a Shoot, as the provider sees it.

use rootstock_core_model::{Path, Quirks, Settings, Shoot, Violation, Worker};

/// A Shoot, its previous state, and the settings that it is checked under.
#[derive(Debug, Clone, Copy)]
pub struct ShootChange<'a> {
    /// The new Shoot.
    pub shoot: &'a Shoot,
    /// The old Shoot; `None` if it is new, or if the old one is not known.
    pub old: Option<&'a Shoot>,
    /// The semantics, feature gates and the time.
    pub settings: &'a Settings,
}

impl<'a> ShootChange<'a> {
    /// Returns the quirks in force.
    #[must_use]
    pub const fn quirks(&self) -> &'a Quirks {
        &self.settings.quirks
    }

    /// Calls `check` for every worker pool with its old state and its path, and collects the findings.
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
