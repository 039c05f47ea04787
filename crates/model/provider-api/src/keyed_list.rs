//! Lists of a `providerConfig` with items for one machine type or region each, as data.

use rootstock_core_model::FieldPath;
use serde::Serialize;

/// A list of a `providerConfig`, beside its images, with items that are about one machine type or region of the profile each.
///
/// ```
/// use rootstock_provider_api::KeyedList;
/// const FAULT_DOMAINS: KeyedList = KeyedList::of_regions("countFaultDomains", "region");
/// assert_eq!(FAULT_DOMAINS.path().to_string(), "spec.providerConfig.countFaultDomains");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyedList {
    /// Where it stands in `providerConfig`: the names of fields, with dots between them.
    pub list: &'static str,
    /// The field of an item that names the machine type or region.
    pub key: &'static str,
    /// What it names.
    pub names: KeyedBy,
}

/// What the items of a [`KeyedList`] are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum KeyedBy {
    /// A machine type each.
    MachineType,
    /// A region each.
    Region,
}

impl KeyedList {
    /// A list with items for machine types.
    #[must_use]
    pub const fn of_machine_types(list: &'static str, key: &'static str) -> Self {
        Self { list, key, names: KeyedBy::MachineType }
    }

    /// A list with items for regions.
    #[must_use]
    pub const fn of_regions(list: &'static str, key: &'static str) -> Self {
        Self { list, key, names: KeyedBy::Region }
    }

    /// Where it stands in a profile.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        let config = FieldPath::root().field("spec").field("providerConfig");
        self.list.split('.').fold(config, FieldPath::field)
    }
}
