//! Totals over the exposed pools.

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::nearest;
use rootstock_maintenance::{Departure, PoolExposure, Profiles, RemedyEffect, RemedyKind, Unreadable};
use rootstock_upkeep::{ImageSelection, ImageSelections};
use rootstock_versioning::{Classification, Timestamp};

use super::{ExposedPool, ExposedVersion, ExposureAnswer, ExposureEnd, ExposureQuery, UnmatchedSelection};
use crate::{OtherKinds, QueryContext};

/// Running totals over Shoots.
#[derive(Debug, Default)]
pub struct ExposureTotals {
    shoots: usize,
    exposed_shoots: usize,
    unreadable: usize,
    nodes_at_most: u64,
    pools: Vec<ExposedPool>,
}

/// The pools on a version of a profile.
#[derive(Default)]
struct OnVersion {
    pools: usize,
    today: ExposureEnd,
    if_expired: ExposureEnd,
}

impl ExposureTotals {
    /// Adds the exposed pools of a Shoot, or an input that should be one but cannot be read.
    pub fn add(&mut self, found: Result<Vec<ExposedPool>, Unreadable>) {
        let Ok(pools) = found else {
            self.unreadable += 1;
            return;
        };
        self.shoots += 1;
        self.exposed_shoots += usize::from(!pools.is_empty());
        let nodes = pools.iter().map(|pool| u64::try_from(pool.exposure.nodes_at_most).unwrap_or_default());
        self.nodes_at_most += nodes.sum::<u64>();
        self.pools.extend(pools);
    }

    /// Returns the answer once all Shoots have been added.
    #[must_use]
    pub fn answer(
        self,
        query: &ExposureQuery,
        profiles: &Profiles,
        asked: QueryContext,
        other_kinds: OtherKinds,
    ) -> ExposureAnswer {
        let mut pools = self.pools;
        let versions = versions(query, profiles, &pools, asked.settings.now);
        let unmatched = unmatched(&query.versions, profiles, &versions);
        // The sort is stable: pools that leave in the same run stay in the order of the Shoots.
        pools.sort_by_key(|pool| match pool.exposure.departure {
            Departure::Stays { .. } => (0, None),
            Departure::Leaves { at, .. } => (1, Some(at)),
            Departure::Deleted => (2, None),
        });
        ExposureAnswer {
            settings: asked.into(),
            asked: query.versions.clone(),
            until: query.until,
            shoots: self.shoots,
            exposed_shoots: self.exposed_shoots,
            nodes_at_most: self.nodes_at_most,
            versions,
            pools,
            unmatched,
            unreadable: self.unreadable,
            other_kinds,
        }
    }
}

impl OnVersion {
    /// Counts a pool with the version; `updated` is the run that updates it to another version that must go.
    fn count(&mut self, pool: &PoolExposure, updated: Option<Timestamp>) {
        self.pools += 1;
        let expired = pool.sooner.iter().find(|remedy| remedy.change == RemedyKind::Expire);
        if let Some(at) = updated {
            self.today.leave(at);
            let sooner = match expired.map(|remedy| &remedy.effect) {
                Some(RemedyEffect::Leaves { at: sooner, .. }) => at.min(*sooner),
                Some(RemedyEffect::Prevents) | None => at,
            };
            return self.if_expired.leave(sooner);
        }
        match pool.departure {
            Departure::Leaves { at, .. } => self.today.leave(at),
            Departure::Stays { .. } => self.today.staying += 1,
            Departure::Deleted => {}
        }
        match (expired.map(|remedy| &remedy.effect), &pool.departure) {
            (Some(RemedyEffect::Leaves { at, .. }), _) | (None, Departure::Leaves { at, .. }) => {
                self.if_expired.leave(*at);
            }
            (None, Departure::Stays { .. }) => self.if_expired.staying += 1,
            (Some(RemedyEffect::Prevents), _) | (None, Departure::Deleted) => {}
        }
    }
}

impl ExposureEnd {
    fn leave(&mut self, at: Timestamp) {
        self.last = self.last.max(Some(at));
    }
}

/// Returns the versions in question, profile by profile, with the pools on them.
fn versions(query: &ExposureQuery, profiles: &Profiles, pools: &[ExposedPool], now: Timestamp) -> Vec<ExposedVersion> {
    let asked = ImageSelections::new(&query.versions);
    let mut counted: BTreeMap<(String, &str, &str), OnVersion> = BTreeMap::new();
    for pool in pools {
        for (version, updated) in pool.exposure.versions() {
            let key = (profile_name(pool), pool.exposure.image.as_str(), version);
            counted.entry(key).or_default().count(&pool.exposure, updated);
        }
    }
    let namespaced: BTreeMap<usize, &str> =
        profiles.namespaced().iter().map(|child| (child.index, child.namespace)).collect();
    let mut versions = Vec::new();
    for (index, profile) in profiles.all().iter().enumerate() {
        let name = match namespaced.get(&index) {
            Some(namespace) => format!("{namespace}/{}", profile.name()),
            None => profile.name().to_owned(),
        };
        for offer in profile.offers().filter(|offer| asked.select(offer.name(), offer.text())) {
            let transitions = offer.version.lifecycle().transitions(now);
            let expiry = transitions.into_iter().find(|one| one.classification == Classification::Expired);
            let on_version = counted.remove(&(name.clone(), offer.name(), offer.text())).unwrap_or_default();
            versions.push(ExposedVersion {
                profile: name.clone(),
                image: offer.name().to_owned(),
                version: offer.text().to_owned(),
                classification: Some(offer.classification(now)),
                expires: expiry.map(|expiry| expiry.after),
                pools: on_version.pools,
                today: on_version.today,
                if_expired: on_version.if_expired,
            });
        }
    }
    let missing = counted.into_iter().map(|((profile, image, version), on_version)| ExposedVersion {
        profile,
        image: image.to_owned(),
        version: version.to_owned(),
        classification: None,
        expires: None,
        pools: on_version.pools,
        today: on_version.today,
        if_expired: on_version.if_expired,
    });
    versions.extend(missing);
    versions
}

/// Returns the name of a Shoot's profile.
fn profile_name(pool: &ExposedPool) -> String {
    match &pool.profile {
        Some(profile) if profile.is_namespaced => format!("{}/{}", pool.namespace, profile.name),
        Some(profile) => profile.name.clone().into_owned(),
        None => String::new(),
    }
}

/// Returns the parts of the question that match no version.
fn unmatched(asked: &[ImageSelection], profiles: &Profiles, versions: &[ExposedVersion]) -> Vec<UnmatchedSelection> {
    let images = profiles.all().iter().flat_map(|profile| profile.spec().images());
    let images: HashSet<&str> = images.map(|image| image.name.as_str()).collect();
    let found: HashSet<(&str, &str)> = versions.iter().map(|one| (one.image.as_str(), one.version.as_str())).collect();
    let is_found = |asked: &ImageSelection| match asked.exact() {
        Some(exact) => exact.iter().any(|version| found.contains(&(asked.image(), version))),
        None => found.iter().any(|(image, version)| asked.selects(image, version)),
    };
    let unmatched = asked.iter().filter(|asked| !is_found(asked)).map(|asked| {
        let is_unknown_image = !images.contains(asked.image());
        let nearest = if is_unknown_image { nearest(asked.image(), images.iter().copied()) } else { None };
        UnmatchedSelection { versions: asked.clone(), is_unknown_image, nearest: nearest.map(str::to_owned) }
    });
    unmatched.collect()
}
