//! `diff`: the effects of a change of a profile, and who is affected.

mod answer;
mod comparison;
mod description;
mod sides;

use std::io;

use rootstock_analysis::Role;
use rootstock_behavioural_diff::ShootChanges;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

pub use answer::{DiffHead, DiffUpdate, FleetDiff, ShootDiff};
pub use comparison::{DiffComparison, FleetComparer};
pub(crate) use description::describe_profile;
pub use description::{DiffDescription, DiffDetail, DiffItem, DiffSection, describe_losses, describe_shoot_changes};
pub use sides::{DiffChild, DiffSides};

use crate::envelope::{write_envelope, write_envelope_with_shoots, write_shoot_lines};
use crate::fleet::skip_other_kinds;
use crate::{Example, Face, OtherKinds, Query, QueryContext, QueryError, QuerySubject};

/// Asks what a change of a profile changes.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffQuery {}

/// A profile before and after, optionally Shoots, and the plug-ins.
#[derive(Debug)]
pub struct DiffInput<'a> {
    /// The profile before and after.
    pub sides: &'a DiffSides,
    /// The Shoots; `None` asks about the profile alone.
    pub shoots: Option<Vec<FleetItem>>,
    /// The registered plug-ins.
    pub registry: &'a Registry,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// The effects of a change of a profile, and who is affected.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffAnswer {
    /// The changes to the profile, and to all Shoots together.
    #[serde(flatten)]
    pub head: DiffHead,
    /// The Shoots that are affected, one by one; absent if none were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shoots: Option<Vec<ShootChanges>>,
}

impl Query for DiffQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.diff/v1";
    const SUBJECT: QuerySubject = QuerySubject::Change;
    const EXAMPLE: Example = Example {
        command: "diff fixtures/profiles/harbour.yaml fixtures/profiles/harbour-trusted.yaml fixtures/shoots/harbour.yaml",
        question: "{}",
        files: &[
            (Role::Old, "fixtures/profiles/harbour.yaml"),
            (Role::Checked, "fixtures/profiles/harbour-trusted.yaml"),
            (Role::Known, "fixtures/shoots/harbour.yaml"),
        ],
    };
    type Answer = DiffAnswer;
    type Input<'a> = DiffInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: DiffInput<'_>) -> Result<DiffAnswer, QueryError> {
        let DiffInput { sides, shoots, registry, asked } = input;
        sides.compare(asked, registry, |comparison| {
            let Some(shoots) = shoots else {
                return DiffAnswer { head: comparison.head(None), shoots: None };
            };
            let (mut fleet, mut other_kinds, mut changed) = (FleetDiff::default(), OtherKinds::new(), Vec::new());
            let mut comparer = comparison.comparer();
            for shoot in shoots {
                let answer = shoot.ask_whole(|shoot| comparer.compare(shoot));
                let Some(answer) = skip_other_kinds(answer, &mut other_kinds) else { continue };
                fleet.add(answer.as_ref());
                if let Ok(ShootDiff::Compared(changes)) = answer
                    && !changes.is_empty()
                {
                    changed.push(*changes);
                }
            }
            DiffAnswer { head: comparison.head(Some(fleet.finish(other_kinds))), shoots: Some(changed) }
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let sides = face.sides()?;
        let shoots = face.users_of(sides.key())?;
        Ok(self.ask(DiffInput { sides: &sides, shoots, registry: face.registry(), asked: face.asked()? })?)
    }

    fn write(answer: &DiffAnswer, tool_version: &str, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(shoots) = &answer.shoots else {
            return write_envelope(Self::ANSWER_SCHEMA, tool_version, &answer.head, out);
        };
        let lines = |out: &mut dyn io::Write| write_shoot_lines(shoots, out);
        write_envelope_with_shoots(Self::ANSWER_SCHEMA, tool_version, &answer.head, lines, out)
    }
}
