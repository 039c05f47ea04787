//! The state between requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::Analysis;
use rootstock_analysis::configuration::Configuration;
use rootstock_provider_api::Registry;

use crate::failure::Failure;

/// The plug-ins and the held documents.
#[derive(Debug)]
pub(crate) struct ModuleState {
    pub(crate) registry: Arc<Registry>,
    /// The configuration of requests that have none.
    pub(crate) configuration: Configuration,
    /// Whether checked profiles come before known ones of the same name.
    pub(crate) prefers_checked: bool,
    documents: BTreeMap<u32, Analysis>,
    last: u32,
}

impl ModuleState {
    /// Creates a state without documents.
    pub(crate) fn new(registry: Arc<Registry>) -> Self {
        Self {
            registry,
            configuration: Configuration::default(),
            prefers_checked: false,
            documents: BTreeMap::new(),
            last: 0,
        }
    }

    /// Stores documents, and returns their number.
    pub(crate) fn hold(&mut self, documents: Analysis) -> u32 {
        self.last += 1;
        self.documents.insert(self.last, documents);
        self.last
    }

    /// Releases documents. Returns whether they existed.
    pub(crate) fn release(&mut self, number: u32) -> bool {
        self.documents.remove(&number).is_some()
    }

    /// Returns held documents.
    pub(crate) fn documents(&self, number: u32) -> Result<&Analysis, Failure> {
        self.documents
            .get(&number)
            .ok_or_else(|| Failure::request(format!("no documents are held under the number {number}")))
    }
}
