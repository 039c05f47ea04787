//! The plan as CSV: one row per version of a Shoot or pool.

use std::io;

use rootstock_maintenance::{Decision, PlanSubject, PoolEffect, ShootPlan, Unreadable};
use rootstock_queries::PlannedShoot;

use super::Request;
use crate::rows::Rows;

/// Declares a row by its columns in order.
macro_rules! columns {
    ($($column:ident)+) => {
        /// One row.
        #[derive(Clone, Copy, Default)]
        struct PlanRow<'a> {
            $($column: &'a str,)+
        }

        /// The names of the columns.
        const HEADER: PlanRow<'static> = PlanRow { $($column: stringify!($column),)+ };

        impl PlanRow<'_> {
            fn write(self, rows: &mut Rows<'_>) -> io::Result<()> {
                rows.row(&[$(&self.$column),+])
            }
        }
    };
}

columns! {
    namespace shoot profile_kind profile at subject pool machine_type image from outcome to reason why other_semantics nodes_at_most
}

/// Writes the names of the columns.
pub(super) fn header(rows: &mut Rows<'_>) -> io::Result<()> {
    HEADER.write(rows)
}

/// Writes an unreadable input.
pub(super) fn unreadable(unreadable: &Unreadable, rows: &mut Rows<'_>) -> io::Result<()> {
    PlanRow { subject: "input", outcome: "unreadable", why: &unreadable.to_string(), ..PlanRow::default() }.write(rows)
}

/// Writes all rows of a Shoot.
pub(super) fn shoot(shoot: &PlannedShoot, request: Request, rows: &mut Rows<'_>) -> io::Result<()> {
    let other = shoot.difference.as_ref().map(ToString::to_string).unwrap_or_default();
    let omits_unchanged = request.omits_unchanged(shoot);
    shoot.steps.iter().try_for_each(|step| write_step(step, omits_unchanged, &other, rows))
}

/// Writes all rows of a run, optionally without unchanged versions.
fn write_step(step: &ShootPlan, omits_unchanged: bool, other: &str, rows: &mut Rows<'_>) -> io::Result<()> {
    let at = step.at.to_string();
    let shoot = PlanRow {
        namespace: &step.namespace,
        shoot: &step.name,
        profile_kind: step.profile.as_ref().map_or("", |profile| profile.kind()),
        profile: step.profile.as_ref().map_or("", |profile| &profile.name),
        at: &at,
        subject: "shoot",
        other_semantics: other,
        ..PlanRow::default()
    };
    if let Some(skipped) = &step.skipped {
        return PlanRow { outcome: "skipped", reason: skipped.code(), why: &skipped.to_string(), ..shoot }.write(rows);
    }
    for rejection in &step.rejections {
        let why = rejection.to_string();
        PlanRow { pool: rejection.worker(), outcome: "rejected", reason: rejection.code(), why: &why, ..shoot }
            .write(rows)?;
    }
    for warning in &step.warnings {
        let (reason, why) = (warning.obstacle.kind().as_str(), warning.warning());
        PlanRow { pool: &warning.worker, image: &warning.image, outcome: "warning", reason, why: &why, ..shoot }
            .write(rows)?;
    }
    for item in step.items() {
        let decision = item.decision;
        let (to, reason) = match decision {
            Decision::Update(update) => (&*update.to, update.cause.as_str()),
            Decision::Failed(failed) => ("", failed.failure.code()),
            Decision::NotDue | Decision::UpToDate { .. } if omits_unchanged => continue,
            Decision::NotDue | Decision::UpToDate { .. } => ("", ""),
        };
        let pool = item.subject.worker().unwrap_or_default();
        let machine_type = step.workers.iter().find(|worker| worker.name == pool).map_or("", |it| &it.machine_type);
        let image = match item.subject {
            PlanSubject::MachineImage { image, .. } => image,
            PlanSubject::ControlPlane | PlanSubject::WorkerKubernetes { .. } => "",
        };
        let row = PlanRow {
            subject: item.subject.as_str(),
            pool,
            machine_type,
            image,
            from: item.from,
            // Updates of a rejected Shoot do not happen.
            outcome: if step.is_rejected() && !to.is_empty() { "rejected" } else { decision.as_str() },
            to,
            reason,
            why: &decision.to_string(),
            ..shoot
        };
        row.write(rows)?;
    }
    for (worker, rollout) in step.workers.iter().filter_map(|worker| Some((worker, worker.rollout?))) {
        let outcome = if rollout.effect == PoolEffect::Rolled { "rolled" } else { "updated-in-place" };
        let (why, nodes) = (rollout.to_string(), rollout.nodes_at_most.to_string());
        let row =
            PlanRow { subject: "nodes", pool: &worker.name, machine_type: &worker.machine_type, outcome, ..shoot };
        PlanRow { why: &why, nodes_at_most: &nodes, ..row }.write(rows)?;
    }
    Ok(())
}
