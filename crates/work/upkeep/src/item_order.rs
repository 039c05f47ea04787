//! The order of list items.

use serde::{Deserialize, Serialize};

use crate::ProfilePlace;

/// Items to move to the front of a list. The order matters where the first item is the default (machine images), or where
/// earlier items are preferred (capabilities and their values).
///
/// ```
/// use rootstock_upkeep::ItemOrder;
/// let order: ItemOrder = serde_json::from_str(r#"{"place": "spec.machineImages", "first": ["gardenlinux"]}"#)?;
/// assert_eq!(order.first, ["gardenlinux"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "The items that come first in a list.")
)]
pub struct ItemOrder {
    /// The list.
    pub place: ProfilePlace,
    /// The names of the first items, in order; all others follow in their existing order.
    pub first: Vec<String>,
}
