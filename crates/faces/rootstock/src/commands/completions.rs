//! `completions`: what a shell needs to complete the command line.

use clap::Args;
use clap_complete::Shell;
use rootstock_provider_api::Registry;

use super::definition;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Print a script that lets a shell complete commands, options and their values
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  bash, for this session or for all
      source <(rootstock completions bash)
      rootstock completions bash \\
        > ~/.local/share/bash-completion/completions/rootstock

  zsh, in a directory of $fpath
      rootstock completions zsh > ~/.zfunc/_rootstock

  fish
      rootstock completions fish > ~/.config/fish/completions/rootstock.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Writes the script for a definition of the command line.
pub(super) fn run(arguments: &CompletionsArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut definition = definition();
    let name = definition.get_name().to_owned();
    // Into memory first: the generator has no error for a pipe that is closed.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, name, &mut script);
    streams.out.raw().write_all(&script)?;
    Ok(Status::Clean)
}
