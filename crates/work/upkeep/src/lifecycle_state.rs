//! The lifecycle of a version, with its changes.

use rootstock_core_model::{CloudProfileSpec, ExpirableVersion, MachineImageVersion};
use rootstock_versioning::{Classification, LifecycleStage, Timestamp, VersionLifecycle};

/// A classification and an expiration date, or lifecycle stages (GEP-32).
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct LifecycleState {
    pub(crate) classification: Option<Classification>,
    pub(crate) expiration_date: Option<Timestamp>,
    pub(crate) lifecycle: Option<Vec<LifecycleStage>>,
}

/// A reason why a version cannot be classified from a date on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unclassifiable {
    /// The version has no stages, and must not get any.
    WithoutStages,
    /// The version is in a later stage already, and stages only advance.
    EarlierStage,
}

/// The time of a change, and whether stages may be used for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    pub(crate) now: Timestamp,
    /// The start of the classification; absent: at once.
    pub(crate) from: Option<Timestamp>,
    /// Whether a version may get stages.
    pub(crate) may_have_stages: bool,
}

impl LifecycleState {
    /// Creates the lifecycle of a new version.
    pub(crate) fn new(classification: Classification, expiration_date: Option<Timestamp>, in_stages: bool) -> Self {
        let lifecycle_state = Self { classification: Some(classification), expiration_date, lifecycle: None };
        if in_stages { lifecycle_state.in_stages() } else { lifecycle_state }
    }

    pub(crate) fn of(&self) -> VersionLifecycle<'_> {
        VersionLifecycle {
            classification: self.classification.as_ref(),
            expiration_date: self.expiration_date,
            stages: self.stages(),
        }
    }

    fn stages(&self) -> &[LifecycleStage] {
        self.lifecycle.as_deref().unwrap_or_default()
    }

    fn has_stages(&self) -> bool {
        !self.stages().is_empty()
    }

    /// Converts the lifecycle to stages.
    fn in_stages(self) -> Self {
        if self.has_stages() {
            return self;
        }
        let first = LifecycleStage { classification: self.classification.unwrap_or_default(), start_time: None };
        let last = self.expiration_date.map(|date| stage(Classification::Expired, Some(date)));
        Self { lifecycle: Some(std::iter::once(first).chain(last).collect()), ..Self::default() }
    }

    /// Returns the date on which it expires or has expired.
    pub(crate) fn expires(&self) -> Option<Timestamp> {
        if !self.has_stages() {
            return self.expiration_date;
        }
        self.stages().iter().find(|one| one.classification == Classification::Expired).and_then(|one| one.start_time)
    }

    /// Returns the start of the current stage, if the profile has it: a classification alone has none.
    pub(crate) fn since(&self, now: Timestamp) -> Option<Timestamp> {
        let has_begun = |one: &&LifecycleStage| one.start_time.is_none_or(|start| start < now);
        self.stages().iter().rev().find(has_begun).and_then(|one| one.start_time)
    }

    /// Classifies the version, at once or from a time on. A later change keeps earlier stages; an immediate one drops them.
    pub(crate) fn classify(self, to: &Classification, moment: Moment) -> Result<Self, Unclassifiable> {
        let is = self.of().at(moment.now);
        let Some(from) = moment.from else {
            if is == *to {
                return Ok(self);
            }
            if !self.has_stages() {
                return Ok(Self { classification: Some(to.clone()), ..self });
            }
            // Past stages are irrelevant.
            let follows = |one: &LifecycleStage| {
                one.classification.rank() > to.rank() && one.start_time.is_some_and(|start| start >= moment.now)
            };
            let later = self.stages().iter().filter(|one| follows(one)).cloned();
            let lifecycle = Some(std::iter::once(stage(to.clone(), None)).chain(later).collect());
            return Ok(Self { lifecycle, ..self });
        };
        if !self.has_stages() && !moment.may_have_stages {
            return Err(Unclassifiable::WithoutStages);
        }
        if is == *to {
            return Ok(self);
        }
        if is.rank() > to.rank() {
            return Err(Unclassifiable::EarlierStage);
        }
        let lifecycle_state = self.in_stages();
        let goes_before = |one: &LifecycleStage| {
            one.classification.rank() < to.rank() && one.start_time.is_none_or(|start| start < from)
        };
        let follows = |one: &LifecycleStage| {
            one.classification.rank() > to.rank() && one.start_time.is_some_and(|start| start > from)
        };
        let before = lifecycle_state.stages().iter().filter(|one| goes_before(one)).cloned();
        let later = lifecycle_state.stages().iter().filter(|one| follows(one)).cloned();
        let lifecycle = Some(before.chain([stage(to.clone(), Some(from))]).chain(later).collect());
        Ok(Self { lifecycle, ..lifecycle_state })
    }

    /// Sets or removes the expiration date.
    pub(crate) fn expire(self, date: Option<Timestamp>) -> Self {
        if !self.has_stages() {
            return Self { expiration_date: date, ..self };
        }
        let stays = |one: &LifecycleStage| {
            one.classification != Classification::Expired
                && date.is_none_or(|date| one.start_time.is_none_or(|start| start < date))
        };
        let before = self.stages().iter().filter(|one| stays(one)).cloned();
        let stages: Vec<LifecycleStage> =
            before.chain(date.map(|date| stage(Classification::Expired, Some(date)))).collect();
        Self { lifecycle: (!stages.is_empty()).then_some(stages), ..self }
    }
}

const fn stage(classification: Classification, start_time: Option<Timestamp>) -> LifecycleStage {
    LifecycleStage { classification, start_time }
}

/// A version with a lifecycle.
pub(crate) trait VersionWithLifecycle {
    fn version(&self) -> &str;
    fn lifecycle_state(&self) -> LifecycleState;
    fn set_lifecycle(&mut self, lifecycle_state: LifecycleState);
}

macro_rules! with_lifecycle {
    ($($version:ty),+) => {
        $(impl VersionWithLifecycle for $version {
            fn version(&self) -> &str {
                &self.version
            }

            fn lifecycle_state(&self) -> LifecycleState {
                LifecycleState {
                    classification: self.classification.clone(),
                    expiration_date: self.expiration_date,
                    lifecycle: self.lifecycle.clone(),
                }
            }

            fn set_lifecycle(&mut self, lifecycle_state: LifecycleState) {
                (self.classification, self.expiration_date, self.lifecycle) =
                    (lifecycle_state.classification, lifecycle_state.expiration_date, lifecycle_state.lifecycle);
            }
        })+
    };
}

with_lifecycle!(ExpirableVersion, MachineImageVersion);

/// Returns the versions of an image or of Kubernetes.
pub(crate) fn versions<'s>(spec: &'s CloudProfileSpec, image: Option<&str>) -> Vec<&'s dyn VersionWithLifecycle> {
    fn with_lifecycle<V: VersionWithLifecycle>(one: &V) -> &dyn VersionWithLifecycle {
        one
    }
    match image {
        None => spec.kubernetes.offered().iter().map(with_lifecycle).collect(),
        Some(name) => {
            let images = spec.images().iter().filter(|one| one.name == name);
            images.flat_map(|one| one.offered()).map(with_lifecycle).collect()
        }
    }
}

#[cfg(test)]
mod tests;
