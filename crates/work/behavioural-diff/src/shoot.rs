//! The effects of a profile change on one Shoot.

mod admission;
mod maintenance;
mod usage;
mod withdrawn;

use std::collections::HashMap;

use rootstock_core_model::{Capabilities, Shoot, Worker};
use rootstock_judge::{ImageVersionName, Pool, PoolContext};
use rootstock_maintenance::{Planner, ShootRow};
use serde::Serialize;

pub use self::admission::RefusedUpdate;
pub use self::maintenance::{MaintenanceChange, MaintenanceOutcome};
pub use self::usage::{OfferedItem, RemovedInUse};
pub use self::withdrawn::{WithdrawnInUse, WithdrawnItem};

use self::admission::AdmissionComparison;
use self::usage::Removed;
use self::withdrawn::Withdrawn;
use crate::pairs::Pairs;
use crate::selection::{MachineSettingDifference, Question, Selector};
use crate::{ChangedMachineSetting, ProfileSide, ProviderSettingChange, SelectionCause, provider_settings};

/// The changes for a Shoot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootChanges {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// Offers in use that the new profile lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<RemovedInUse>,
    /// Offers in use that the new profile still has, but not for new worker pools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<WithdrawnInUse>,
    /// Reasons why its next update would be refused, whatever it changes, but was not before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedUpdate>,
    /// Reasons why its next update would have been refused before, but no longer is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub admitted: Vec<RefusedUpdate>,
    /// Workers whose machines would be created with another image.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<WorkerImageChange>,
    /// Workers for whose machines the provider's extension turns a setting on or off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_settings: Vec<WorkerSettingChange>,
    /// Settings of the provider section that it gets with another value, or can no longer have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub provider_settings: Vec<ProviderSettingChange>,
    /// Differences in its next maintenance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub maintenance: Vec<MaintenanceChange>,
}

/// A worker whose machines would be created with another image, although its image version is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerImageChange {
    /// The worker.
    pub worker: String,
    /// The machine type.
    pub machine_type: String,
    /// The image version.
    #[serde(flatten)]
    pub version: ImageVersionName,
    /// The provider's previous reference; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The provider's reference now; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The reason.
    pub cause: SelectionCause,
    /// The capabilities that the previous flavor declares; absent if the flavor is the same, or there was or is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_flavor: Option<Capabilities>,
    /// The capabilities that the new flavor declares; absent if `from_flavor` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_flavor: Option<Capabilities>,
}

/// A worker for whose new machines the provider's extension turns a setting on or off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerSettingChange {
    /// The worker.
    pub worker: String,
    /// The machine type.
    pub machine_type: String,
    /// The setting.
    #[serde(flatten)]
    pub change: ChangedMachineSetting,
}

impl ShootChanges {
    /// Returns whether nothing changes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.removed.is_empty()
            && self.refused.is_empty()
            && self.admitted.is_empty()
            && self.images.is_empty()
            && self.machine_settings.is_empty()
            && self.provider_settings.is_empty()
            && self.withdrawn.is_empty()
            && self.maintenance.is_empty()
    }
}

/// Two profiles, prepared for comparing many Shoots.
#[derive(Debug)]
pub struct ShootComparison<'c, 'a> {
    old: &'c ProfileSide<'a>,
    new: &'c ProfileSide<'a>,
    pairs: Pairs<'a>,
    /// The class numbers of the machine types.
    classes: HashMap<&'a str, usize>,
    /// The numbers of the image versions.
    versions: HashMap<(&'a str, &'a str), usize>,
    removed: Removed,
    withdrawn: Withdrawn,
}

impl<'c, 'a> ShootComparison<'c, 'a> {
    /// Prepares a comparison.
    #[must_use]
    pub fn new(old: &'c ProfileSide<'a>, new: &'c ProfileSide<'a>) -> Self {
        let pairs = Pairs::new(old, new);
        let classes = pairs.machines.iter().enumerate();
        let versions = pairs.versions.iter().enumerate();
        Self {
            old,
            new,
            classes: classes.flat_map(|(number, class)| class.names.iter().map(move |name| (*name, number))).collect(),
            versions: versions.map(|(number, pair)| ((pair.image, pair.version), number)).collect(),
            removed: Removed::between(old.spec, new.spec),
            withdrawn: Withdrawn::between(old.spec, new.spec),
            pairs,
        }
    }
}

/// A comparison of two profiles for one Shoot after the other, with cached answers.
///
/// The cache is bounded. Several comparers can work on one [`ShootComparison`] in parallel.
///
/// ```
/// use rootstock_behavioural_diff::{ProfileSide, ShootComparer, ShootComparison};
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings, Shoot};
/// use rootstock_judge::CompiledProfile;
/// let profile = |versions: &str| -> serde_json::Result<CloudProfileSpec> {
///     serde_json::from_str(&format!(r#"{{"kubernetes": {{"versions": [{versions}]}}}}"#))
/// };
/// let before = profile(r#"{"version": "1.33.4"}, {"version": "1.33.5", "classification": "preview"}"#)?;
/// let after = profile(r#"{"version": "1.33.5"}"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let (before, after) = (CompiledProfile::new(CanonicalProfile::named("old", before))?, CompiledProfile::new(CanonicalProfile::named("new", after))?);
/// let (old, new) = (ProfileSide::new(&before, &settings), ProfileSide::new(&after, &settings));
/// let comparison = ShootComparison::new(&old, &new);
/// let shoot: Shoot = serde_json::from_str(r#"{"spec": {"kubernetes": {"version": "1.33.4"}}}"#)?;
/// let changes = ShootComparer::new(&comparison).compare(&shoot);
/// assert_eq!(changes.removed.len(), 1);
/// assert_eq!(changes.maintenance[0].after.to_string(), "is updated to 1.33.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShootComparer<'c, 'a> {
    comparison: &'c ShootComparison<'c, 'a>,
    planners: [Planner<'c>; 2],
    selector: Option<Selector<'a, 'c>>,
    judge: AdmissionComparison<'c, 'a>,
}

impl<'c, 'a> ShootComparer<'c, 'a> {
    /// Creates a comparer with an empty cache.
    #[must_use]
    pub fn new(comparison: &'c ShootComparison<'c, 'a>) -> Self {
        let (old, new) = (comparison.old, comparison.new);
        Self {
            comparison,
            planners: [old, new].map(|side| Planner::new(side.profile, side.settings.quirks)),
            selector: Selector::new([old, new]),
            judge: AdmissionComparison::new(old, new),
        }
    }

    /// Returns the changes for a Shoot; none if it is being deleted.
    pub fn compare(&mut self, shoot: &Shoot) -> ShootChanges {
        let mut changes = ShootChanges {
            namespace: shoot.metadata.namespace.clone(),
            name: shoot.metadata.name.clone(),
            ..ShootChanges::default()
        };
        if shoot.metadata.deletion_timestamp.is_some() {
            return changes;
        }
        changes.removed = self.comparison.removed.used_by(shoot);
        (changes.refused, changes.admitted) = self.judge.compare(shoot);
        for worker in &shoot.spec.provider.workers {
            changes.images.extend(self.image(shoot, worker));
            changes.machine_settings.extend(self.machine_settings(shoot, worker));
        }
        changes.withdrawn = self.comparison.withdrawn.used_by(shoot);
        changes.provider_settings = provider_settings::changes_for([self.comparison.old, self.comparison.new], shoot);
        let row = ShootRow::from(shoot);
        let at = row.next_run(self.comparison.new.settings.now);
        let [before, after] = &mut self.planners;
        changes.maintenance = maintenance::compare(&before.shoot(&row, at), &after.shoot(&row, at));
        changes
    }

    fn image(&mut self, shoot: &Shoot, worker: &Worker) -> Option<WorkerImageChange> {
        let (machine_type, image) = (worker.machine.machine_type.as_str(), worker.machine.image.as_ref()?);
        let difference =
            self.ask(shoot, worker, |selector, question, class| selector.difference(question, class))??;
        let change = self.selector.as_ref()?.change(difference.change)?;
        Some(WorkerImageChange {
            worker: worker.name.clone(),
            machine_type: machine_type.to_owned(),
            version: ImageVersionName { image: image.name.clone(), version: image.version.clone()? },
            from: difference.from,
            to: difference.to,
            cause: change.cause.clone(),
            from_flavor: change.from.clone(),
            to_flavor: change.to.clone(),
        })
    }

    fn machine_settings(&mut self, shoot: &Shoot, worker: &Worker) -> Vec<WorkerSettingChange> {
        let differences =
            self.ask(shoot, worker, |selector, question, class| selector.setting_differences(question, class));
        let change = |difference: MachineSettingDifference| WorkerSettingChange {
            worker: worker.name.clone(),
            machine_type: worker.machine.machine_type.clone(),
            change: difference.into(),
        };
        differences.into_iter().flatten().map(change).collect()
    }

    /// Asks about the image of a worker; `None` if either profile lacks what the worker uses.
    fn ask<T>(
        &mut self,
        shoot: &Shoot,
        worker: &Worker,
        ask: impl FnOnce(&mut Selector<'a, 'c>, &Question<'_>, usize) -> T,
    ) -> Option<T> {
        let selector = self.selector.as_mut()?;
        let comparison = self.comparison;
        let pairs = &comparison.pairs;
        let image = worker.machine.image.as_ref()?;
        let version = image.version.as_deref()?;
        let class_number = *comparison.classes.get(worker.machine.machine_type.as_str())?;
        let judge = comparison.old.judge();
        let demand = judge.wish(&Pool::new(judge, worker.into(), PoolContext::default()));
        let region = pairs.regions.iter().copied().find(|region| *region == shoot.spec.region);
        let question = Question {
            class: pairs.machines.get(class_number)?,
            version: pairs.versions.get(*comparison.versions.get(&(image.name.as_str(), version))?)?,
            // Added and removed regions are reported separately.
            region: Some(region?).filter(|region| !region.is_empty()),
            demand: Some(&demand),
        };
        Some(ask(selector, &question, class_number))
    }
}
