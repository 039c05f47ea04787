//! The provider's half of a profile as it is kept.

use std::sync::Arc;

use rootstock_provider_api::{Decoded, ProviderConfig};

/// What is kept of a provider's half: why it cannot be decoded is in the findings, which would be there twice.
#[derive(Debug, Clone)]
pub(crate) struct KeptHalf {
    pub(crate) config: Arc<dyn ProviderConfig>,
    pub(crate) is_decodable: bool,
}

impl KeptHalf {
    /// `None` if it is something else altogether.
    pub(crate) fn of(decoded: &Decoded) -> Option<Self> {
        let Decoded { config, violations, usable } = decoded;
        usable.then(|| Self { config: Arc::clone(config), is_decodable: violations.is_empty() })
    }
}
