//! The lookup of `rootstock.toml`.

use std::io;
use std::path::{Path, PathBuf};

use rootstock_analysis::configuration::{Configuration, FILE_NAME};
use rootstock_provider_api::Registry;
use rootstock_sources::files::{ReadFailure, path_name, read_at_most};

use crate::failure::{Failure, InputError, UsageError};

/// The size limit of a configuration file, about 1000 times what people write.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the effective configuration: the named file, else the nearest one in the working directory or above it, else the
/// default.
pub(crate) fn load(named: Option<&Path>, search: bool, registry: &Registry) -> Result<Configuration, Failure> {
    let path = match named {
        Some(path) => path.to_owned(),
        None if search => match find() {
            Some(path) => path,
            None => return Ok(Configuration::default()),
        },
        None => return Ok(Configuration::default()),
    };
    let name = path_name(&path);
    let text = read_text(&path, MAX_BYTES)?;
    let configuration = Configuration::read(&name, &text, registry).map_err(UsageError::Configuration)?;
    Ok(configuration.with_working_directory(std::env::current_dir().unwrap_or_default()))
}

/// Reads a file of the program, which must be text and at most `most` bytes long.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, InputError> {
    let no_text =
        |error: std::string::FromUtf8Error| ReadFailure::Other(io::Error::new(io::ErrorKind::InvalidData, error));
    let text = read_at_most(path, most).and_then(|bytes| String::from_utf8(bytes).map_err(no_text));
    text.map_err(|reason| InputError::ReadFailure { file: path_name(path), reason })
}

/// Finds the nearest file in the working directory or above it. A file in the working directory gets a relative path.
fn find() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|directory| directory.join(FILE_NAME)).find(|path| path.is_file()).map(|path| {
        match path.strip_prefix(&here) {
            Ok(short) => short.to_owned(),
            Err(_) => path,
        }
    })
}
