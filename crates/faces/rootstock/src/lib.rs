//! The `rootstock` command as a library.
//!
//! A program with additional providers takes ten lines, because plug-ins register themselves where they are linked:
//!
//! ```no_run
//! // use my_provider as _;
//! fn main() -> std::process::ExitCode {
//!     rootstock::main()
//! }
//! ```
//!
//! [`run`] does the same with the caller's arguments, providers and streams. Programs that want findings without a command line
//! use `rootstock-analysis`, the pipeline behind `check`: it takes bytes, and needs neither a clock nor a file system.

mod cli;
mod clock;
mod color;
mod commands;
mod configuration_file;
mod definition;
mod document;
mod documents;
mod failure;
mod fleet;
mod garden;
mod guard;
mod input;
mod landscape;
mod lock_file;
mod page;
mod profile;
mod progress;
mod prose;
mod rewrite;
mod rows;
mod run;
mod shoot_sources;
mod spool;
mod status;
mod streams;
mod table;
mod terminal;
mod threads;
mod truncation;
mod version;
mod view;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};
use rootstock_provider_api::{Registry, RegistryError};

pub use commands::definition;
pub use rootstock_analysis::all_rules;
pub use status::Status;
pub use streams::Streams;

/// Runs the command with the arguments of the process and all linked providers.
#[must_use]
pub fn main() -> ExitCode {
    guard::run_with_large_stack(|| {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let parsed = parse_arguments(&arguments);
        color::decide(parsed.as_ref().ok().map(|parsed| parsed.color));
        answer(&arguments, parsed, rootstock_providers::registry, &mut Streams::for_process())
    })
    .into()
}

/// Runs the command with the given arguments (the first is the program's name), providers and streams. The caller applies
/// `--color`, because it creates the streams.
///
/// `registry` is called after the arguments are parsed.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    registry: impl FnOnce() -> Result<Registry, RegistryError>,
    streams: &mut Streams,
) -> Status {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    answer(&arguments, parse_arguments(&arguments), registry, streams)
}

/// The file name by which kubectl finds the program as a plug-in.
const PLUGIN: &str = "kubectl-rootstock";

fn parse_arguments(arguments: &[OsString]) -> Result<commands::CommandLine, clap::Error> {
    let arguments = &definition::with_common_options_last(arguments);
    let program = arguments.first().map(Path::new).and_then(Path::file_stem);
    let is_plugin = program.is_some_and(|name| name == PLUGIN);
    let defined = || {
        let definition = commands::CommandLine::command();
        if is_plugin { definition.bin_name("kubectl rootstock") } else { definition }
    };
    let mut definition = defined();
    let matches = definition.try_get_matches_from_mut(arguments).or_else(|error| match error.kind() {
        ErrorKind::DisplayVersion => Err(error),
        // The help and error messages that are shown instead list all commands.
        _ => {
            let mut complete = definition::complete(defined());
            let outcome = complete.try_get_matches_from_mut(arguments);
            if is_plugin {
                outcome.map_err(|error| definition::with_garden_tip(error, &complete, arguments))
            } else {
                outcome
            }
        }
    })?;
    commands::CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
}

fn answer(
    arguments: &[OsString],
    parsed: Result<commands::CommandLine, clap::Error>,
    registry: impl FnOnce() -> Result<Registry, RegistryError>,
    streams: &mut Streams,
) -> Status {
    if let Err(error) = &parsed
        && error.kind() != ErrorKind::DisplayVersion
    {
        return streams.clap(error);
    }
    let registry = match registry() {
        Ok(registry) => registry,
        Err(error) => return streams.fail(&error.into()),
    };
    let parsed = match parsed {
        Ok(parsed) => parsed,
        // Now that the providers are known, `--version` lists the releases that they follow; `-V` stays short.
        Err(_) if arguments.iter().any(|argument| argument == "--version") => {
            return streams.write_info(&version::long(&registry));
        }
        Err(error) => return streams.clap(&error),
    };
    match commands::run(&parsed, &registry, streams).and_then(|status| streams.out.finish().map(|()| status)) {
        Ok(status) => status,
        Err(failure) => streams.fail(&failure),
    }
}

/// The README's examples, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../README.md")]
struct Readme;
