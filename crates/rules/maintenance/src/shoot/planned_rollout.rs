//! The effect of a maintenance run on the nodes of a pool.

use std::fmt;

use rootstock_core_model::counted;
use serde::Serialize;

use super::WorkerDecisions;
use crate::decision::Decision;
use crate::rollout::{PoolEffect, is_other_minor};
use crate::row::{ShootRow, WorkerRow};

/// The effect of a maintenance run on the nodes of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedRollout {
    /// The effect: the nodes are replaced (`rolled`), or updated in place.
    pub effect: PoolEffect,
    /// Whether the nodes wait until an operator selects them for the update in place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_manual: bool,
    /// The maximum number of affected nodes: `maximum` of the pool.
    pub nodes_at_most: i32,
}

impl PlannedRollout {
    /// Returns the effect of the decisions about a worker and its control plane; `None` if the nodes stay.
    pub(super) fn of(
        shoot: &ShootRow<'_>,
        worker: &WorkerRow<'_>,
        decided: &WorkerDecisions,
        control_plane: Option<&Decision>,
    ) -> Option<Self> {
        let target =
            |decision: Option<&Decision>| decision.and_then(Decision::update).map(|update| update.to.to_string());
        let (before, decision) = match &worker.kubernetes_version {
            Some(own) => (own, decided.kubernetes.as_ref()),
            None => (&shoot.kubernetes_version, control_plane),
        };
        let is_other_minor = target(decision).is_some_and(|after| is_other_minor(before, &after));
        if !is_other_minor && decided.image.update().is_none() {
            return None;
        }
        let effect = if worker.is_in_place { PoolEffect::UpdatedInPlace } else { PoolEffect::Rolled };
        Some(Self { effect, is_manual: worker.is_manual, nodes_at_most: worker.maximum })
    }
}

impl fmt::Display for PlannedRollout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.effect, self.is_manual) {
            (PoolEffect::Rolled, _) => "nodes are replaced one after the other: ",
            (_, false) => "nodes are updated in place one after the other: ",
            (_, true) => "nodes are updated in place when an operator selects them: ",
        })?;
        write!(f, "at most {}", counted(usize::try_from(self.nodes_at_most).unwrap_or_default(), "node"))
    }
}
