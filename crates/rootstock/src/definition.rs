//! The command line as a whole. What one run asks for is defined by itself: the arguments of all commands take longer than everything else
//! before the first input is read.

use clap::{Command, CommandFactory as _};

use crate::commands::Arguments;

/// The command line as data, for those who make documents or completions of it.
#[must_use]
pub fn definition() -> Command {
    complete(Arguments::command())
}

/// Has every command define its arguments.
pub(crate) fn complete(command: Command) -> Command {
    // clap lists commands under `help` before they define themselves.
    let mut command = command.mut_subcommands(|one| match about(&one) {
        Some(about) => one.about(about),
        None => one,
    });
    command.build();
    command
}

fn about(command: &Command) -> Option<clap::builder::StyledStr> {
    let mut command = command.clone();
    command.build();
    command.get_about().cloned()
}
