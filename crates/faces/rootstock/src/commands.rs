//! One file per command, with its arguments; here they are listed.

mod canonicalize;
mod check;
mod choice;
mod completions;
mod default;
mod diff;
mod explain;
mod images;
mod init;
mod lsp;
mod machine_types;
mod man;
mod matrix;
mod migrate;
mod plan;
mod providers;
mod quirks;
mod render;
mod report;
mod resolve;
mod rolls;
mod rules;
mod schema;
mod select;
mod upkeep;
mod usage;
mod versions;

use std::io::Write as _;

use clap::{CommandFactory as _, Parser, Subcommand};
use rootstock_provider_api::Registry;

use crate::definition::complete;
use crate::failure::Failure;
use crate::{Status, Streams, color, version};

/// Checks Gardener CloudProfiles, and tells which machine image is compatible with which machine type
#[derive(Debug, Parser)]
#[command(name = "rootstock", version, max_term_width = 100)]
#[command(after_help = format!("\
Exit status: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 a mistake in rootstock, 6 the answer cannot be \
written (a full disk, no folder for temporary files).
diff and rolls end with 5 for a change that would be refused.
Answers go to standard output, everything else to standard error.

{}", color::HELP))]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,

    /// How many lines an answer for people may have; the middle of a longer one is left out, and 0 is for any number
    /// [default: 200 on a terminal, any number in files and pipes]
    #[arg(long, global = true, value_name = "LINES")]
    pub(crate) limit: Option<usize>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    Check(check::CheckArguments),
    Matrix(matrix::MatrixArguments),
    Select(select::SelectArguments),
    Images(images::ImagesArguments),
    MachineTypes(machine_types::MachineTypesArguments),
    Default(default::DefaultArguments),
    Canonicalize(canonicalize::CanonicalizeArguments),
    Migrate(migrate::MigrateArguments),
    Upkeep(upkeep::UpkeepArguments),
    Render(render::RenderArguments),
    Resolve(resolve::ResolveArguments),
    Diff(diff::DiffArguments),
    Rolls(rolls::RollsArguments),
    Plan(plan::PlanArguments),
    Versions(versions::VersionsArguments),
    Usage(usage::UsageArguments),
    Report(report::ReportArguments),
    Rules(rules::RulesArguments),
    Explain(explain::ExplainArguments),
    Quirks(quirks::QuirksArguments),
    Providers(providers::ProvidersArguments),
    Schema(schema::SchemaArguments),
    Lsp(lsp::LspArguments),
    Init(init::InitArguments),
    /// Say which version this is, and which releases of Gardener and its extensions it follows
    Version,
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
}

/// The command line as data, for those who make documents or completions of it.
#[must_use]
pub fn definition() -> clap::Command {
    complete(CommandLine::command())
}

/// Runs the command that was asked for.
pub(crate) fn run(arguments: &CommandLine, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    if let Some(lines) = arguments.limit {
        streams.out.set_most_lines((lines > 0).then_some(lines));
    }
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments, registry, streams),
        Command::Matrix(arguments) => matrix::run(arguments, registry, streams),
        Command::Select(arguments) => select::run(arguments, registry, streams),
        Command::Images(arguments) => images::run(arguments, registry, streams),
        Command::MachineTypes(arguments) => machine_types::run(arguments, registry, streams),
        Command::Default(arguments) => default::run(arguments, registry, streams),
        Command::Canonicalize(arguments) => canonicalize::run(arguments, registry, streams),
        Command::Migrate(arguments) => migrate::run(arguments, registry, streams),
        Command::Upkeep(arguments) => upkeep::run(arguments, registry, streams),
        Command::Render(arguments) => render::run(arguments, registry, streams),
        Command::Resolve(arguments) => resolve::run(arguments, registry, streams),
        Command::Diff(arguments) => diff::run(arguments, registry, streams),
        Command::Rolls(arguments) => rolls::run(arguments, registry, streams),
        Command::Plan(arguments) => plan::run(arguments, registry, streams),
        Command::Versions(arguments) => versions::run(arguments, registry, streams),
        Command::Usage(arguments) => usage::run(arguments, registry, streams),
        Command::Report(arguments) => report::run(arguments, registry, streams),
        Command::Rules(arguments) => rules::run(arguments, registry, streams),
        Command::Explain(arguments) => explain::run(arguments, registry, streams),
        Command::Quirks(arguments) => quirks::run(arguments, streams),
        Command::Providers(arguments) => providers::run(arguments, registry, streams),
        Command::Schema(arguments) => schema::run(arguments, registry, streams),
        Command::Lsp(arguments) => lsp::run(arguments, registry),
        Command::Init(arguments) => init::run(arguments, streams),
        Command::Version => {
            write!(streams.out.text(), "{}", version::long(registry))?;
            Ok(Status::Clean)
        }
        Command::Completions(arguments) => completions::run(arguments, definition(), streams),
        Command::Man(arguments) => man::run(arguments, definition(), streams),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::definition().debug_assert();
    }

    /// What is shown to be copied into a shell has to work there: on a narrow terminal lines are broken where they are too long,
    /// and a command line only where a backslash or a pipe says so.
    #[test]
    fn examples_can_be_copied_from_80_columns() {
        fn walk(command: &clap::Command, found: &mut Vec<String>) {
            let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            found.extend(
                text.lines()
                    .filter(|line| line.starts_with("      ") && line.chars().count() > 80)
                    // What cannot be broken: one word, quoted.
                    .filter(|line| line.trim().contains(' '))
                    .map(|line| format!("{}: {line}", command.get_name())),
            );
            command.get_subcommands().for_each(|command| walk(command, found));
        }
        let mut found = Vec::new();
        walk(&super::definition(), &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }
}
