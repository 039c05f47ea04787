//! Differences between the decisions of Gardener and its documents, and the quirks behind them.

use std::collections::BTreeMap;

use rootstock_core_model::{Quirks, Release, Semantics};
use rootstock_maintenance::{Decision, Decisions, Moment, PlanItem, Planner, Planners, Profiles, ShootPlan, ShootRow};
use rootstock_versioning::Timestamp;

use super::{PlanQuery, PlannedShoot};
use crate::{Difference, QueryContext};

/// Plans the same Shoots under the other semantics.
#[derive(Debug)]
pub(super) struct Comparer<'p> {
    profiles: &'p Profiles,
    asked: Quirks,
    other_semantics: Semantics,
    /// The release of Gardener that they follow, unless it is the newest.
    gardener: Option<Release>,
    other: Planners<'p>,
    /// Planners for the semantics asked for with one quirk switched, created on demand.
    switched: BTreeMap<&'static str, Planners<'p>>,
}

impl<'p> Comparer<'p> {
    pub(super) fn new(profiles: &'p Profiles, asked: QueryContext) -> Self {
        let other_semantics = asked.semantics.other();
        Self {
            profiles,
            asked: asked.settings.quirks,
            other_semantics,
            gardener: asked.settings.gardener_if_other(other_semantics),
            other: Planners::new(profiles, asked.settings.under(other_semantics).quirks),
            switched: BTreeMap::new(),
        }
    }

    /// Returns the first difference between the plan of a Shoot and that of the other semantics.
    pub(super) fn difference(
        &mut self,
        planned: &PlannedShoot,
        query: PlanQuery,
        shoot: &ShootRow<'_>,
        from: Timestamp,
    ) -> Option<Difference> {
        // The next run is nearly always the same, which this detects without building a plan.
        if let ([step], None) = (planned.steps.as_slice(), query.until)
            && matches_decisions(step, &self.other.decisions(shoot, Moment::NextWindow(from)))
        {
            return None;
        }
        let ask = |planners: &mut Planners<'_>| query.runs(planners, shoot, from);
        let (other, _) = ask(&mut self.other);
        let first = first_difference(&planned.steps, &other)?;
        let (ours, theirs) = (planned.steps.get(first), other.get(first));
        let mut quirks = Vec::new();
        let known = Quirks::table().filter(|quirk| Planner::QUIRKS.get(quirk.name) == Some(true));
        for name in known.map(|quirk| quirk.name) {
            let Some(switched) = self.asked.get(name).and_then(|on| self.asked.with(name, !on)) else { continue };
            let planners = self.switched.entry(name).or_insert_with(|| Planners::new(self.profiles, switched));
            if first_difference(&planned.steps, &ask(planners).0).is_some() {
                quirks.push(name);
            }
        }
        let at = theirs.or(ours).map(|step| step.at).filter(|_| planned.end.is_some());
        let instead = match theirs {
            Some(theirs) => instead(ours.filter(|ours| ours.at == theirs.at), theirs, at),
            None => vec![match at {
                Some(at) => format!("nothing changes at {at}"),
                None => "nothing changes".to_owned(),
            }],
        };
        Some(Difference { semantics: self.other_semantics, gardener: self.gardener, at, quirks, instead })
    }
}

/// Returns the first run in which two plans differ.
fn first_difference(one: &[ShootPlan], other: &[ShootPlan]) -> Option<usize> {
    let count = one.len().max(other.len());
    (0..count).find(|index| match (one.get(*index), other.get(*index)) {
        (Some(one), Some(other)) => !have_same_outcomes(one, other),
        _ => true,
    })
}

/// Whether the outcomes are the same, regardless of the reasons.
fn have_same_outcomes(one: &ShootPlan, other: &ShootPlan) -> bool {
    one.at == other.at && one.is_rejected() == other.is_rejected() && outcomes(one).eq(outcomes(other))
}

/// Whether the plan has the decided outcomes, regardless of the reasons.
fn matches_decisions(plan: &ShootPlan, decisions: &Decisions) -> bool {
    plan.at == decisions.at
        && plan.is_rejected() == decisions.is_rejected()
        && outcomes(plan).eq(decisions.all().map(outcome))
}

fn outcomes(plan: &ShootPlan) -> impl Iterator<Item = DecisionOutcome<'_>> {
    plan.items().map(|item| outcome(item.decision))
}

/// An outcome for a version: whether the update fails, and the target version.
type DecisionOutcome<'a> = (bool, Option<&'a str>);

/// Returns the outcome of a decision. Staying at a version is always the same outcome.
fn outcome(decision: &Decision) -> DecisionOutcome<'_> {
    (decision.failed().is_some(), decision.update().map(|update| &*update.to))
}

/// Describes the outcomes of a run of the other semantics that differ.
fn instead(ours: Option<&ShootPlan>, theirs: &ShootPlan, at: Option<Timestamp>) -> Vec<String> {
    let when = at.map(|at| format!("at {at}, ")).unwrap_or_default();
    let mut ours_items = ours.into_iter().flat_map(outcomes);
    let mut instead: Vec<String> = theirs
        .items()
        .filter_map(|item| {
            let is_same =
                ours_items.next().map_or_else(|| item.decision.is_uneventful(), |ours| ours == outcome(item.decision));
            (!is_same).then(|| format!("{when}{}", describe(item)))
        })
        .collect();
    if theirs.is_rejected() && !ours.is_some_and(ShootPlan::is_rejected) {
        let reasons = theirs.rejections.iter().map(ToString::to_string);
        instead.extend(reasons.map(|reason| format!("{when}{reason}")));
    } else if ours.is_some_and(ShootPlan::is_rejected) && !theirs.is_rejected() {
        instead.push(format!("{when}the updates are not refused"));
    }
    instead
}

fn describe(item: PlanItem<'_>) -> String {
    let subject = item.subject.title();
    match item.decision {
        Decision::Update(update) => format!("{subject} is updated to {}", update.to),
        Decision::Failed(failed) => format!("{subject} cannot be updated: {failed}"),
        Decision::NotDue | Decision::UpToDate { .. } => format!("{subject} stays at {}", item.from),
    }
}
