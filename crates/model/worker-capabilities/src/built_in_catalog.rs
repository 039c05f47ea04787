//! The capabilities that need no registration, as data.

use rootstock_core_model::{Capabilities, CapabilityDefinition, FeatureGates, MachineImageVersion, RESERVED_PREFIX};
use serde::Serialize;

/// One revision of the proposal: its capabilities, and who registers them.
///
/// The proposal is not final: names, values and the meaning of an omission differ between drafts. All of that is data here, so
/// that another revision is just another constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BuiltInCatalog {
    /// A human-readable name of the revision.
    pub revision: &'static str,
    /// The party that registers the capabilities.
    pub registration: Registrar,
    /// The capabilities, most significant first.
    pub entries: &'static [Entry],
}

/// The party that registers the capabilities of a [`BuiltInCatalog`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Registrar {
    /// No registration: they are appended to the profile's own capabilities, where the whole prefix `gardener-` is refused.
    BuiltIn,
    /// The operator, with exactly these values. Unregistered capabilities cannot be requested.
    ByOperator,
}

/// A capability that workers ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The values, most preferred first. The first one is the neutral value: that of images and workers that do not use the
    /// feature.
    pub values: &'static [&'static str],
    /// The meaning of omitting the capability from an image flavor. For machine types an omission means all values; for workers
    /// it means no demand.
    pub on_flavor: FlavorOmission,
    /// The property of a worker that becomes this capability.
    pub property: Property,
}

/// The meaning of omitting a capability from an image flavor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FlavorOmission {
    /// All values, as for every registered capability.
    All,
    /// Only the neutral value.
    Neutral,
    /// The neutral value, plus this one if the image version sets `inPlaceUpdates.supported`.
    NeutralAndInPlace(&'static str),
}

/// The field in which a worker requests a value of a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Property {
    /// `machine.secureBoot`: this value if true, otherwise the neutral one.
    SecureBoot(&'static str),
    /// `updateStrategy`: this value for the in-place strategies, otherwise the neutral one.
    UpdateStrategy(&'static str),
    /// `machine.gpu.type`: the value itself; no demand if absent.
    GpuType,
    /// `providerConfig`, as read by the provider's plug-in; no demand unless it specifies one.
    ProviderConfig,
}

impl Property {
    /// The path of the field within a worker.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::SecureBoot(_) => "machine.secureBoot",
            Self::UpdateStrategy(_) => "updateStrategy",
            Self::GpuType => "machine.gpu.type",
            Self::ProviderConfig => "providerConfig",
        }
    }
}

impl BuiltInCatalog {
    /// The revision that all crates follow; another constant here changes names and values everywhere.
    pub const FOLLOWED: Self = Self::FIRST;

    /// The proposal as first published, which this crate follows: the names are reserved, and a flavor that omits a capability
    /// does not support the feature.
    pub const FIRST: Self = Self {
        revision: "GEP-54, first draft (February 2026)",
        registration: Registrar::BuiltIn,
        entries: &[
            Entry {
                name: "gardener-bootType",
                values: &["standard", "secure"],
                on_flavor: FlavorOmission::Neutral,
                property: Property::SecureBoot("secure"),
            },
            Entry {
                name: "gardener-updateType",
                values: &["rolling", "inPlace"],
                on_flavor: FlavorOmission::NeutralAndInPlace("inPlace"),
                property: Property::UpdateStrategy("inPlace"),
            },
            Entry {
                name: "gardener-gpuSupport",
                values: &["none", "nvidia", "amd", "intel"],
                on_flavor: FlavorOmission::Neutral,
                property: Property::GpuType,
            },
        ],
    };

    /// Looks up an entry by name.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Returns whether operators must not register the name.
    #[must_use]
    pub fn reserves(&self, name: &str) -> bool {
        self.registration == Registrar::BuiltIn && name.starts_with(RESERVED_PREFIX)
    }

    /// Returns the entries to append to a profile that registers `definitions`: Gardener's, then the provider's, except those
    /// the operator has registered, because the operator's definition takes precedence.
    #[must_use]
    pub fn built_in(&self, definitions: &[CapabilityDefinition], provider: &'static [Entry]) -> Vec<&'static Entry> {
        let own = match self.registration {
            Registrar::BuiltIn => self.entries,
            Registrar::ByOperator => &[],
        };
        let is_new = |entry: &&Entry| definitions.iter().all(|definition| definition.name != entry.name);
        own.iter().chain(provider).filter(is_new).collect()
    }
}

/// Returns a hint if a name is used while the gate `WorkerCapabilities` is off but would need no registration with it on;
/// `provider` are the capabilities that the provider's plug-in contributes.
#[must_use]
pub fn needs_gate(name: &str, gates: FeatureGates, provider: &[Entry]) -> Option<String> {
    let is_known = BuiltInCatalog::FOLLOWED.entries.iter().chain(provider).any(|entry| entry.name == name);
    (is_known && !gates.worker_capabilities).then(|| {
        format!(
            "`{name}` is asked for by workers (GEP-54) and needs no registration, but it only takes effect with the \
             feature gate WorkerCapabilities, which is off"
        )
    })
}

impl Entry {
    /// The value of images and workers that do not use the feature.
    #[must_use]
    pub fn neutral(&self) -> &'static str {
        self.values.first().copied().unwrap_or_default()
    }

    /// Returns the entry as a profile would register it.
    #[must_use]
    pub fn definition(&self) -> CapabilityDefinition {
        let values = self.values.iter().map(|value| (*value).to_owned()).collect();
        CapabilityDefinition { name: self.name.to_owned(), values }
    }

    /// Returns the values that a flavor of an image version implies by omitting the capability; `in_place` is whether the
    /// version sets `inPlaceUpdates.supported`.
    #[must_use]
    pub fn implied(&self, in_place: bool) -> Vec<&'static str> {
        match self.on_flavor {
            FlavorOmission::All => self.values.to_vec(),
            FlavorOmission::NeutralAndInPlace(value) if in_place => vec![self.neutral(), value],
            FlavorOmission::Neutral | FlavorOmission::NeutralAndInPlace(_) => vec![self.neutral()],
        }
    }
}

/// Returns the values that a version's flavors imply by omitting built-in capabilities.
pub(crate) fn implied(built_in: &[&'static Entry], version: &MachineImageVersion) -> Capabilities {
    let in_place = version.in_place_updates.as_ref().is_some_and(|updates| updates.supported);
    built_in.iter().map(|entry| (entry.name, entry.implied(in_place))).collect()
}
