//! The days since when the versions that a proposal adds have had their classification.

use rootstock_versioning::Day;

use super::reason::ProposedChange;
use super::rules::{KnownSince, ProposalRules};
use crate::ProfileChange;

/// Returns the rules after changes on a day: a version that they add has its classification since then, even if it matches a pattern
/// for those that were there before.
pub(super) fn rules_after(rules: &ProposalRules, changes: &[ProposedChange], day: Day) -> ProposalRules {
    let added = changes.iter().filter_map(|one| match &one.change {
        ProfileChange::Add(addition) => Some(KnownSince { versions: addition.name.clone().into(), since: day }),
        _ => None,
    });
    ProposalRules { since: added.chain(rules.since.iter().cloned()).collect(), ..rules.clone() }
}
