//! The `rootstock` command as a library.
//!
//! A program with more providers than the shipped ones is ten lines, because plug-ins register themselves where they
//! are linked:
//!
//! ```no_run
//! // use my_provider as _;
//! fn main() -> std::process::ExitCode {
//!     rootstock::main()
//! }
//! ```
//!
//! [`run`] is the same with arguments, providers and streams of the caller's. Programs that want findings and no command
//! line use `rootstock-analysis`, the pipeline behind `check`: it takes bytes, and needs neither a clock nor a file system.

mod cli;
mod clock;
mod commands;
mod configuration_file;
mod csv;
mod document;
mod documents;
mod failure;
mod fleet;
mod guard;
mod input;
mod profile;
mod progress;
mod prose;
mod rewrite;
mod run;
mod shoot_sources;
mod spool;
mod status;
mod streams;
mod table;
mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use rootstock_provider_api::{Registry, RegistryError};

pub use rootstock_analysis::all_rules;
pub use status::Status;
pub use streams::Streams;

/// Runs the command on the arguments of the process, with all providers that are linked into it.
#[must_use]
pub fn main() -> ExitCode {
    guard::run_on_own_stack(|| {
        let arguments = commands::Arguments::try_parse();
        if let Ok(arguments) = &arguments {
            // Before there are streams: they ask for it once.
            arguments.color.write_global();
        }
        answer(arguments, rootstock_providers::registry, &mut Streams::of_the_process())
    })
    .into()
}

/// The command line as data, for those who make documents or completions of it.
#[must_use]
pub fn definition() -> clap::Command {
    commands::Arguments::command()
}

/// Runs the command on given arguments (the first is the program's name), providers and streams. What `--color` says is left to
/// who brings the streams.
///
/// `registry` is called once the arguments are understood.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    registry: impl FnOnce() -> Result<Registry, RegistryError>,
    streams: &mut Streams,
) -> Status {
    answer(commands::Arguments::try_parse_from(arguments), registry, streams)
}

fn answer(
    arguments: Result<commands::Arguments, clap::Error>,
    registry: impl FnOnce() -> Result<Registry, RegistryError>,
    streams: &mut Streams,
) -> Status {
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return streams.clap(&error),
    };
    let registry = match registry() {
        Ok(registry) => registry,
        Err(error) => return streams.fail(&error.into()),
    };
    match commands::run(&arguments, &registry, streams).and_then(|status| streams.finish().map(|()| status)) {
        Ok(status) => status,
        Err(failure) => streams.fail(&failure),
    }
}

/// The README's examples, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
