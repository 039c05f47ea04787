//! The answer in Markdown, for a ticket.

use std::io::{self, Write};

use rootstock_maintenance::Departure;
use rootstock_queries::{ExposedPool, ExposureAnswer};

use super::{sooner, text};
use crate::table::{printable, table};

/// The width of tables, which Markdown does not limit.
const WIDTH: usize = 10_000;

const POOL_COLUMNS: [&str; 7] = ["Shoot", "pool", "machine type", "version", "gone", "why", "sooner"];

pub(super) fn write(answer: &ExposureAnswer, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}\n\n{}", printable(text::title(answer)), printable(text::numbers(answer)))?;
    if !answer.versions.is_empty() {
        let rows = answer.versions.iter().map(|version| text::version_cells(version).map(cell).to_vec());
        writeln!(out, "\n{}", table(text::VERSION_COLUMNS.map(str::to_owned), rows, WIDTH))?;
    }
    if !answer.pools.is_empty() {
        let rows = answer.pools.iter().map(|pool| pool_cells(answer, pool).map(cell).to_vec());
        writeln!(out, "\n{}", table(POOL_COLUMNS.map(str::to_owned), rows, WIDTH))?;
    }
    text::notes(answer).iter().try_for_each(|note| writeln!(out, "\n{}", printable(note.clone())))
}

fn pool_cells(answer: &ExposureAnswer, pool: &ExposedPool) -> [String; 7] {
    let ExposedPool { namespace, shoot, exposure, .. } = pool;
    let (gone, why) = match &exposure.departure {
        Departure::Leaves { at, to, why, .. } => (format!("{at}, to {to}"), why.clone()),
        Departure::Stays { why } => ("never".to_owned(), why.clone()),
        Departure::Deleted => ("being deleted".to_owned(), String::new()),
    };
    [
        format!("{namespace}/{shoot}"),
        exposure.pool.clone(),
        exposure.machine_type.clone(),
        text::versions(exposure),
        gone,
        why,
        sooner(exposure, answer.settings.at).join("; "),
    ]
}

/// Escapes what would end a cell.
fn cell(text: String) -> String {
    text.replace('|', "\\|")
}
