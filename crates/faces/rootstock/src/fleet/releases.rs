//! The releases of Gardener that the Shoots of a fleet name.

use std::sync::{Mutex, PoisonError};

use rootstock_core_model::{GardenerRelease, GardenerReleaseError, Release};
use rootstock_maintenance::FleetItem;
use rootstock_queries::NamedRelease;

use crate::Streams;

/// Minor releases of Gardener other than that of the answer, found while the Shoots of a fleet are read.
#[derive(Debug)]
pub(crate) struct OtherReleases {
    /// The release of the answer; `None` if it was set, whatever Shoots name.
    answered: Option<GardenerRelease>,
    /// The releases, each with the first Shoot in alphabetical order that names it.
    found: Mutex<Vec<(Release, String)>>,
}

impl OtherReleases {
    pub(crate) const fn new(answered: Option<GardenerRelease>) -> Self {
        Self { answered, found: Mutex::new(Vec::new()) }
    }

    /// Notes the release that a Shoot names.
    pub(crate) fn see(&self, shoot: &FleetItem) {
        let Some(answered) = self.answered else { return };
        let Some((shoot, Ok(release) | Err(GardenerReleaseError::TooOld(release)))) =
            NamedRelease::named_by(shoot).map(|(shoot, named)| (shoot, named.map(GardenerRelease::release)))
        else {
            return;
        };
        if release.cmp_minor(answered.release()).is_eq() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match found.iter_mut().find(|(other, _)| other.cmp_minor(release).is_eq()) {
            Some((_, first)) if shoot < *first => *first = shoot,
            Some(_) => {}
            None => found.push((release.minor(), shoot)),
        }
    }

    /// Says that Shoots name other releases than that of the answer, if they do.
    pub(crate) fn say(self, streams: &mut Streams) {
        let mut found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(answered) = self.answered.filter(|_| !found.is_empty()) else { return };
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
