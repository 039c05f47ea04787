//! `upkeep`: adds, updates and removes versions, in both sections of a profile.

mod exposure;
mod inference;
mod later;
mod proposal;
mod unknown_users;
mod users;

use std::collections::BTreeSet;
use std::sync::Arc;

use rootstock_analysis::{Analysis, CheckMode, Child, Object, Profile, Role};
use rootstock_behavioural_diff::OfferedItem;
use rootstock_core_model::Severity;
use rootstock_document::Edit;
use rootstock_maintenance::ProfileUsage;
use rootstock_report::SourceText;
use rootstock_upkeep::{Gap, ProfileChange, Refusal, Remark, UpkeepResult, VersionInUse, apply, apply_in_order};
use serde::{Deserialize, Serialize};

pub use exposure::{
    ExposedPool, ExposedVersion, ExposureAnswer, ExposureEnd, ExposureQuery, ExposureTotals, UnmatchedSelection,
    exposed_pools,
};
pub use inference::{InferAnswer, InferQuery};
pub use later::{LaterComparer, LaterEvent, LaterMaintenance, LaterTotals, LaterUpdate, ShootLaterEvents};
pub use proposal::{PostponedProposal, ProposalAnswer, ProposalQuery, ProposedEntry, UnproposedEntry};
pub use unknown_users::UnknownUsers;

use crate::{AppliedSettings, DiffHead, DiffSides, Example, Face, Query, QueryContext, QueryError, QuerySubject};

/// Asks for a CloudProfile with some versions added, changed or removed, and for the effects of that.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpkeepQuery {
    /// The changes; all of them are made, or none.
    pub changes: Vec<ProfileChange>,
    /// The rules that may have new findings.
    pub accept: Vec<String>,
    /// Whether each change builds on the previous ones, like steps; otherwise all refer to the original profile.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_order: bool,
}

/// A profile with its text and its users.
#[derive(Debug, Clone)]
pub struct UpkeepInput<'a> {
    /// The analysis that holds the profile's text.
    pub analysis: &'a Analysis,
    /// The profile.
    pub profile: &'a Arc<Profile>,
    /// The NamespacedCloudProfiles below it that are not given next to it.
    pub children: Vec<Arc<Child>>,
    /// The parts that Shoots use, which are not pruned; absent if unknown.
    pub usage: Option<ProfileUsage>,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// A changed profile, or the reason why there is none.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UpkeepAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The input.
    pub file: String,
    /// The profile.
    pub profile: String,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: UpkeepOutcome,
    /// The whole input, edited; not part of the JSON form, which has the edits instead.
    #[serde(skip)]
    pub source: Option<SourceText>,
    /// The profile before and after, which can be asked about Shoots.
    #[serde(skip)]
    pub sides: Option<DiffSides>,
    /// The reason why there is no changed profile.
    #[serde(skip)]
    pub refusal: Option<Refusal>,
    /// The errors that existed before or were accepted: the rule and the field of each.
    #[serde(skip)]
    pub known_errors: BTreeSet<(&'static str, String)>,
}

impl UpkeepAnswer {
    /// Returns the whole text of the input, edited.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.source.as_ref().map(SourceText::text)
    }

    /// Returns whether Gardener would refuse the update because of the change. Errors that existed before or were
    /// accepted do not count: with those, Gardener refuses the profile with or without the change.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        let UpkeepOutcome::Done { diff, .. } = &self.outcome else { return false };
        let mut errors = diff.update.findings.iter().filter(|one| one.severity == Severity::Error);
        let mut removed = diff.fleet.iter().flat_map(|fleet| &fleet.changes.removed);
        errors.any(|one| !self.known_errors.contains(&(one.rule, one.path.clone())))
            || removed.any(|group| group.thing.is_guarded())
    }

    /// Returns whether the Shoots in question use a removed machine type, region or zone. Gardener allows the removal,
    /// but those Shoots could no longer be updated.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        let UpkeepOutcome::Done { diff, .. } = &self.outcome else { return false };
        let removed = diff.fleet.iter().flat_map(|fleet| &fleet.changes.removed);
        removed.map(|group| &group.thing).any(|thing| {
            matches!(thing, OfferedItem::MachineType { .. } | OfferedItem::Region { .. } | OfferedItem::Zone { .. })
        })
    }
}

/// The outcome of a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UpkeepOutcome {
    /// The profile is changed.
    #[serde(rename_all = "camelCase")]
    Done {
        /// The changes to the text, in order; empty if there was nothing to do.
        edits: Vec<Edit>,
        /// The image references that new versions lack, in some or all regions.
        gaps: Vec<Gap>,
        /// Notes for the user.
        notes: Vec<UpkeepNote>,
        /// The effects of the change, and who is affected.
        diff: Box<DiffHead>,
        /// The effects on maintenance after the next run; absent if no Shoots were asked about.
        #[serde(skip_serializing_if = "Option::is_none")]
        later: Option<LaterMaintenance>,
    },
    /// The profile is not changed.
    #[serde(rename_all = "camelCase")]
    Refused {
        /// The reason.
        reason: String,
        /// Details of the reason, one sentence each.
        details: Vec<String>,
    },
}

/// A note and its message.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UpkeepNote {
    /// The note.
    #[serde(flatten)]
    pub note: Remark,
    /// The note in words.
    pub message: String,
}

impl Query for UpkeepQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.upkeep/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "upkeep add fixtures/upkeep/aws.yaml kubernetes@1.35.3",
        question: r#"{"changes": [{"do": "add", "version": "1.35.3", "classification": "preview"}]}"#,
        files: &[(Role::Checked, "fixtures/upkeep/aws.yaml")],
    };
    type Answer = UpkeepAnswer;
    type Input<'a> = UpkeepInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: UpkeepInput<'_>) -> Result<UpkeepAnswer, QueryError> {
        let accepted: Vec<&str> = self.accept.iter().map(String::as_str).collect();
        let in_use = input.in_use();
        let changes: Vec<ProfileChange> =
            self.changes.iter().map(|change| with_versions_in_use(change, &in_use)).collect();
        let make = if self.in_order { apply_in_order } else { apply };
        // Each state of the profile is judged once.
        let mut analysis = input.analysis.clone();
        analysis.set_discards_results(true);
        let made = make(&analysis, input.profile, &changes, &accepted);
        self.answer(&input, made)
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_upkeep(face, self.depends_on_usage(), |input| self.ask(input))
    }
}

impl UpkeepQuery {
    fn answer(&self, input: &UpkeepInput<'_>, made: Result<UpkeepResult, Refusal>) -> Result<UpkeepAnswer, QueryError> {
        let written = input.profile.written().ok_or_else(|| Box::new(Refusal::Rendered))?;
        let file = written.source().name().to_owned();
        let mut known_errors = BTreeSet::new();
        let (outcome, source, sides, refusal) = match made {
            Ok(result) => {
                let sides = sides(input, &file, &result);
                // Before the comparison, which takes much memory.
                if sides.report.findings.iter().any(|one| one.violation.severity == Severity::Error) {
                    known_errors = errors(&result);
                }
                let diff = sides.compare(input.asked, input.analysis.registry(), |comparison| comparison.head(None))?;
                let source = result.source().cloned();
                let UpkeepResult { edits, gaps, mut notes, .. } = result;
                if self.depends_on_usage() && input.usage.is_none() && !edits.is_empty() {
                    notes.push(Remark::UsersNotChecked);
                }
                let notes = notes.into_iter().map(|note| UpkeepNote { message: note.to_string(), note }).collect();
                let done = UpkeepOutcome::Done { edits, gaps, notes, diff: Box::new(diff), later: None };
                (done, source, Some(sides), None)
            }
            Err(refusal) => {
                let (reason, details) = (refusal.to_string(), refusal.details());
                (UpkeepOutcome::Refused { reason, details }, None, None, Some(refusal))
            }
        };
        let (settings, profile) = (input.asked.into(), input.profile.name().to_owned());
        Ok(UpkeepAnswer { settings, file, profile, outcome, source, sides, refusal, known_errors })
    }

    /// Returns whether the answer depends on the versions that Shoots use.
    #[must_use]
    pub fn depends_on_usage(&self) -> bool {
        self.changes.iter().any(|change| matches!(change, ProfileChange::Prune(_)))
    }
}

/// Returns the rule and the field of every error in a changed profile. New errors would have been refused unless accepted.
fn errors(result: &UpkeepResult) -> BTreeSet<(&'static str, String)> {
    let report = result.analysis.report_on(&result.profile);
    let errors = report.findings.iter().map(|one| &one.violation).filter(|one| one.severity == Severity::Error);
    errors.map(|one| (one.rule.name, one.path.to_string())).collect()
}

/// Adds the versions in use to a pruning; returns other changes as they are.
fn with_versions_in_use(change: &ProfileChange, in_use: &[VersionInUse]) -> ProfileChange {
    match change {
        ProfileChange::Prune(pruning) => ProfileChange::Prune(users::kept(pruning, in_use)),
        other => other.clone(),
    }
}

/// Asks about a profile among manifests, and about its users if the answer depends on them.
fn ask_about_upkeep<F: Face, T>(
    face: &F,
    depends_on_usage: bool,
    ask: impl FnOnce(UpkeepInput<'_>) -> Result<T, QueryError>,
) -> Result<T, F::Failure> {
    let (analysis, asked) = (face.manifests()?, face.asked()?);
    let profile = face.sent_profile(&analysis)?;
    let children = face.children_of(profile.key())?;
    let mut input = UpkeepInput { analysis: &analysis, profile: &profile, children, usage: None, asked };
    if depends_on_usage && let Some(users) = face.users_of(profile.key())? {
        input.usage = input.count(users).map_err(|why| QueryError::Users(Box::new(why)))?;
    }
    Ok(ask(input)?)
}

impl UpkeepInput<'_> {
    /// Returns the NamespacedCloudProfiles that are given next to the profile.
    fn children_in_same_input(&self) -> Vec<Arc<Child>> {
        let file = self.profile.written().map(|written| written.source().name());
        let objects = file.into_iter().flat_map(|file| self.analysis.objects(Role::Checked, file));
        objects.filter_map(Object::child).cloned().collect()
    }
}

/// Compares the profile before and after, as an update.
fn sides(input: &UpkeepInput<'_>, file: &str, result: &UpkeepResult) -> DiffSides {
    let mut after = result.analysis.clone();
    after.set_mode(CheckMode::Update);
    after.set_old_from(input.analysis, file);
    let children_after = after.objects(Role::Checked, file).filter_map(Object::child).cloned().collect();
    let children = [input.children_in_same_input(), children_after, input.children.clone()];
    DiffSides::new(input.profile, &mut after, &result.profile, children)
}
