//! Ways to leave a version sooner than maintenance does by today's settings.

use rootstock_versioning::Timestamp;
use serde::Serialize;
use strum::{Display, IntoStaticStr};

use super::newest_fitting::newest_fitting;
use super::{Departure, ExposureFinder, Stay, stays};
use crate::row::ShootRow;

/// A way to leave a version sooner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remedy {
    /// The change to make now.
    pub change: RemedyKind,
    /// The effect of the change.
    #[serde(flatten)]
    pub effect: RemedyEffect,
}

/// A change that makes pools leave a version sooner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Display, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RemedyKind {
    /// The versions expire in the profile, for example with `upkeep expire`. Affects every Shoot.
    #[strum(to_string = "expire the versions")]
    Expire,
    /// The Shoot turns automatic updates of machine images on.
    #[strum(to_string = "turn automatic updates on")]
    AutoUpdate,
    /// The Shoot is given another version of the image, which rolls the pool at once.
    #[strum(to_string = "roll the pool")]
    Roll,
}

/// The effect of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RemedyEffect {
    /// The pool leaves the version.
    Leaves {
        /// The time.
        at: Timestamp,
        /// The version after it.
        to: String,
    },
    /// The pool does not get the version.
    Prevents,
}

impl<F: Fn(&str, &str) -> bool> ExposureFinder<'_, F> {
    /// Returns, for each pool, the ways to leave sooner than it does by today's settings.
    pub(super) fn remedies(&mut self, shoot: &ShootRow<'_>, today: &[Option<Stay>]) -> Vec<Vec<Remedy>> {
        let period = [self.from, self.until];
        let expired = stays(&mut self.expired, shoot, period, &self.must_go);
        let with_updates = (!shoot.auto_update_images).then(|| {
            let shoot = ShootRow { auto_update_images: true, ..shoot.clone() };
            stays(&mut self.today, &shoot, period, &self.must_go)
        });
        let pools = shoot.workers.iter().zip(today).enumerate().map(|(index, (worker, today))| {
            let Some(today) = today else { return Vec::new() };
            let with = |change, stays: &[Option<Stay>]| {
                let effect = sooner(today, stays.get(index)?.as_ref())?;
                Some(Remedy { change, effect })
            };
            let mut rolled = || {
                // A pool that does not have the version yet cannot be rolled away from it.
                let planner = self.today.planner(shoot).ok().filter(|_| today.arrives.is_none())?;
                let to = newest_fitting(planner, shoot, worker, self.from, &self.must_go)?;
                Some(Remedy { change: RemedyKind::Roll, effect: RemedyEffect::Leaves { at: self.from, to } })
            };
            let expired = with(RemedyKind::Expire, &expired);
            let with_updates = with_updates.as_deref().and_then(|stays| with(RemedyKind::AutoUpdate, stays));
            expired.into_iter().chain(with_updates).chain(rolled()).collect()
        });
        pools.collect()
    }
}

/// Returns the effect of a change on a stay, if the change shortens it.
fn sooner(today: &Stay, then: Option<&Stay>) -> Option<RemedyEffect> {
    let Some(then) = then else { return Some(RemedyEffect::Prevents) };
    let Departure::Leaves { at, to, .. } = &then.departure else { return None };
    let is_sooner = match &today.departure {
        Departure::Leaves { at: today, .. } => at < today,
        Departure::Stays { .. } => true,
        Departure::Deleted => false,
    };
    is_sooner.then(|| RemedyEffect::Leaves { at: *at, to: to.clone() })
}
