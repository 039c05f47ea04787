//! A Shoot in a snapshot, with its lookup data.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;

use rootstock_analysis::ProfileKey;
use rootstock_maintenance::{FleetItem, ShootRow};

/// A Shoot in a snapshot, or an object that should be a Shoot.
#[derive(Debug, Clone)]
pub(crate) struct IndexedShoot {
    pub(crate) item: FleetItem,
    /// The lookup data; `None` if the object cannot be parsed.
    pub(super) place: Option<ShootLookup>,
}

/// The lookup data of a Shoot, which snapshots share.
#[derive(Debug, Clone)]
pub(super) struct ShootLookup {
    pub(super) namespace: Arc<str>,
    pub(super) name: Arc<str>,
    /// The key of the referenced profile.
    pub(super) profile: Option<Arc<ProfileKey>>,
    /// The hashes of what it uses of the profile: Kubernetes versions, image versions, machine types, and their combinations.
    pub(super) uses: Arc<[u64]>,
    /// The sum of the workers' minimum sizes.
    pub(super) minimum: i64,
}

impl IndexedShoot {
    /// Parses the lookup data. `namespaces` are the interned namespaces.
    pub(crate) fn new(item: FleetItem, namespaces: &mut HashSet<Arc<str>>) -> Self {
        let row = match &item {
            FleetItem::Json(json) => serde_json::from_slice::<ShootRow<'_>>(&json.text).ok(),
            FleetItem::Shoot(_) | FleetItem::Unreadable(_) => None,
        };
        let place = row.map(|row| ShootLookup::of(&row, namespaces));
        Self { item, place }
    }
}

impl ShootLookup {
    fn of(row: &ShootRow<'_>, namespaces: &mut HashSet<Arc<str>>) -> Self {
        let profile = row.profile.as_ref().map(|profile| match profile.is_namespaced {
            true => ProfileKey::namespaced(&row.namespace, &profile.name),
            false => ProfileKey::global(&profile.name),
        });
        let namespace = namespaces.get(row.namespace.as_ref()).map(Arc::clone).unwrap_or_else(|| {
            let namespace: Arc<str> = row.namespace.as_ref().into();
            namespaces.insert(Arc::clone(&namespace));
            namespace
        });
        Self {
            namespace,
            name: row.name.as_ref().into(),
            profile: profile.map(Arc::new),
            uses: uses(row),
            minimum: row.workers.iter().map(|worker| i64::from(worker.minimum)).sum(),
        }
    }
}

fn uses(row: &ShootRow<'_>) -> Arc<[u64]> {
    let mut uses = vec![hash(&row.kubernetes_version)];
    for worker in &row.workers {
        uses.extend(worker.kubernetes_version.as_ref().map(hash));
        uses.push(hash(&(&worker.image_name, &worker.image_version)));
        uses.push(hash(&(&worker.machine_type, &worker.image_name, &worker.image_version, &row.region)));
    }
    uses.sort_unstable();
    uses.dedup();
    uses.into()
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
