//! The demands of workers in a comparison, beyond their machine type (GEP-54).

use rootstock_capability_engine::{CatalogMachineType, CatalogVersion, Mismatch};
use rootstock_core_model::Capabilities;
use rootstock_judge::ImageDemand;
use rootstock_worker_capabilities::{CompiledDemand, Demand, Entry, WorkerProperties};

use crate::ProfileSide;

/// The demand of a kind of worker on the old and on the new profile.
#[derive(Debug)]
pub(crate) struct DemandPair {
    /// The compiled demands; absent if the profile does not know the requested value, and refuses the worker.
    demands: [Option<CompiledDemand>; 2],
    /// The demand on the provider's images; absent if workers have no capabilities.
    image: Option<ImageDemand>,
}

/// A value that workers can ask for, but do not ask for by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SpecialValue {
    pub(crate) entry: &'static Entry,
    pub(crate) value: &'static str,
}

impl DemandPair {
    /// Creates the wish of workers without a special demand.
    pub(crate) fn plain(sides: [&ProfileSide<'_>; 2]) -> Self {
        Self::new(sides, &Capabilities::new())
    }

    /// Creates the wish of workers that ask for one value of one capability, without other special demands.
    pub(crate) fn of(sides: [&ProfileSide<'_>; 2], special: SpecialValue) -> Self {
        Self::new(sides, &Capabilities::from_iter([(special.entry.name, [special.value])]))
    }

    fn new(sides: [&ProfileSide<'_>; 2], special: &Capabilities) -> Self {
        let [old, _] = sides;
        let catalog = old.profile.catalog();
        let demand = Demand::of_properties(catalog.built_in_catalog(), WorkerProperties::default()).demand.and(special);
        let compiled = |side: &ProfileSide<'_>| {
            let catalog = side.profile.catalog();
            catalog.unknown(&demand).is_empty().then(|| catalog.compile(&demand))
        };
        let image = || ImageDemand { architecture: None, capabilities: demand.capabilities.clone() };
        Self { demands: sides.map(compiled), image: catalog.has_worker_capabilities().then(image) }
    }

    /// Returns the demand on the provider's images.
    pub(crate) const fn image(&self) -> Option<&ImageDemand> {
        self.image.as_ref()
    }

    /// Returns the demand on the profile with the given index.
    pub(crate) fn demand(&self, place: usize) -> Option<&CompiledDemand> {
        self.demands.get(place)?.as_ref()
    }

    /// Returns whether such a worker may have an image version on a machine type.
    pub(crate) fn fits(
        &self,
        (side, place): (&ProfileSide<'_>, usize),
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
    ) -> bool {
        let fits = |demand| side.profile.catalog().fits(machine_type, version, demand, &side.settings.quirks);
        self.demand(place).is_some_and(fits)
    }

    /// Returns the mismatches of the nearest flavor.
    pub(crate) fn mismatches(
        &self,
        (side, place): (&ProfileSide<'_>, usize),
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
    ) -> Vec<Mismatch> {
        if self.image.is_none() {
            let reasons = side.catalog().reasons(machine_type, version, None);
            return reasons.into_iter().min_by_key(Vec::len).unwrap_or_default();
        }
        let misfit = |demand| side.profile.catalog().misfit(machine_type, version, demand);
        self.demand(place).and_then(misfit).map_or_else(Vec::new, |misfit| misfit.mismatches)
    }
}

/// Returns every value that workers can ask for and that some flavor of either profile supports, in catalogue order;
/// empty if workers have no capabilities.
pub(crate) fn special_values(sides: [&ProfileSide<'_>; 2]) -> Vec<SpecialValue> {
    let mut found: Vec<SpecialValue> = Vec::new();
    if !sides.iter().all(|side| side.profile.catalog().has_worker_capabilities()) {
        return found;
    }
    let own = sides.iter().flat_map(|side| side.profile.catalog().built_in_catalog().entries);
    let provider =
        sides.iter().filter_map(|side| side.profile.plugin()).flat_map(|plugin| plugin.extension().worker_capabilities);
    for entry in own.chain(provider) {
        for value in entry.values.iter().filter(|value| **value != entry.neutral()) {
            let special = SpecialValue { entry, value };
            let is_new = found.iter().all(|known| (known.entry.name, known.value) != (entry.name, value));
            if is_new && sides.iter().any(|side| special.is_supported(side)) {
                found.push(special);
            }
        }
    }
    found
}

impl SpecialValue {
    fn is_supported(self, side: &ProfileSide<'_>) -> bool {
        let (name, vocabulary) = (self.entry.name, side.catalog().vocabulary());
        let mut flavors = side.catalog().versions().flat_map(|(_, version)| version.flavors.iter());
        vocabulary.get(name).is_some()
            && flavors.any(|flavor| vocabulary.values(flavor, name).any(|one| one == self.value))
    }
}
