//! The module: the plug-ins, and the documents that it holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::Analysis;
use rootstock_provider_api::{Registry, RegistryError};
use serde_json::json;

use crate::failure::Failure;
use crate::functions::function;
use crate::request::Request;

/// What stays between two calls: the plug-ins, and documents that are held.
#[derive(Debug)]
pub struct Module {
    pub(crate) registry: Arc<Registry>,
    held: BTreeMap<u32, Analysis>,
    last: u32,
}

impl Module {
    /// A module with all providers that ship, which holds nothing.
    ///
    /// # Errors
    ///
    /// When a provider is missing from the program.
    pub fn new() -> Result<Self, RegistryError> {
        Ok(Self { registry: Arc::new(rootstock_providers::registry()?), held: BTreeMap::new(), last: 0 })
    }

    /// Answers a request, a JSON object: as the command does with `--format json`, byte for byte, or with
    /// `{"error": {"kind": …, "message": …}}`.
    #[must_use]
    pub fn call(&mut self, request: &[u8]) -> Vec<u8> {
        self.answer(request).unwrap_or_else(|failure| failure.to_json())
    }

    fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>, Failure> {
        let request: Request<'_> = serde_json::from_slice(request).map_err(Failure::request)?;
        match &*request.function {
            "hold" => {
                let analysis = request.analysis(self)?;
                self.last += 1;
                self.held.insert(self.last, analysis);
                Ok(json!({"held": self.last}).to_string().into_bytes())
            }
            "release" => {
                let released = request.held.is_some_and(|number| self.held.remove(&number).is_some());
                Ok(json!({"released": released}).to_string().into_bytes())
            }
            name => function(name)?(&request, self),
        }
    }

    /// Documents that are held.
    pub(crate) fn held(&self, number: u32) -> Result<&Analysis, Failure> {
        self.held
            .get(&number)
            .ok_or_else(|| Failure::request(format!("no documents are held under the number {number}")))
    }
}
