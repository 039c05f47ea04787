//! `init`: a starter configuration.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_analysis::configuration::FILE_NAME;
use rootstock_provider_api::Registry;

use crate::failure::{Failure, UsageError};
use crate::{Status, Streams};

/// The content of the file: every key with its default, as comments.
const TEMPLATE: &str = include_str!("init/rootstock.toml");

/// Write a rootstock.toml with every setting as a comment that explains it
///
/// An existing file is left unchanged.
#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The directory of the file, or - to print it
    #[arg(default_value = ".", value_name = "DIR")]
    directory: PathBuf,
}

pub(super) fn run(arguments: &InitArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    if arguments.directory == Path::new("-") {
        streams.out.raw().write_all(TEMPLATE.as_bytes())?;
        return Ok(Status::Clean);
    }
    let file = arguments.directory.join(FILE_NAME);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let written = options.open(&file).and_then(|mut open| open.write_all(TEMPLATE.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => UsageError::FileExists { file: file.display().to_string() }.into(),
        _ => Failure::write_file(&file, error),
    })?;
    streams.say(format!("wrote {}", file.display()));
    Ok(Status::Clean)
}
