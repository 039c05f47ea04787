//! The buffer of long answers whose summary comes first: up to 1 MiB in memory, beyond that in an unnamed temporary file.

use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};

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
    /// The keys of the parts of a text, with the position and length of each; `None` if they are not sorted.
    index: Option<Vec<(String, u64, u64)>>,
    length: u64,
}

/// The maximum number of parts that are sorted, because the index of more would take much memory.
const MAX_SORTED: usize = 10_000;

impl Spool {
    /// Creates a buffer for items of a JSON list, or for parts of a text.
    pub(crate) fn new(is_json: bool) -> Self {
        let separator = if is_json { ",\n" } else { "" };
        Self {
            parts: BufWriter::with_capacity(WRITE_BUFFER_SIZE, SpooledTempFile::new(MAX_IN_MEMORY)),
            separator,
            is_empty: true,
            index: (!is_json).then(Vec::new),
            length: 0,
        }
    }

    /// Like [`push`](Self::push), for a part of a text. The parts are sorted by their keys unless there are too many.
    pub(crate) fn push_sorted(&mut self, key: String, part: &[u8]) -> io::Result<()> {
        let start = self.length;
        self.push(part)?;
        if let Some(index) = &mut self.index {
            index.push((key, start, part.len() as u64));
        }
        if self.index.as_ref().is_some_and(|index| index.len() > MAX_SORTED) {
            self.index = None;
        }
        Ok(())
    }

    pub(crate) fn push(&mut self, part: &[u8]) -> io::Result<()> {
        let separator = if std::mem::take(&mut self.is_empty) { "" } else { self.separator };
        self.length += (separator.len() + part.len()) as u64;
        self.parts
            .write_all(separator.as_bytes())
            .and_then(|()| self.parts.write_all(part))
            .map_err(temporary_file_error)
    }

    /// Copies all parts to `out`.
    pub(crate) fn unspool(self, out: &mut dyn Write) -> io::Result<()> {
        let mut parts =
            self.parts.into_inner().map_err(io::IntoInnerError::into_error).map_err(temporary_file_error)?;
        let mut index = self.index.unwrap_or_default();
        if index.is_empty() {
            parts.seek(SeekFrom::Start(0)).map_err(temporary_file_error)?;
            return io::copy(&mut parts, out).map(drop);
        }
        index.sort();
        index.into_iter().try_for_each(|(_, start, length)| {
            parts.seek(SeekFrom::Start(start)).map_err(temporary_file_error)?;
            io::copy(&mut (&mut parts).take(length), out).map(drop)
        })
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
