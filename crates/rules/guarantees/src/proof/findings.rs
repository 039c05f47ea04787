//! Findings about invariants that do not hold.

use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{FieldPath, Source, Violation};

use super::{InvariantVerdict, Prover};
use crate::Invariant;

rootstock_core_model::rules! {
    INVARIANT_BROKEN: Warning, since "0.1.0", Source::Rootstock;
}

/// Returns a finding for each invariant that does not hold. Those about a change are left out without an old profile.
#[must_use]
pub fn invariant_findings<'i>(
    prover: &Prover<'_>,
    invariants: impl IntoIterator<Item = &'i Invariant>,
) -> Vec<Violation> {
    let findings = invariants.into_iter().filter_map(|invariant| match prover.prove(invariant) {
        InvariantVerdict::Holds { .. } | InvariantVerdict::NeedsOld => None,
        InvariantVerdict::Broken { counterexample } => {
            let (worker, reason) = (counterexample.worker(), &counterexample.reason);
            let detail = format!("`{invariant}` does not hold for {worker}: {reason}");
            let violation = Violation::advice(&INVARIANT_BROKEN, counterexample.path, invariant.to_string(), detail);
            Some(violation.with_help("`rootstock prove` prints a Shoot with this worker"))
        }
    });
    findings.collect()
}

/// Returns the finding about a profile whose invariants cannot be decided.
#[must_use]
pub fn unprovable(error: &TooLarge) -> Violation {
    let detail = format!("no invariant can be decided: {error}");
    Violation::advice(&INVARIANT_BROKEN, FieldPath::root().field("spec"), "", detail)
}
