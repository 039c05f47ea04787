//! The frame of commands that ask one question, and the formatting of their answers.

use std::io::{self, Write};

use rootstock_provider_api::Registry;
use rootstock_queries::{NoAnswer, ProfileAsked, Query};

use crate::cli::{AnswerArguments, Form, FormatArguments, ProfileArguments, Shape};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::Rows;
use crate::run::Run;
use crate::{Status, Streams, profile};

/// The formatting of an answer, implemented by the command's arguments. The library itself writes the JSON of all answers.
pub(crate) trait Look<Q: Query> {
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
    look: &impl Look<Q>,
    answer: &Q::Answer,
    form: impl Form,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    match form.shape() {
        Shape::Text => look.text(answer, &mut streams.out.page())?,
        Shape::Json => streams.out.json(Q::FORM, answer)?,
        Shape::Csv => look.rows(answer, &mut streams.out.rows())?,
        Shape::Svg | Shape::Html | Shape::Markdown => look.draw(answer, streams.out.raw())?,
    }
    Ok(look.status(answer))
}

/// Asks a question about Rootstock itself, and writes the answer.
pub(crate) fn about_rootstock<Q: Query>(
    look: &impl Look<Q>,
    question: &Q,
    over: Q::Over<'_>,
    arguments: &FormatArguments,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    streams.out.set_file(&arguments.output)?;
    let answer = question.ask(over).map_err(Into::<NoAnswer>::into)?;
    write(look, &answer, arguments.format, streams)
}

/// Asks a question about a profile, and writes the answer.
pub(crate) fn about_profile<Q, F: Form>(
    look: &impl Look<Q>,
    question: impl FnOnce(&mut Run<'_>) -> Result<Q, Failure>,
    (profile, arguments): (&ProfileArguments, &AnswerArguments<F>),
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure>
where
    Q: for<'a> Query<Over<'a> = ProfileAsked<'a>>,
{
    let mut run = Run::answering(arguments, registry, streams)?;
    let question = question(&mut run)?;
    let profile = profile::load(profile, &mut run)?;
    let answer = question.ask(ProfileAsked { profile: &profile, asked: run.resolved });
    write(look, &answer.map_err(Into::<NoAnswer>::into)?, arguments.format, run.streams)
}
