//! Items of a list that come first in it.

use serde::{Deserialize, Serialize};

use crate::ProfilePlace;

/// Items of a list that come first in it. The order counts where the first one is the default, as it is of machine images, or where
/// what stands in front is preferred, as it is of capabilities and their values.
///
/// ```
/// use rootstock_upkeep::ItemOrder;
/// let order: ItemOrder = serde_json::from_str(r#"{"place": "spec.machineImages", "first": ["gardenlinux"]}"#)?;
/// assert_eq!(order.first, ["gardenlinux"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "Items of a list that come first in it.")
)]
pub struct ItemOrder {
    /// The list.
    pub place: ProfilePlace,
    /// The names of its items, in their order; all others come behind them, in theirs.
    pub first: Vec<String>,
}
