//! The complete definition of the command line.
//!
//! A run defines only the arguments of its own command: defining those of all commands takes longer than everything else before
//! the first input is read.

use std::ffi::OsString;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::cli::{CLUSTER, COMMON_HEADING};

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

/// Adds to an error about missing files how the plug-in reads a garden, if the command can. Users of kubectl expect that it does.
pub(crate) fn with_garden_tip(mut error: clap::Error, complete: &Command, arguments: &[OsString]) -> clap::Error {
    let command = arguments.iter().find_map(|argument| complete.find_subcommand(argument));
    let can_read = command.is_some_and(|command| command.get_arguments().any(|argument| argument.get_id() == CLUSTER));
    if can_read && error.kind() == ErrorKind::MissingRequiredArgument {
        let tip = StyledStr::from("'--cluster' reads them from the garden of the current context");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

fn about(command: &Command) -> Option<StyledStr> {
    let mut command = command.clone();
    command.build();
    command.get_about().cloned()
}
