//! Updates of versions: of which kind, from where to where, in which week and why.

use rootstock_core_model::counted;
use rootstock_maintenance::{Decision, PlanItem, PlanSubject, ShootPlan};
use rootstock_versioning::Timestamp;

use crate::instant::{DAY, Instant};

/// What kind of an update it is; the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UpdateKind {
    /// An update is due, and has nowhere to go.
    Failing,
    /// The API server would refuse it.
    Refused,
    /// Nobody has asked for the update.
    Forced,
    /// Automatic updates are on.
    Automatic,
}

impl UpdateKind {
    /// Its name, which is also its class in the style sheet.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Refused => "refused",
            Self::Forced => "forced",
            Self::Automatic => "automatic",
        }
    }

    /// Its sign, which differs in shape and not only in colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Failing => "✖",
            Self::Refused => "⊘",
            Self::Forced => "▲",
            Self::Automatic => "●",
        }
    }
}

/// Which update it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UpdateKey {
    /// The Monday of its week, in days since 1970.
    pub(super) week: i64,
    pub(super) kind: UpdateKind,
    /// The image, or whose Kubernetes.
    subject: String,
    from: String,
    to: Option<String>,
    why: String,
}

/// Whom an update is for.
#[derive(Debug, Default)]
pub(super) struct UpdateGroup {
    pub(super) first: Option<Timestamp>,
    pub(super) last: Option<Timestamp>,
    pub(super) shoots: usize,
    pub(super) pools: usize,
}

impl UpdateKey {
    /// The update that comes of a decision; `None` if nothing is due.
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

/// The Monday of an instant's week, in days since 1970, which began on a Thursday.
fn monday(at: Timestamp) -> i64 {
    let day = at.unix_seconds().div_euclid(DAY);
    day - (day + 3).rem_euclid(7)
}

/// Versions that go to another one for the same reason in the same week.
#[derive(Debug)]
pub(crate) struct Update {
    /// What kind of an update it is.
    pub(crate) kind: UpdateKind,
    /// The image, or whose Kubernetes.
    pub(crate) subject: String,
    /// From which version.
    pub(crate) from: String,
    /// To which one; `None` if there is none to go to.
    pub(crate) to: Option<String>,
    /// Why, in a sentence.
    pub(crate) why: String,
    /// When it happens first.
    pub(crate) first: Instant,
    /// When it happens last.
    pub(crate) last: Instant,
    /// The Monday of its week.
    pub(crate) monday: String,
    /// Whether it is the first of its week.
    pub(crate) starts_week: bool,
    /// For how many Shoots.
    pub(crate) shoots: usize,
    /// For how many pools of them.
    pub(crate) pools: usize,
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
        }
    }

    /// How many versions it changes: those of pools, or those of control planes.
    pub(crate) fn number(&self) -> usize {
        if self.pools > 0 { self.pools } else { self.shoots }
    }

    /// For whom, in words.
    pub(crate) fn for_whom(&self) -> String {
        let shoots = counted(self.shoots, "Shoot");
        match self.pools {
            0 => shoots,
            pools => format!("{} of {shoots}", counted(pools, "pool")),
        }
    }
}

/// A date from days since 1970.
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
