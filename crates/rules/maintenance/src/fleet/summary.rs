//! Summaries of fleets.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::decision::Decision;
use crate::rollout::PoolEffect;
use crate::shoot::{PlanSubject, ShootPlan};

/// The number of Shoots and pools, and the outcomes by profile, image and reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FleetSummary {
    /// All Shoots.
    pub shoots: usize,
    /// All worker pools.
    pub pools: usize,
    /// Shoots with at least one version change.
    pub changing: usize,
    /// Shoots whose updates would be rejected.
    pub rejected: usize,
    /// Shoots with an update that is due but does not happen, including rejected ones.
    pub failing: usize,
    /// Shoots that are being deleted.
    pub deleting: usize,
    /// Shoots without a profile, or with an unknown one.
    pub without_profile: usize,
    /// Items that are not Shoots.
    pub unreadable: usize,
    /// Pools whose nodes are replaced.
    pub rolled_pools: usize,
    /// The maximum number of these nodes.
    pub rolled_nodes_at_most: usize,
    /// Pools whose nodes are updated in place.
    pub in_place_pools: usize,
    /// The maximum number of these nodes.
    pub in_place_nodes_at_most: usize,
    #[serde(skip)]
    reasons: BTreeMap<String, BTreeMap<String, BTreeMap<Reason, usize>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reason {
    subject: &'static str,
    outcome: &'static str,
    reason: &'static str,
}

/// One line of a summary: the count for a kind of outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonCount<'a> {
    /// The profile, by the name in the references of the Shoots.
    pub profile: &'a str,
    /// `control-plane`, `worker-kubernetes` or `machine-image`; `shoot` for the Shoot as a whole.
    pub subject: &'static str,
    /// The machine image; empty for other subjects.
    pub image: &'a str,
    /// `update`, `failed`, `rejected` or `warning`.
    pub outcome: &'static str,
    /// The stable name of the cause, the failure, the rejection or the obstacle.
    pub reason: &'static str,
    /// The number of versions of Shoots and pools.
    pub count: usize,
}

impl FleetSummary {
    /// Counts one Shoot.
    pub fn add(&mut self, plan: &ShootPlan) {
        self.shoots += 1;
        self.pools += plan.workers.len();
        self.changing += usize::from(plan.has_changes());
        self.rejected += usize::from(plan.is_rejected());
        self.failing += usize::from(plan.has_failures());
        let profile = plan.profile.as_ref().map_or("", |profile| &profile.name);
        if let Some(skipped) = &plan.skipped {
            if skipped.is_failure() {
                self.without_profile += 1;
                self.count(profile, "", Reason { subject: "shoot", outcome: "failed", reason: skipped.code() });
            } else {
                self.deleting += 1;
            }
            return;
        }
        for item in plan.items() {
            let (outcome, reason) = match item.decision {
                Decision::NotDue | Decision::UpToDate { .. } => continue,
                Decision::Update(update) => ("update", update.cause.as_str()),
                Decision::Failed(failed) => ("failed", failed.failure.code()),
            };
            let image = match item.subject {
                PlanSubject::MachineImage { image, .. } => image,
                _ => "",
            };
            self.count(profile, image, Reason { subject: item.subject.as_str(), outcome, reason });
        }
        for rollout in plan.workers.iter().filter_map(|worker| worker.rollout) {
            let (pools, nodes) = match rollout.effect {
                PoolEffect::Rolled => (&mut self.rolled_pools, &mut self.rolled_nodes_at_most),
                _ => (&mut self.in_place_pools, &mut self.in_place_nodes_at_most),
            };
            *pools += 1;
            *nodes += usize::try_from(rollout.nodes_at_most).unwrap_or_default();
        }
        for rejection in &plan.rejections {
            self.count(profile, "", Reason { subject: "shoot", outcome: "rejected", reason: rejection.code() });
        }
        for warning in &plan.warnings {
            let reason = warning.obstacle.kind().as_str();
            self.count(profile, &warning.image, Reason { subject: "machine-image", outcome: "warning", reason });
        }
    }

    /// Counts an item that is not a Shoot.
    pub const fn add_unreadable(&mut self) {
        self.unreadable += 1;
    }

    fn count(&mut self, profile: &str, image: &str, reason: Reason) {
        // Fleets have few profiles and images, so both names almost always exist already.
        let images = match self.reasons.get_mut(profile) {
            Some(images) => images,
            None => self.reasons.entry(profile.to_owned()).or_default(),
        };
        let reasons = match images.get_mut(image) {
            Some(reasons) => reasons,
            None => images.entry(image.to_owned()).or_default(),
        };
        *reasons.entry(reason).or_default() += 1;
    }

    /// Returns all lines, sorted by profile, image and reason.
    pub fn reasons(&self) -> impl Iterator<Item = ReasonCount<'_>> {
        self.reasons.iter().flat_map(|(profile, images)| {
            images.iter().flat_map(move |(image, reasons)| {
                reasons.iter().map(move |(Reason { subject, outcome, reason }, count)| ReasonCount {
                    profile,
                    subject,
                    image,
                    outcome,
                    reason,
                    count: *count,
                })
            })
        })
    }

    /// Returns whether anything changes.
    #[must_use]
    pub const fn has_changes(&self) -> bool {
        self.changing > 0
    }

    /// Returns whether anything fails or cannot be read.
    #[must_use]
    pub const fn has_failures(&self) -> bool {
        self.failing > 0 || self.unreadable > 0
    }
}
