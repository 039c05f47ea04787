//! The command line: what can be asked, and the help texts.

mod diff;
mod fleet;
mod migration;
mod render;
mod resolve;
mod rolls;
mod settings;
mod worker;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use diff::DiffArguments;
pub(crate) use fleet::{FleetArguments, PlanArguments, ShootName, TableFormat, UsageArguments, VersionsArguments};
pub(crate) use migration::{CanonicalizeArguments, CloudProfileArguments, MigrateArguments};
pub(crate) use render::{RenderArguments, RenderFormat};
pub(crate) use resolve::ResolveArguments;
pub(crate) use rolls::RollsArguments;
pub(crate) use settings::SettingsArguments;
pub(crate) use worker::{
    ChoiceArguments, DefaultArguments, ImagesArguments, MachineTypesArguments, SurroundingsArguments,
    UpdateStrategyArgument, WorkerArguments,
};

/// Checks Gardener CloudProfiles, and tells which machine image takes on which machine type
#[derive(Debug, Parser)]
#[command(name = "rootstock", version, disable_help_subcommand = true, max_term_width = 100)]
#[command(after_help = "\
Exit status: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 a mistake in rootstock.
Answers go to standard output, everything else to standard error.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArguments),
    Matrix(MatrixArguments),
    Select(SelectArguments),
    Images(ImagesArguments),
    MachineTypes(MachineTypesArguments),
    Default(DefaultArguments),
    Canonicalize(CanonicalizeArguments),
    Migrate(MigrateArguments),
    Render(RenderArguments),
    Resolve(ResolveArguments),
    Diff(DiffArguments),
    Rolls(RollsArguments),
    Plan(PlanArguments),
    Versions(VersionsArguments),
    Usage(UsageArguments),
    /// List every rule with its severity and a sentence about it
    Rules(FormatArguments),
    Explain(ExplainArguments),
    /// List the places where Gardener v1.150 departs from its documents (see --semantics)
    Quirks(FormatArguments),
    /// List the provider plug-ins that are linked into this program
    Providers(FormatArguments),
}

/// In which form the answer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
}

/// A choice of forms of an answer.
pub(crate) trait Form: ValueEnum + Send + Sync + 'static {
    /// The form when none is asked for. The parser keeps one `default_value_t` for all types of a generic struct.
    const DEFAULT: &'static str = "text";
}

impl Form for Format {}

/// From which severity on findings make the run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors only
    #[default]
    Error,
    /// Errors and warnings
    Warning,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// Check CloudProfiles, NamespacedCloudProfiles and Shoots: what Gardener's admission refuses, and what does not fit
///
/// Of a profile, the provider's part is checked as well, and how the two fit each other. A NamespacedCloudProfile is
/// checked beside its parent, and a Shoot by its profile; both are given with --profile (or --parent), or stand among what
/// is checked.
///
/// Every document that is given is accounted for: profiles and Shoots are checked, other kinds are named and skipped, and
/// what cannot be read is a finding. An object is judged as a desired state, without knowing what was there before;
/// --create and --against judge it as the API server would at that moment. An update of a profile is also held against the
/// NamespacedCloudProfiles and Shoots that use it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Check a file, everything in a directory, or standard input
      rootstock check cloudprofile.yaml
      rootstock check profiles/
      kubectl get cloudprofiles -o yaml | rootstock check -

  Will this change be accepted?
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock check new.yaml --against old.yaml

  Will it be refused because somebody uses what it removes?
      kubectl get cloudprofiles,namespacedcloudprofiles,shoots -A -o yaml > old.yaml
      rootstock check new.yaml --against old.yaml

  May a project extend the life of that version?
      rootstock check namespacedcloudprofile.yaml --parent cloudprofile.yaml

  Which Shoots would be refused?
      kubectl get cloudprofiles -o yaml > profiles.yaml
      kubectl get shoots -A -o yaml | rootstock check --profile profiles.yaml -

  What can be mended by machine? Mend it
      rootstock check profiles/ --diff
      rootstock check profiles/ --fix

  What will Gardener v1.150 itself do, quirks included, on New Year's Day?
      rootstock check cloudprofile.yaml --semantics gardener --at 2027-01-01T00:00:00Z")]
pub(crate) struct CheckArguments {
    /// Files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// The profiles that Shoots and NamespacedCloudProfiles are checked by, beside those among the paths: files,
    /// directories or -
    #[arg(long = "profile", short, visible_alias = "parent", value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Judge every object as a new one: what was accepted in the past is no excuse
    #[arg(long, conflicts_with = "against")]
    pub(crate) create: bool,

    /// Judge every object as an update of the one of the same kind and name in this file; NamespacedCloudProfiles and
    /// Shoots that stand only there stay as they are, and use the profiles that change
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    /// The configuration [default: rootstock.toml in the working directory or the nearest above it]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,

    /// Look for no configuration
    #[arg(long)]
    pub(crate) no_config: bool,

    /// Whether to give advice beside findings: notes and warnings about what is accepted and had better be otherwise
    /// [default: on, or what rootstock.toml says]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) advice: Option<Switch>,

    /// Make the fixes that are safe in the files themselves, and report what remains; standard input goes to standard
    /// output, mended, and the report to standard error
    #[arg(long, conflicts_with = "diff")]
    pub(crate) fix: bool,

    /// Show what --fix would change as a unified diff, and change nothing; exit status 1 if there is anything
    #[arg(long)]
    pub(crate) diff: bool,

    /// From which severity on findings make the exit status 1
    #[arg(long, value_enum, default_value_t, value_name = "SEVERITY")]
    pub(crate) fail_on: FailOn,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

/// Show which image version takes on which machine type
///
/// Machine types that fit the same versions share a row, and versions that fit the same machine types share a column.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  The whole profile
      rootstock matrix cloudprofile.yaml

  Why does this machine type not take on any version of that image in this region?
      rootstock matrix cloudprofile.yaml --machine-type m5.metal --image gardenlinux --region eu-west-1 --why")]
pub(crate) struct MatrixArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// Only these machine types
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: Vec<String>,

    /// Only these images
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: Vec<String>,

    /// Only these image versions
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: Vec<String>,

    /// Only what the provider has an image for in this region
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// Give the reason for each "no"
    #[arg(long)]
    pub(crate) why: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

/// Show which flavor of an image version a machine type gets, which provider image that is, and why
///
/// The answer walks through the two steps of the capability algorithm: which flavors are compatible, and which of those
/// is preferred. Where Gardener v1.150 decides differently from its documentation, the answer says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Every version of an image
      rootstock select cloudprofile.yaml --machine-type general-medium --image local

  One version, in one region
      rootstock select cloudprofile.yaml -t m5.large -i gardenlinux -V 1877.5.0 -r eu-west-1

  For a worker that boots securely
      rootstock select cloudprofile.yaml -t m5.large -i gardenlinux --secure-boot \\
        --feature-gates WorkerCapabilities=true")]
pub(crate) struct SelectArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The machine type
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: String,

    /// The machine image
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: String,

    /// The image version; without it, every version of the image is answered for
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: Option<String>,

    /// The shoot's region
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    #[command(flatten)]
    pub(crate) worker: WorkerArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

/// Explain a rule: what it means, a bad example and a good one
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
      rootstock explain capability-name-unregistered")]
pub(crate) struct ExplainArguments {
    /// The rule's name, as a finding and `rootstock rules` give it
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,

    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ProfileArguments {
    /// A file with a CloudProfile or a NamespacedCloudProfile, or - for standard input
    #[arg(value_name = "PROFILE")]
    pub(crate) path: PathBuf,

    /// Which profile, when there are several in the file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// A file with the parent of a NamespacedCloudProfile, where it does not stand beside it; without it the profile must
    /// have its `status.cloudProfileSpec`
    #[arg(long, value_name = "PATH")]
    pub(crate) parent: Option<PathBuf>,
}

/// What an answer is made under, and its form.
#[derive(Debug, Args)]
pub(crate) struct AnswerArguments<F: Form = Format> {
    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    /// The form of the answer
    #[arg(long, value_enum, default_value = F::DEFAULT, value_name = "FORMAT")]
    pub(crate) format: F,
}

/// The form of an answer that depends on no settings.
#[derive(Debug, Args)]
pub(crate) struct FormatArguments {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
