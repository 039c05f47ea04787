//! Everything that a change of a profile changes by itself, whoever uses the profile.

use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::compatibility::Compatibility;
use crate::pairs::Pairs;
use crate::{
    CompatibilityGroup, DefaultChanges, InventoryChanges, LifecycleChange, ProfileSide, PropertyChange, SelectionGroup,
    defaults, lifecycle, other_fields, properties, selection,
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
    }
}

/// Compares two profiles. Both sides should have been prepared with the same settings.
///
/// Time and space are those of a matrix of distinct machine types, image versions and regions; machine types that declare the
/// same are asked about once.
///
/// Images are asked for as by a worker that asks for nothing special; with the gate `WorkerCapabilities` on, what changes for
/// the others is [`ShootComparer`](crate::ShootComparer)'s to tell.
///
/// See the [crate's documentation](crate) for an example.
#[must_use]
pub fn compare(old: &ProfileSide<'_>, new: &ProfileSide<'_>) -> ProfileChanges {
    let pairs = Pairs::new(old, new);
    let specs = [old.spec, new.spec];
    let compatibility = Compatibility::between(old, new, &pairs);
    let mut properties = properties::changes(old, new, &pairs);
    properties.extend(other_fields::changes(specs));
    ProfileChanges {
        inventory: InventoryChanges::between(old.spec, new.spec),
        selections: selection::changes(old, new, &pairs, &compatibility),
        compatibility: compatibility.groups,
        lifecycles: lifecycle::changes(specs, &pairs.versions, &new.settings),
        defaults: defaults::changes(old, new, &pairs),
        properties,
    }
}

impl ProfileSide<'_> {
    /// The instant at which versions are judged.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.settings.now
    }
}
