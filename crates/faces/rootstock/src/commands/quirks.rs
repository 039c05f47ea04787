//! `quirks`: the places where Gardener deviates from its documentation.

use std::io::{self, Write as _};

use clap::Args;
use rootstock_core_model::{QuirkInfo, Semantics};
use rootstock_provider_api::Registry;
use rootstock_queries::{QuirksAnswer, QuirksQuery};

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::page::Page;
use crate::prose::wrap;
use crate::view::{AnswerView, answer_query};
use crate::{Status, Streams};

/// List the places where Gardener v1.150 deviates from its documentation (see --semantics)
#[derive(Debug, Args)]
pub(crate) struct QuirksArguments {
    #[command(flatten)]
    answer: FormatArguments,
}

pub(super) fn run(arguments: &QuirksArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    answer_query(arguments, &QuirksQuery {}, (), &arguments.answer, streams)
}

impl AnswerView<QuirksQuery> for QuirksArguments {
    fn text(&self, answer: &QuirksAnswer, page: &mut Page<'_>) -> io::Result<()> {
        let count = answer.quirks.iter().filter(|quirk| quirk.releases.contain_newest()).count();
        let ended = answer.quirks.len() - count;
        page.paragraph(
            0,
            format!(
                "{} deviates from its documentation in {count} places, and earlier releases in {ended} more. Commands \
                 answer as documented, unless --semantics gardener is given; --gardener selects the release.",
                Semantics::gardener(None),
            ),
        )?;
        for quirk in &answer.quirks {
            page.blank()?;
            write_quirk(quirk, page)?;
        }
        Ok(())
    }
}

/// Writes a quirk and its details.
pub(super) fn write_quirk(quirk: &QuirkInfo, page: &mut Page<'_>) -> io::Result<()> {
    page.title(quirk.name)?;
    let releases = quirk.releases.to_string();
    let lines = [
        ("documented", quirk.documented),
        ("Gardener", quirk.gardener),
        ("releases", &releases),
        ("source", quirk.source),
        ("example", quirk.example),
    ];
    for (label, text) in lines.into_iter().filter(|(_, text)| !text.is_empty()) {
        // The label takes the place of the first line's margin.
        let wrapped = wrap(text, page.width, 14);
        writeln!(page, "  {label:<10}  {}", wrapped.trim_start())?;
    }
    Ok(())
}
