//! The complete definition of the command line.
//!
//! A run defines only the arguments of its own command: defining those of all commands takes longer than everything else before
//! the first input is read.

use clap::Command;
use clap::builder::StyledStr;

use crate::cli::COMMON_HEADING;

/// Makes every command define its arguments.
pub(crate) fn complete(command: Command) -> Command {
    // clap lists commands under `help` before they define themselves.
    let mut command = command.mut_subcommands(|one| match about(&one) {
        Some(about) => one.about(about),
        None => one,
    });
    // This argument is defined in another crate.
    command = command.mut_arg("color", |color| color.help_heading(COMMON_HEADING).hide_short_help(true));
    command.build();
    command
}

fn about(command: &Command) -> Option<StyledStr> {
    let mut command = command.clone();
    command.build();
    command.get_about().cloned()
}
