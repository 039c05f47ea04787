//! The buffer of long answers whose summary comes first: up to 1 MiB in memory, beyond that in an unnamed temporary file.

use std::io::{self, BufWriter, Seek as _, SeekFrom, Write};

use rootstock_queries::write_envelope_with_shoots;
use rootstock_sources::files::path_name;
use serde::Serialize;
use tempfile::SpooledTempFile;

use crate::streams::VERSION;

/// The limit in memory, about 2000 Shoots. More would cost more than the file, because the process must obtain new memory and
/// copy the buffer each time it grows.
const MAX_IN_MEMORY: usize = 1 << 20;
/// The size of the write buffer of the file.
const WRITE_BUFFER_SIZE: usize = 256 << 10;

/// The buffered parts of an answer.
pub(crate) struct Spool {
    parts: BufWriter<SpooledTempFile>,
    /// The separator between two parts.
    separator: &'static str,
    is_empty: bool,
}

impl Spool {
    /// Creates a buffer for items of a JSON list, or for parts of a text.
    pub(crate) fn new(is_json: bool) -> Self {
        let separator = if is_json { ",\n" } else { "" };
        Self {
            parts: BufWriter::with_capacity(WRITE_BUFFER_SIZE, SpooledTempFile::new(MAX_IN_MEMORY)),
            separator,
            is_empty: true,
        }
    }

    pub(crate) fn push(&mut self, part: &[u8]) -> io::Result<()> {
        let separator = if std::mem::take(&mut self.is_empty) { "" } else { self.separator };
        self.parts
            .write_all(separator.as_bytes())
            .and_then(|()| self.parts.write_all(part))
            .map_err(temporary_file_error)
    }

    /// Copies all parts to `out`.
    pub(crate) fn unspool(self, out: &mut dyn Write) -> io::Result<()> {
        let mut parts =
            self.parts.into_inner().map_err(io::IntoInnerError::into_error).map_err(temporary_file_error)?;
        parts.seek(SeekFrom::Start(0)).map_err(temporary_file_error)?;
        io::copy(&mut parts, out).map(drop)
    }

    /// Writes an answer whose list of Shoots is the buffered parts.
    pub(crate) fn unspool_into(
        self,
        form: &'static str,
        answer: impl Serialize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write_envelope_with_shoots(form, VERSION, answer, |out| self.unspool(out), out)
    }
}

/// Adds the path of the folder of temporary files to an error.
fn temporary_file_error(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let what = format!(
        "cannot write a temporary file in `{}`: {error}; set TMPDIR to a directory with enough space",
        path_name(&folder)
    );
    io::Error::new(error.kind(), what)
}
