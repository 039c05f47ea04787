//! `migrate`: from legacy fields to capabilities and back, with a proof.

mod text;

use rootstock_core_model::CapabilityDefinition;
use rootstock_migration::{Migration, Note, Proof, Refusal, migrate, roll_back};
use rootstock_provider_api::Registry;
use rootstock_report::{Edit, unified_diff};

use crate::cli::{Format, MigrateArguments};
use crate::document::{self, ProfileDocument};
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, rewrite};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.migrate/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    file: &'a str,
    profile: &'a str,
    #[serde(flatten)]
    outcome: Outcome<'a>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
enum Outcome<'a> {
    #[serde(rename_all = "camelCase")]
    Done { capabilities: &'a [CapabilityDefinition], edits: &'a [Edit], notes: Vec<Told<'a>>, proof: Counted<'a> },
    #[serde(rename_all = "camelCase")]
    Refused {
        reason: String,
        details: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        proof: Option<Counted<'a>>,
    },
}

/// A note with its sentence.
#[derive(serde::Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    note: &'a Note,
    message: String,
}

/// A proof with its sums.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted<'a> {
    holds: bool,
    intended: usize,
    unexpected: usize,
    #[serde(flatten)]
    proof: &'a Proof,
}

impl<'a> From<&'a Proof> for Counted<'a> {
    fn from(proof: &'a Proof) -> Self {
        Self { holds: proof.holds(), intended: proof.intended(), unexpected: proof.unexpected(), proof }
    }
}

pub(super) fn run(arguments: &MigrateArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let path = &arguments.profile.path;
    if arguments.in_place && path.as_os_str() == "-" {
        return Err(Failure::Usage("standard input (-) cannot be written; leave --in-place out".to_owned()));
    }
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let found = document::load(&arguments.profile, &mut run)?;
    let options = arguments.options();
    let change = if arguments.rollback { roll_back } else { migrate };
    let outcome = change(&found.analysis, &found.profile, &options);
    match outcome {
        Ok(migration) => {
            if arguments.in_place && !migration.edits.is_empty() {
                rewrite::replace(path, found.text(), &migration.text)
                    .map_err(|reason| Failure::Unreadable(format!("cannot write {}: {reason}", path.display())))?;
            }
            answer(arguments, &found, &migration, &mut run)?;
            Ok(Status::Clean)
        }
        Err(refusal) => refuse(arguments, &found, &refusal, &mut run),
    }
}

fn answer(
    arguments: &MigrateArguments,
    found: &ProfileDocument,
    migration: &Migration,
    run: &mut Run<'_>,
) -> Result<(), Failure> {
    if arguments.answer.format == Format::Json {
        let outcome = Outcome::Done {
            capabilities: &migration.capabilities,
            edits: &migration.edits,
            notes: migration.notes.iter().map(|note| Told { message: note.to_string(), note }).collect(),
            proof: (&migration.proof).into(),
        };
        return envelope(found, outcome, run);
    }
    if arguments.diff {
        write!(run.streams.out(), "{}", unified_diff(found.file(), found.text(), &migration.text))?;
    } else if !arguments.in_place {
        write!(run.streams.out(), "{}", migration.text)?;
    }
    text::say(migration, arguments.rollback, run.streams);
    Ok(())
}

fn refuse(
    arguments: &MigrateArguments,
    found: &ProfileDocument,
    refusal: &Refusal,
    run: &mut Run<'_>,
) -> Result<Status, Failure> {
    if arguments.answer.format == Format::Json {
        let proof = match refusal {
            Refusal::Unproven(proof) => Some(proof.as_ref().into()),
            _ => None,
        };
        let outcome = Outcome::Refused { reason: refusal.to_string(), details: text::details(refusal), proof };
        envelope(found, outcome, run)?;
    }
    text::say_refusal(refusal, run.streams);
    Ok(match refusal {
        Refusal::Impossible(_) => Status::Usage,
        Refusal::Undecodable(_) => Status::Unreadable,
        Refusal::Misread(_) => Status::Internal,
        Refusal::Unsupported(_)
        | Refusal::Lossy(_)
        | Refusal::Obstacle(_)
        | Refusal::Unproven(_)
        | Refusal::NewErrors(_) => Status::Findings,
    })
}

fn envelope(found: &ProfileDocument, outcome: Outcome<'_>, run: &mut Run<'_>) -> Result<(), Failure> {
    let profile = found.profile.name();
    let answer = Answer { settings: run.resolved.into(), file: found.file(), profile, outcome };
    run.streams.json(SCHEMA, &answer)
}
