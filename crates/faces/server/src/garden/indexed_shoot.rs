//! A Shoot in a snapshot, with its lookup data.

use std::collections::BTreeSet;
use std::sync::Arc;

use rootstock_analysis::ProfileKey;
use rootstock_core_model::GardenerRelease;
use rootstock_maintenance::{FleetItem, ShootRow, ShootUses};
use rootstock_queries::{NamedRelease, profile_key};

/// A Shoot in a snapshot, or an object that should be a Shoot.
#[derive(Debug)]
pub(crate) struct IndexedShoot {
    pub(crate) item: FleetItem,
    /// The lookup data; `None` if the object cannot be parsed.
    pub(super) place: Option<ShootLookup>,
}

/// Names that many Shoots share.
#[derive(Debug, Default)]
pub(crate) struct InternedNames {
    namespaces: BTreeSet<Arc<str>>,
    profiles: BTreeSet<Arc<ProfileKey>>,
}

/// The lookup data of a Shoot.
#[derive(Debug)]
pub(super) struct ShootLookup {
    pub(super) namespace: Arc<str>,
    pub(super) name: Arc<str>,
    /// The key of the referenced profile.
    pub(super) profile: Option<Arc<ProfileKey>>,
    pub(super) uses: ShootUses,
    /// The release of Gardener in the status.
    pub(super) gardener: Option<GardenerRelease>,
}

impl IndexedShoot {
    /// Parses the lookup data.
    pub(crate) fn new(item: FleetItem, names: &mut InternedNames) -> Self {
        let row = match &item {
            FleetItem::Json(json) => serde_json::from_slice::<ShootRow<'_>>(&json.text).ok(),
            FleetItem::Shoot(_) | FleetItem::Unreadable(_) => None,
        };
        let gardener = NamedRelease::of(&item).map(|named| named.release);
        let place = row.map(|row| ShootLookup::of(&row, gardener, names));
        Self { item, place }
    }
}

impl ShootLookup {
    fn of(row: &ShootRow<'_>, gardener: Option<GardenerRelease>, names: &mut InternedNames) -> Self {
        Self {
            namespace: interned(&mut names.namespaces, row.namespace.as_ref(), |name| name.into()),
            name: row.name.as_ref().into(),
            profile: row.profile.as_ref().map(|reference| {
                let key = profile_key(&row.namespace, reference);
                interned(&mut names.profiles, &key, |key| Arc::new(key.clone()))
            }),
            uses: ShootUses::of(row),
            gardener,
        }
    }
}

/// Returns the shared copy of a value, which is made for the first one.
fn interned<T: Ord + ?Sized>(known: &mut BTreeSet<Arc<T>>, value: &T, copy: impl FnOnce(&T) -> Arc<T>) -> Arc<T> {
    known.get(value).map(Arc::clone).unwrap_or_else(|| {
        let copy = copy(value);
        known.insert(Arc::clone(&copy));
        copy
    })
}
