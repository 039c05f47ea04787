//! The commands, one file each with its arguments.

/// Declares an enum of subcommands. Each line has a name, the arguments (their doc comment is the help), and the function that
/// runs it.
macro_rules! subcommands {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident { $($variant:ident($arguments:ty) => $run:path,)+ }) => {
        #[derive(Debug, clap::Subcommand)]
        $(#[$attribute])*
        $visibility enum $name {
            $($variant($arguments),)+
        }

        impl $name {
            /// Runs the selected subcommand.
            fn run(&self, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
                match self {
                    $(Self::$variant(arguments) => $run(arguments, registry, streams),)+
                }
            }
        }
    };
}

mod availability;
mod canonicalize;
mod check;
mod choice;
mod completions;
mod default;
mod diff;
mod explain;
mod images;
mod init;
mod lock;
mod lsp;
mod machine_types;
mod man;
mod matrix;
mod mcp;
mod migrate;
mod plan;
mod prove;
mod providers;
mod quirks;
mod render;
mod report;
mod resolve;
mod rolls;
mod rules;
mod schema;
mod select;
mod test;
mod upgrade_check;
mod upkeep;
mod usage;
mod version;
mod versions;

use clap::{CommandFactory as _, Parser};
use rootstock_provider_api::Registry;

use crate::cli::COMMON_HEADING;
use crate::definition::complete;
use crate::failure::Failure;
use crate::{Status, Streams, color};

/// Check Gardener CloudProfiles, and find out which machine images are compatible with which machine types
#[derive(Debug, Parser)]
#[command(name = "rootstock", version, max_term_width = 100)]
#[command(after_help = format!("\
Exit status: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 a bug in rootstock, 6 the answer cannot be \
written (full disk, no directory for temporary files).
diff, rolls and upkeep exit with 5 if the change would be refused.
Answers go to standard output, everything else to standard error.

{}", color::HELP))]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,

    /// Limit text output to this many lines by omitting lines in the middle; 0 means no limit [default: 200 on a terminal, no
    /// limit in files and pipes]
    #[arg(long, global = true, value_name = "LINES", help_heading = COMMON_HEADING, hide_short_help = true)]
    pub(crate) limit: Option<usize>,

    /// Write no messages besides errors, and of `check` only the findings
    #[arg(long, short, global = true, help_heading = COMMON_HEADING, hide_short_help = true)]
    pub(crate) quiet: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

subcommands! {
    #[command(defer = true)]
    pub(crate) enum Command {
        Check(check::CheckArguments) => check::run,
        Matrix(matrix::MatrixArguments) => matrix::run,
        Select(select::SelectArguments) => select::run,
        Images(images::ImagesArguments) => images::run,
        MachineTypes(machine_types::MachineTypesArguments) => machine_types::run,
        Availability(availability::AvailabilityArguments) => availability::run,
        Default(default::DefaultArguments) => default::run,
        Canonicalize(canonicalize::CanonicalizeArguments) => canonicalize::run,
        Migrate(migrate::MigrateArguments) => migrate::run,
        Upkeep(upkeep::UpkeepArguments) => upkeep::run,
        Render(render::RenderArguments) => render::run,
        Resolve(resolve::ResolveArguments) => resolve::run,
        Diff(diff::DiffArguments) => diff::run,
        Test(test::TestArguments) => test::run,
        Lock(Box<lock::LockArguments>) => lock::run,
        Prove(prove::ProveArguments) => prove::run,
        Rolls(rolls::RollsArguments) => rolls::run,
        Plan(plan::PlanArguments) => plan::run,
        UpgradeCheck(upgrade_check::UpgradeCheckArguments) => upgrade_check::run,
        Versions(versions::VersionsArguments) => versions::run,
        Usage(usage::UsageArguments) => usage::run,
        Report(report::ReportArguments) => report::run,
        Rules(rules::RulesArguments) => rules::run,
        Explain(explain::ExplainArguments) => explain::run,
        Quirks(quirks::QuirksArguments) => quirks::run,
        Providers(providers::ProvidersArguments) => providers::run,
        Schema(schema::SchemaArguments) => schema::run,
        Lsp(lsp::LspArguments) => lsp::run,
        Mcp(mcp::McpArguments) => mcp::run,
        Init(init::InitArguments) => init::run,
        Version(version::VersionArguments) => version::run,
        Completions(completions::CompletionsArguments) => completions::run,
        Man(man::ManArguments) => man::run,
    }
}

/// Returns the definition of the command line, for example to generate documentation or completions from it.
#[must_use]
pub fn definition() -> clap::Command {
    complete(CommandLine::command())
}

/// Runs the selected command.
pub(crate) fn run(arguments: &CommandLine, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    if let Some(lines) = arguments.limit {
        streams.out.set_line_limit((lines > 0).then_some(lines));
    }
    if arguments.quiet {
        streams.set_quiet();
    }
    arguments.command.run(registry, streams)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::definition().debug_assert();
    }

    /// Examples in the help must work when they are copied into a shell. A narrow terminal wraps long lines, so that only
    /// backslashes and pipes may break a command line.
    #[test]
    fn examples_fit_in_80_columns() {
        fn walk(command: &clap::Command, found: &mut Vec<String>) {
            let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            found.extend(
                text.lines()
                    .filter(|line| line.starts_with("      ") && line.chars().count() > 80)
                    // A single quoted word cannot be broken.
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
