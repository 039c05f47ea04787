//! The properties of a worker, as capabilities.

use rootstock_core_model::{Capabilities, Worker, listed, nearest, suggestion_suffix, suggestion_text};
use serde::Serialize;

use crate::{BuiltInCatalog, Entry, Property, Registrar};

/// A worker's demand. Capabilities that are not listed are not requested.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Demand {
    /// The architecture of its machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The other requested values, by capability name.
    pub capabilities: Capabilities,
}

/// The properties of a worker that express a demand, without the rest of the worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WorkerProperties<'a> {
    /// `machine.architecture`.
    pub architecture: Option<&'a str>,
    /// Whether `machine.secureBoot` is true.
    pub has_secure_boot: bool,
    /// Whether `updateStrategy` is one of the in-place strategies.
    pub is_in_place: bool,
    /// `machine.gpu.type`; `None` without `machine.gpu`.
    pub gpu_type: Option<&'a str>,
}

impl<'a> From<&'a Worker> for WorkerProperties<'a> {
    fn from(worker: &'a Worker) -> Self {
        Self {
            architecture: worker.machine.architecture.as_deref(),
            has_secure_boot: worker.machine.secure_boot == Some(true),
            is_in_place: worker.is_in_place(),
            gpu_type: worker.machine.gpu.as_ref().map(|gpu| gpu.gpu_type.as_str()),
        }
    }
}

/// A [`Demand`] and the errors found while reading it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadDemand {
    /// The demand; invalid properties request nothing.
    pub demand: Demand,
    /// The errors in the properties.
    pub errors: Vec<DemandError>,
}

/// A reason why a worker's demand cannot be met, regardless of the image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DemandError {
    /// A property has a value that matches no value of its capability.
    #[error("`{value}` is not a value of capability `{capability}`; {}", alternative_hint(.value, .supported))]
    UnknownValue {
        /// The property, as a path within the worker: `machine.gpu.type`.
        field: &'static str,
        /// The value.
        value: String,
        /// The capability.
        capability: String,
        /// The supported values.
        supported: Vec<String>,
    },
    /// A property requests a capability that the profile does not know.
    #[error("capability `{capability}` is registered neither by the profile nor by its provider{}", nearest_hint(.nearest))]
    UnknownCapability {
        /// The property.
        field: &'static str,
        /// The capability.
        capability: String,
        /// The requested value.
        value: String,
        /// The known capability that was probably meant.
        nearest: Option<String>,
    },
}

fn nearest_hint(nearest: &Option<String>) -> String {
    nearest.as_deref().map(suggestion_suffix).unwrap_or_default()
}

/// Suggests the value that was probably meant, or lists the supported ones.
fn alternative_hint(value: &str, supported: &[String]) -> String {
    match nearest(value, supported.iter().map(String::as_str)) {
        Some(near) => suggestion_text(near),
        None => format!("it has {}", listed(supported)),
    }
}

impl DemandError {
    /// The invalid property, as a path within the worker: `machine.gpu.type`.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::UnknownValue { field, .. } | Self::UnknownCapability { field, .. } => field,
        }
    }
}

impl Demand {
    /// Reads the demand from a worker's own properties. The provider's plug-in reads the demand from its `providerConfig`.
    ///
    /// ```
    /// use rootstock_core_model::Worker;
    /// use rootstock_worker_capabilities::{BuiltInCatalog, Demand};
    /// let worker: Worker = serde_json::from_str(r#"{"machine": {"gpu": {"type": "nvidia"}}}"#)?;
    /// let requested_value = Demand::of_worker(&BuiltInCatalog::FIRST, &worker).demand.capabilities;
    /// let texts: Vec<String> = requested_value.iter().map(|(name, values)| format!("{name}: {}", values.join(", "))).collect();
    /// assert_eq!(texts, ["gardener-bootType: standard", "gardener-updateType: rolling", "gardener-gpuSupport: nvidia"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn of_worker(built_in_catalog: &BuiltInCatalog, worker: &Worker) -> ReadDemand {
        Self::of_properties(built_in_catalog, WorkerProperties::from(worker))
    }

    /// Like [`of_worker`](Self::of_worker), but for callers that only have the properties.
    #[must_use]
    pub fn of_properties(built_in_catalog: &BuiltInCatalog, worker: WorkerProperties<'_>) -> ReadDemand {
        let mut read = ReadDemand::default();
        read.demand.architecture = worker.architecture.map(str::to_owned);
        for entry in built_in_catalog.entries {
            match requested_value(entry, worker) {
                Ok(Some(value)) => read.demand.capabilities.insert(entry.name, vec![value.to_owned()]),
                Ok(None) => {}
                Err(error) => read.errors.push(error),
            }
        }
        read
    }

    /// Adds the capabilities that a provider's plug-in read from the worker's `providerConfig`.
    #[must_use]
    pub fn and(mut self, provider: &Capabilities) -> Self {
        for (name, values) in provider.iter() {
            self.capabilities.insert(name, values.to_vec());
        }
        self
    }

    /// Returns the requested values of one capability, which may be `architecture`; `None` if it is not requested.
    #[must_use]
    pub fn get(&self, capability: &str) -> Option<Vec<&str>> {
        if capability == rootstock_core_model::ARCHITECTURE
            && let Some(architecture) = &self.architecture
        {
            return Some(vec![architecture]);
        }
        Some(self.capabilities.get(capability)?.iter().map(String::as_str).collect())
    }
}

/// Returns the value that a worker requests of one capability.
fn requested_value(entry: &'static Entry, worker: WorkerProperties<'_>) -> Result<Option<&'static str>, DemandError> {
    let either = |wanted: bool, value| Some(if wanted { value } else { entry.neutral() });
    match entry.property {
        Property::SecureBoot(value) => Ok(either(worker.has_secure_boot, value)),
        Property::UpdateStrategy(value) => Ok(either(worker.is_in_place, value)),
        Property::GpuType => {
            let Some(gpu_type) = worker.gpu_type else { return Ok(None) };
            let known = entry.values.iter().find(|value| **value == gpu_type);
            known.copied().map(Some).ok_or_else(|| DemandError::UnknownValue {
                field: entry.property.field(),
                value: gpu_type.to_owned(),
                capability: entry.name.to_owned(),
                supported: entry.values.iter().map(|value| (*value).to_owned()).collect(),
            })
        }
        Property::ProviderConfig => Ok(None),
    }
}

impl BuiltInCatalog {
    /// Returns the field that requests a capability.
    pub(crate) fn field_of(&self, capability: &str) -> &'static str {
        self.entry(capability).map_or(Property::ProviderConfig, |entry| entry.property).field()
    }

    /// Returns whether requesting these values of an unregistered capability amounts to no demand: if operators register the
    /// capabilities, a worker with only neutral values needs no registration.
    pub(crate) fn is_neutral_request(&self, capability: &str, values: &[String]) -> bool {
        self.registration == Registrar::ByOperator
            && self.entry(capability).is_some_and(|entry| values.iter().all(|value| value == entry.neutral()))
    }
}
