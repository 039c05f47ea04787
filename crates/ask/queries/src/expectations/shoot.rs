//! Expectations of the maintenance of a Shoot.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rootstock_analysis::Written;
use rootstock_core_model::{Shoot, listed, nearest, suggestion_suffix};
use rootstock_maintenance::{FleetItem, Profiles, ShootPlan, ShootRow, WorkerRow};
use rootstock_versioning::{Day, Timestamp};
use serde::{Deserialize, Serialize};

use super::{compare, quoted};
use crate::{FleetInput, PlanEntry, PlanQuery, PlannedShoot, Query as _, QueryContext};

/// A Shoot and one of its pools, as for `rootstock plan`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub struct PlannedPool {
    /// The Shoot: NAMESPACE/NAME.
    pub name: String,
    /// The worker pool; may be absent if the Shoot has only one.
    pub pool: Option<String>,
    /// The last day of maintenance to consider; if absent, only the next maintenance.
    pub by: Option<Day>,
}

/// The expected state of a Shoot after its maintenance.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub struct ShootExpectation {
    /// The image version of the pool.
    pub version: Option<String>,
    /// The Kubernetes version of the control plane.
    pub kubernetes_version: Option<String>,
    /// Whether maintenance changes any version of the Shoot.
    pub changes: Option<bool>,
    /// Whether an update is due that cannot be made.
    pub fails: Option<bool>,
}

impl PlannedPool {
    /// Plans the Shoot, and returns its state afterwards.
    fn plan<'s>(
        &self,
        shoots: &BTreeMap<String, &'s Written<Shoot>>,
        profiles: &Profiles,
        asked: QueryContext,
    ) -> Result<(PlannedShoot, ShootRow<'s>), String> {
        let Some(&shoot) = shoots.get(&self.name) else {
            let near = nearest(&self.name, shoots.keys().map(String::as_str));
            return Err(format!(
                "there is no Shoot `{}`{}",
                self.name,
                near.map(suggestion_suffix).unwrap_or_default()
            ));
        };
        let query = PlanQuery { until: self.by.map(Day::end), only_changes: false };
        let input =
            FleetInput { profiles, shoots: vec![FleetItem::Shoot(Box::new(Shoot::clone(&shoot.object)))], asked };
        let answer = query.ask(input).map_err(|error| error.to_string())?;
        let planned = match answer.shoots.into_iter().next() {
            Some(PlanEntry::Shoot(planned)) => planned,
            Some(PlanEntry::Unreadable { unreadable }) => return Err(unreadable.message),
            None => return Err(format!("Shoot `{}` cannot be planned", self.name)),
        };
        if let Some(skipped) = planned.skipped() {
            return Err(format!("Shoot `{}` is not maintained: {skipped}", self.name));
        }
        let mut after = ShootRow::from(&*shoot.object);
        planned.steps.iter().for_each(|step| after.apply(step));
        Ok((planned, after))
    }
}

impl ShootExpectation {
    /// Returns the differences from the plan.
    pub(super) fn differences(
        &self,
        pool: &PlannedPool,
        shoots: &BTreeMap<String, &Written<Shoot>>,
        (profiles, asked): (&Profiles, QueryContext),
    ) -> Vec<String> {
        let (planned, after) = match pool.plan(shoots, profiles, asked) {
            Ok(planned) => planned,
            Err(reason) => return vec![reason],
        };
        let mut differences = Vec::new();
        if self.version.is_some() {
            match version_of(pool, &after) {
                Ok(version) => compare(&mut differences, "version", self.version.as_ref(), version.as_ref(), quoted),
                Err(reason) => differences.push(reason),
            }
        }
        let kubernetes = after.kubernetes_version.clone().into_owned();
        let expected = self.kubernetes_version.as_ref();
        compare(&mut differences, "kubernetesVersion", expected, Some(&kubernetes), quoted);
        let changes = planned.steps.iter().any(ShootPlan::has_changes);
        compare(&mut differences, "changes", self.changes.as_ref(), Some(&changes), ToString::to_string);
        let fails = planned.steps.iter().any(ShootPlan::has_failures);
        compare(&mut differences, "fails", self.fails.as_ref(), Some(&fails), ToString::to_string);
        if !differences.is_empty() {
            differences.extend(planned.steps.iter().flat_map(reasons));
        }
        differences
    }
}

/// Returns the image version of the pool.
fn version_of(pool: &PlannedPool, after: &ShootRow<'_>) -> Result<Option<String>, String> {
    let name = |worker: &WorkerRow<'_>| worker.name.clone().into_owned();
    let worker = match (&pool.pool, after.workers.as_slice()) {
        (Some(asked), workers) => workers.iter().find(|worker| worker.name == *asked).ok_or_else(|| {
            let near = nearest(asked, workers.iter().map(|worker| worker.name.as_ref()));
            let near = near.map(suggestion_suffix).unwrap_or_default();
            format!("Shoot `{}` has no pool `{asked}`{near}", pool.name)
        }),
        (None, [only]) => Ok(only),
        (None, workers) => {
            let names: Vec<String> = workers.iter().map(name).collect();
            Err(format!("Shoot `{}` has the pools {}; name one with `pool`", pool.name, listed(names)))
        }
    }?;
    Ok(worker.image_version.clone().map(Cow::into_owned))
}

/// Returns the events of a run, for the reader of a failed test.
fn reasons(step: &ShootPlan) -> Vec<String> {
    let at: Timestamp = step.at;
    let items = step.items().filter(|item| !item.decision.is_uneventful()).map(|item| {
        let to = item.decision.update().map(|update| format!(" -> {}", update.to)).unwrap_or_default();
        format!("at {at}: {} {}{to}: {}", item.subject.title(), item.from, item.decision)
    });
    let rejections = step.rejections.iter().map(|rejection| format!("at {at}: rejected: {rejection}"));
    items.chain(rejections).collect()
}
