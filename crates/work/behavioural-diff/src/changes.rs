//! The effects of a change to a profile itself, regardless of its users.

use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::compatibility::Compatibility;
use crate::demand::{DemandPair, SpecialValue, special_values};
use crate::pairs::Pairs;
use crate::{
    CompatibilityGroup, DefaultChanges, InventoryChanges, LifecycleChange, ProfileSide, PropertyChange, SelectionGroup,
    defaults, fields, lifecycle, properties, selection,
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

/// The changes for workers that ask for one value of one capability beyond those of their machine type (GEP-54), apart
/// from those that also affect workers without a special demand.
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
    /// Pairs of machine type and image version that became compatible or incompatible.
    pub compatibility: Vec<CompatibilityGroup>,
    /// Image versions for which another image is booted, or none any longer.
    pub selections: Vec<SelectionGroup>,
}

impl ProfileChanges {
    /// Returns whether nothing behaves differently.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inventory.is_empty()
            && self.compatibility.is_empty()
            && self.selections.is_empty()
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
/// value that workers can ask for and that some flavor supports.
///
/// See the [crate's documentation](crate) for an example.
#[must_use]
pub fn compare(old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> ProfileChanges {
    let pairs = Pairs::new(old, new);
    let specs = [old.spec, new.spec];
    let plain = DemandPair::plain([old, new]);
    let compatibility = Compatibility::between([old, new], &pairs, &plain, None);
    let special = special_values([old, new]).into_iter();
    let special = special.filter_map(|special| special_workers([old, new], &pairs, special, (&plain, &compatibility)));
    let mut properties = properties::changes(old, new, &pairs);
    properties.extend(fields::changes(old, new));
    ProfileChanges {
        inventory: InventoryChanges::between(old.spec, new.spec),
        selections: selection::changes([old, new], &pairs, &plain, &compatibility, None),
        special_workers: special.collect(),
        compatibility: compatibility.groups,
        lifecycles: lifecycle::changes(specs, &pairs.versions, &new.settings),
        defaults: defaults::changes(old, new, &pairs),
        properties,
    }
}

/// Returns the changes for workers that ask for a value, apart from those reported for plain workers; `None` if there are none.
fn special_workers(
    sides: [&ProfileSide<'_>; 2],
    pairs: &Pairs<'_>,
    special: SpecialValue,
    (plain, reported): (&DemandPair, &Compatibility),
) -> Option<SpecialWorkerChanges> {
    let demand = DemandPair::of(sides, special);
    let compatibility = Compatibility::between(sides, pairs, &demand, Some(reported));
    let selections = selection::changes(sides, pairs, &demand, &compatibility, Some(plain));
    let SpecialValue { entry, value } = special;
    let compatibility = compatibility.groups;
    (!compatibility.is_empty() || !selections.is_empty()).then(|| SpecialWorkerChanges {
        capability: entry.name,
        value,
        field: entry.property.field(),
        compatibility,
        selections,
    })
}

impl ProfileSide<'_> {
    /// Returns the instant at which versions are judged.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.settings.now
    }
}
