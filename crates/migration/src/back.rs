//! From capabilities back to legacy fields.

use rootstock_core_model::Settings;
use rootstock_core_model::read::File;
use rootstock_provider_api::Registry;

use crate::{Migration, Options, Refusal};

/// Rolls a CloudProfile back to legacy fields.
///
/// # Errors
///
/// A [`Refusal`].
pub fn roll_back(
    _file: &File,
    _document: usize,
    _registry: &Registry,
    _options: &Options,
    _settings: &Settings,
) -> Result<Migration, Refusal> {
    Err(Refusal::Lossy(Vec::new()))
}
