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
    let here = std::env::current_dir().unwrap_or_default();
    match named {
        Some(path) => read(path, &here, registry),
        None if search => load_near(&here, registry),
        None => Ok(Configuration::default()),
    }
}

/// Returns the configuration of the nearest file in a directory or above it, else the default. Names of documents are relative to the
/// directory.
pub(crate) fn load_near(directory: &Path, registry: &Registry) -> Result<Configuration, Failure> {
    match find(directory) {
        Some(path) => read(&path, directory, registry),
        None => Ok(Configuration::default()),
    }
}

fn read(path: &Path, working_directory: &Path, registry: &Registry) -> Result<Configuration, Failure> {
    let text = read_text(path, MAX_BYTES)?;
    let configuration = Configuration::read(&path_name(path), &text, registry).map_err(UsageError::Configuration)?;
    Ok(configuration.with_working_directory(working_directory))
}

/// Reads a file of the program, which must be text and at most `most` bytes long.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, InputError> {
    let no_text =
        |error: std::string::FromUtf8Error| ReadFailure::Other(io::Error::new(io::ErrorKind::InvalidData, error));
    let text = read_at_most(path, most).and_then(|bytes| String::from_utf8(bytes).map_err(no_text));
    text.map_err(|reason| InputError::ReadFailure { file: path_name(path), reason })
}

/// Finds the nearest file in a directory or above it. A file in the working directory gets a relative path.
fn find(directory: &Path) -> Option<PathBuf> {
    let path = directory.ancestors().map(|directory| directory.join(FILE_NAME)).find(|path| path.is_file())?;
    let here = std::env::current_dir().ok();
    Some(match here.filter(|here| path.parent() == Some(here)) {
        Some(_) => PathBuf::from(FILE_NAME),
        None => path,
    })
}
