//! The ranking of flavors.

use rootstock_core_model::Quirks;

/// The ranking of candidates, as determined by the quirks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ranking {
    /// `rank_by_own_values`: compares the flavor's own values instead of the intersection.
    pub(crate) own_values: bool,
    /// `rank_by_all_values`: compares whole value sets at once instead of the most preferred values first.
    pub(crate) all_values: bool,
}

impl Ranking {
    pub(crate) const fn of(quirks: &Quirks) -> Self {
        Self { own_values: quirks.selection.rank_by_own_values, all_values: quirks.selection.rank_by_all_values }
    }
}
