//! A part of a document that this crate does not interpret.
use serde::{Deserialize, Serialize};
/// An opaque object (interim form).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RawObject(());
