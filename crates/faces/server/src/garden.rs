//! Snapshots of the profiles and Shoots that questions refer to.

pub(crate) mod files;
mod indexed_shoot;
pub(crate) mod publisher;
mod running_release;
pub(crate) mod source;
mod users;
pub(crate) mod visibility;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_analysis::configuration::Landscape;
use rootstock_analysis::{Analysis, ProfileKey};
use rootstock_maintenance::{FleetItem, JsonShoot, Representatives};
use rootstock_queries::{NamedRelease, QueryContext};
use rootstock_versioning::Timestamp;
use tokio::sync::watch;

use self::indexed_shoot::ShootLookup;
pub(crate) use self::indexed_shoot::{IndexedShoot, InternedNames};
pub(crate) use self::running_release::with_running_release;
pub(crate) use self::users::{AffectedShoots, add_affected_shoots};
pub(crate) use self::visibility::Visibility;

/// The number of rendered NamespacedCloudProfiles that are kept, each of which takes as much memory as its parent.
pub(crate) const KEPT_RENDERINGS: usize = 4;

/// The current snapshot; `None` until the first one has been read.
pub(crate) type GardenReceiver = watch::Receiver<Option<Arc<Garden>>>;

/// An immutable snapshot of profiles and Shoots. A change creates a new one.
#[derive(Debug)]
pub(crate) struct Garden {
    /// A version, which changes with the content.
    pub(crate) version: String,
    /// The time at which it was read.
    pub(crate) read_at: Timestamp,
    /// The analysis, which contains the profiles in the role `Known`.
    pub(crate) analysis: Analysis,
    /// The Shoots, and the objects that should be Shoots but cannot be parsed. Snapshots share them.
    pub(crate) shoots: Vec<Arc<IndexedShoot>>,
    /// Problems with the content, in sentences.
    pub(crate) troubles: Vec<String>,
    /// The settings of the landscape, with the release of Gardener that the Shoots name, unless one is set.
    pub(crate) landscape: Landscape,
    /// Indices into `shoots`, by referenced profile.
    users: BTreeMap<Arc<ProfileKey>, Vec<usize>>,
    /// Indices into `shoots`, by namespace and name.
    names: BTreeMap<Arc<str>, BTreeMap<Arc<str>, usize>>,
    hashes: NamespaceHashes,
}

/// The hashes of Shoots and profiles by namespace; CloudProfiles have an empty one.
pub(crate) type NamespaceHashes = BTreeMap<String, ContentHashes>;

/// The hashes of the objects in a namespace.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ContentHashes {
    pub(crate) shoots: u64,
    pub(crate) profiles: u64,
}

/// The Shoots that a user may see.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Visible {
    /// All Shoots, and the objects that should be Shoots but cannot be parsed.
    All,
    /// The Shoots in some namespaces.
    Namespaces(BTreeSet<String>),
}

impl Visible {
    pub(crate) fn contains(&self, namespace: Option<&str>) -> bool {
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
        shoots: Vec<Arc<IndexedShoot>>,
        mut troubles: Vec<String>,
        hashes: NamespaceHashes,
        landscape: Landscape,
    ) -> Self {
        troubles.extend(QueryContext::of(&landscape, read_at).unknown_releases(analysis.registry()));
        let (mut users, mut names) = (BTreeMap::<_, Vec<usize>>::new(), BTreeMap::<_, BTreeMap<_, usize>>::new());
        for (number, shoot) in shoots.iter().enumerate() {
            let Some(ShootLookup { namespace, name, profile, .. }) = &shoot.place else { continue };
            if let Some(profile) = profile {
                users.entry(Arc::clone(profile)).or_default().push(number);
            }
            names.entry(Arc::clone(namespace)).or_default().insert(Arc::clone(name), number);
        }
        Self { version, read_at, analysis, shoots, troubles, landscape, users, names, hashes }
    }

    /// Returns the visible Shoots that use a profile, directly or through its NamespacedCloudProfiles.
    pub(crate) fn shoots_of<'g>(&'g self, key: &ProfileKey, visible: &Visible) -> Vec<&'g JsonShoot> {
        let places = self.users_of(key).flatten().filter(|place| visible.contains(self.namespace(**place)));
        places.filter_map(|place| self.json(*place)).collect()
    }

    /// Returns the visible Shoots that use one of these profiles.
    pub(crate) fn affected_shoots<'g>(&'g self, keys: &[ProfileKey], visible: &Visible) -> AffectedShoots<'g> {
        let mut affected = AffectedShoots::default();
        for users in keys.iter().flat_map(|key| self.users_of(key)) {
            let mut seen = Representatives::default();
            for place in users.iter().filter(|place| visible.contains(self.namespace(**place))) {
                let (Some(shoot), Some(lookup)) = (self.json(*place), self.lookup(*place)) else { continue };
                let is_representative = seen.add(&lookup.uses);
                if is_representative { &mut affected.representatives } else { &mut affected.others }.push(shoot);
            }
        }
        affected
    }

    /// Returns the Shoots of each NamespacedCloudProfile, and all others.
    pub(crate) fn shoots_by_child(&self) -> (BTreeMap<&ProfileKey, Vec<&FleetItem>>, Vec<&FleetItem>) {
        let (mut of_children, mut others) = (BTreeMap::<_, Vec<_>>::new(), Vec::new());
        for shoot in &self.shoots {
            let profile = shoot.place.as_ref().and_then(|place| place.profile.as_deref());
            match profile.filter(|key| key.namespace.is_some()) {
                Some(child) => of_children.entry(child).or_default().push(&shoot.item),
                None => others.push(&shoot.item),
            }
        }
        (of_children, others)
    }

    /// Returns the users of a profile, and those of each NamespacedCloudProfile below it.
    fn users_of<'g>(&'g self, key: &'g ProfileKey) -> impl Iterator<Item = &'g Vec<usize>> {
        let below =
            self.analysis.children().filter(|(_, child)| ProfileKey::parent_of(&child.object).as_ref() == Some(key));
        std::iter::once(key).chain(below.map(|(child, _)| child)).filter_map(|key| self.users.get(key))
    }

    /// Looks up a Shoot, if it is visible.
    pub(crate) fn shoot(&self, visible: &Visible, namespace: &str, name: &str) -> Option<&JsonShoot> {
        let place = *self.names.get(namespace)?.get(name)?;
        if visible.contains(Some(namespace)) { self.json(place) } else { None }
    }

    /// Returns the oldest known release of Gardener that a visible Shoot names in its status.
    pub(crate) fn oldest_named_release(&self, visible: &Visible) -> Option<NamedRelease> {
        let lookups = self.shoots.iter().filter_map(|shoot| shoot.place.as_ref());
        let named = lookups.filter(|lookup| visible.contains(Some(&lookup.namespace))).filter_map(|lookup| {
            Some(NamedRelease { release: lookup.gardener?, shoot: format!("{}/{}", lookup.namespace, lookup.name) })
        });
        named.reduce(NamedRelease::older)
    }

    /// Returns the visible Shoots.
    pub(crate) fn visible<'g>(&'g self, visible: &'g Visible) -> impl Iterator<Item = &'g FleetItem> {
        let all = self.shoots.iter().enumerate();
        all.filter(|(place, _)| visible.contains(self.namespace(*place))).map(|(_, shoot)| &shoot.item)
    }

    fn namespace(&self, place: usize) -> Option<&str> {
        self.lookup(place).map(|place| place.namespace.as_ref())
    }

    fn lookup(&self, place: usize) -> Option<&ShootLookup> {
        self.shoots.get(place)?.place.as_ref()
    }

    fn json(&self, place: usize) -> Option<&JsonShoot> {
        match &self.shoots.get(place)?.item {
            FleetItem::Json(json) => Some(json),
            FleetItem::Shoot(_) | FleetItem::Unreadable(_) => None,
        }
    }
}
