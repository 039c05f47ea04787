//! Exposure to image versions that must go: the pools that boot them, the runs in which the pools leave them, and
//! ways to leave them sooner.

mod newest_fitting;
mod remedy;
mod stay;

use rootstock_core_model::Quirks;
use rootstock_versioning::Timestamp;
use serde::Serialize;

pub use remedy::{Remedy, RemedyEffect, RemedyKind};

use self::stay::{Stay, stays};
use crate::profiles::{Planners, Profiles};
use crate::row::ShootRow;
use crate::shoot::PlannedRollout;

/// The exposure of a worker pool to image versions that must go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolExposure {
    /// The pool.
    pub pool: String,
    /// The machine type.
    pub machine_type: String,
    /// The image, as the profile spells it.
    pub image: String,
    /// The version that must go: that in use, or else the one that an update leads to.
    pub version: String,
    /// The versions that runs lead to afterwards and that must go, too. `departure` is that from the last one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<NextVersion>,
    /// The maximum number of nodes: `maximum` of the pool.
    pub nodes_at_most: i32,
    /// The run that updates the pool to the version; absent if the pool uses it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrives: Option<Timestamp>,
    /// The end of the exposure.
    #[serde(flatten)]
    pub departure: Departure,
    /// Ways to leave the version sooner; empty if it is gone after the next run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sooner: Vec<Remedy>,
}

/// A version to which a run updates a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextVersion {
    /// The run.
    pub at: Timestamp,
    /// The version.
    pub version: String,
}

impl PoolExposure {
    /// Returns the last version that must go.
    #[must_use]
    pub fn last_version(&self) -> &str {
        self.next.last().map_or(&self.version, |next| &next.version)
    }

    /// Iterates over the versions that must go, each with the run that updates the pool to the next one.
    pub fn versions(&self) -> impl Iterator<Item = (&str, Option<Timestamp>)> {
        let names = std::iter::once(&self.version).chain(self.next.iter().map(|next| &next.version));
        let ends = self.next.iter().map(|next| Some(next.at)).chain([None]);
        names.map(String::as_str).zip(ends)
    }
}

/// The end of a pool's exposure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Departure {
    /// A run updates the pool to a version that may stay.
    Leaves {
        /// The run.
        at: Timestamp,
        /// The version after it.
        to: String,
        /// The reason for the update.
        why: String,
        /// The effect of the run on the nodes.
        #[serde(skip_serializing_if = "Option::is_none")]
        rollout: Option<PlannedRollout>,
    },
    /// No run updates the pool.
    Stays {
        /// The reason why the last run considered does not update it.
        why: String,
    },
    /// The Shoot is being deleted, and its nodes with it.
    Deleted,
}

/// Finds the pools of Shoots that are exposed, one Shoot after the other; each thread needs its own.
///
/// ```
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks};
/// use rootstock_judge::CompiledProfile;
/// use rootstock_maintenance::{Departure, ExposureFinder, NO_HORIZON, Profiles, ShootRow};
///
/// let spec: CloudProfileSpec = serde_json::from_str(r#"{
///     "machineTypes": [{"name": "small"}],
///     "machineImages": [{"name": "os", "versions": [{"version": "1.0.0"}, {"version": "1.0.1"}]}]
/// }"#)?;
/// let mut profiles = Profiles::new();
/// profiles.insert(CompiledProfile::new(CanonicalProfile::named("local", spec))?);
/// let must_go = |_: &str, version: &str| version == "1.0.0";
/// let from = "2026-01-01T12:00:00Z".parse()?;
/// let expired = profiles.with_expired_images(from, must_go);
/// let shoot: ShootRow = serde_json::from_str(r#"{"spec": {
///     "cloudProfile": {"name": "local"}, "kubernetes": {"version": "1.34.1"},
///     "maintenance": {"timeWindow": {"begin": "220000+0000", "end": "230000+0000"}},
///     "provider": {"workers": [{"name": "a", "machine": {"type": "small", "image": {"name": "os", "version": "1.0.0"}}}]}
/// }}"#)?;
/// let mut finder = ExposureFinder::new([&profiles, &expired], Quirks::NONE, &must_go, [from, NO_HORIZON]);
/// let exposed = finder.pools(&shoot);
/// let Departure::Leaves { at, to, .. } = &exposed[0].departure else { return Err("it stays".into()) };
/// assert_eq!((at.to_string().as_str(), to.as_str()), ("2026-01-01T22:00:00Z", "1.0.1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ExposureFinder<'p, F> {
    today: Planners<'p>,
    /// Planners for the profiles in which the versions have expired.
    expired: Planners<'p>,
    must_go: F,
    from: Timestamp,
    until: Timestamp,
}

impl<'p, F: Fn(&str, &str) -> bool> ExposureFinder<'p, F> {
    /// Creates a finder for image versions that must go, by image and version, and a period.
    ///
    /// The profiles are those of today, and the same with these versions expired
    /// ([`Profiles::with_expired_images`]).
    #[must_use]
    pub fn new([today, expired]: [&'p Profiles; 2], quirks: Quirks, must_go: F, [from, until]: [Timestamp; 2]) -> Self {
        let [today, expired] = [today, expired].map(|profiles| Planners::new(profiles, quirks));
        Self { today, expired, must_go, from, until }
    }

    /// Returns the exposed pools of a Shoot, in its order.
    pub fn pools(&mut self, shoot: &ShootRow<'_>) -> Vec<PoolExposure> {
        let found = stays(&mut self.today, shoot, [self.from, self.until], &self.must_go);
        let next_run = shoot.next_run(self.from);
        let is_gone_by_next_run = |stay: &Stay| match stay.departure {
            Departure::Leaves { at, .. } => at <= next_run,
            Departure::Stays { .. } => false,
            Departure::Deleted => true,
        };
        let sooner = match found.iter().flatten().all(is_gone_by_next_run) {
            true => Vec::new(),
            false => self.remedies(shoot, &found),
        };
        let exposed = shoot.workers.iter().zip(found).enumerate().filter_map(|(index, (worker, stay))| {
            let stay = stay?;
            let sooner = if is_gone_by_next_run(&stay) { None } else { sooner.get(index).cloned() };
            Some(PoolExposure {
                pool: worker.name.clone().into_owned(),
                machine_type: worker.machine_type.clone().into_owned(),
                image: stay.image,
                version: stay.version,
                next: stay.next,
                nodes_at_most: worker.maximum,
                arrives: stay.arrives,
                departure: stay.departure,
                sooner: sooner.unwrap_or_default(),
            })
        });
        exposed.collect()
    }
}
