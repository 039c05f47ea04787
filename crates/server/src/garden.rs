//! The profiles and Shoots that questions are asked about, as they were at one moment.

pub(crate) mod files;

use std::collections::BTreeMap;
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
}

impl Garden {
    pub(crate) fn new(
        version: String,
        read_at: Timestamp,
        analysis: Analysis,
        shoots: Arc<[FleetItem]>,
        troubles: Vec<String>,
    ) -> Self {
        let mut users: BTreeMap<ProfileKey, Vec<usize>> = BTreeMap::new();
        for (place, item) in shoots.iter().enumerate() {
            if let FleetItem::Json(json) = item
                && let Ok(row) = serde_json::from_slice::<ShootRow<'_>>(&json.text)
                && let Some(profile) = row.profile
            {
                let key = match profile.is_namespaced {
                    true => ProfileKey::namespaced(&row.namespace, &profile.name),
                    false => ProfileKey::global(&profile.name),
                };
                users.entry(key).or_default().push(place);
            }
        }
        Self { version, read_at, analysis, shoots, troubles, users }
    }

    /// The Shoots that use a profile, also by way of the NamespacedCloudProfiles below it.
    pub(crate) fn shoots_of(&self, key: &ProfileKey) -> Vec<&JsonShoot> {
        let below =
            self.analysis.children().filter(|(_, child)| ProfileKey::parent_of(&child.object).as_ref() == Some(key));
        let keys = std::iter::once(key).chain(below.map(|(child, _)| child));
        let places = keys.filter_map(|key| self.users.get(key)).flatten();
        let items = places.filter_map(|place| self.shoots.get(*place));
        items.filter_map(|item| if let FleetItem::Json(json) = item { Some(json) } else { None }).collect()
    }
}
