//! Spans of time as Go writes them.
use serde::{Deserialize, Serialize};
/// A span of time (interim form: the text as written).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct GoDuration(String);
