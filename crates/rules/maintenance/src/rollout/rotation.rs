//! Rotations of credentials: certificate authorities, and the key that signs service account tokens.

use rootstock_core_model::{NodeRef, Path};
use rootstock_provider_api::ChangedField;

use super::{Pool, Side};

/// Returns the rotations that were initiated for the pool. A rotation that is pending until the pool is rolled counts
/// with the time at which the pool last took part in one.
pub(super) fn changes(pool: &Pool<'_>) -> Vec<ChangedField> {
    let status = Path::root("status");
    let credentials = status.field("credentials");
    let rotation = credentials.field("rotation");
    let change = |kind: &'static str| {
        let (old, new) = (initiation(&pool.old, kind), initiation(&pool.new, kind));
        ChangedField::of(&rotation.field(kind).field("lastInitiationTime"), old, new)
    };
    ["certificateAuthorities", "serviceAccountKey"].into_iter().filter_map(change).collect()
}

fn initiation(side: &Side<'_>, kind: &str) -> Option<String> {
    let rotation = side.document.shoot.status.as_ref()?.get("credentials")?.get("rotation")?.get(kind)?;
    let pending = rotation.get("pendingWorkersRollouts").into_iter().flat_map(NodeRef::items).find(|pool| {
        let name = pool.get("name").and_then(NodeRef::as_str);
        name == Some(side.worker.name.as_str())
    });
    let time = match pending {
        Some(pool) => pool.get("lastInitiationTime")?,
        None => rotation.get("lastInitiationTime")?,
    };
    time.as_str().or_else(|| time.raw_text()).filter(|_| !time.is_null()).map(str::to_owned)
}
