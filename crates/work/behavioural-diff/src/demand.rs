//! The demands of workers in a comparison, beyond their machine type (GEP-54).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use rootstock_capability_engine::{CatalogMachineType, CatalogVersion, Mismatch};
use rootstock_core_model::Capabilities;
use rootstock_judge::ImageDemand;
use rootstock_worker_capabilities::{CompiledDemand, Demand, Entry, Property, WorkerProperties};

use crate::ProfileSide;

/// The demand of a kind of worker on the old and on the new profile.
#[derive(Debug)]
pub(crate) struct DemandPair {
    /// The compiled demands; absent if the profile does not know the requested value, and refuses the worker.
    demands: [Option<CompiledDemand>; 2],
    /// The demand on the provider's images; absent if workers have no capabilities.
    image: Option<ImageDemand>,
}

/// Values that workers can ask for together, but do not ask for by default: at most one of each capability.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct SpecialDemand {
    /// The number of values, which comes first when demands are sorted.
    number: usize,
    values: Vec<SpecialValue>,
}

/// A value that workers can ask for, but do not ask for by default.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpecialValue {
    /// The positions of entry and value in the catalogue.
    rank: (usize, usize),
    pub(crate) entry: &'static Entry,
    pub(crate) value: &'static str,
}

impl Ord for SpecialValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl PartialOrd for SpecialValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SpecialValue {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for SpecialValue {}

impl DemandPair {
    /// Creates the demand of workers without a special demand.
    pub(crate) fn plain(sides: [&ProfileSide<'_>; 2]) -> Self {
        Self::new(sides, &Capabilities::new())
    }

    /// Creates the demand of workers that ask for some values, without other special demands.
    pub(crate) fn of(sides: [&ProfileSide<'_>; 2], special: &SpecialDemand) -> Self {
        Self::new(sides, &special.values().iter().map(|one| (one.entry.name, [one.value])).collect())
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

/// Returns every combination of values for which a worker can get a flavor of either profile that it would not get without
/// asking: single values first, then in catalogue order. Empty if workers have no capabilities.
pub(crate) fn special_demands(sides: [&ProfileSide<'_>; 2]) -> Vec<SpecialDemand> {
    if !sides.iter().all(|side| side.profile.catalog().has_worker_capabilities()) {
        return Vec::new();
    }
    let entries = requestable(sides);
    let flavors: Vec<Vec<Vec<&str>>> = sides.iter().flat_map(|side| distinct_flavors(side, &entries)).collect();
    // If all flavors support the same values, asking for the neutral one changes nothing. Otherwise it can change the ranking.
    let differ = |index: usize| {
        let mut values = flavors.iter().filter_map(|flavor| flavor.get(index));
        values.next().is_some_and(|first| values.any(|other| other != first))
    };
    let with_neutral: Vec<bool> = (0..entries.len()).map(differ).collect();
    let mut found: BTreeSet<SpecialDemand> = BTreeSet::new();
    for flavor in &flavors {
        let mut demands = vec![SpecialDemand::default()];
        for (((index, entry), supported), with_neutral) in entries.iter().enumerate().zip(flavor).zip(&with_neutral) {
            let asks_by_default = !matches!(entry.property, Property::GpuType | Property::ProviderConfig);
            let may_omit = !asks_by_default || supported.contains(&entry.neutral());
            // A `providerConfig` does not ask for a neutral value.
            let may_ask_for_neutral = *with_neutral && entry.property == Property::GpuType;
            let requested = |value: &str| value != entry.neutral() || may_ask_for_neutral;
            let values = entry.values.iter().enumerate();
            let values: Vec<SpecialValue> = values
                .filter(|(_, value)| supported.contains(value) && requested(value))
                .map(|(rank, value)| SpecialValue { rank: (index, rank), entry, value })
                .collect();
            let extended = demands.iter().flat_map(|demand| values.iter().map(|value| demand.and(*value))).collect();
            if may_omit { demands.extend::<Vec<_>>(extended) } else { demands = extended }
        }
        found.extend(demands.into_iter().filter(|demand| !demand.values().is_empty()));
    }
    found.into_iter().collect()
}

/// Returns every entry of the catalogue that either profile knows, Gardener's first.
fn requestable(sides: [&ProfileSide<'_>; 2]) -> Vec<&'static Entry> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    let own = sides.iter().flat_map(|side| side.profile.catalog().built_in_catalog().entries);
    let provider =
        sides.iter().filter_map(|side| side.profile.plugin()).flat_map(|plugin| plugin.extension().worker_capabilities);
    for entry in own.chain(provider) {
        let is_known = |side: &&ProfileSide<'_>| side.catalog().vocabulary().get(entry.name).is_some();
        if entries.iter().all(|known| known.name != entry.name) && sides.iter().any(is_known) {
            entries.push(entry);
        }
    }
    entries
}

/// Returns the values of each entry that the flavors of a profile support, without repetition.
fn distinct_flavors<'s>(side: &'s ProfileSide<'_>, entries: &[&'static Entry]) -> Vec<Vec<Vec<&'s str>>> {
    let vocabulary = side.catalog().vocabulary();
    let mut distinct = BTreeSet::new();
    for flavor in side.catalog().versions().flat_map(|(_, version)| version.flavors.iter()) {
        let supported = |entry: &&Entry| match vocabulary.get(entry.name) {
            Some(_) => vocabulary.values(flavor, entry.name).collect(),
            None => vec![entry.neutral()],
        };
        distinct.insert(entries.iter().map(supported).collect::<Vec<Vec<&str>>>());
    }
    distinct.into_iter().collect()
}

impl SpecialDemand {
    /// Returns the requested values, in catalogue order.
    pub(crate) fn values(&self) -> &[SpecialValue] {
        &self.values
    }

    /// Returns whether workers with the other demand ask for everything that workers with this one ask for.
    pub(crate) fn is_part_of(&self, other: &Self) -> bool {
        self.values.iter().all(|value| other.values.contains(value))
    }

    fn and(&self, value: SpecialValue) -> Self {
        let values: Vec<SpecialValue> = self.values.iter().copied().chain([value]).collect();
        Self { number: values.len(), values }
    }
}
