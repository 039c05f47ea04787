//! Updates of versions: kind, versions, week and cause.

use rootstock_core_model::counted;
use rootstock_maintenance::{Decision, PlanItem, PlanSubject, ShootPlan, WorkerPlan};
use rootstock_versioning::Timestamp;

use crate::instant::{DAY, Instant};

/// The kind of an update, the most severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UpdateKind {
    /// An update is due but has no target version.
    Failing,
    /// The API server would reject the update.
    Refused,
    /// The update is forced: the user has not enabled automatic updates.
    Forced,
    /// The update is automatic.
    Automatic,
}

impl UpdateKind {
    /// Returns the name, which is also the CSS class.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Refused => "refused",
            Self::Forced => "forced",
            Self::Automatic => "automatic",
        }
    }

    /// Returns the symbol, which differs in shape as well as in colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Failing => "✖",
            Self::Refused => "⊘",
            Self::Forced => "▲",
            Self::Automatic => "●",
        }
    }
}

/// The key by which equal updates of Shoots are grouped.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UpdateKey {
    /// The Monday of the week, in days since 1970-01-01.
    pub(super) week: i64,
    pub(super) kind: UpdateKind,
    /// The machine image, or Kubernetes of control planes or worker pools.
    subject: String,
    from: String,
    to: Option<String>,
    why: String,
}

/// The time range and size of a group of equal updates.
#[derive(Debug, Default)]
pub(super) struct UpdateGroup {
    pub(super) first: Option<Timestamp>,
    pub(super) last: Option<Timestamp>,
    pub(super) shoots: usize,
    pub(super) pools: usize,
    /// The maximum number of nodes that are replaced or updated in place.
    pub(super) nodes: usize,
}

/// Returns the maximum number of nodes that an update of a run replaces or updates in place. A pool with several updates
/// counts with that of its image, or else with that of its own Kubernetes version.
pub(super) fn nodes_at_most(step: &ShootPlan, subject: PlanSubject<'_>) -> usize {
    let is_counted = |worker: &&WorkerPlan| {
        let has_image_update = worker.image.decision.update().is_some();
        match subject {
            PlanSubject::MachineImage { worker: name, .. } => worker.name == name && has_image_update,
            PlanSubject::WorkerKubernetes { worker: name } => worker.name == name && !has_image_update,
            PlanSubject::ControlPlane => worker.kubernetes.is_none() && !has_image_update,
        }
    };
    let rollouts = step.workers.iter().filter(is_counted).filter_map(|worker| worker.rollout);
    rollouts.map(|rollout| usize::try_from(rollout.nodes_at_most).unwrap_or_default()).sum()
}

impl UpdateKey {
    /// Derives the key from a decision; `None` if no update is due.
    pub(super) fn new(step: &ShootPlan, item: PlanItem<'_>) -> Option<Self> {
        let (kind, to, why) = match item.decision {
            Decision::NotDue | Decision::UpToDate { .. } => return None,
            Decision::Failed(failed) => (UpdateKind::Failing, None, failed.to_string()),
            Decision::Update(update) => {
                let kind = match (step.is_rejected(), update.cause.is_forced()) {
                    (true, _) => UpdateKind::Refused,
                    (false, true) => UpdateKind::Forced,
                    (false, false) => UpdateKind::Automatic,
                };
                let mut why = update.to_string();
                for rejection in &step.rejections {
                    why.push_str(&format!("; refused: {rejection}"));
                }
                (kind, Some(update.to.to_string()), why)
            }
        };
        let subject = match item.subject {
            PlanSubject::ControlPlane => "Kubernetes".to_owned(),
            PlanSubject::WorkerKubernetes { .. } => "Kubernetes of pools".to_owned(),
            PlanSubject::MachineImage { image, .. } => image.to_owned(),
        };
        Some(Self { week: monday(step.at), kind, subject, from: item.from.to_owned(), to, why })
    }
}

/// Returns the Monday of an instant's week, in days since 1970-01-01 (a Thursday).
fn monday(at: Timestamp) -> i64 {
    let day = at.unix_seconds().div_euclid(DAY);
    day - (day + 3).rem_euclid(7)
}

/// Updates between the same two versions, for the same reason, in the same week.
#[derive(Debug)]
pub(crate) struct Update {
    pub(crate) kind: UpdateKind,
    /// The machine image, or Kubernetes of control planes or worker pools.
    pub(crate) subject: String,
    /// The current version.
    pub(crate) from: String,
    /// The target version; `None` if there is none.
    pub(crate) to: Option<String>,
    /// The cause, in a sentence.
    pub(crate) why: String,
    /// The instant of the first update.
    pub(crate) first: Instant,
    /// The instant of the last update.
    pub(crate) last: Instant,
    /// The Monday of its week.
    pub(crate) monday: String,
    /// Whether it is the first update of its week.
    pub(crate) starts_week: bool,
    /// The number of Shoots.
    pub(crate) shoots: usize,
    /// The number of worker pools; 0 for control planes.
    pub(crate) pools: usize,
    /// The maximum number of nodes that are replaced or updated in place.
    pub(crate) nodes: usize,
}

impl Update {
    pub(super) fn new(key: &UpdateKey, group: &UpdateGroup) -> Self {
        let at = |at: Option<Timestamp>| Instant(at.unwrap_or(Timestamp::from_unix_seconds(key.week * DAY)));
        Self {
            kind: key.kind,
            subject: key.subject.clone(),
            from: key.from.clone(),
            to: key.to.clone(),
            why: key.why.clone(),
            first: at(group.first),
            last: at(group.last),
            monday: date(key.week),
            starts_week: false,
            shoots: group.shoots,
            pools: group.pools,
            nodes: group.nodes,
        }
    }

    /// Returns the number of updated versions: worker pools, or else control planes.
    pub(crate) fn number(&self) -> usize {
        if self.pools > 0 { self.pools } else { self.shoots }
    }

    /// Formats the number of Shoots and worker pools.
    pub(crate) fn affected_in_words(&self) -> String {
        let shoots = counted(self.shoots, "Shoot");
        let affected = match self.pools {
            0 => shoots,
            pools => format!("{} of {shoots}", counted(pools, "pool")),
        };
        match self.nodes {
            0 => affected,
            nodes => format!("{affected}, at most {} replaced or updated in place", counted(nodes, "node")),
        }
    }
}

/// Formats days since 1970-01-01 as a date.
fn date(days: i64) -> String {
    let (year, month, day) = Timestamp::from_unix_seconds(days * DAY).date();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_mondays() {
        let monday = |text: &str| date(super::monday(text.parse().unwrap()));
        assert_eq!(monday("2026-11-22T23:59:59Z"), "2026-11-16");
        assert_eq!(monday("2026-11-23T00:00:00Z"), "2026-11-23");
        assert_eq!(monday("1970-01-01T00:00:00Z"), "1969-12-29");
    }
}
