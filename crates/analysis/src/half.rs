//! The provider's half of a profile as it is kept, and how it is read beside the core half.

use std::sync::Arc;

use rootstock_core_model::{CloudProfileSpec, Path, RawObject, Span};
use rootstock_provider_api::{Decoded, ProviderConfig};

use crate::conditions::Conditions;

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

/// The provider's half of a profile whose core half has not been read: what that says decides whether it is the profile's.
#[derive(Debug)]
pub(crate) struct HalfAhead {
    provider_type: String,
    place: Span,
    half: Option<KeptHalf>,
}

impl HalfAhead {
    /// What stands where a CloudProfile has its provider's half, read by the plug-in that its type names.
    pub(crate) fn read(object: &RawObject, conditions: &Conditions) -> Option<Self> {
        let spec = object.get("spec")?;
        let provider_type = spec.get("type")?.as_str()?.to_owned();
        let raw = RawObject::new(spec.get("providerConfig")?);
        let provider = conditions.registry.get(&provider_type)?;
        let path = Path::root("spec");
        let decoded = provider.decode(&raw, &path.field("providerConfig"), &conditions.settings.quirks);
        Some(Self { provider_type, place: raw.node().span(), half: KeptHalf::of(&decoded) })
    }

    /// What was made of it, if that is what the core half names.
    pub(crate) fn of(self, spec: &CloudProfileSpec) -> Option<Option<KeptHalf>> {
        let is_there = spec.provider_config.as_ref().is_some_and(|raw| raw.node().span() == self.place);
        (is_there && spec.provider_type == self.provider_type).then_some(self.half)
    }
}
