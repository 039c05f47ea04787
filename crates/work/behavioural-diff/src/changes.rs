//! Everything that a change of a profile changes by itself, whoever uses the profile.

use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::compatibility::Compatibility;
use crate::pairs::Pairs;
use crate::wish::{SpecialValue, Wish, special_values};
use crate::{
    CompatibilityGroup, DefaultChanges, InventoryChanges, LifecycleChange, ProfileSide, PropertyChange, SelectionGroup,
    defaults, fields, lifecycle, properties, selection,
};

/// What a change of a profile changes, for everything that exists in both profiles and for what was added or removed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileChanges {
    /// What was added or removed.
    pub inventory: InventoryChanges,
    /// Pairs of machine type and image version that became compatible or incompatible.
    pub compatibility: Vec<CompatibilityGroup>,
    /// Image versions for which another image is booted, or none any more.
    pub selections: Vec<SelectionGroup>,
    /// Versions that are something else, or will be at another time.
    pub lifecycles: Vec<LifecycleChange>,
    /// What new Shoots and workers get where they leave it open.
    pub defaults: DefaultChanges,
    /// Other properties of what exists in both.
    pub properties: Vec<PropertyChange>,
    /// What changes for workers that ask for something special (GEP-54), and not for the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special_workers: Vec<SpecialWorkerChanges>,
}

/// What changes for workers that ask for one value of one capability beyond what their machine type has (GEP-54), and not in the
/// same way for workers that ask for nothing special.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecialWorkerChanges {
    /// The capability.
    pub capability: &'static str,
    /// The value that is asked for.
    pub value: &'static str,
    /// The field of a worker that asks for it.
    pub field: &'static str,
    /// Pairs of machine type and image version that became compatible or incompatible.
    pub compatibility: Vec<CompatibilityGroup>,
    /// Image versions for which another image is booted, or none any more.
    pub selections: Vec<SelectionGroup>,
}

impl ProfileChanges {
    /// Whether nothing behaves differently.
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
/// Time and space are those of a matrix of distinct machine types, image versions and regions; machine types that declare the
/// same are asked about once.
///
/// Images are asked for as by a worker that asks for nothing special; with the gate `WorkerCapabilities` on, they are asked for
/// again for each value that workers can ask for and that some flavor supports.
///
/// See the [crate's documentation](crate) for an example.
#[must_use]
pub fn compare(old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> ProfileChanges {
    let pairs = Pairs::new(old, new);
    let specs = [old.spec, new.spec];
    let plain = Wish::plain([old, new]);
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

/// What changes for workers that ask for a value, beyond what is told of plain workers; `None` if that is nothing.
fn special_workers(
    sides: [&ProfileSide<'_>; 2],
    pairs: &Pairs<'_>,
    special: SpecialValue,
    (plain, told): (&Wish, &Compatibility),
) -> Option<SpecialWorkerChanges> {
    let wish = Wish::of(sides, special);
    let compatibility = Compatibility::between(sides, pairs, &wish, Some(told));
    let selections = selection::changes(sides, pairs, &wish, &compatibility, Some(plain));
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
    /// The instant at which versions are judged.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.settings.now
    }
}
