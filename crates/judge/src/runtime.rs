//! The container runtime interface, and the runtimes on top of it.

use rootstock_core_model::{DEFAULT_CRI, MachineImageVersion};

use crate::{Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Whether the version has the container runtime interface of the pool, and its container runtimes.
    #[must_use]
    pub fn runtime(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let wanted = pool.properties.cri.unwrap_or(DEFAULT_CRI);
        let Some(offered) = runtimes(offer.version, wanted) else {
            let written = offer.version.cri.as_deref().unwrap_or_default();
            let mut offered: Vec<String> = written.iter().map(|entry| entry.name.clone()).collect();
            if offered.is_empty() {
                offered.push(DEFAULT_CRI.to_owned());
            }
            return Some(Obstacle::ContainerRuntime { interface: wanted.to_owned(), missing: Vec::new(), offered });
        };
        let mut missing = pool.properties.container_runtimes.iter().filter(|one| !offered.contains(one)).peekable();
        missing.peek()?;
        Some(Obstacle::ContainerRuntime {
            interface: wanted.to_owned(),
            missing: missing.map(|one| (*one).to_owned()).collect(),
            offered: offered.into_iter().map(str::to_owned).collect(),
        })
    }
}

/// The runtimes that a version has on top of an interface; none if it does not have the interface.
fn runtimes<'v>(version: &'v MachineImageVersion, interface: &str) -> Option<Vec<&'v str>> {
    let written = version.cri.as_deref().unwrap_or_default();
    if written.is_empty() {
        return (interface == DEFAULT_CRI).then(Vec::new);
    }
    let entry = written.iter().find(|entry| entry.name == interface)?;
    Some(entry.container_runtimes.iter().flatten().map(|runtime| runtime.runtime_type.as_str()).collect())
}
