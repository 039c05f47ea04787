//! One file per command.

mod canonicalize;
mod check;
mod default;
mod diff;
mod explain;
mod matrix;
mod migrate;
mod options;
mod plan;
mod providers;
mod quirks;
mod render;
mod resolve;
mod rolls;
mod rules;
mod select;
mod usage;
mod versions;

use rootstock_provider_api::Registry;

use crate::cli::{Arguments, Command};
use crate::status::Failure;
use crate::{Status, Streams};

/// Runs the command that was asked for.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments, registry, streams),
        Command::Matrix(arguments) => matrix::run(arguments, registry, streams),
        Command::Select(arguments) => select::run(arguments, registry, streams),
        Command::Images(arguments) => options::images(arguments, registry, streams),
        Command::MachineTypes(arguments) => options::machine_types(arguments, registry, streams),
        Command::Default(arguments) => default::run(arguments, registry, streams),
        Command::Canonicalize(arguments) => canonicalize::run(arguments, registry, streams),
        Command::Migrate(arguments) => migrate::run(arguments, registry, streams),
        Command::Render(arguments) => render::run(arguments, registry, streams),
        Command::Resolve(arguments) => resolve::run(arguments, registry, streams),
        Command::Diff(arguments) => diff::run(arguments, registry, streams),
        Command::Rolls(arguments) => rolls::run(arguments, registry, streams),
        Command::Plan(arguments) => plan::run(arguments, registry, streams),
        Command::Versions(arguments) => versions::run(arguments, registry, streams),
        Command::Usage(arguments) => usage::run(arguments, registry, streams),
        Command::Rules(arguments) => rules::run(arguments.format, registry, streams),
        Command::Explain(arguments) => explain::run(arguments, registry, streams),
        Command::Quirks(arguments) => quirks::run(arguments.format, streams),
        Command::Providers(arguments) => providers::run(arguments.format, registry, streams),
    }
}
