//! `quirks`: where Gardener does not do what its documents say.

use rootstock_core_model::{QuirkInfo, Quirks};

use crate::cli::Format;
use crate::prose::{TITLE, wrap};
use crate::status::Failure;
use crate::{Status, Streams};

const SCHEMA: &str = "rootstock.quirks/v1";

#[derive(serde::Serialize)]
struct Answer {
    quirks: &'static [QuirkInfo],
}

pub(super) fn run(format: Format, streams: &mut Streams) -> Result<Status, Failure> {
    streams.answer(format, SCHEMA, &Answer { quirks: Quirks::TABLE }, |width, out| {
        let count = Quirks::TABLE.len();
        let introduction = format!(
            "Gardener v1.150 departs from its documents in {count} places. Commands answer as documented unless \
                 --semantics gardener is given.",
        );
        writeln!(out, "{}", wrap(&introduction, width, 0))?;
        for quirk in Quirks::TABLE {
            writeln!(out, "\n{TITLE}{}{TITLE:#}", quirk.name)?;
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
        }
        Ok(())
    })?;
    Ok(Status::Clean)
}
