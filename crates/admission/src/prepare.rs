//! Phase 2, preparation: what happens to a profile between decoding and validation.

use rootstock_core_model::{CloudProfile, Settings, Violation};

use crate::Operation;

rules! {}

/// Drops what a create drops, fills in what an update fills in, and says what it did where that matters.
pub(crate) fn prepare(
    _profile: &mut CloudProfile,
    _operation: Operation<'_>,
    _settings: &Settings,
    _findings: &mut Vec<Violation>,
) {
}
