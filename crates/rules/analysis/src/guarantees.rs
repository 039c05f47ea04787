//! Findings about guarantees that a team wants for all workers of a profile.

use std::sync::Arc;

use rootstock_core_model::Violation;
use rootstock_guarantees::{Prover, invariant_findings, lock_findings, unlockable, unprovable};
use rootstock_judge::Judge;

use crate::configuration::ConfiguredInvariant;
use crate::context::CheckContext;
use crate::profile::Profile;

/// Returns the findings about the invariants and the lock. Invariants about a change are decided in an update.
pub(crate) fn findings(profile: &Profile, old: Option<&Arc<Profile>>, context: &CheckContext) -> Vec<Violation> {
    let is_about = |one: &&ConfiguredInvariant| one.is_about(profile.name());
    let mut invariants = context.invariants.iter().filter(is_about).map(|one| &one.invariant).peekable();
    if context.lock.is_none() && invariants.peek().is_none() {
        return Vec::new();
    }
    let settings = context.settings;
    let compiled = match profile.compiled(settings.gates) {
        Ok(compiled) => compiled,
        Err(too_large) => {
            let of_invariants = invariants.peek().map(|_| unprovable(&too_large));
            let of_lock = context.lock.as_ref().map(|_| unlockable(&too_large));
            return of_invariants.into_iter().chain(of_lock).collect();
        }
    };
    let judge = Judge::new(&compiled, settings);
    let mut found = Vec::new();
    if invariants.peek().is_some() {
        let old = old.and_then(|old| old.under(context).compiled(settings.gates).ok());
        let old = old.as_deref().map(|old| Judge::new(old, settings));
        found.extend(invariant_findings(&Prover::new(judge, old), invariants));
    }
    found.extend(context.lock.iter().flat_map(|lock| lock_findings(judge, lock)));
    found
}
