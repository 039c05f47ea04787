//! What can be asked about versions and about shoots in any number.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use rootstock_versioning::Timestamp;

use super::{AnswerArguments, Form, ProfileArguments};

/// In which form an answer is given that is made of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
    /// For spreadsheets: one row per version or pool
    Csv,
}

impl Form for TableFormat {}

/// Where shoots and their profiles come from.
#[derive(Debug, Args)]
pub(crate) struct FleetArguments {
    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(required = true, value_name = "SHOOTS")]
    pub(crate) shoots: Vec<PathBuf>,

    /// The profiles that the shoots refer to: files, directories or -; may be given several times
    #[arg(long = "profile", short, required = true, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,
}

/// Show what the next maintenance does to shoots, and why; or everything it does up to a date
///
/// Each shoot is planned for its own next maintenance window at or after --at: the versions of machine images and of
/// Kubernetes, which ones change, which ones should and cannot. With --until, window after window is played until
/// nothing moves any more or the date is reached. Any number of shoots is read, in memory that does not grow with them;
/// JSON and YAML as kubectl prints it are both understood. A NamespacedCloudProfile comes with its
/// parent, or with its `status.cloudProfileSpec`, as kubectl prints it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will tonight's maintenance do?
      kubectl get cloudprofiles -o yaml > profiles.yaml
      kubectl get shoots -A -o json | rootstock plan --profile profiles.yaml -

  Which shoots will be forced off their versions until the end of the year?
      rootstock plan --profile profiles.yaml shoots/ --until 2026-12-31T23:59:59Z --only-changes

  Why does this shoot not get the new image?
      rootstock plan --profile profiles.yaml shoots.json --explain garden-dev/apple

  What will Gardener v1.150 itself do, quirks included?
      rootstock plan --profile profiles.yaml shoots.json --semantics gardener

Exit status: 0 nothing to do, 1 something changes or should and cannot, 2 wrong usage, 3 a shoot or a profile that
cannot be read or is missing.")]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) fleet: FleetArguments,

    /// Play maintenance window after window up to this instant, as RFC 3339
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,

    /// Leave out what stays as it is
    #[arg(long)]
    pub(crate) only_changes: bool,

    /// Explain the plan of one shoot: every version of the image of each pool, and what became of it
    #[arg(long, value_name = "NAMESPACE/NAME", conflicts_with_all = ["until", "only_changes"])]
    pub(crate) explain: Option<ShootName>,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

/// Show each version of a profile: what it is, when that changes, who may choose it, where updates lead from it
///
/// An automatic update happens when the shoot asks for it, a forced one when the version has expired or is gone from the
/// profile. Where updates lead is told for a pool that every version of the image fits.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Today
      rootstock versions cloudprofile.yaml

  On New Year's Day
      rootstock versions cloudprofile.yaml --at 2027-01-01T00:00:00Z")]
pub(crate) struct VersionsArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

/// Show who uses which version of a profile, and which versions nobody needs any more
///
/// Gardener refuses to remove a version that a shoot uses, directly or through a NamespacedCloudProfile. A version that
/// nobody uses is still needed as long as it is on offer, or the next maintenance goes to it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Who uses what?
      kubectl get shoots -A -o json | rootstock usage --profile profiles.yaml -

  Which versions can be removed from the profile?
      rootstock usage --profile profiles.yaml shoots.json --removable")]
pub(crate) struct UsageArguments {
    #[command(flatten)]
    pub(crate) fleet: FleetArguments,

    /// Only the versions that nobody needs any more
    #[arg(long)]
    pub(crate) removable: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

/// The name of a shoot: `NAMESPACE/NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShootName {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

impl FromStr for ShootName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('/') {
            Some((namespace, name)) if !name.is_empty() && !name.contains('/') => {
                Ok(Self { namespace: namespace.to_owned(), name: name.to_owned() })
            }
            _ => Err("a shoot is named by its namespace and its name: garden-dev/apple".to_owned()),
        }
    }
}

impl fmt::Display for ShootName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}
