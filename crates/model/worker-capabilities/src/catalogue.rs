//! The capabilities that need no registration, as data.

use rootstock_core_model::{Capabilities, CapabilityDefinition, FeatureGates, MachineImageVersion, RESERVED_PREFIX};
use serde::Serialize;

/// One revision of the proposal: its capabilities, and who registers them.
///
/// The proposal is not settled: names, values and the meaning of an omission differ from draft to draft. All that differs
/// is data here, so that another revision is another constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// Which revision this is, for people.
    pub revision: &'static str,
    /// Who registers the capabilities.
    pub registration: Registrar,
    /// The capabilities, most significant first.
    pub entries: &'static [Entry],
}

/// Who registers the capabilities of a [`Catalogue`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Registrar {
    /// Nobody: they are appended to what the profile registers, and the whole prefix `gardener-` is refused there.
    BuiltIn,
    /// The operator, with exactly these values. What is not registered cannot be asked for.
    ByOperator,
}

/// A capability that workers ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The values, most preferred first. The first one is the neutral one: that of images and workers that have nothing to
    /// do with the feature.
    pub values: &'static [&'static str],
    /// What an image flavor means by leaving it out. Machine types mean all values by that, workers ask for nothing.
    pub on_flavor: FlavorOmission,
    /// The property of a worker that becomes this capability.
    pub property: Property,
}

/// What an image flavor means by leaving a capability out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FlavorOmission {
    /// All its values, as with every registered capability.
    All,
    /// The neutral value alone.
    Neutral,
    /// The neutral value, and this one too if the image version sets `inPlaceUpdates.supported`.
    NeutralAndInPlace(&'static str),
}

/// Where a worker says what it wants of a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Property {
    /// `machine.secureBoot`: this value when it is true, else the neutral one.
    SecureBoot(&'static str),
    /// `updateStrategy`: this value when it is one of the in-place strategies, else the neutral one.
    UpdateStrategy(&'static str),
    /// `machine.gpu.type`: the value itself; without it nothing is asked for.
    GpuType,
    /// `providerConfig`, as the provider's plug-in reads it; nothing is asked for unless it says so.
    ProviderConfig,
}

impl Property {
    /// The field, as it stands in a worker.
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

impl Catalogue {
    /// The proposal as it was first published, which is what this crate follows: the names are reserved, and a flavor that
    /// leaves one out does not support it.
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

    /// The entry of that name.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Whether an operator must not register that name.
    #[must_use]
    pub fn reserves(&self, name: &str) -> bool {
        self.registration == Registrar::BuiltIn && name.starts_with(RESERVED_PREFIX)
    }

    /// The entries that are appended to a profile that registers `definitions`: Gardener's, then the provider's, without
    /// those that the operator has registered: there the operator's definition stands.
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

/// What to say of a name that is used while the gate `WorkerCapabilities` is off, and would need no registration if it were
/// on; `provider` are the capabilities that the provider's plug-in brings.
#[must_use]
pub fn needs_gate(name: &str, gates: FeatureGates, provider: &[Entry]) -> Option<String> {
    let is_known = Catalogue::FIRST.entries.iter().chain(provider).any(|entry| entry.name == name);
    (is_known && !gates.worker_capabilities).then(|| {
        format!(
            "`{name}` is asked for by workers (GEP-54) and needs no registration; it counts with the feature gate \
             WorkerCapabilities, which is off"
        )
    })
}

impl Entry {
    /// The value of images and workers that have nothing to do with the feature.
    #[must_use]
    pub fn neutral(&self) -> &'static str {
        self.values.first().copied().unwrap_or_default()
    }

    /// The entry as a profile would register it.
    #[must_use]
    pub fn definition(&self) -> CapabilityDefinition {
        let values = self.values.iter().map(|value| (*value).to_owned()).collect();
        CapabilityDefinition { name: self.name.to_owned(), values }
    }

    /// What a flavor of an image version means by leaving the capability out; `in_place` is whether the version sets
    /// `inPlaceUpdates.supported`.
    #[must_use]
    pub fn implied(&self, in_place: bool) -> Vec<&'static str> {
        match self.on_flavor {
            FlavorOmission::All => self.values.to_vec(),
            FlavorOmission::NeutralAndInPlace(value) if in_place => vec![self.neutral(), value],
            FlavorOmission::Neutral | FlavorOmission::NeutralAndInPlace(_) => vec![self.neutral()],
        }
    }
}

/// What a flavor of an image version means by leaving built-in capabilities out.
pub(crate) fn implied(built_in: &[&'static Entry], version: &MachineImageVersion) -> Capabilities {
    let in_place = version.in_place_updates.as_ref().is_some_and(|updates| updates.supported);
    built_in.iter().map(|entry| (entry.name, entry.implied(in_place))).collect()
}
