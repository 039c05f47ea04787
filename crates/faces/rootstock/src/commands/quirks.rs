//! `quirks`: where Gardener does not do what its documents say.

use std::io::{self, Write};

use clap::Args;
use rootstock_core_model::QuirkInfo;
use rootstock_queries::QuirksQuery;

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::prose::{TITLE, wrap};
use crate::{Status, Streams};

/// List the places where Gardener v1.150 departs from its documents (see --semantics)
#[derive(Debug, Args)]
pub(crate) struct QuirksArguments {
    #[command(flatten)]
    answer: FormatArguments,
}

pub(super) fn run(arguments: &QuirksArguments, streams: &mut Streams) -> Result<Status, Failure> {
    streams.set_output(&arguments.answer.output)?;
    streams.ask(&QuirksQuery {}, (), arguments.answer.format, |answer, width, out| {
        let count = answer.quirks.len();
        let introduction = format!(
            "Gardener v1.150 departs from its documents in {count} places. Commands answer as documented unless \
                 --semantics gardener is given.",
        );
        writeln!(out, "{}", wrap(&introduction, width, 0))?;
        for quirk in &answer.quirks {
            writeln!(out)?;
            write_quirk(quirk, width, out)?;
        }
        Ok(())
    })
}

/// The name of a quirk, and what is known of it.
pub(super) fn write_quirk(quirk: &QuirkInfo, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{TITLE}{}{TITLE:#}", quirk.name)?;
    let lines = [
        ("documented", quirk.documented),
        ("Gardener", quirk.gardener),
        ("source", quirk.source),
        ("example", quirk.example),
    ];
    for (label, text) in lines {
        // The label takes the place of the first line's margin.
        let wrapped = wrap(text, width, 14);
        writeln!(out, "  {label:<10}  {}", wrapped.trim_start())?;
    }
    Ok(())
}
