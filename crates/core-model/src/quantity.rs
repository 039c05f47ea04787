//! Amounts of resources.
use serde::{Deserialize, Serialize};
/// An amount (interim form: the text as written).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Quantity(String);
