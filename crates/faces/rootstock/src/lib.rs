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
mod long_answer;
mod look;
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
mod version;

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

/// Runs the command on the arguments of the process, with all providers that are linked into it.
#[must_use]
pub fn main() -> ExitCode {
    guard::run_with_room(|| {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let understood = understand(&arguments);
        color::decide(understood.as_ref().ok().map(|understood| understood.color));
        answer(&arguments, understood, rootstock_providers::registry, &mut Streams::of_the_process())
    })
    .into()
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
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    answer(&arguments, understand(&arguments), registry, streams)
}

/// The name by which kubectl finds the command as its own.
const PLUGIN: &str = "kubectl-rootstock";

fn understand(arguments: &[OsString]) -> Result<commands::CommandLine, clap::Error> {
    let program = arguments.first().map(Path::new).and_then(Path::file_stem);
    let defined = || {
        let definition = commands::CommandLine::command();
        let is_plugin = program.is_some_and(|name| name == PLUGIN);
        if is_plugin { definition.bin_name("kubectl rootstock") } else { definition }
    };
    let mut definition = defined();
    let matches = definition.try_get_matches_from_mut(arguments).or_else(|error| match error.kind() {
        ErrorKind::DisplayVersion => Err(error),
        // What people are told instead lists all commands.
        _ => definition::complete(defined()).try_get_matches_from_mut(arguments),
    })?;
    commands::CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
}

fn answer(
    arguments: &[OsString],
    understood: Result<commands::CommandLine, clap::Error>,
    registry: impl FnOnce() -> Result<Registry, RegistryError>,
    streams: &mut Streams,
) -> Status {
    if let Err(error) = &understood
        && error.kind() != ErrorKind::DisplayVersion
    {
        return streams.clap(error);
    }
    let registry = match registry() {
        Ok(registry) => registry,
        Err(error) => return streams.fail(&error.into()),
    };
    let understood = match understood {
        Ok(understood) => understood,
        // Now that the providers are known, `--version` names what they follow; `-V` stays short.
        Err(_) if arguments.iter().any(|argument| argument == "--version") => {
            return streams.tell(&version::long(&registry));
        }
        Err(error) => return streams.clap(&error),
    };
    match commands::run(&understood, &registry, streams).and_then(|status| streams.out.finish().map(|()| status)) {
        Ok(status) => status,
        Err(failure) => streams.fail(&failure),
    }
}

/// The README's examples, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../README.md")]
struct Readme;
