//! How flavors are compared.

use rootstock_core_model::Quirks;

/// How candidates are compared, as the quirks have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ranking {
    /// `rank_by_own_values`: on the flavor's own values, not on what is left of them.
    pub(crate) own_values: bool,
    /// `rank_by_all_values`: whole value sets count at once, not the most preferred values first.
    pub(crate) all_values: bool,
}

impl Ranking {
    pub(crate) const fn of(quirks: &Quirks) -> Self {
        Self { own_values: quirks.selection.rank_by_own_values, all_values: quirks.selection.rank_by_all_values }
    }
}
