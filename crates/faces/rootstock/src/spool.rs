//! Long answers whose summary comes first: they wait in memory, and above a MiB in a file without a name.

use std::io::{self, BufWriter, Seek as _, SeekFrom, Write};

use rootstock_queries::write_shoots_below;
use rootstock_sources::files::path_name;
use serde::Serialize;
use tempfile::SpooledTempFile;

use crate::streams::VERSION;

/// How much of an answer waits in memory: about two thousand Shoots. More costs more than the file does, as memory that was never
/// used is new to the process, and is copied each time it becomes too small.
const MOST_IN_MEMORY: usize = 1 << 20;
/// How much of it is written to the file at once.
const WRITTEN_AT_ONCE: usize = 256 << 10;

/// The parts of an answer that wait.
pub(crate) struct Spool {
    parts: BufWriter<SpooledTempFile>,
    /// What stands between two parts.
    separator: &'static str,
    is_empty: bool,
}

impl Spool {
    /// For the items of a JSON list, or for parts of a text.
    pub(crate) fn new(is_json: bool) -> Self {
        let separator = if is_json { ",\n" } else { "" };
        Self {
            parts: BufWriter::with_capacity(WRITTEN_AT_ONCE, SpooledTempFile::new(MOST_IN_MEMORY)),
            separator,
            is_empty: true,
        }
    }

    pub(crate) fn push(&mut self, part: &[u8]) -> io::Result<()> {
        let separator = if std::mem::take(&mut self.is_empty) { "" } else { self.separator };
        self.parts.write_all(separator.as_bytes()).and_then(|()| self.parts.write_all(part)).map_err(no_room)
    }

    /// Copies what has waited.
    pub(crate) fn unspool(self, out: &mut dyn Write) -> io::Result<()> {
        let mut parts = self.parts.into_inner().map_err(io::IntoInnerError::into_error).map_err(no_room)?;
        parts.seek(SeekFrom::Start(0)).map_err(no_room)?;
        io::copy(&mut parts, out).map(drop)
    }

    /// Writes an answer with what has waited as the list of its Shoots.
    pub(crate) fn unspool_below(
        self,
        form: &'static str,
        answer: impl Serialize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write_shoots_below(form, VERSION, answer, |out| self.unspool(out), out)
    }
}

/// What is wrong with the folder of temporary files, and which one that is.
fn no_room(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let what = format!(
        "what waits for its summary goes to a temporary file in `{}`: {error}; set TMPDIR to a folder with room for it",
        path_name(&folder)
    );
    io::Error::new(error.kind(), what)
}
