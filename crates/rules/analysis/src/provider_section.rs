//! The provider section of a profile, as cached.

use std::sync::Arc;

use rootstock_provider_api::{Decoded, ProviderConfig};

/// A cached provider section, without the decoding errors: the findings already contain them.
#[derive(Debug, Clone)]
pub(crate) struct CachedProviderSection {
    pub(crate) config: Arc<dyn ProviderConfig>,
    pub(crate) is_decodable: bool,
}

impl CachedProviderSection {
    /// Returns `None` if the section is not usable at all.
    pub(crate) fn of(decoded: &Decoded) -> Option<Self> {
        let Decoded { config, violations, usable } = decoded;
        usable.then(|| Self { config: Arc::clone(config), is_decodable: violations.is_empty() })
    }
}
