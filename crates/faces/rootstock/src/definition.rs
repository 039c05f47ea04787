//! The complete definition of the command line.
//!
//! A run defines only the arguments of its own command: defining those of all commands takes longer than everything else before
//! the first input is read.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args as _, Command};

use crate::cli::{CLUSTER, COMMON_HEADING, SettingsArguments};

/// The options of the program itself that are followed by a value.
const VALUE_OPTIONS: [&str; 2] = ["--color", "--limit"];

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

/// Moves the common options that stand before the command to its own ones. Each command that has them defines them.
pub(crate) fn with_common_options_last(arguments: &[OsString]) -> Vec<OsString> {
    let mut arguments = arguments.to_vec();
    let mut moved = Vec::new();
    let is_option = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"-");
    if !arguments.get(1).is_some_and(is_option) {
        return arguments;
    }
    let common = SettingsArguments::augment_args(Command::new("rootstock"));
    // The first argument is the program's name.
    let mut position = 1;
    while let Some(argument) = arguments.get(position).and_then(|argument| argument.to_str()) {
        let (name, value) = argument.split_once('=').map_or((argument, None), |(name, value)| (name, Some(value)));
        let option = name.strip_prefix("--").filter(|name| !name.is_empty());
        let Some(option) = option.and_then(|name| common.get_arguments().find(|one| is_common(one, name))) else {
            // Options of the program itself may stand between them; their values do not begin with a dash.
            if argument.starts_with('-') && argument != "--" {
                position += 1 + usize::from(VALUE_OPTIONS.contains(&argument));
                continue;
            }
            break;
        };
        let takes_next = option.get_action().takes_values() && !option.is_require_equals_set();
        let count = if takes_next && value.is_none() { 2 } else { 1 };
        moved.extend(arguments.drain(position..arguments.len().min(position + count)));
    }
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments.splice(end..end, moved);
    arguments
}

/// Whether an argument is the common option with this name, which each command defines.
fn is_common(argument: &Arg, name: &str) -> bool {
    argument.get_long() == Some(name) && argument.get_help_heading() == Some(COMMON_HEADING)
}

fn about(command: &Command) -> Option<StyledStr> {
    let mut command = command.clone();
    command.build();
    command.get_about().cloned()
}
