//! The profiles and Shoots that questions are asked about, as they were at one moment.

pub(crate) mod files;
mod kept;
pub(crate) mod publisher;
pub(crate) mod sight;
pub(crate) mod source;
mod users;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_analysis::{Analysis, ProfileKey};
use rootstock_maintenance::{FleetItem, JsonShoot};
use rootstock_versioning::Timestamp;
use tokio::sync::watch;

pub(crate) use self::kept::Kept;
use self::kept::Place;
pub(crate) use self::sight::Sight;
pub(crate) use self::users::hold_against;

/// The state that questions are asked about; none until it has been read for the first time.
pub(crate) type Gardens = watch::Receiver<Option<Arc<Garden>>>;

/// Profiles and Shoots as they were at one moment. It is never changed: another takes its place.
#[derive(Debug)]
pub(crate) struct Garden {
    /// Another text for each other state.
    pub(crate) version: String,
    /// When it was read.
    pub(crate) read_at: Timestamp,
    /// Holds the profiles, in the role `Known`.
    pub(crate) analysis: Analysis,
    /// The Shoots, and what should be Shoots and cannot be read.
    pub(crate) shoots: Arc<[FleetItem]>,
    /// What is odd about it, in sentences.
    pub(crate) troubles: Vec<String>,
    /// The places of Shoots among all, by the profile that they refer to.
    users: BTreeMap<Arc<ProfileKey>, Vec<usize>>,
    /// The places of Shoots among all, by namespace and name.
    names: BTreeMap<Arc<str>, BTreeMap<Arc<str>, usize>>,
    /// What is looked up of each.
    places: Vec<Option<Place>>,
}

/// The Shoots that somebody may see.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Visible {
    /// All of them, and what should be Shoots and cannot be read.
    All,
    /// Those of some namespaces.
    Namespaces(BTreeSet<String>),
}

impl Visible {
    pub(crate) fn has(&self, namespace: Option<&str>) -> bool {
        match (self, namespace) {
            (Self::All, _) => true,
            (Self::Namespaces(seen), Some(namespace)) => seen.contains(namespace),
            (Self::Namespaces(_), None) => false,
        }
    }
}

impl Garden {
    pub(crate) fn new(
        version: String,
        read_at: Timestamp,
        analysis: Analysis,
        shoots: Vec<Kept>,
        troubles: Vec<String>,
    ) -> Self {
        let (items, places): (Vec<FleetItem>, Vec<Option<Place>>) =
            shoots.into_iter().map(|kept| (kept.item, kept.place)).unzip();
        let mut garden = Self {
            version,
            read_at,
            analysis,
            shoots: items.into(),
            troubles,
            users: BTreeMap::new(),
            names: BTreeMap::new(),
            places: Vec::new(),
        };
        for (number, place) in places.iter().enumerate() {
            let Some(Place { namespace, name, profile }) = place else { continue };
            if let Some(profile) = profile {
                garden.users.entry(Arc::clone(profile)).or_default().push(number);
            }
            garden.names.entry(Arc::clone(namespace)).or_default().insert(Arc::clone(name), number);
        }
        garden.places = places;
        garden
    }

    /// The Shoots that use a profile, also by way of the NamespacedCloudProfiles below it.
    pub(crate) fn shoots_of<'g>(&'g self, key: &ProfileKey, visible: &Visible) -> Vec<&'g JsonShoot> {
        let below =
            self.analysis.children().filter(|(_, child)| ProfileKey::parent_of(&child.object).as_ref() == Some(key));
        let keys = std::iter::once(key).chain(below.map(|(child, _)| child));
        let places = keys.filter_map(|key| self.users.get(key)).flatten();
        places.filter(|place| visible.has(self.namespace(**place))).filter_map(|place| self.json(*place)).collect()
    }

    /// A Shoot.
    pub(crate) fn shoot(&self, visible: &Visible, namespace: &str, name: &str) -> Option<&JsonShoot> {
        let place = *self.names.get(namespace)?.get(name)?;
        if visible.has(Some(namespace)) { self.json(place) } else { None }
    }

    /// The Shoots that may be seen.
    pub(crate) fn visible<'g>(&'g self, visible: &'g Visible) -> impl Iterator<Item = &'g FleetItem> {
        let all = self.shoots.iter().enumerate();
        all.filter(|(place, _)| visible.has(self.namespace(*place))).map(|(_, item)| item)
    }

    fn namespace(&self, place: usize) -> Option<&str> {
        self.places.get(place)?.as_ref().map(|place| place.namespace.as_ref())
    }

    fn json(&self, place: usize) -> Option<&JsonShoot> {
        if let Some(FleetItem::Json(json)) = self.shoots.get(place) { Some(json) } else { None }
    }
}
