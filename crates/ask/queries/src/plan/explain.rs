//! The verdict about every version of the image of each pool of a Shoot.

use rootstock_analysis::Role;
use rootstock_core_model::nearest;
use rootstock_maintenance::{FleetItem, ImageExplanation, Profiles, ShootPlan, ShootRow, Unreadable};
use serde::{Deserialize, Serialize};

use super::{FleetPlanner, PlanQuery, PlannedShoot};
use crate::face::ask_about_fleet;
use crate::{
    AppliedSettings, Difference, Example, Face, FleetInput, OtherKinds, Query, QueryContext, QueryError, QuerySubject,
    Unrendered, skip_other_kinds,
};

/// Asks why the next maintenance of a Shoot decides as it does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanExplainQuery {
    /// The namespace of the Shoot.
    pub namespace: String,
    /// The name of the Shoot.
    pub name: String,
}

/// The changes that the next maintenance makes to a Shoot, and every version that it considered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanExplainAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The run.
    pub plan: ShootPlan,
    /// The image versions, one entry per pool.
    pub images: Vec<PoolImages>,
    /// The difference under the other semantics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// The versions of a pool's image.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PoolImages {
    /// The pool.
    pub pool: String,
    /// The pool's machine type.
    pub machine_type: String,
    /// The versions, or the reason why they are unknown.
    #[serde(flatten)]
    pub explanation: PoolExplanation,
}

/// The verdicts about the versions of an image.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PoolExplanation {
    /// The versions, one after the other.
    Explanation(ImageExplanation),
    /// The reason why they are unknown.
    Failure(String),
}

/// A Shoot that was found among others.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ExplainedShoot {
    /// The plan for its next maintenance.
    pub planned: PlannedShoot,
    /// The image versions, one entry per pool.
    pub images: Vec<PoolImages>,
}

impl FleetPlanner<'_> {
    /// Explains every version of the image of each pool of a Shoot, in the first run of its plan.
    fn explain(&mut self, shoot: &ShootRow<'_>, planned: &PlannedShoot) -> Vec<PoolImages> {
        let Some(plan) = planned.steps.first().filter(|plan| plan.skipped.is_none()) else { return Vec::new() };
        let Ok(planner) = self.planners.planner(shoot) else { return Vec::new() };
        let mut explanation = |worker| {
            let (kubernetes, automatic) = (&shoot.kubernetes_version, shoot.auto_update_images);
            match planner.explain_image(worker, kubernetes, automatic, plan.at) {
                Ok(explanation) => PoolExplanation::Explanation(explanation),
                Err(failure) => PoolExplanation::Failure(failure.to_string()),
            }
        };
        let images = shoot.workers.iter().map(|worker| PoolImages {
            pool: worker.name.clone().into_owned(),
            machine_type: worker.machine_type.clone().into_owned(),
            explanation: explanation(worker),
        });
        images.collect()
    }
}

impl PlanExplainAnswer {
    /// Returns the answer about a Shoot; `None` if there is no run to explain.
    #[must_use]
    pub fn new(asked: QueryContext, explained: ExplainedShoot) -> Option<Self> {
        let ExplainedShoot { planned, images } = explained;
        let plan = planned.steps.into_iter().next()?;
        Some(Self { settings: asked.into(), plan, images, difference: planned.difference })
    }
}

impl PlanExplainQuery {
    /// Searches any number of Shoots for the one in question, and explains it. Calls `passed` for each item up to that
    /// Shoot, with the error if it cannot be read; does not read any later items.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::UnknownShoot`] if the Shoot is not found.
    pub fn search(
        &self,
        shoots: impl IntoIterator<Item = FleetItem>,
        (profiles, asked): (&Profiles, QueryContext),
        mut passed: impl FnMut(Option<&Unreadable>),
    ) -> Result<ExplainedShoot, QueryError> {
        let (mut near, mut other_kinds) = (None::<String>, OtherKinds::new());
        let wanted = format!("{}/{}", self.namespace, self.name);
        let mut planner = FleetPlanner::new(PlanQuery::default(), profiles, asked);
        let mut explain = |shoot: &ShootRow<'_>| {
            if *shoot.name != *self.name || *shoot.namespace != *self.namespace {
                return Err(format!("{}/{}", shoot.namespace, shoot.name));
            }
            let planned = planner.plan(shoot);
            let images = planner.explain(shoot, &planned);
            Ok(ExplainedShoot { planned, images })
        };
        for shoot in shoots {
            let answer = skip_other_kinds(shoot.ask(&mut explain), &mut other_kinds);
            passed(answer.as_ref().and_then(|answer| answer.as_ref().err()));
            match answer {
                Some(Ok(Ok(explained))) => return Ok(explained),
                Some(Ok(Err(other))) => {
                    let candidates = near.iter().map(String::as_str).chain([other.as_str()]);
                    near = nearest(&wanted, candidates).map(str::to_owned);
                }
                Some(Err(_)) | None => {}
            }
        }
        Err(QueryError::UnknownShoot { name: wanted, nearest: near })
    }
}

impl Query for PlanExplainQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.plan-explain/v1";
    const SUBJECT: QuerySubject = QuerySubject::Shoots;
    const EXAMPLE: Example = Example {
        command: "plan --profile fixtures/profiles/orchard.yaml fixtures/shoots/fleet.yaml --explain garden-dev/forced",
        question: r#"{"namespace": "garden-dev", "name": "forced"}"#,
        files: &[(Role::Checked, "fixtures/shoots/fleet.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    type Answer = PlanExplainAnswer;
    type Input<'a> = FleetInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: FleetInput<'_>) -> Result<PlanExplainAnswer, QueryError> {
        let FleetInput { profiles, shoots, asked } = input;
        let explained = self.search(shoots, (profiles, asked), |_| {})?;
        let unknown = || QueryError::UnknownShoot { name: format!("{}/{}", self.namespace, self.name), nearest: None };
        PlanExplainAnswer::new(asked, explained).ok_or_else(unknown)
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_fleet(self, face, Unrendered::Skipped)
    }
}
