//! `upgrade-check`: everything that gets another answer when Gardener moves to another release.

mod answer;
mod order;

use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{FeatureGateSettings, GardenerRelease};
use rootstock_upgrade::{DocumentChanges, UpgradeComparison, UpgradeSide, compare, steps};
use serde::{Deserialize, Serialize};

pub use answer::{
    AnsweredSwitch, CheckedDuring, UncomparedObject, UpgradeAnswer, UpgradeChangeAnswer, UpgradeStepAnswer,
};

use crate::{Example, Face, Query, QueryContext, QueryError, QuerySubject};

/// Asks what an upgrade of Gardener changes for profiles and Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpgradeQuery {
    /// The release to go to: `1.149`, which is its last patch, or a patch of it.
    pub to: String,
    /// The release that runs; if absent, that of the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// Profiles and Shoots, and the settings to ask under.
#[derive(Debug, Clone, Copy)]
pub struct UpgradeInput<'a> {
    /// The analysis that holds the documents.
    pub analysis: &'a Analysis,
    /// The settings to ask under. Answers are those of Gardener's semantics in any case.
    pub asked: QueryContext,
}

impl Query for UpgradeQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.upgrade-check/v1";
    const SUBJECT: QuerySubject = QuerySubject::Operation;
    const EXAMPLE: Example = Example {
        command: "upgrade-check fixtures/upgrade/profile.yaml fixtures/upgrade/shoots.yaml --from 1.145 --to 1.150",
        question: r#"{"from": "1.145", "to": "1.150"}"#,
        files: &[(Role::Checked, "fixtures/upgrade/profile.yaml"), (Role::Checked, "fixtures/upgrade/shoots.yaml")],
    };
    type Answer = UpgradeAnswer;
    type Input<'a> = UpgradeInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: UpgradeInput<'_>) -> Result<UpgradeAnswer, QueryError> {
        self.ask_with(input, &mut |comparison| {
            let mut comparer = comparison.comparer();
            comparison.documents().map(|document| comparer.compare(document)).collect()
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let analysis = face.manifests_to_check()?;
        Ok(self.ask(UpgradeInput { analysis: &analysis, asked: face.asked()? })?)
    }
}

impl UpgradeQuery {
    /// Like [`ask`](Query::ask), with a function that compares the documents of a step, for instance in several threads.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::Upgrade`] if the releases are not an upgrade, and [`QueryError::Gardener`] if one of them is not a release.
    pub fn ask_with(
        &self,
        UpgradeInput { analysis, asked }: UpgradeInput<'_>,
        ask: &mut dyn FnMut(&UpgradeComparison<'_>) -> Vec<DocumentChanges>,
    ) -> Result<UpgradeAnswer, QueryError> {
        let release = |text: &str| {
            text.parse::<GardenerRelease>().map_err(|reason| QueryError::Gardener { release: text.to_owned(), reason })
        };
        let from = self.from.as_deref().map(release).transpose()?.unwrap_or(asked.settings.gardener);
        let releases = steps(from, release(&self.to)?)?;
        let gates = explicit_gates(analysis, asked);
        let mut answer = UpgradeAnswer::new(asked, &releases);
        let mut before: Option<UpgradeSide> = None;
        for gardener in releases {
            let after = UpgradeSide::new(analysis, gardener, &gates);
            if let Some(before) = &before {
                compare([before, &after], |comparison| {
                    let documents = ask(comparison);
                    answer.add_step([before, &after], comparison.switches(), documents);
                });
            }
            before = Some(after);
        }
        answer.order = order::of(&answer);
        Ok(answer)
    }
}

/// Returns the feature gates that are set, whatever the release: those of the configuration, and those that differ from the defaults
/// of the release that was asked under.
fn explicit_gates(analysis: &Analysis, asked: QueryContext) -> FeatureGateSettings {
    let mut gates = analysis.configuration().landscape().feature_gates.clone();
    gates.extend(&FeatureGateSettings::between(asked.settings.gardener, asked.settings.gates));
    gates
}
