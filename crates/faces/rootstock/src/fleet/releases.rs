//! The releases of Gardener that Shoots name.

use std::sync::{Mutex, PoisonError};

use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{GardenerRelease, GardenerReleaseError, Release};
use rootstock_maintenance::FleetItem;
use rootstock_queries::NamedRelease;

use crate::Streams;

/// The releases of Gardener that Shoots name.
#[derive(Debug, Default)]
pub(crate) struct ShootReleases {
    /// The newest known release.
    newest: Option<NamedRelease>,
    /// The minor releases, each with the first Shoot in alphabetical order that names it.
    found: Vec<(Release, String)>,
}

impl ShootReleases {
    /// Notes the release that a Shoot names.
    pub(crate) fn see(&mut self, shoot: &FleetItem) {
        if let Some((shoot, named)) = NamedRelease::named_by(shoot) {
            self.add(shoot, named);
        }
    }

    /// Notes the releases that the Shoots of an analysis name.
    pub(crate) fn see_all(&mut self, analysis: &Analysis) {
        for role in [Role::Checked, Role::Known, Role::Old] {
            NamedRelease::all(analysis, role).into_iter().for_each(|(shoot, _, named)| self.add(shoot, named));
        }
    }

    fn add(&mut self, shoot: String, named: Result<GardenerRelease, GardenerReleaseError>) {
        let (Ok(release) | Err(GardenerReleaseError::TooOld(release))) = named.clone().map(GardenerRelease::release)
        else {
            return;
        };
        match self.found.iter_mut().find(|(other, _)| other.cmp_minor(release).is_eq()) {
            Some((_, first)) if shoot < *first => first.clone_from(&shoot),
            Some(_) => {}
            None => self.found.push((release.minor(), shoot.clone())),
        }
        if let Ok(release) = named
            && self.newest.as_ref().is_none_or(|newest| newest.release.newer(release) != newest.release)
        {
            self.newest = Some(NamedRelease { release, shoot });
        }
    }

    /// Returns the newest known release, and the first Shoot that names it.
    pub(crate) fn newest(&self) -> Option<NamedRelease> {
        self.newest.clone()
    }

    /// Says that Shoots name other releases than that of the answer, if they do.
    pub(crate) fn say(self, answered: GardenerRelease, streams: &mut Streams) {
        let mut found = self.found;
        found.retain(|(release, _)| release.cmp_minor(answered.release()).is_ne());
        if found.is_empty() {
            return;
        }
        found.sort_by(|(one, _), (other, _)| one.cmp_minor(*other));
        let oldest = GardenerRelease::OLDEST;
        let others = found.into_iter().map(|(release, shoot)| {
            let age = match release.cmp_minor(oldest.release()).is_lt() {
                true => format!(", older than v{oldest}, the oldest known release"),
                false => String::new(),
            };
            format!("v{release} (Shoot `{shoot}`{age})")
        });
        streams.say(format!(
            "`status.gardener.version` of Shoots names other releases, too: {}; all Shoots are answered as v{answered} does; \
             --gardener sets another one",
            others.collect::<Vec<_>>().join(", ")
        ));
    }
}

/// The releases that the Shoots of a fleet name, found while they are read in parallel.
#[derive(Debug)]
pub(crate) struct OtherReleases {
    /// The release of the answer; `None` if it was set, whatever Shoots name.
    answered: Option<GardenerRelease>,
    found: Mutex<ShootReleases>,
}

impl OtherReleases {
    pub(crate) fn new(answered: Option<GardenerRelease>) -> Self {
        Self { answered, found: Mutex::default() }
    }

    /// Notes the release that a Shoot names.
    pub(crate) fn see(&self, shoot: &FleetItem) {
        if self.answered.is_some() {
            self.found.lock().unwrap_or_else(PoisonError::into_inner).see(shoot);
        }
    }

    /// Says that Shoots name other releases than that of the answer, if they do.
    pub(crate) fn say(self, streams: &mut Streams) {
        if let Some(answered) = self.answered {
            self.found.into_inner().unwrap_or_else(PoisonError::into_inner).say(answered, streams);
        }
    }
}
