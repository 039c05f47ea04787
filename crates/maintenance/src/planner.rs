//! Deciding quickly, by remembering.

mod epoch;
mod memory;

use std::sync::Arc;

use rootstock_core_model::Quirks;
use rootstock_versioning::{Candidate, Timestamp, UpdateError, Version, plan_image_update};

use self::epoch::DecisionKey;
use self::memory::Memory;
use crate::decision::{Cause, Decision, Failed, Update};
use crate::failure::{HigherVersions, UpdateFailure};
use crate::profile::{CompiledImage, CompiledProfile};
use crate::row::WorkerRow;
use crate::{Filter, filters, worker_demand};

/// What each filter did to the versions of an image: for each version the one that dropped it, if one did.
type Dropped = [Option<Filter>];

/// Answers questions about one profile, and remembers the answers.
///
/// It computes no reasons beyond the cause of an update; [`explain_image`](Self::explain_image) does. Workers that ask for
/// the same (hardware, container runtimes, kubelet) share the work. What it remembers is bounded, whatever it is asked.
#[derive(Debug)]
pub struct Planner<'p> {
    profile: &'p CompiledProfile,
    quirks: Quirks,
    memory: Memory,
}

/// What a worker asks for, looked up.
#[derive(Debug, Clone, Copy)]
struct Asked<'p> {
    image_index: usize,
    image: &'p CompiledImage,
    /// The number of the list of dropped versions.
    fit: usize,
}

impl<'p> Planner<'p> {
    /// A planner that has not answered anything yet.
    #[must_use]
    pub fn new(profile: &'p CompiledProfile, quirks: Quirks) -> Self {
        Self { profile, quirks, memory: Memory::default() }
    }

    /// The profile it answers for.
    #[must_use]
    pub const fn profile(&self) -> &'p CompiledProfile {
        self.profile
    }

    /// The semantics it answers in.
    #[must_use]
    pub const fn quirks(&self) -> &Quirks {
        &self.quirks
    }

    /// What maintenance at an instant does with the machine image of a worker whose control plane has that Kubernetes
    /// version.
    ///
    /// ```
    /// use rootstock_core_model::{CloudProfileSpec, Quirks};
    /// use rootstock_maintenance::{Cause, CompiledProfile, Planner, WorkerRow};
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///     "machineTypes": [{"name": "small"}],
    ///     "machineImages": [{"name": "os", "versions": [
    ///         {"version": "1.0.0", "expirationDate": "2026-01-01T00:00:00Z"}, {"version": "1.1.0"}
    ///     ]}]
    /// }"#)?;
    /// let profile = CompiledProfile::new("local", &spec)?;
    /// let worker = WorkerRow {
    ///     machine_type: "small".into(),
    ///     image_name: Some("os".into()),
    ///     image_version: Some("1.0.0".into()),
    ///     ..Default::default()
    /// };
    /// let mut planner = Planner::new(&profile, Quirks::NONE);
    /// let decision = planner.image(&worker, "1.30.4", false, "2026-02-01T00:00:00Z".parse()?);
    /// let update = decision.update().ok_or("no update")?;
    /// assert_eq!((&*update.to, update.cause), ("1.1.0", Cause::Expired));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn image(&mut self, worker: &WorkerRow<'_>, control_plane: &str, auto_update: bool, at: Timestamp) -> Decision {
        let (asked, current) = match self.ask(worker, control_plane) {
            Ok(asked) => asked,
            Err(failure) => return failed(None, failure),
        };
        let spelled_alike = worker.image_name.as_deref() == Some(asked.image.name.as_str());
        let key = asked.image.position(current).filter(|_| spelled_alike).map(|current| DecisionKey {
            fit: asked.fit,
            current,
            auto_update,
            is_in_place: worker.is_in_place,
        });
        let (lists, epoch) = self.memory.lists_and_epoch(self.profile, at);
        if let Some(known) = key.as_ref().and_then(|key| epoch.decisions.get(key)) {
            return known.clone();
        }
        let dropped = lists.get(asked.fit).map(|list| &**list).unwrap_or_default();
        let question =
            Question { image: asked.image, current, is_in_place: worker.is_in_place, auto_update, spelled_alike };
        let life =
            || asked.image.position(current).and_then(|index| asked.image.versions.get(index)).map(|it| &it.life);
        let decision = question
            .decide(epoch.image(asked.image_index), dropped, &self.quirks)
            .dated(|| epoch::expired_at(life()?, at));
        if let Some(key) = key {
            epoch.decisions.insert(key, decision.clone());
            self.memory.count();
        }
        decision
    }

    /// What maintenance at an instant does with a Kubernetes version, of a control plane or of a worker with its own.
    pub fn kubernetes(&mut self, current: &str, auto_update: bool, at: Timestamp) -> Decision {
        let quirks = self.quirks.for_updates();
        let (_, epoch) = self.memory.lists_and_epoch(self.profile, at);
        let (decision, is_new) = epoch.kubernetes_update(self.profile, current, auto_update, quirks, at);
        if is_new {
            self.memory.count();
        }
        decision
    }

    /// Looks up everything the answer depends on.
    fn ask<'w>(
        &mut self,
        worker: &'w WorkerRow<'_>,
        control_plane: &str,
    ) -> Result<(Asked<'p>, &'w str), UpdateFailure> {
        self.memory.make_room();
        let name = worker.machine_type.as_ref();
        let (entry, machine_type) = self
            .profile
            .machine_type(name)
            .ok_or_else(|| UpdateFailure::MachineTypeMissing { name: name.to_owned(), nearest: None })?;
        let name = worker.image_name.as_deref().ok_or(UpdateFailure::NoImage)?;
        let (image_index, image) = self
            .profile
            .image(name, &self.quirks)
            .ok_or_else(|| UpdateFailure::ImageMissing { name: name.to_owned(), nearest: None })?;
        let kubelet = worker.kubernetes_version.as_deref().unwrap_or(control_plane);
        let kubelet = self.memory.kubelet(self.profile, kubelet)?;
        let current = worker.image_version.as_deref().ok_or(UpdateFailure::NoImage)?;
        let architecture = worker_demand::architecture(self.profile, worker, machine_type);
        let wish = memory::Wish { image: image_index, class: entry.class, machine_type, architecture, kubelet, worker };
        let fit = self.memory.fit(self.profile, &self.quirks, &wish)?;
        Ok((Asked { image_index, image, fit }, current))
    }
}

/// Everything a decision about an image depends on, once the versions have been filtered.
struct Question<'q> {
    image: &'q CompiledImage,
    current: &'q str,
    is_in_place: bool,
    auto_update: bool,
    spelled_alike: bool,
}

impl Question<'_> {
    fn decide(&self, candidates: &[Candidate], dropped: &Dropped, quirks: &Quirks) -> Decision {
        let strategy = match &self.image.strategy {
            Ok(strategy) => *strategy,
            Err(error) => return failed(None, UpdateFailure::Strategy(error.clone())),
        };
        let versions = self.image.versions.iter();
        let dropped: Vec<Option<Filter>> = versions
            .zip(dropped)
            .map(|(version, dropped)| {
                let stays = !self.is_in_place || filters::is_in_place_target(version, self.current);
                dropped.or((!stays).then_some(Filter::InPlace))
            })
            .collect();
        let left = candidates.iter().zip(&dropped).filter(|(_, dropped)| dropped.is_none()).map(|(left, _)| left);
        let updates = quirks.for_updates();
        let missing = || match self.image.position(self.current).and_then(|index| *dropped.get(index)?) {
            _ if !self.spelled_alike => Cause::SpelledDifferently,
            Some(filter) => Cause::DoesNotFit(filter),
            None => Cause::NotInProfile,
        };
        let decision = if self.spelled_alike {
            plan_image_update(self.current, left, strategy, self.auto_update, updates)
        } else {
            epoch::plan_as_missing(self.current, left, strategy, updates)
        };
        epoch::translate(decision, missing, |error| {
            let higher = match error {
                UpdateError::Current(_) | UpdateError::Candidate(_) => HigherVersions::default(),
                _ => self.higher_versions(candidates, &dropped),
            };
            UpdateFailure::NoTarget { error, higher }
        })
    }

    fn higher_versions(&self, candidates: &[Candidate], dropped: &Dropped) -> HigherVersions {
        let mut higher = HigherVersions::default();
        let Ok(current) = self.current.parse::<Version>() else { return higher };
        for (candidate, dropped) in candidates.iter().zip(dropped) {
            if candidate.version().is_some_and(|version| *version > current) {
                higher.count += 1;
                for (filter, count) in Filter::ALL.iter().zip(&mut higher.dropped) {
                    *count += usize::from(*dropped == Some(*filter));
                }
            }
        }
        higher
    }
}

pub(crate) fn failed(cause: Option<Cause>, failure: UpdateFailure) -> Decision {
    Decision::Failed(Failed { cause, expired_at: None, failure: Arc::new(failure) })
}

/// An update along the path of one version.
pub(crate) fn update(cause: Cause, target: rootstock_versioning::UpdateTarget<'_>) -> Decision {
    Decision::Update(Update {
        to: target.candidate.text().into(),
        classification: target.candidate.classification().clone(),
        cause,
        expired_at: None,
        step: target.step,
        limited_by_control_plane: false,
    })
}
