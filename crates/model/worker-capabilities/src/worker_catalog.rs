//! A profile with its built-in capabilities, compiled for queries about workers.

use std::fmt;

use rootstock_capability_engine::{
    CapabilitySet, Catalog, CatalogMachineType, CatalogVersion, Mismatch, Selection, SelectionError, TooLarge,
};
use rootstock_core_model::{ARCHITECTURE, Capabilities, CloudProfileSpec, FeatureGates, Quirks, nearest};
use serde::Serialize;

use crate::built_in_catalog::implied;
use crate::{BuiltInCatalog, Demand, DemandError, Entry};

/// A profile compiled for queries about workers.
///
/// With the gate off, it is the profile's [`Catalog`], and only the architecture of a worker counts.
#[derive(Debug, Clone)]
pub struct WorkerCatalog {
    /// The profile according to GEP-33.
    plain: Catalog,
    /// The profile with the built-in capabilities; present only if the gate is on.
    joint: Option<JointCatalog>,
    built_in_catalog: BuiltInCatalog,
}

#[derive(Debug, Clone)]
struct JointCatalog {
    catalog: Catalog,
    built_in: Vec<&'static Entry>,
}

/// A [`Demand`], compiled for one [`WorkerCatalog`].
#[derive(Debug, Clone)]
pub struct CompiledDemand {
    demand: Demand,
    /// The whole demand, including the architecture.
    whole: CapabilitySet,
    /// The demand without the architecture.
    without_architecture: CapabilitySet,
}

impl CompiledDemand {
    /// Returns the demand without its architecture.
    #[must_use]
    pub fn for_any_architecture(&self) -> Self {
        let demand = Demand { architecture: None, ..self.demand.clone() };
        let without_architecture = self.without_architecture.clone();
        Self { demand, whole: without_architecture.clone(), without_architecture }
    }

    /// The demand.
    #[must_use]
    pub const fn demand(&self) -> &Demand {
        &self.demand
    }

    /// The whole demand, including the architecture, in the vocabulary of [`WorkerCatalog::catalog`].
    #[must_use]
    pub const fn set(&self) -> &CapabilitySet {
        &self.whole
    }
}

/// The reason why no flavor of an image version fits: the closest flavor, and its mismatches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlavorMismatch {
    /// The index of the flavor in `capabilityFlavors`; absent if the version lists none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavor: Option<usize>,
    /// The number of flavors of the version.
    pub flavors: usize,
    /// The capabilities whose intersection is empty, most significant first. A mismatch includes the worker only if the worker
    /// requests that capability.
    pub mismatches: Vec<Mismatch>,
}

impl fmt::Display for FlavorMismatch {
    /// Writes the values of all sides, capability by capability.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, mismatch) in self.mismatches.iter().enumerate() {
            write!(f, "{}{mismatch}", if position == 0 { "" } else { "; " })?;
        }
        match self.flavor {
            Some(flavor) if self.flavors > 1 => {
                write!(f, " (of its {} flavors, capabilityFlavors[{flavor}] is the closest)", self.flavors)
            }
            _ => Ok(()),
        }
    }
}

impl WorkerCatalog {
    /// Compiles a profile; `provider` are the capabilities that the provider's plug-in contributes.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the profile exceeds any realistic size, which only a malicious one would.
    pub fn new(spec: &CloudProfileSpec, gates: FeatureGates, provider: &'static [Entry]) -> Result<Self, TooLarge> {
        Self::with_built_in_catalog(spec, gates, BuiltInCatalog::FOLLOWED, provider)
    }

    /// Like [`new`](Self::new), but for another revision of the proposal.
    ///
    /// # Errors
    ///
    /// Fails like [`WorkerCatalog::new`].
    pub fn with_built_in_catalog(
        spec: &CloudProfileSpec,
        gates: FeatureGates,
        built_in_catalog: BuiltInCatalog,
        provider: &'static [Entry],
    ) -> Result<Self, TooLarge> {
        let plain = Catalog::new(spec)?;
        let joint = if gates.worker_capabilities {
            let built_in = built_in_catalog.built_in(spec.capability_definitions(), provider);
            let definitions: Vec<_> = built_in.iter().map(|entry| entry.definition()).collect();
            let catalog = Catalog::with_built_in(spec, &definitions, |version| implied(&built_in, version))?;
            Some(JointCatalog { catalog, built_in })
        } else {
            None
        };
        Ok(Self { plain, joint, built_in_catalog })
    }

    /// Returns whether workers have capabilities, i.e. the gate is on.
    #[must_use]
    pub const fn has_worker_capabilities(&self) -> bool {
        self.joint.is_some()
    }

    /// The revision of the proposal.
    #[must_use]
    pub const fn built_in_catalog(&self) -> &BuiltInCatalog {
        &self.built_in_catalog
    }

    /// The compiled profile, with the built-in capabilities if the gate is on. The machine types and versions passed to the
    /// methods below come from here.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.joint.as_ref().map_or(&self.plain, |joint| &joint.catalog)
    }

    /// Converts into the compiled profile, for callers that do not query workers.
    #[must_use]
    pub fn into_catalog(self) -> Catalog {
        self.joint.map_or(self.plain, |joint| joint.catalog)
    }

    /// The capabilities that need no registration; empty if the gate is off.
    #[must_use]
    pub fn built_in(&self) -> &[&'static Entry] {
        self.joint.as_ref().map_or(&[], |joint| &joint.built_in)
    }

    /// Compiles a worker's demand. With the gate off, that is only its architecture.
    #[must_use]
    pub fn compile(&self, demand: &Demand) -> CompiledDemand {
        let asked = if self.has_worker_capabilities() { demand.capabilities.clone() } else { Capabilities::new() };
        let vocabulary = self.catalog().vocabulary();
        let without_architecture = vocabulary.compile(&asked);
        let mut whole = asked.clone();
        if let Some(architecture) = &demand.architecture {
            whole.insert(ARCHITECTURE, vec![architecture.clone()]);
        }
        let demand = Demand { architecture: demand.architecture.clone(), capabilities: asked };
        CompiledDemand { whole: vocabulary.compile(&whole), without_architecture, demand }
    }

    /// Returns an error for each requested capability or value that the profile does not know.
    #[must_use]
    pub fn unknown(&self, demand: &Demand) -> Vec<DemandError> {
        let Some(joint) = &self.joint else { return Vec::new() };
        let mut errors = Vec::new();
        for (capability, values) in demand.capabilities.iter() {
            let field = self.built_in_catalog.field_of(capability);
            let Some(registered) = joint.catalog.vocabulary().get(capability) else {
                if !self.built_in_catalog.is_neutral_request(capability, values) {
                    let known = joint.catalog.vocabulary().capabilities().iter().map(|known| known.name());
                    let nearest = nearest(capability, known).map(str::to_owned);
                    let (capability, value) = (capability.to_owned(), values.join(", "));
                    errors.push(DemandError::UnknownCapability { field, capability, value, nearest });
                }
                continue;
            };
            for value in values.iter().filter(|value| !registered.values().contains(value)) {
                errors.push(DemandError::UnknownValue {
                    field,
                    value: value.clone(),
                    capability: capability.to_owned(),
                    supported: registered.values().to_vec(),
                });
            }
        }
        errors
    }

    /// Returns whether a machine type can boot an image version for a worker: some flavor must have a value in common with both
    /// for every capability, all three at once.
    ///
    /// Under the quirk `worker_architecture_is_separate`, the worker's architecture is compared with the version as a whole.
    /// Under `no_flavors_fits_everything`, a version without flavors only fails for built-in capabilities.
    #[must_use]
    pub fn fits(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        demand: &CompiledDemand,
        quirks: &Quirks,
    ) -> bool {
        let architecture = demand.demand.architecture.as_deref();
        let Some(joint) = &self.joint else {
            return match architecture {
                Some(_) if !quirks.selection.worker_architecture_is_separate => {
                    self.plain.fits_worker(machine_type, version, Some(&demand.whole), quirks)
                }
                _ => self.plain.fits(machine_type, version, architecture, quirks),
            };
        };
        let catalog = &joint.catalog;
        let mut worker = &demand.whole;
        let mut built_in_only =
            quirks.selection.no_flavors_fits_everything && !version.has_flavors && !catalog.is_legacy();
        if quirks.selection.worker_architecture_is_separate {
            worker = &demand.without_architecture;
            if let Some(architecture) = architecture {
                // Without capabilities, Gardener only compares the two architectures.
                built_in_only |= catalog.is_legacy();
                if !catalog.exists_for(version, architecture, quirks) {
                    return false;
                }
            }
        }
        if built_in_only {
            return self.fits_built_in(machine_type, version, demand);
        }
        version.flavors.iter().any(|flavor| joint.flavor_fits(flavor, machine_type, demand, worker))
    }

    /// Returns whether some flavor fits in all built-in capabilities, regardless of the others.
    #[must_use]
    pub fn fits_built_in(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        demand: &CompiledDemand,
    ) -> bool {
        let Some(joint) = &self.joint else { return true };
        let (vocabulary, machine_type) = (joint.catalog.vocabulary(), &machine_type.capabilities);
        version.flavors.iter().any(|flavor| {
            let mismatches = vocabulary.mismatches(flavor, machine_type, Some(&demand.without_architecture));
            mismatches.iter().all(|mismatch| !joint.is_built_in(&mismatch.capability))
        })
    }

    /// Returns whether the image version would fit if the worker requested only its architecture and built-in capabilities did
    /// not count: the result with the gate off.
    #[must_use]
    pub fn fits_without_worker_capabilities(
        &self,
        machine_type: &CatalogMachineType,
        image: usize,
        version: usize,
        architecture: Option<&str>,
        quirks: &Quirks,
    ) -> bool {
        let machine_type = self.plain.machine_types().get(machine_type.index);
        let version = self.plain.images().get(image).and_then(|image| image.versions.get(version));
        let (Some(machine_type), Some(version)) = (machine_type, version) else { return false };
        self.plain.fits(machine_type, version, architecture, quirks)
    }

    /// Selects the best flavor of an image version for a machine type and a worker.
    ///
    /// # Errors
    ///
    /// Fails like [`Catalog::select`].
    pub fn select(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        demand: &CompiledDemand,
        quirks: &Quirks,
    ) -> Result<Selection, SelectionError> {
        let Some(joint) = &self.joint else {
            // Without an architecture, the demand is empty.
            let worker = demand.demand.architecture.is_some().then_some(&demand.whole);
            return self.plain.select(machine_type, version, worker, quirks);
        };
        if quirks.selection.no_flavors_fits_everything && !version.has_flavors && !joint.catalog.is_legacy() {
            return Err(SelectionError::NoneCompatible);
        }
        let separate = quirks.selection.worker_architecture_is_separate;
        let worker = if separate { &demand.without_architecture } else { &demand.whole };
        let (vocabulary, machine) = (joint.catalog.vocabulary(), &machine_type.capabilities);
        let flavors = &version.flavors;
        let fits_only_jointly = |flavor: &CapabilitySet| {
            !vocabulary.compatible_with_worker(flavor, machine, Some(worker))
                && joint.flavor_fits(flavor, machine_type, demand, worker)
        };
        if !flavors.iter().any(fits_only_jointly) {
            return vocabulary.select(flavors, machine, Some(worker), quirks);
        }
        // The profile has unregistered values, which admission refuses: select the best of the flavors that fit.
        let fitting: Vec<usize> = (0..flavors.len())
            .filter(|index| flavors.get(*index).is_some_and(|one| joint.flavor_fits(one, machine_type, demand, worker)))
            .collect();
        let candidates: Vec<&CapabilitySet> = fitting.iter().filter_map(|index| flavors.get(*index)).collect();
        let place = |candidate: usize| fitting.get(candidate).copied().unwrap_or(candidate);
        match vocabulary.select(&candidates, machine, None, quirks) {
            Ok(selection) => Ok(Selection { flavor: place(selection.flavor), ..selection }),
            Err(SelectionError::Ambiguous { flavors }) => {
                Err(SelectionError::Ambiguous { flavors: flavors.into_iter().map(place).collect() })
            }
            Err(SelectionError::NoneCompatible) => Err(SelectionError::NoneCompatible),
        }
    }

    /// Returns the flavor that mismatches in the fewest capabilities; `None` if one fits.
    #[must_use]
    pub fn misfit(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        demand: &CompiledDemand,
    ) -> Option<FlavorMismatch> {
        let catalog = self.catalog();
        let reasons = catalog.reasons(machine_type, version, Some(&demand.whole));
        let flavors = reasons.len();
        let (flavor, mismatches) = reasons.into_iter().enumerate().min_by_key(|(_, mismatches)| mismatches.len())?;
        let flavor = version.has_flavors.then_some(flavor);
        let mismatches: Vec<Mismatch> = mismatches
            .into_iter()
            .map(|mismatch| {
                let asked = demand.demand.get(&mismatch.capability).is_some();
                Mismatch { worker: mismatch.worker.filter(|_| asked), ..mismatch }
            })
            .collect();
        (!mismatches.is_empty()).then_some(FlavorMismatch { flavor, flavors, mismatches })
    }
}

impl JointCatalog {
    /// Returns whether one flavor fits; `worker` is the part of the demand that counts.
    ///
    /// For a worker without an architecture, unregistered values in capabilities that it does not request are not obstacles,
    /// because with the gate off the worker would not take part at all.
    fn flavor_fits(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CatalogMachineType,
        demand: &CompiledDemand,
        worker: &CapabilitySet,
    ) -> bool {
        let (vocabulary, machine_type) = (self.catalog.vocabulary(), &machine_type.capabilities);
        let fits = vocabulary.compatible_with_worker(flavor, machine_type, Some(worker));
        let names_architecture = demand.demand.architecture.is_some() && *worker == demand.whole;
        if fits || names_architecture || !vocabulary.compatible(flavor, machine_type) {
            return fits;
        }
        let asks_for = |capability: &str| demand.demand.capabilities.get(capability).is_some();
        let mismatches = vocabulary.mismatches(flavor, machine_type, Some(worker));
        mismatches.iter().all(|mismatch| !asks_for(&mismatch.capability))
    }

    fn is_built_in(&self, capability: &str) -> bool {
        self.built_in.iter().any(|entry| entry.name == capability)
    }
}
