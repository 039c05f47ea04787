//! Findings about guarantees that a team wants for all workers of a profile.

use rootstock_core_model::Violation;
use rootstock_guarantees::{lock_findings, unlockable};
use rootstock_judge::Judge;

use crate::context::CheckContext;
use crate::profile::Profile;

/// Returns the findings about the lock.
pub(crate) fn findings(profile: &Profile, context: &CheckContext) -> Vec<Violation> {
    let Some(lock) = &context.lock else { return Vec::new() };
    match profile.compiled(context.settings.gates) {
        Ok(compiled) => lock_findings(Judge::new(&compiled, context.settings), lock),
        Err(too_large) => vec![unlockable(&too_large)],
    }
}
