//! The common steps of these commands: ask, show the change, write it.

use std::path::PathBuf;

use clap::Args;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use rootstock_queries::{Query as _, QueryContext, QueryError, UpkeepAnswer, UpkeepInput, UpkeepOutcome, UpkeepQuery};
use rootstock_report::{SourceText, unified_diff_of_edits};
use rootstock_sources::files::path_name;
use rootstock_upkeep::{ProfileChange, Refusal};

use super::{shoots, text};
use crate::cli::{AnswerArguments, CloudProfileArguments, CommandFormat, Format, SettingsArguments};
use crate::commands::diff;
use crate::failure::{Failure, InputError};
use crate::garden::name::{CHILDREN, SHOOTS};
use crate::run::Run;
use crate::{Status, Streams, document, input, landscape, rewrite};

#[derive(Debug, Args)]
pub(in crate::commands) struct EditArguments<F: CommandFormat = Format> {
    #[command(flatten)]
    profile: CloudProfileArguments,

    /// Shoots on which to show the effects of the change: files, directories or -; may be given several times
    #[arg(long, value_name = "PATH")]
    shoots: Vec<PathBuf>,

    /// NamespacedCloudProfiles that refer to the profile, if PROFILE does not contain them: files, directories or -; may be given
    /// several times
    #[arg(long, alias = "with", value_name = "PATH")]
    children: Vec<PathBuf>,

    /// Accept new findings of this rule in the result; may be given several times
    #[arg(long, value_name = "RULE")]
    accept: Vec<String>,

    /// Write the result to the file
    #[arg(long)]
    in_place: bool,

    #[command(flatten)]
    answer: AnswerArguments<F>,
}

impl<F: CommandFormat> EditArguments<F> {
    pub(in crate::commands) const fn is_in_place(&self) -> bool {
        self.in_place
    }

    pub(in crate::commands) const fn format(&self) -> &F {
        &self.answer.format
    }

    pub(in crate::commands) const fn profile(&self) -> &CloudProfileArguments {
        &self.profile
    }

    /// Returns whether Shoots or NamespacedCloudProfiles are on standard input.
    pub(in crate::commands) fn reads_users_from_standard_input(&self) -> bool {
        self.shoots.iter().chain(&self.children).any(|path| path.as_os_str() == "-")
    }

    pub(in crate::commands) const fn settings(&self) -> &SettingsArguments {
        &self.answer.settings
    }

    pub(in crate::commands) fn accepted(&self) -> Vec<String> {
        self.accept.clone()
    }

    /// Rejects arguments, these and `others`, that name standard input more than once.
    pub(in crate::commands) fn read_standard_input_once(&self, others: &[PathBuf]) -> Result<(), Failure> {
        let own = std::iter::once(&self.profile.path).chain(&self.shoots).chain(&self.children);
        input::read_standard_input_once(own.chain(others))
    }
}

/// An answer that contains a changed profile.
pub(in crate::commands) trait HasUpkeepAnswer {
    fn upkeep(&mut self) -> &mut UpkeepAnswer;
}

impl HasUpkeepAnswer for UpkeepAnswer {
    fn upkeep(&mut self) -> &mut UpkeepAnswer {
        self
    }
}

/// The answer about a change, and the text before it.
pub(in crate::commands) struct EditResult<A> {
    pub(in crate::commands) answer: A,
    pub(in crate::commands) status: Status,
    pub(in crate::commands) before: SourceText,
    /// The file with the profile.
    pub(in crate::commands) path: PathBuf,
}

pub(in crate::commands) fn run(
    arguments: &EditArguments,
    changes: Vec<ProfileChange>,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let query = UpkeepQuery { changes, accept: arguments.accept.clone(), in_order: false };
    run_query(arguments, &query, registry, streams)
}

/// Like [`run`], but each change builds on the result of the previous ones.
pub(in crate::commands) fn run_in_order(
    arguments: &EditArguments,
    changes: Vec<ProfileChange>,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let query = UpkeepQuery { changes, accept: arguments.accept.clone(), in_order: true };
    run_query(arguments, &query, registry, streams)
}

fn run_query(
    arguments: &EditArguments,
    query: &UpkeepQuery,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let ask = |over: UpkeepInput<'_>| query.ask(over);
    let edited = answer(arguments, query.depends_on_usage(), ask, registry, streams)?;
    match arguments.answer.format {
        Format::Json => streams.out.json(UpkeepQuery::ANSWER_SCHEMA, &edited.answer)?,
        Format::Text => {
            write_diff(arguments, &edited, &edited.answer, streams)?;
            text::write(&edited.answer, edited.status, arguments.in_place, streams)?;
        }
    }
    Ok(edited.status)
}

/// Asks a question about a profile and its users, and writes the file if requested.
pub(in crate::commands) fn answer<F: CommandFormat, A: HasUpkeepAnswer>(
    arguments: &EditArguments<F>,
    depends_on_usage: bool,
    ask: impl FnOnce(UpkeepInput<'_>) -> Result<A, QueryError>,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<EditResult<A>, Failure> {
    answer_about(arguments, &arguments.profile, depends_on_usage, ask, registry, streams)
}

/// Like [`answer`], about another profile than that of the arguments.
pub(in crate::commands) fn answer_about<F: CommandFormat, A: HasUpkeepAnswer>(
    arguments: &EditArguments<F>,
    profile: &CloudProfileArguments,
    depends_on_usage: bool,
    ask: impl FnOnce(UpkeepInput<'_>) -> Result<A, QueryError>,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<EditResult<A>, Failure> {
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let profile = landscape::resolve(profile, &mut run)?;
    let path = &profile.path;
    if arguments.in_place {
        input::require_file(path, "--in-place")?;
    }
    let children = run.or_from_garden(&arguments.children, CHILDREN);
    let shoots = run.open_given_shoots(&run.or_from_garden(&arguments.shoots, SHOOTS), &[])?;
    let asked: QueryContext = run.resolved;
    let mut found = document::load(&profile, &[], &mut run)?;
    let children = diff::sides::given(&children, &mut found.analysis, &mut run)?;
    let mut over = UpkeepInput { analysis: &found.analysis, profile: &found.profile, children, usage: None, asked };
    // Shoots that are needed twice are kept.
    let mut kept: Vec<FleetItem> = Vec::new();
    let shoots: Option<Box<dyn Iterator<Item = FleetItem> + Send>> = match shoots {
        Some(shoots) if depends_on_usage => {
            kept.extend(shoots);
            over.usage = shoots::usage(&over, kept.iter().cloned(), streams)?;
            Some(Box::new(kept.into_iter()))
        }
        Some(shoots) => Some(Box::new(shoots)),
        None => None,
    };
    let mut answer = ask(over)?;
    let upkeep = answer.upkeep();
    if let Some(shoots) = shoots {
        shoots::ask(upkeep, shoots, registry, asked, streams)?;
    }
    let status = status(upkeep);
    // A change that Gardener would refuse is shown, but not written.
    if let Some(text) = upkeep.text().filter(|text| arguments.in_place && *text != found.text())
        && status == Status::Clean
    {
        rewrite::replace(path, found.text(), text)
            .map_err(|reason| InputError::ReplaceError { file: path_name(path), reason })?;
    }
    Ok(EditResult { answer, status, before: found.source().clone(), path: profile.path })
}

/// Writes the change as a diff, unless it is written to the file.
pub(in crate::commands) fn write_diff<F: CommandFormat, A>(
    arguments: &EditArguments<F>,
    edited: &EditResult<A>,
    answer: &UpkeepAnswer,
    streams: &mut Streams,
) -> Result<(), Failure> {
    if let (Some(text), UpkeepOutcome::Done { edits, .. }) = (answer.text(), &answer.outcome)
        && !arguments.in_place
    {
        writeln!(
            streams.out.raw(),
            "{}",
            unified_diff_of_edits(edited.path.as_os_str().as_encoded_bytes(), edited.before.text(), text, edits)
        )?;
    }
    Ok(())
}

fn status(answer: &UpkeepAnswer) -> Status {
    match (&answer.outcome, &answer.refusal) {
        (_, Some(Refusal::Undecodable(_))) => Status::Unreadable,
        (_, Some(Refusal::Unplanned(_))) => Status::Internal,
        (_, Some(refusal)) if refusal.is_invalid_query() => Status::UsageError,
        (UpkeepOutcome::Refused { .. }, _) => Status::Findings,
        // Changes are intended here, and not findings.
        (UpkeepOutcome::Done { diff, .. }, _) => match diff::status(diff) {
            Status::Unreadable => Status::Unreadable,
            _ if answer.is_refused() || answer.is_in_use() => Status::Refused,
            _ => Status::Clean,
        },
    }
}
