//! The effects of a change to a profile itself, regardless of its users.

use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::compatibility::Compatibility;
use crate::demand::{DemandPair, SpecialDemand, SpecialValue, special_demands};
use crate::pairs::Pairs;
use crate::{
    CompatibilityGroup, DefaultChanges, InventoryChanges, LifecycleChange, MachineSettingGroup, ProfileSide,
    PropertyChange, RegionSettingChange, SelectionGroup, defaults, fields, lifecycle, machine_settings, properties,
    provider_settings, selection,
};

/// The effects of a change to a profile on everything that exists in both versions, and the added and removed offers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileChanges {
    /// Added and removed offers.
    pub inventory: InventoryChanges,
    /// Pairs of machine type and image version that became compatible or incompatible.
    pub compatibility: Vec<CompatibilityGroup>,
    /// Image versions for which another image is booted, or none any longer.
    pub selections: Vec<SelectionGroup>,
    /// Pairs of machine type and image version for which the provider's extension turns a setting on or off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_settings: Vec<MachineSettingGroup>,
    /// Settings of the provider section that new Shoots get with another value, as the provider's plug-in resolves them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub provider_settings: Vec<RegionSettingChange>,
    /// Versions whose classification differs, now or later.
    pub lifecycles: Vec<LifecycleChange>,
    /// Changed defaults of new Shoots and workers.
    pub defaults: DefaultChanges,
    /// Other changed properties of offers in both profiles.
    pub properties: Vec<PropertyChange>,
    /// Changes that only affect workers with a special demand (GEP-54).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special_workers: Vec<SpecialWorkerChanges>,
}

/// The changes for workers that ask for values of capabilities beyond those of their machine type (GEP-54), apart from
/// those that also affect workers that ask for less.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecialWorkerChanges {
    /// The capability.
    pub capability: &'static str,
    /// The requested value.
    pub value: &'static str,
    /// The field of a worker that requests it.
    pub field: &'static str,
    /// The other values that the same workers ask for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<RequestedValue>,
    /// Pairs of machine type and image version that became compatible or incompatible.
    pub compatibility: Vec<CompatibilityGroup>,
    /// Image versions for which another image is booted, or none any longer.
    pub selections: Vec<SelectionGroup>,
    /// Pairs of machine type and image version for which the provider's extension turns a setting on or off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_settings: Vec<MachineSettingGroup>,
}

/// A value of a capability that a worker asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestedValue {
    /// The capability.
    pub capability: &'static str,
    /// The requested value.
    pub value: &'static str,
    /// The field of a worker that requests it.
    pub field: &'static str,
}

impl ProfileChanges {
    /// Returns whether nothing behaves differently.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inventory.is_empty()
            && self.compatibility.is_empty()
            && self.selections.is_empty()
            && self.machine_settings.is_empty()
            && self.provider_settings.is_empty()
            && self.lifecycles.is_empty()
            && self.defaults.is_empty()
            && self.properties.is_empty()
            && self.special_workers.is_empty()
    }
}

/// Compares two profiles. Both sides should have been prepared with the same settings.
///
/// Time and space are proportional to the matrix of distinct machine types, image versions and regions; machine types
/// with equal declarations are compared once.
///
/// Images are selected for a worker without a special demand; with the gate `WorkerCapabilities` on, also for each
/// combination of values that workers can ask for and that some flavor supports.
///
/// See the [crate's documentation](crate) for an example.
#[must_use]
pub fn compare(old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> ProfileChanges {
    let pairs = Pairs::new(old, new);
    let specs = [old.spec, new.spec];
    let plain = DemandPair::plain([old, new]);
    let compatibility = Compatibility::between([old, new], &pairs, &plain, &[]);
    let mut reported = vec![Reported { special: SpecialDemand::default(), demand: plain, compatibility }];
    let mut special_workers = Vec::new();
    for special in special_demands([old, new]) {
        special_workers.extend(changes_for([old, new], &pairs, special, &mut reported));
    }
    let Reported { demand: plain, compatibility, .. } = reported.swap_remove(0);
    let mut properties = properties::changes(old, new, &pairs);
    properties.extend(fields::changes(old, new));
    ProfileChanges {
        inventory: InventoryChanges::between(old.spec, new.spec),
        selections: selection::changes([old, new], &pairs, &plain, &compatibility, &[]),
        machine_settings: machine_settings::changes([old, new], &pairs, &plain, &compatibility, &[]),
        provider_settings: provider_settings::changes([old, new], &pairs),
        special_workers,
        compatibility: compatibility.groups,
        lifecycles: lifecycle::changes(specs, &pairs.versions, &new.settings),
        defaults: defaults::changes(old, new, &pairs),
        properties,
    }
}

/// The demand of workers whose changes are already reported.
struct Reported {
    special: SpecialDemand,
    demand: DemandPair,
    compatibility: Compatibility,
}

/// Returns the changes for workers with a special demand, apart from those reported for workers that ask for less; `None` if
/// there are none.
fn changes_for(
    sides: [&ProfileSide<'_>; 2],
    pairs: &Pairs<'_>,
    special: SpecialDemand,
    reported: &mut Vec<Reported>,
) -> Option<SpecialWorkerChanges> {
    let demand = DemandPair::of(sides, &special);
    let less = reported.iter().filter(|one| one.special.is_part_of(&special));
    let (fits, demands): (Vec<_>, Vec<_>) = less.map(|one| (&one.compatibility, &one.demand)).unzip();
    let mut compatibility = Compatibility::between(sides, pairs, &demand, &fits);
    let selections = selection::changes(sides, pairs, &demand, &compatibility, &demands);
    let machine_settings = machine_settings::changes(sides, pairs, &demand, &compatibility, &demands);
    let groups = std::mem::take(&mut compatibility.groups);
    let values = special.values().iter().map(|SpecialValue { entry, value, .. }| RequestedValue {
        capability: entry.name,
        value,
        field: entry.property.field(),
    });
    let mut values: Vec<RequestedValue> = values.collect();
    let is_empty = groups.is_empty() && selections.is_empty() && machine_settings.is_empty();
    reported.push(Reported { special, demand, compatibility });
    if is_empty || values.is_empty() {
        return None;
    }
    let RequestedValue { capability, value, field } = values.remove(0);
    Some(SpecialWorkerChanges {
        capability,
        value,
        field,
        with: values,
        compatibility: groups,
        selections,
        machine_settings,
    })
}

impl ProfileSide<'_> {
    /// Returns the instant at which versions are judged.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.settings.now
    }
}
