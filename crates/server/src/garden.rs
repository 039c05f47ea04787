//! The profiles and Shoots that questions are asked about, as they were at one moment.

pub(crate) mod files;
mod trimmed;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_analysis::{Analysis, ProfileKey};
use rootstock_maintenance::{FleetItem, JsonShoot, ShootRow};
use rootstock_versioning::Timestamp;

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
    users: BTreeMap<ProfileKey, Vec<usize>>,
    /// The places of Shoots among all, by namespace and name.
    names: BTreeMap<Arc<str>, BTreeMap<Box<str>, usize>>,
    /// The namespace at each place.
    namespaces: Vec<Option<Arc<str>>>,
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
    fn has(&self, namespace: Option<&str>) -> bool {
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
        shoots: Arc<[FleetItem]>,
        troubles: Vec<String>,
    ) -> Self {
        let mut garden = Self {
            version,
            read_at,
            analysis,
            namespaces: vec![None; shoots.len()],
            shoots: Arc::clone(&shoots),
            troubles,
            users: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for (place, item) in shoots.iter().enumerate() {
            if let FleetItem::Json(json) = item
                && let Ok(row) = serde_json::from_slice::<ShootRow<'_>>(&json.text)
            {
                garden.add(place, &row);
            }
        }
        garden
    }

    fn add(&mut self, place: usize, row: &ShootRow<'_>) {
        if let Some(profile) = &row.profile {
            let key = match profile.is_namespaced {
                true => ProfileKey::namespaced(&row.namespace, &profile.name),
                false => ProfileKey::global(&profile.name),
            };
            self.users.entry(key).or_default().push(place);
        }
        let known = self.names.get_key_value(row.namespace.as_ref()).map(|(known, _)| Arc::clone(known));
        let namespace = known.unwrap_or_else(|| Arc::from(row.namespace.as_ref()));
        if let Some(entry) = self.namespaces.get_mut(place) {
            *entry = Some(Arc::clone(&namespace));
        }
        self.names.entry(namespace).or_default().insert(row.name.as_ref().into(), place);
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
        self.namespaces.get(place)?.as_deref()
    }

    fn json(&self, place: usize) -> Option<&JsonShoot> {
        if let Some(FleetItem::Json(json)) = self.shoots.get(place) { Some(json) } else { None }
    }
}
