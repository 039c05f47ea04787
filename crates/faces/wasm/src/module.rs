//! The module, which answers requests and holds documents between them.

use rootstock_provider_api::RegistryError;
use serde_json::json;

use crate::context::QuestionContext;
use crate::failure::Failure;
use crate::functions::function;
use crate::request::Request;
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
        ModuleState::new().map(Self)
    }

    /// Answers a request, a JSON object. The answer equals the output of the command line with `--format json`, byte for byte, or
    /// is `{"error": {"kind": …, "message": …}}`.
    #[must_use]
    pub fn call(&mut self, request: &[u8]) -> Vec<u8> {
        self.answer(request).unwrap_or_else(|failure| failure.to_json())
    }

    fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>, Failure> {
        let request: Request<'_> = serde_json::from_slice(request).map_err(|why| Failure::json("the request", &why))?;
        match &*request.function {
            "hold" => {
                let documents = request.analysis(&self.0)?;
                Ok(json!({"held": self.0.hold(documents)}).to_string().into_bytes())
            }
            "release" => {
                let released = request.held.is_some_and(|number| self.0.release(number));
                Ok(json!({"released": released}).to_string().into_bytes())
            }
            name => function(name)?(&QuestionContext { request: &request, held: &self.0 }),
        }
    }
}
