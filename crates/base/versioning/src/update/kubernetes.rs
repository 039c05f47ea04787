//! Updates of Kubernetes.

use crate::{CompareError, Version};

use super::target_search::{highest_of_level, is_patch_of};
use super::{
    Candidates, UpdateDecision, UpdateError, UpdateQuirks, UpdateStep, UpdateTarget, find_comparable, update_reason,
};

/// Returns the target of a Kubernetes update; `None` if an automatic update has no target.
///
/// Every update first tries the latest patch of the same minor, but never a preview, and a deprecated one only if there is no
/// other; a force update also selects the latest expired one if there is no other. If there is none, a force update continues with
/// the consecutive minor, because minors cannot be skipped: it selects the highest version that is not expired, or else the highest
/// expired one, but not a preview.
///
/// # Errors
///
/// Returns an error if a force update has no target, or if a version cannot be compared.
///
/// ```
/// use rootstock_versioning::{Classification, UpdateCandidate, UpdateQuirks, UpdateStep, kubernetes_target};
/// let versions = [
///     UpdateCandidate::new("1.35.1", Classification::Supported),
///     UpdateCandidate::new("1.34.6", Classification::Deprecated),
/// ];
/// let automatic = kubernetes_target("1.34.6", versions.iter(), false, UpdateQuirks::NONE)?;
/// assert!(automatic.is_none()); // the latest patch is in use
/// let forced = kubernetes_target("1.34.6", versions.iter(), true, UpdateQuirks::NONE)?.ok_or("nowhere")?;
/// assert_eq!((forced.candidate.text(), forced.step), ("1.35.1", UpdateStep::ConsecutiveMinor));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn kubernetes_target<'c>(
    current: &str,
    candidates: impl Candidates<'c>,
    forced: bool,
    quirks: UpdateQuirks,
) -> Result<Option<UpdateTarget<'c>>, UpdateError> {
    let current: Version = current.parse().map_err(UpdateError::Current)?;
    let patch = highest_of_level(&current, candidates.clone(), forced, quirks, is_patch_of(&current, quirks))?;
    if let Some(candidate) = patch {
        return Ok(Some(UpdateTarget { candidate, step: UpdateStep::Patch }));
    }
    if !forced {
        return Ok(None);
    }
    let mut best = None;
    for candidate in candidates.filter(|candidate| candidate.is_possible_target(quirks)) {
        let Some(version) = candidate.version() else { continue };
        if version.major() != current.major() || Some(version.minor()) != current.minor().checked_add(1) {
            continue;
        }
        let worth = (candidate.is_live(), version);
        if best.is_none_or(|(_, best)| worth > best) {
            best = Some((candidate, worth));
        }
    }
    match best {
        Some((candidate, _)) => Ok(Some(UpdateTarget { candidate, step: UpdateStep::ConsecutiveMinor })),
        None => Err(UpdateError::NoConsecutiveMinor(current)),
    }
}

/// Decides what maintenance does with a Kubernetes version in use, of a control plane or of a worker pool with its own version.
///
/// # Errors
///
/// Returns an error if the version in use cannot be looked up, because it or a preceding version of the profile cannot be compared.
///
/// ```
/// use rootstock_versioning::{UpdateCandidate, Classification, UpdateQuirks, plan_kubernetes_update};
/// let versions = [
///     UpdateCandidate::new("1.25.10", Classification::Supported),
///     UpdateCandidate::new("1.24.12", Classification::Expired),
/// ];
/// let decision = plan_kubernetes_update("1.24.12", versions.iter(), false, UpdateQuirks::NONE)?;
/// assert_eq!(decision.target().map(|target| target.text()), Some("1.25.10"));
/// # Ok::<(), rootstock_versioning::CompareError>(())
/// ```
pub fn plan_kubernetes_update<'c>(
    current: &str,
    candidates: impl Candidates<'c>,
    auto_update: bool,
    quirks: UpdateQuirks,
) -> Result<UpdateDecision<'c>, CompareError> {
    let in_use = find_comparable(current, candidates.clone())?;
    Ok(match update_reason(in_use.map(|candidate| candidate.classification()), auto_update) {
        None => UpdateDecision::NotDue,
        Some(reason) => UpdateDecision::new(reason, kubernetes_target(current, candidates, reason.is_forced(), quirks)),
    })
}
