//! The DHCP options of subnets, for all regions or for one.

use rootstock_document::Decodable;
use serde::Serialize;

/// A DHCP option of subnets.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DhcpOption {
    /// The code of the option.
    #[decodable(key)]
    pub code: i64,
    /// The values.
    pub values: Option<Vec<String>>,
}
