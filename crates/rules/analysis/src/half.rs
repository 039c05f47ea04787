//! The provider's half of a profile as it is kept, and how it is read beside the core half.

use std::sync::{Arc, OnceLock};

use rootstock_core_model::{CloudProfileSpec, Path, Quirks, RawObject, Span};
use rootstock_provider_api::{Decoded, ProviderConfig, Registry};

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

/// The provider's half of a profile, read while the core half is: by another thread, or else by who needs it first. What the core half
/// says decides whether it is the profile's.
#[derive(Debug, Clone)]
pub(crate) struct HalfAhead(Arc<Ahead>);

#[derive(Debug)]
struct Ahead {
    object: RawObject,
    registry: Arc<Registry>,
    quirks: Quirks,
    read: OnceLock<Option<Read>>,
}

#[derive(Debug)]
struct Read {
    provider_type: String,
    place: Span,
    half: Option<KeptHalf>,
}

impl HalfAhead {
    /// Where a CloudProfile has its provider's half, not read yet.
    pub(crate) fn new(object: &RawObject, conditions: &Conditions) -> Self {
        let (registry, quirks) = (Arc::clone(&conditions.registry), conditions.settings.quirks);
        Self(Arc::new(Ahead { object: object.clone(), registry, quirks, read: OnceLock::new() }))
    }

    /// Reads it, unless that was or is being done.
    pub(crate) fn read(&self) {
        _ = self.0.read();
    }

    /// What was made of it, if that is what the core half names.
    pub(crate) fn of(&self, spec: &CloudProfileSpec) -> Option<Option<KeptHalf>> {
        let Read { provider_type, place, half } = self.0.read()?;
        let is_there = spec.provider_config.as_ref().is_some_and(|raw| raw.node().span() == *place);
        (is_there && spec.provider_type == *provider_type).then(|| half.clone())
    }
}

impl Ahead {
    /// What stands there, read by the plug-in that the type of the profile names.
    fn read(&self) -> Option<&Read> {
        let read = || {
            let spec = self.object.get("spec")?;
            let provider_type = spec.get("type")?.as_str()?.to_owned();
            let raw = RawObject::new(spec.get("providerConfig")?);
            let provider = self.registry.get(&provider_type)?;
            let path = Path::root("spec");
            let decoded = provider.decode(&raw, &path.field("providerConfig"), &self.quirks);
            Some(Read { provider_type, place: raw.node().span(), half: KeptHalf::of(&decoded) })
        };
        self.read.get_or_init(read).as_ref()
    }
}
