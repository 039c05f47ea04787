//! The module, which answers requests and holds documents between them.

use std::sync::Arc;

use rootstock_analysis::FixOutcome;
use rootstock_analysis::configuration::Configuration;
use rootstock_core_model::Applicability;
use rootstock_provider_api::{Registry, RegistryError};
use rootstock_queries::AppliedSettings;
use serde_json::json;

use crate::failure::Failure;
use crate::functions::function;
use crate::request::{Prepared, Request};
use crate::state::ModuleState;

/// A module that answers requests. It keeps the plug-ins and held documents between requests.
#[derive(Debug)]
pub struct Module(ModuleState);

impl Module {
    /// Creates a module with all built-in providers and no documents.
    ///
    /// # Errors
    ///
    /// Returns an error if the program lacks a provider.
    pub fn new() -> Result<Self, RegistryError> {
        rootstock_providers::registry().map(Self::with_registry)
    }

    /// Creates a module with the given providers and no documents.
    #[must_use]
    pub fn with_registry(registry: impl Into<Arc<Registry>>) -> Self {
        Self(ModuleState::new(registry.into()))
    }

    /// Returns the providers.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Sets the configuration of requests that have none. Its landscape has the settings that requests leave out.
    pub fn set_configuration(&mut self, configuration: Configuration) {
        self.0.configuration = configuration;
    }

    /// Declares that checked profiles come before known ones of the same name, as [`Analysis::set_prefers_checked`] does. For
    /// requests whose known profiles are those of a landscape, not of the user.
    ///
    /// [`Analysis::set_prefers_checked`]: rootstock_analysis::Analysis::set_prefers_checked
    pub fn set_prefers_checked(&mut self, prefers: bool) {
        self.0.prefers_checked = prefers;
    }

    /// Answers a request, a JSON object. The answer equals the output of the command line with `--format json`, byte for byte, or
    /// is `{"error": {"kind": …, "message": …}}`.
    #[must_use]
    pub fn call(&mut self, request: &[u8]) -> Vec<u8> {
        self.answer(request).unwrap_or_else(|failure| failure.to_json())
    }

    /// Applies the fixes of a request with the function `check` that are at least as certain as `least`. Returns the settings as well.
    ///
    /// # Errors
    ///
    /// Returns the error as [`Self::call`] does.
    pub fn fix(&mut self, request: &[u8], least: Applicability) -> Result<(AppliedSettings, FixOutcome), Vec<u8>> {
        let fixed = || {
            let request: Request<'_> = serde_json::from_slice(request).map_err(Failure::request)?;
            let Prepared { asked, analysis } = request.prepared(&self.0, true)?;
            let analysis = request.to_check(analysis, &self.0)?;
            let report = analysis.check().report;
            Ok((asked.into(), analysis.into_fixed(report, least).1))
        };
        fixed().map_err(|failure: Failure| failure.to_json())
    }

    fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>, Failure> {
        let request: Request<'_> = serde_json::from_slice(request).map_err(|why| Failure::json("the request", &why))?;
        match &*request.function {
            "hold" => {
                let documents = request.prepared(&self.0, false)?.analysis;
                Ok(json!({"held": self.0.hold(documents)}).to_string().into_bytes())
            }
            "release" => {
                let released = request.held.is_some_and(|number| self.0.release(number));
                Ok(json!({"released": released}).to_string().into_bytes())
            }
            name => function(name)?(&request, &self.0),
        }
    }
}
