//! The frame of commands that ask one question, and the formatting of their answers.

use std::io::{self, Write};

use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileInput, Query, QueryError};

use crate::cli::{AnswerArguments, CommandFormat, FormatArguments, OutputFormat, ProfileArguments};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::Rows;
use crate::run::Run;
use crate::table::printable;
use crate::{Status, Streams, profile};

/// The formatting of an answer, implemented by the command's arguments. The library itself writes the JSON of all answers.
pub(crate) trait AnswerView<Q: Query> {
    /// Writes the answer as text.
    fn text(&self, answer: &Q::Answer, page: &mut Page<'_>) -> io::Result<()>;

    /// Writes the answer as rows, if the command supports CSV.
    fn rows(&self, _: &Q::Answer, _: &mut Rows<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Writes the answer as SVG, HTML or Markdown, if the command supports such a format.
    fn draw(&self, _: &Q::Answer, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Returns the exit status.
    fn status(&self, _: &Q::Answer) -> Status {
        Status::Clean
    }
}

/// Writes an answer in the requested format.
pub(crate) fn write<Q: Query>(
    view: &impl AnswerView<Q>,
    answer: &Q::Answer,
    form: impl CommandFormat,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    match form.output_format() {
        OutputFormat::Text => view.text(answer, &mut streams.out.page())?,
        OutputFormat::Json => streams.out.json(Q::ANSWER_SCHEMA, answer)?,
        OutputFormat::Csv => view.rows(answer, &mut streams.out.rows())?,
        OutputFormat::Svg | OutputFormat::Html | OutputFormat::Markdown | OutputFormat::Junit | OutputFormat::Sarif => {
            view.draw(answer, streams.out.raw())?
        }
    }
    Ok(view.status(answer))
}

/// Asks a question about Rootstock itself, and writes the answer.
pub(crate) fn answer_query<Q: Query>(
    view: &impl AnswerView<Q>,
    question: &Q,
    over: Q::Input<'_>,
    arguments: &FormatArguments,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    streams.out.set_file(&arguments.output)?;
    let answer = question.ask(over).map_err(Into::<QueryError>::into)?;
    write(view, &answer, arguments.format, streams)
}

/// Asks a question about a profile, and writes the answer.
pub(crate) fn answer_profile_query<Q, F: CommandFormat>(
    view: &impl AnswerView<Q>,
    question: impl FnOnce(&mut Run<'_>) -> Result<Q, Failure>,
    (profile, arguments): (&ProfileArguments, &AnswerArguments<F>),
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure>
where
    Q: for<'a> Query<Input<'a> = ProfileInput<'a>>,
{
    let mut run = Run::with_output(arguments, registry, streams)?;
    let question = question(&mut run)?;
    // A file with several answers has no form but text.
    let profiles = match arguments.format.output_format() {
        OutputFormat::Text => profile::load_all(profile, &mut run)?,
        _ => {
            let profile = profile::load(profile, &mut run)?;
            vec![(profile.key().clone(), profile)]
        }
    };
    let are_several = profiles.len() > 1;
    let mut status = Status::Clean;
    for (position, (key, profile)) in profiles.iter().enumerate() {
        if are_several {
            let between = if position == 0 { "" } else { "\n" };
            writeln!(run.streams.out.raw(), "{between}=== {} ===\n", printable(key.to_string()))?;
        }
        let answer = question.ask(ProfileInput { profile, asked: run.resolved });
        let own = write(view, &answer.map_err(Into::<QueryError>::into)?, arguments.format, run.streams)?;
        status = if own == Status::Clean { status } else { own };
    }
    Ok(status)
}
