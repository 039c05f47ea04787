//! `completions`: shell completion scripts.

use clap::Args;
use clap_complete::Shell;
use rootstock_provider_api::Registry;

use super::definition;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Print a completion script for a shell
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
    /// The shell to complete commands for
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Writes the completion script of a command line definition.
pub(super) fn run(arguments: &CompletionsArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut definition = definition();
    let name = definition.get_name().to_owned();
    // Writes to memory first, because the generator cannot report a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, name, &mut script);
    streams.out.raw().write_all(&script)?;
    Ok(Status::Clean)
}
