//! A summary of the effects of a profile change on a fleet.

use rootstock_core_model::Capabilities;
use serde::Serialize;

use crate::{
    ChangedMachineSetting, MaintenanceChange, MaintenanceOutcome, OfferedItem, ProviderSettingChange, RefusedUpdate,
    SelectionCause, ShootChanges, WithdrawnItem,
};

/// The number of Shoots that a group remembers by name.
const MAX_EXAMPLES: usize = 5;

/// The maximum number of groups of a kind. Further groups are not described.
const MAX_GROUPS: usize = 4096;

/// The effects on a fleet.
///
/// The size is independent of the number of Shoots, because each list is bounded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FleetChanges {
    /// The number of Shoots added.
    pub shoots: usize,
    /// The number of Shoots for which something changes.
    pub affected: usize,
    /// Removed offers that are in use.
    pub removed: Vec<RemovedGroup>,
    /// Updates that would be refused now, but were not before.
    pub refused: Vec<RefusalGroup>,
    /// Updates that would have been refused before, but are not any longer.
    pub admitted: Vec<RefusalGroup>,
    /// Workers whose machines would be created with other images.
    pub images: Vec<WorkerImageGroup>,
    /// Workers for whose machines the provider's extension turns a setting on or off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_settings: Vec<WorkerSettingGroup>,
    /// Settings of the provider section that Shoots get with another value, or can no longer have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub provider_settings: Vec<ShootSettingGroup>,
    /// Offers in use that the new profile still has, but not for new worker pools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<WithdrawnGroup>,
    /// Differences in the next maintenance.
    pub maintenance: Vec<MaintenanceGroup>,
}

/// The affected Shoots and workers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Affected {
    /// The number of Shoots; each counts once.
    pub shoots: usize,
    /// The number of their worker pools; 0 for changes to Shoots as a whole.
    pub workers: usize,
    /// The first of the Shoots, as `NAMESPACE/NAME`.
    pub examples: Vec<String>,
    /// The Shoot that was counted last.
    #[serde(skip)]
    last: String,
}

/// A removed offer that is in use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemovedGroup {
    /// The removed offer.
    #[serde(flatten)]
    pub thing: OfferedItem,
    /// The Shoots and workers that use it.
    #[serde(flatten)]
    pub affected: Affected,
}

/// Refusals for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusalGroup {
    /// The rule.
    pub rule: &'static str,
    /// The mistake, in one sentence.
    pub message: String,
    /// The affected Shoots and workers.
    #[serde(flatten)]
    pub affected: Affected,
}

/// Workers that get another image for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerImageGroup {
    /// The reason.
    pub cause: SelectionCause,
    /// The affected Shoots and workers.
    #[serde(flatten)]
    pub affected: Affected,
    /// The changes of flavor; empty if the flavor is the same, or there was or is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flavors: Vec<FlavorChange>,
}

/// Workers for whose machines the provider's extension turns a setting on or off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerSettingGroup {
    /// The setting.
    #[serde(flatten)]
    pub change: ChangedMachineSetting,
    /// The affected Shoots and workers.
    #[serde(flatten)]
    pub affected: Affected,
}

/// Shoots that get a setting of the provider section with another value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootSettingGroup {
    /// The setting.
    #[serde(flatten)]
    pub change: ProviderSettingChange,
    /// The affected Shoots.
    #[serde(flatten)]
    pub affected: Affected,
}

/// An offer in use that new worker pools can no longer have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithdrawnGroup {
    /// The withdrawn offer.
    pub thing: WithdrawnItem,
    /// The Shoots and workers that use it.
    #[serde(flatten)]
    pub affected: Affected,
}

/// Workers that get another flavor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlavorChange {
    /// The capabilities that the previous flavor declares.
    pub from: Capabilities,
    /// The capabilities that the new flavor declares.
    pub to: Capabilities,
    /// The number of worker pools.
    pub workers: usize,
}

/// Versions that the next maintenance treats differently in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MaintenanceGroup {
    /// `control-plane`, `worker-kubernetes` or `machine-image`.
    pub subject: &'static str,
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version in use.
    pub version: String,
    /// The outcome by the old profile.
    pub before: MaintenanceOutcome,
    /// The outcome by the new profile.
    pub after: MaintenanceOutcome,
    /// The affected Shoots and workers.
    #[serde(flatten)]
    pub affected: Affected,
}

impl FleetChanges {
    /// Adds the changes of one Shoot.
    pub fn add(&mut self, changes: &ShootChanges) {
        self.shoots += 1;
        if changes.is_empty() {
            return;
        }
        self.affected += 1;
        let shoot = format!("{}/{}", changes.namespace, changes.name);
        for one in &changes.removed {
            let is_same_group = |group: &RemovedGroup| group.thing == one.thing;
            let new = || RemovedGroup { thing: one.thing.clone(), affected: Affected::default() };
            add_to_group(&mut self.removed, is_same_group, new, |group| &mut group.affected, &shoot, one.workers.len());
        }
        refusals(&mut self.refused, &changes.refused, &shoot);
        refusals(&mut self.admitted, &changes.admitted, &shoot);
        for one in &changes.images {
            let is_same_group = |group: &WorkerImageGroup| group.cause == one.cause;
            let new =
                || WorkerImageGroup { cause: one.cause.clone(), affected: Affected::default(), flavors: Vec::new() };
            add_to_group(&mut self.images, is_same_group, new, |group| &mut group.affected, &shoot, 1);
            let group = self.images.iter_mut().find(|group| group.cause == one.cause);
            if let (Some(group), Some(from), Some(to)) = (group, &one.from_flavor, &one.to_flavor) {
                let place = group.flavors.iter().position(|known| known.from == *from && known.to == *to);
                if let Some(known) = place.and_then(|place| group.flavors.get_mut(place)) {
                    known.workers += 1;
                } else if group.flavors.len() < MAX_GROUPS {
                    group.flavors.push(FlavorChange { from: from.clone(), to: to.clone(), workers: 1 });
                }
            }
        }
        for one in &changes.machine_settings {
            let is_same_group = |group: &WorkerSettingGroup| group.change == one.change;
            let new = || WorkerSettingGroup { change: one.change.clone(), affected: Affected::default() };
            add_to_group(&mut self.machine_settings, is_same_group, new, |group| &mut group.affected, &shoot, 1);
        }
        for one in &changes.provider_settings {
            let is_same_group = |group: &ShootSettingGroup| group.change == *one;
            let new = || ShootSettingGroup { change: one.clone(), affected: Affected::default() };
            add_to_group(&mut self.provider_settings, is_same_group, new, |group| &mut group.affected, &shoot, 0);
        }
        for one in &changes.withdrawn {
            let is_same_group = |group: &WithdrawnGroup| group.thing == one.thing;
            let new = || WithdrawnGroup { thing: one.thing.clone(), affected: Affected::default() };
            add_to_group(
                &mut self.withdrawn,
                is_same_group,
                new,
                |group| &mut group.affected,
                &shoot,
                one.workers.len(),
            );
        }
        for one in &changes.maintenance {
            let is_same_group = |group: &MaintenanceGroup| group.is_of(one);
            let new = || MaintenanceGroup {
                subject: one.subject,
                image: one.image.clone(),
                version: one.version.clone(),
                before: one.before.clone(),
                after: one.after.clone(),
                affected: Affected::default(),
            };
            let workers = usize::from(one.worker.is_some());
            add_to_group(&mut self.maintenance, is_same_group, new, |group| &mut group.affected, &shoot, workers);
        }
    }

    /// Returns whether nothing changes for any of the Shoots.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.affected == 0
    }

    /// Sorts every list, the largest group first.
    pub fn sort(&mut self) {
        let size = |affected: &Affected| std::cmp::Reverse((affected.shoots, affected.workers));
        self.removed.sort_by_key(|group| (!group.thing.is_guarded(), size(&group.affected)));
        self.refused.sort_by_key(|group| size(&group.affected));
        self.admitted.sort_by_key(|group| size(&group.affected));
        self.images.sort_by_key(|group| (group.cause.danger(), size(&group.affected)));
        for group in &mut self.images {
            group.flavors.sort_by_key(|change| std::cmp::Reverse(change.workers));
        }
        self.machine_settings.sort_by_key(|group| (group.change.enabled, size(&group.affected)));
        self.provider_settings.sort_by_key(|group| size(&group.affected));
        self.withdrawn.sort_by_key(|group| size(&group.affected));
        self.maintenance.sort_by_key(|group| (group.danger(), size(&group.affected)));
    }
}

impl MaintenanceGroup {
    fn is_of(&self, one: &MaintenanceChange) -> bool {
        self.subject == one.subject
            && self.image == one.image
            && self.version == one.version
            && self.before == one.before
            && self.after == one.after
    }

    /// Returns the rank in a list that begins with the most dangerous changes.
    const fn danger(&self) -> u8 {
        match self.after {
            MaintenanceOutcome::Failed { .. } | MaintenanceOutcome::Refused { .. } => 0,
            MaintenanceOutcome::Update { .. } => 1,
            MaintenanceOutcome::Stays => 2,
        }
    }
}

fn refusals(groups: &mut Vec<RefusalGroup>, refusals: &[RefusedUpdate], shoot: &str) {
    for one in refusals {
        let is_same_group = |group: &RefusalGroup| group.rule == one.rule && group.message == one.message;
        let new = || RefusalGroup { rule: one.rule, message: one.message.clone(), affected: Affected::default() };
        let workers = usize::from(one.worker.is_some());
        add_to_group(groups, is_same_group, new, |group| &mut group.affected, shoot, workers);
    }
}

/// Counts a Shoot for its group; a new group is dropped if there are too many already.
fn add_to_group<G>(
    groups: &mut Vec<G>,
    is_same_group: impl Fn(&G) -> bool,
    new: impl FnOnce() -> G,
    affected: impl Fn(&mut G) -> &mut Affected,
    shoot: &str,
    workers: usize,
) {
    let known = groups.iter().position(is_same_group);
    let place = known.unwrap_or(groups.len());
    if known.is_none() && groups.len() < MAX_GROUPS {
        groups.push(new());
    }
    let Some(group) = groups.get_mut(place) else { return };
    let affected = affected(group);
    affected.workers += workers;
    // The workers of a Shoot are consecutive.
    if affected.last != shoot {
        shoot.clone_into(&mut affected.last);
        affected.shoots += 1;
        if affected.examples.len() < MAX_EXAMPLES {
            affected.examples.push(shoot.to_owned());
        }
    }
}
