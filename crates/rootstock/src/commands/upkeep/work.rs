//! What all these commands do with changes: ask, show, write.

use std::path::PathBuf;

use clap::Args;
use rootstock_manifest_files::path_name;
use rootstock_provider_api::Registry;
use rootstock_queries::{Query as _, UpkeepAnswer, UpkeepAsked, UpkeepOutcome, UpkeepQuery};
use rootstock_report::unified_diff;
use rootstock_upkeep::{ProfileChange, Refusal};

use super::text;
use crate::cli::{AnswerArguments, CloudProfileArguments, Format};
use crate::commands::diff;
use crate::failure::{Failure, Unusable, Usage};
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::{Status, Streams, document, input, rewrite};

#[derive(Debug, Args)]
pub(super) struct WorkArguments {
    #[command(flatten)]
    profile: CloudProfileArguments,

    /// Shoots, to see what the change means for them: files, directories or -; may be given several times
    #[arg(long, value_name = "PATH")]
    shoots: Vec<PathBuf>,

    /// NamespacedCloudProfiles below the profile that do not stand beside it: files, directories or -; may be given several
    /// times
    #[arg(long = "with", value_name = "PATH")]
    children: Vec<PathBuf>,

    /// Accept that the result has new warnings of this rule; may be given several times
    #[arg(long, value_name = "RULE")]
    accept: Vec<String>,

    /// Write the result to the file
    #[arg(long)]
    in_place: bool,

    #[command(flatten)]
    answer: AnswerArguments,
}

impl WorkArguments {
    /// Refuses arguments, these and others, that name standard input more than once.
    pub(super) fn read_standard_input_once(&self, others: &[PathBuf]) -> Result<(), Failure> {
        let own = std::iter::once(&self.profile.path).chain(&self.shoots).chain(&self.children);
        input::read_standard_input_once(own.chain(others))
    }
}

pub(super) fn run(
    arguments: &WorkArguments,
    changes: Vec<ProfileChange>,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let path = &arguments.profile.path;
    if arguments.in_place && path.as_os_str() == "-" {
        return Err(Usage::StandardInputInPlace.into());
    }
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let asked = run.resolved;
    let shoots = match arguments.shoots.as_slice() {
        [] => None,
        paths => Some(ShootSources::new(paths, &[], run.streams)?),
    };
    let mut found = document::load(&arguments.profile, &[], &mut run)?;
    let children = diff::sides::given(&arguments.children, &mut found.analysis, &mut run)?;
    let query = UpkeepQuery { changes, accept: arguments.accept.clone() };
    let over = UpkeepAsked { analysis: &found.analysis, profile: &found.profile, children, asked };
    let mut answer = query.ask(over)?;
    if let Some(shoots) = shoots {
        ask_shoots(&mut answer, shoots, registry, asked, streams)?;
    }
    let status = status(&answer);
    // What Gardener would refuse is shown, and not written.
    if let Some(text) = answer.text.as_ref().filter(|text| arguments.in_place && *text != found.text())
        && status == Status::Clean
    {
        rewrite::replace(path, found.text(), text)
            .map_err(|reason| Unusable::NotReplaced { file: path_name(path), reason })?;
    }
    match arguments.answer.format {
        Format::Json => streams.json(UpkeepQuery::FORM, &answer)?,
        Format::Text => {
            if let Some(text) = answer.text.as_ref().filter(|_| !arguments.in_place) {
                let diff = unified_diff(path.as_os_str().as_encoded_bytes(), found.text(), text);
                writeln!(streams.out(), "{diff}")?;
            }
            text::write(&answer, status, arguments.in_place, streams)?;
        }
    }
    Ok(status)
}

/// Asks what the change means for Shoots.
fn ask_shoots(
    answer: &mut UpkeepAnswer,
    shoots: ShootSources,
    registry: &Registry,
    asked: rootstock_queries::Asked,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let (UpkeepOutcome::Done { diff, .. }, Some(sides)) = (&mut answer.outcome, &answer.sides) else { return Ok(()) };
    **diff = sides.compare(asked, registry, |comparison| {
        let (fleet, _) = diff::fleet::ask(shoots, comparison, Format::Text, false, streams)?;
        Ok::<_, Failure>(comparison.head(Some(fleet)))
    })??;
    Ok(())
}

fn status(answer: &UpkeepAnswer) -> Status {
    match (&answer.outcome, &answer.refusal) {
        (_, Some(Refusal::Undecodable(_))) => Status::Unreadable,
        (_, Some(Refusal::Unplanned(_))) => Status::Internal,
        (_, Some(refusal)) if refusal.is_about_the_question() => Status::Usage,
        (UpkeepOutcome::Refused { .. }, _) => Status::Findings,
        // That something changes is what was asked for.
        (UpkeepOutcome::Done { diff, .. }, _) => match diff::status(diff) {
            Status::Findings => Status::Clean,
            other => other,
        },
    }
}
