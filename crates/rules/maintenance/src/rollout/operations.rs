//! Rollouts that are requested by an annotation, and manual ones that have begun.

use rootstock_core_model::{FieldPath, NodeRef, Path, RawObject, Shoot};
use rootstock_provider_api::ChangedField;

use super::{Pool, Side};

/// The annotations that request an operation: at once, and in the next maintenance.
const ANNOTATIONS: [(&str, &str); 2] = [
    ("gardener.cloud/operation", "the operation begins at once"),
    ("maintenance.gardener.cloud/operation", "the operation begins in the next maintenance"),
];
/// The separator of operations in an annotation.
const SEPARATOR: char = ';';
/// Rotations of credentials that need new nodes. With the ending `-without-workers-rollout` they leave the nodes alone.
const ROTATIONS: [&str; 3] = ["rotate-ca-start", "rotate-credentials-start", "rotate-serviceaccount-key-start"];
/// Completes a rotation for the named pools.
const ROLL_ROTATED: &str = "rotate-rollout-workers";
/// Rolls the named pools; not available for pools that are updated in place.
const ROLL: &str = "rollout-workers";
/// Runs maintenance.
const MAINTAIN: &str = "maintain";
/// Continues updates in place that are pending.
const FORCE_IN_PLACE: &str = "force-in-place-update";

/// Returns the requested operations that affect the nodes of the pool.
pub(super) fn requested(pool: &Pool<'_>) -> Vec<ChangedField> {
    added(pool, |operation| affects(operation, &pool.new))
}

/// Returns the requested operations that may affect the nodes of the pool.
pub(super) fn undecided(pool: &Pool<'_>) -> Vec<ChangedField> {
    let kinds = [
        (MAINTAIN, true, "maintenance runs: `rootstock plan` answers which versions it updates"),
        (FORCE_IN_PLACE, pool.new.worker.is_in_place(), "it is unknown whether an update in place is pending"),
    ];
    let concerning = kinds.into_iter().filter(|(_, concerns, _)| *concerns);
    concerning
        .flat_map(|(name, _, because)| {
            let fields = added(pool, move |operation| operation == name);
            fields.into_iter().map(move |field| field.because(because))
        })
        .collect()
}

/// Returns the annotations with an operation of a kind that the old Shoot does not request.
fn added(pool: &Pool<'_>, is_wanted: impl Fn(&str) -> bool) -> Vec<ChangedField> {
    let annotations = FieldPath::root().field("metadata").field("annotations");
    let mut changed = Vec::new();
    for (name, because) in ANNOTATIONS {
        let [old, new] = [&pool.old, &pool.new].map(|side| annotation(side.document.shoot, name));
        let known: Vec<&str> = old.into_iter().flat_map(operations).collect();
        let is_added = |operation: &str| !known.contains(&operation) && is_wanted(operation);
        if new.into_iter().flat_map(operations).any(is_added) {
            let [old, new] = [old, new].map(|text| text.map(str::to_owned));
            changed.push(ChangedField { path: annotations.clone().field(name), old, new, because: because.to_owned() });
        }
    }
    changed
}

fn annotation<'s>(shoot: &'s Shoot, name: &str) -> Option<&'s str> {
    shoot.metadata.annotations.get(name).map(String::as_str)
}

fn operations(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR).map(str::trim)
}

fn affects(operation: &str, side: &Side<'_>) -> bool {
    let (name, pools) = operation.split_once('=').unwrap_or((operation, ""));
    let is_named = || pools.split(',').any(|pool| pool.trim() == "*" || pool.trim() == side.worker.name);
    match name {
        ROLL => !side.worker.is_in_place() && is_named(),
        ROLL_ROTATED => is_named(),
        _ => ROTATIONS.contains(&operation),
    }
}

/// Returns the manual rollout of the pool that has begun.
pub(super) fn begun(pool: &Pool<'_>) -> Option<ChangedField> {
    let (old, new) = (begun_at(&pool.old), begun_at(&pool.new));
    // The end of a rollout changes nothing more.
    new.as_ref()?;
    let status = Path::root("status");
    let rollout = status.field("manualWorkerPoolRollout");
    ChangedField::of(&rollout.field("pendingWorkersRollouts"), old, new)
}

fn begun_at(side: &Side<'_>) -> Option<String> {
    let status: &RawObject = side.document.shoot.status.as_ref()?;
    let pending = status.get("manualWorkerPoolRollout")?.get("pendingWorkersRollouts")?;
    let of_pool = |pool: &NodeRef<'_>| pool.get("name").and_then(NodeRef::as_str) == Some(side.worker.name.as_str());
    let pool = pending.items().find(of_pool)?;
    let time = pool.get("lastInitiationTime");
    Some(time.and_then(|time| time.as_str().or_else(|| time.raw_text())).unwrap_or("pending").to_owned())
}
