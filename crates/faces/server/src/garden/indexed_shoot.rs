//! A Shoot in a snapshot, with its lookup data.

use std::collections::HashSet;
use std::sync::Arc;

use rootstock_analysis::ProfileKey;
use rootstock_maintenance::{FleetItem, ShootRow, ShootUses};
use rootstock_queries::profile_key;

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
    pub(super) uses: ShootUses,
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
        let namespace = namespaces.get(row.namespace.as_ref()).map(Arc::clone).unwrap_or_else(|| {
            let namespace: Arc<str> = row.namespace.as_ref().into();
            namespaces.insert(Arc::clone(&namespace));
            namespace
        });
        Self {
            namespace,
            name: row.name.as_ref().into(),
            profile: row.profile.as_ref().map(|reference| Arc::new(profile_key(&row.namespace, reference))),
            uses: ShootUses::of(row),
        }
    }
}
