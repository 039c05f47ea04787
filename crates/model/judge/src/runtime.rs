//! Checks of the container runtime interface and its runtimes.

use rootstock_core_model::DEFAULT_CRI;

use crate::{Judge, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Checks that the version has the container runtime interface and the container runtimes of the pool.
    #[must_use]
    pub fn runtime(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        let interface = pool.properties.cri.unwrap_or(DEFAULT_CRI);
        let written = offer.version.cri.as_deref().unwrap_or_default();
        let entry = written.iter().find(|entry| entry.name == interface);
        if entry.is_none() && !(written.is_empty() && interface == DEFAULT_CRI) {
            let mut offered: Vec<String> = written.iter().map(|entry| entry.name.clone()).collect();
            if offered.is_empty() {
                offered.push(DEFAULT_CRI.to_owned());
            }
            return Some(Obstacle::ContainerRuntime { interface: interface.to_owned(), missing: Vec::new(), offered });
        }
        let offered = || entry.and_then(|entry| entry.container_runtimes.as_deref()).into_iter().flatten();
        let is_missing = |wanted: &&&str| offered().all(|runtime| runtime.runtime_type != **wanted);
        let mut missing = pool.properties.container_runtimes.iter().filter(is_missing).peekable();
        missing.peek()?;
        Some(Obstacle::ContainerRuntime {
            interface: interface.to_owned(),
            missing: missing.map(|one| (*one).to_owned()).collect(),
            offered: offered().map(|runtime| runtime.runtime_type.clone()).collect(),
        })
    }
}
