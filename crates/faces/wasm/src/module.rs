//! The module: answers requests, and holds documents between them.

use rootstock_provider_api::RegistryError;
use serde_json::json;

use crate::asking::Asking;
use crate::failure::Failure;
use crate::functions::function;
use crate::held::Held;
use crate::request::Request;

/// Answers requests; what stays between two of them are the plug-ins, and documents that are held.
#[derive(Debug)]
pub struct Module(Held);

impl Module {
    /// A module with all providers that ship, which holds nothing.
    ///
    /// # Errors
    ///
    /// When a provider is missing from the program.
    pub fn new() -> Result<Self, RegistryError> {
        Held::new().map(Self)
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
                let documents = request.analysis(&self.0)?;
                Ok(json!({"held": self.0.hold(documents)}).to_string().into_bytes())
            }
            "release" => {
                let released = request.held.is_some_and(|number| self.0.release(number));
                Ok(json!({"released": released}).to_string().into_bytes())
            }
            name => function(name)?(&Asking { request: &request, held: &self.0 }),
        }
    }
}
