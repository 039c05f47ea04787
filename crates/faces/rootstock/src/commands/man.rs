//! `man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use clap_mangen::Man;
use rootstock_provider_api::Registry;

use super::definition;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Print the manual page of the program, or write those of all commands to a directory
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Read it
      rootstock man | man -l -

  Install all pages: rootstock(1), rootstock-check(1) and so on
      rootstock man --out ~/.local/share/man/man1")]
pub(crate) struct ManArguments {
    /// Write one page per command to this directory, which is created if it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes the pages of the command line definition.
pub(super) fn run(arguments: &ManArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let Some(folder) = &arguments.out else {
        let mut page = Vec::new();
        Man::new(definition()).render(&mut page)?;
        streams.out.raw().write_all(&page)?;
        return Ok(Status::Clean);
    };
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(definition(), folder))
        .map_err(|error| Failure::write_file(folder, error))?;
    Ok(Status::Clean)
}
