//! Long answers whose summary comes first: they wait in memory, and above a few MiB in a file without a name.

use std::io::{Read as _, Seek as _, SeekFrom, Write};

use tempfile::SpooledTempFile;

use crate::status::Failure;

/// Copies what has waited.
pub(crate) fn unspool(spool: &mut SpooledTempFile, out: &mut dyn Write) -> Result<(), Failure> {
    spool.seek(SeekFrom::Start(0))?;
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match spool.read(&mut chunk)? {
            0 => return Ok(()),
            read => out.write_all(chunk.get(..read).unwrap_or_default())?,
        }
    }
}
