//! Deciding quickly, by remembering.

mod classified;
mod epoch;
mod keys;
mod memory;
mod question;

use std::sync::Arc;

use rootstock_core_model::{JudgeQuirks, MaintenanceQuirks, Quirks, SelectionQuirks, Settings};
use rootstock_judge::{CompiledProfile, Judge, ObstacleKind};
use rootstock_versioning::{ImageUpdateStrategy, Timestamp, UnknownStrategy, UpdateQuirks};

pub(crate) use self::classified::Stretches;
use self::keys::DecisionKey;
pub(crate) use self::memory::{Admission, Change};
use self::memory::{Fit, Memory};
use self::question::Question;
use crate::decision::{Decision, Failed, Update, UpdateCause};
use crate::failure::UpdateFailure;
use crate::row::WorkerRow;

/// For each version of an image what keeps a worker from having it, if anything does.
type Dropped = [Option<ObstacleKind>];

/// Answers questions about one profile, and remembers the answers.
///
/// It computes no reasons beyond the cause of an update; [`explain_image`](Self::explain_image) does. Workers that ask for
/// the same (hardware, container runtimes, kubelet) share the work. What it remembers is bounded, whatever it is asked.
#[derive(Debug)]
pub struct Planner<'p> {
    profile: &'p CompiledProfile,
    quirks: Quirks,
    stretches: Arc<Stretches>,
    memory: Memory,
}

/// What a worker asks for, looked up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    /// The place of its image.
    image: usize,
    /// The place of its machine type.
    machine_type: usize,
    /// What the worker cannot have.
    fit: Fit,
}

impl<'p> Planner<'p> {
    /// The quirks on which plans depend, each of them on; no other changes a plan.
    pub const QUIRKS: Quirks = Quirks {
        selection: SelectionQuirks::GARDENER_1_150,
        updates: UpdateQuirks::GARDENER_1_150,
        judge: JudgeQuirks::GARDENER_1_150,
        maintenance: MaintenanceQuirks::GARDENER_1_150,
        ..Quirks::NONE
    };

    /// A planner that has not answered anything yet.
    #[must_use]
    pub fn new(profile: &'p CompiledProfile, quirks: Quirks) -> Self {
        Self::sharing(profile, quirks, Arc::default())
    }

    /// The same with stretches of time that others who plan by the profile have as well.
    pub(crate) fn sharing(profile: &'p CompiledProfile, quirks: Quirks, stretches: Arc<Stretches>) -> Self {
        Self { profile, quirks, stretches, memory: Memory::default() }
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

    /// The profile at an instant.
    pub(crate) const fn judge(&self, at: Timestamp) -> Judge<'p> {
        let (quirks, gates) = (self.quirks, self.profile.gates());
        Judge::new(self.profile, Settings { quirks, gates, now: at, extension_webhooks: true, own_warnings: false })
    }

    /// What maintenance at an instant does with the machine image of a worker whose control plane has that Kubernetes
    /// version.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks};
    /// use rootstock_judge::CompiledProfile;
    /// use rootstock_maintenance::{UpdateCause, Planner, WorkerRow};
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///     "machineTypes": [{"name": "small"}],
    ///     "machineImages": [{"name": "os", "versions": [
    ///         {"version": "1.0.0", "expirationDate": "2026-01-01T00:00:00Z"}, {"version": "1.1.0"}
    ///     ]}]
    /// }"#)?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// let worker = WorkerRow {
    ///     machine_type: "small".into(),
    ///     image_name: Some("os".into()),
    ///     image_version: Some("1.0.0".into()),
    ///     ..Default::default()
    /// };
    /// let mut planner = Planner::new(&profile, Quirks::NONE);
    /// let decision = planner.image(&worker, "1.30.4", false, "2026-02-01T00:00:00Z".parse()?);
    /// let update = decision.update().ok_or("no update")?;
    /// assert_eq!((&*update.to, update.cause), ("1.1.0", UpdateCause::Expired));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn image(&mut self, worker: &WorkerRow<'_>, control_plane: &str, auto_update: bool, at: Timestamp) -> Decision {
        self.decide(worker, control_plane, auto_update, at).0
    }

    /// The same, with what was looked up; `None` if something of it is not there.
    pub(crate) fn decide(
        &mut self,
        worker: &WorkerRow<'_>,
        control_plane: &str,
        auto_update: bool,
        at: Timestamp,
    ) -> (Decision, Option<Asked>) {
        let judge = self.judge(at);
        let (asked, current) = match self.ask(judge, worker, control_plane) {
            Ok(asked) => asked,
            Err(failure) => return (failed(None, failure), None),
        };
        let name = self.profile.spec().images().get(asked.image).map(|image| image.name.as_str());
        let spelled_alike = worker.image_name.as_deref() == name;
        let in_use = self.profile.offer_at(asked.image, current);
        let key = in_use.as_ref().filter(|_| spelled_alike).map(|offer| DecisionKey {
            fit: asked.fit.list,
            current: offer.place.1,
            auto_update,
            is_in_place: worker.is_in_place,
        });
        let (lists, epoch) = self.memory.lists_and_epoch(self.profile, at);
        if let Some(known) = key.as_ref().and_then(|key| epoch.decisions.get(key)) {
            return (known.clone(), Some(asked));
        }
        let dropped = lists.get(asked.fit.list).map(|list| &**list).unwrap_or_default();
        let question = Question { judge, image: asked.image, current, in_use, worker, auto_update, spelled_alike };
        let decision = question
            .decide(self.stretches.at(self.profile, at).image(asked.image), dropped)
            .dated(|| epoch::expired_at(in_use?.version.lifecycle(), at));
        if let Some(key) = key {
            epoch.decisions.insert(key, decision.clone());
            self.memory.count();
        }
        (decision, Some(asked))
    }

    /// What maintenance at an instant does with a Kubernetes version, of a control plane or of a worker with its own.
    pub fn kubernetes(&mut self, current: &str, auto_update: bool, at: Timestamp) -> Decision {
        let quirks = self.quirks.updates;
        let (_, epoch) = self.memory.lists_and_epoch(self.profile, at);
        let (decision, is_new) =
            epoch.kubernetes_update(self.profile, &self.stretches, current, auto_update, quirks, at);
        if is_new {
            self.memory.count();
        }
        decision
    }

    /// What admission says of a pool after a change.
    pub(crate) fn admission(&mut self, asked: Option<Asked>, change: &Change<'_>, at: Timestamp) -> Admission {
        let judge = self.judge(at);
        self.memory.admission(judge, asked, change)
    }

    /// Looks up everything the answer depends on.
    fn ask<'w>(
        &mut self,
        judge: Judge<'p>,
        worker: &'w WorkerRow<'_>,
        control_plane: &str,
    ) -> Result<(Asked, &'w str), UpdateFailure> {
        self.memory.make_room();
        let name = worker.machine_type.as_ref();
        let (_, machine_type) = self
            .profile
            .machine_type(name)
            .ok_or_else(|| UpdateFailure::MachineTypeMissing { name: name.to_owned(), nearest: None })?;
        let name = worker.image_name.as_deref().ok_or(UpdateFailure::NoImage)?;
        let image = self
            .profile
            .image(name, &self.quirks)
            .ok_or_else(|| UpdateFailure::ImageMissing { name: name.to_owned(), nearest: None })?;
        let kubelet = worker.kubernetes_version.as_deref().unwrap_or(control_plane);
        let kubelet = self.memory.kubelet(self.profile, kubelet)?;
        let current = worker.image_version.as_deref().ok_or(UpdateFailure::NoImage)?;
        let wish = memory::Wish { image, class: machine_type.class, kubelet, worker };
        let fit = self.memory.fit(judge, &wish)?;
        Ok((Asked { image, machine_type: machine_type.index, fit }, current))
    }
}

/// How far updates of the image at that place go.
pub(crate) fn strategy(profile: &CompiledProfile, image: usize) -> Result<ImageUpdateStrategy, UnknownStrategy> {
    profile.images().get(image).map_or(Ok(ImageUpdateStrategy::default()), |image| image.strategy.clone())
}

pub(crate) fn failed(cause: Option<UpdateCause>, failure: UpdateFailure) -> Decision {
    Decision::Failed(Failed { cause, expired_at: None, failure: Arc::new(failure) })
}

/// An update along the path of one version.
pub(crate) fn update(cause: UpdateCause, target: rootstock_versioning::UpdateTarget<'_>) -> Decision {
    Decision::Update(Update {
        to: target.candidate.text().into(),
        classification: target.candidate.classification().clone(),
        cause,
        expired_at: None,
        step: target.step,
        limited_by_control_plane: false,
    })
}
