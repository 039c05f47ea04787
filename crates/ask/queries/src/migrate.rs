//! `migrate`: conversion from legacy fields to capabilities and back, with a proof.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile, Role};
use rootstock_core_model::CapabilityDefinition;
use rootstock_document::Edit;
use rootstock_migration::{Migration, MigrationOptions, Note, Proof, Refusal, migrate, roll_back};
use serde::{Deserialize, Serialize};

use crate::{AppliedSettings, Example, Face, Query, QueryContext, QueryError, QuerySubject};

/// Asks for a CloudProfile converted to capabilities or back, and whether all machines keep their images.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MigrateQuery {
    /// Whether to convert from capabilities back to legacy fields.
    pub rollback: bool,
    /// Whether to accept that machines get other images if that follows from the options.
    pub accept_differences: bool,
    /// The steps beyond converting architectures.
    #[serde(flatten)]
    pub options: MigrationOptions,
}

/// A profile and its text.
#[derive(Debug, Clone, Copy)]
pub struct MigrateInput<'a> {
    /// The analysis that holds the profile's text.
    pub analysis: &'a Analysis,
    /// The profile.
    pub profile: &'a Arc<Profile>,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// A migrated profile, or the reason why there is none.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MigrateAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The input.
    pub file: String,
    /// The profile.
    pub profile: String,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: MigrateOutcome,
    /// The whole text of the input, edited; not part of the JSON form, which has the edits instead.
    #[serde(skip)]
    pub text: Option<String>,
    /// The reason why there is no migrated profile.
    #[serde(skip)]
    pub refusal: Option<Refusal>,
}

/// The outcome of a migration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MigrateOutcome {
    /// The profile is migrated.
    #[serde(rename_all = "camelCase")]
    Done {
        /// The capabilities that the result registers.
        capabilities: Vec<CapabilityDefinition>,
        /// The changes to the text, in order; empty if there was nothing to do.
        edits: Vec<Edit>,
        /// Notes for the user.
        notes: Vec<MigrateNote>,
        /// The result of comparing both profiles.
        proof: MigrateProof,
    },
    /// The profile is not migrated.
    #[serde(rename_all = "camelCase")]
    Refused {
        /// The reason.
        reason: String,
        /// Details of the reason, one sentence each.
        details: Vec<String>,
        /// The result of comparing both profiles, if that is the reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        proof: Option<MigrateProof>,
    },
}

/// A note and its message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MigrateNote {
    /// The note.
    #[serde(flatten)]
    pub note: Note,
    /// The note in words.
    pub message: String,
}

/// A proof and its totals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MigrateProof {
    /// Whether there are only intended differences.
    pub holds: bool,
    /// The number of combinations that differ as intended.
    pub intended: usize,
    /// The number of combinations that differ unexpectedly.
    pub unexpected: usize,
    /// The proof.
    #[serde(flatten)]
    pub proof: Proof,
}

impl From<Proof> for MigrateProof {
    fn from(proof: Proof) -> Self {
        Self { holds: proof.holds(), intended: proof.intended(), unexpected: proof.unexpected(), proof }
    }
}

impl Query for MigrateQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.migrate/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "migrate fixtures/profiles/openstack-legacy.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/profiles/openstack-legacy.yaml")],
    };
    type Answer = MigrateAnswer;
    type Input<'a> = MigrateInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: MigrateInput<'_>) -> Result<MigrateAnswer, QueryError> {
        let written = input.profile.written().ok_or(QueryError::NotACloudProfile)?;
        let change = if self.rollback { roll_back } else { migrate };
        let accepted = |migration: Migration| match migration.proof.intended() {
            1.. if !self.accept_differences => Err(Refusal::Unaccepted(Box::new(migration.proof))),
            _ => Ok(migration),
        };
        let (outcome, text, refusal) = match change(input.analysis, input.profile, &self.options).and_then(accepted) {
            Ok(Migration { text, edits, capabilities, proof, notes }) => {
                let notes = notes.into_iter().map(|note| MigrateNote { message: note.to_string(), note }).collect();
                (MigrateOutcome::Done { capabilities, edits, notes, proof: proof.into() }, Some(text), None)
            }
            Err(refusal) => {
                let proof = match &refusal {
                    Refusal::Unproven(proof) | Refusal::Unaccepted(proof) => Some(proof.as_ref().clone().into()),
                    _ => None,
                };
                let (reason, details) = (refusal.to_string(), refusal.details());
                (MigrateOutcome::Refused { reason, details, proof }, None, Some(refusal))
            }
        };
        Ok(MigrateAnswer {
            settings: input.asked.into(),
            file: written.source().name().to_owned(),
            profile: input.profile.name().to_owned(),
            outcome,
            text,
            refusal,
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let analysis = face.manifests()?;
        let profile = face.sent_profile(&analysis)?;
        Ok(self.ask(MigrateInput { analysis: &analysis, profile: &profile, asked: face.asked()? })?)
    }
}
