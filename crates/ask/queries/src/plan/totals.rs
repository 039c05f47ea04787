//! Totals over all Shoots.

use rootstock_maintenance::{FleetSummary, ReasonCount, ShootPlan, TimelineEnd};
use rootstock_versioning::Timestamp;
use serde::{Serialize, Serializer};

use super::{PlanQuery, PlannedShoot};
use crate::{AppliedSettings, OtherKinds, QueryContext};

/// The answer about all Shoots together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanHead {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The end of the period, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// The number of Shoots and pools, and their outcomes.
    pub summary: PlanSummary,
    /// The number of Shoots for which the other semantics decide differently.
    pub differing: usize,
    /// The number of skipped objects of other kinds.
    pub other_kinds: OtherKinds,
}

/// The number of Shoots and pools, and their outcomes by profile, image and reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanSummary(pub FleetSummary);

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SummaryForm<'a> {
    /// The counts.
    #[serde(flatten)]
    numbers: &'a FleetSummary,
    /// The outcomes for versions, with their frequency.
    reasons: Vec<ReasonCount<'a>>,
}

impl Serialize for PlanSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SummaryForm { numbers: &self.0, reasons: self.0.reasons().collect() }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PlanSummary {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PlanSummary".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        SummaryForm::json_schema(generator)
    }
}

/// Running totals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanTotals {
    summary: FleetSummary,
    differing: usize,
}

impl PlanTotals {
    /// Adds a Shoot. The Shoot counts once, but each of its events counts.
    pub fn add(&mut self, shoot: &PlannedShoot) {
        self.differing += usize::from(shoot.difference.is_some());
        let any = |what: fn(&ShootPlan) -> bool| usize::from(shoot.steps.iter().any(what));
        let summary = &mut self.summary;
        let after = (
            summary.shoots + 1,
            summary.pools + shoot.pools,
            summary.changing + any(ShootPlan::has_changes),
            summary.rejected + any(ShootPlan::is_rejected),
            summary.failing + any(ShootPlan::has_failures),
        );
        for step in &shoot.steps {
            summary.add(step);
        }
        if shoot.steps.is_empty() && shoot.end == Some(TimelineEnd::NoMaintenance) {
            summary.deleting += 1;
        }
        (summary.shoots, summary.pools, summary.changing, summary.rejected, summary.failing) = after;
    }

    /// Adds an input that should be a Shoot but cannot be read.
    pub fn add_unreadable(&mut self) {
        self.summary.add_unreadable();
    }

    /// Returns the answer about all Shoots together.
    #[must_use]
    pub fn head(self, query: PlanQuery, asked: QueryContext, other_kinds: OtherKinds) -> PlanHead {
        PlanHead {
            settings: asked.into(),
            until: query.until,
            summary: PlanSummary(self.summary),
            differing: self.differing,
            other_kinds,
        }
    }
}
