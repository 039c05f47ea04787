//! The profiles and Shoots that questions are asked about, as they were at one moment.

pub(crate) mod files;

use std::sync::Arc;

use rootstock_analysis::Analysis;
use rootstock_maintenance::FleetItem;
use rootstock_versioning::Timestamp;

/// Profiles and Shoots as they were at one moment. It is never changed: another takes its place.
#[derive(Debug)]
pub(crate) struct Garden {
    /// Another text for each other state.
    pub(crate) version: String,
    /// When it was read.
    pub(crate) read_at: Timestamp,
    /// Holds the profiles, in the role `Known`.
    pub(crate) analysis: Analysis,
    /// The Shoots, and what should be Shoots and cannot be read.
    pub(crate) shoots: Arc<[FleetItem]>,
    /// What is odd about it, in sentences.
    pub(crate) troubles: Vec<String>,
}
