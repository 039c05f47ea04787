//! What several commands take from the command line.

mod cloud_profile;
mod cluster;
mod fleet;
mod format;
mod settings;
mod worker;

use std::path::PathBuf;

use clap::Args;

use crate::garden::name::PROFILES;

pub(crate) use cloud_profile::CloudProfileArguments;
pub(crate) use cluster::{CLUSTER, ClusterArguments};
pub(crate) use fleet::FleetArguments;
pub(crate) use format::{Form, Format, MatrixFormat, ProposalFormat, Shape, TableFormat, VersionsFormat};
pub(crate) use settings::{LandscapeArguments, SettingsArguments, beginning, end};
pub(crate) use worker::{ChoiceArguments, SurroundingsArguments, WorkerArguments};

#[derive(Debug, Args)]
pub(crate) struct ProfileArguments {
    /// A file with a CloudProfile or a NamespacedCloudProfile, or - for standard input
    #[arg(value_name = "PROFILE", required = false, required_unless_present = CLUSTER)]
    #[arg(default_value_if(CLUSTER, "true", PROFILES))]
    pub(crate) path: PathBuf,

    /// Which profile, when there are several in the file or cluster: NAME, or NAMESPACE/NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// A file with the parent of a NamespacedCloudProfile, where it does not stand beside it; without it the profile must
    /// have its `status.cloudProfileSpec`
    #[arg(long, short, alias = "profile", value_name = "PATH")]
    pub(crate) parent: Option<PathBuf>,
}

/// Where an answer goes.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// The file to write when the answer is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What an answer is made under, its form, and where it goes.
#[derive(Debug, Args)]
pub(crate) struct AnswerArguments<F: Form = Format> {
    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    /// The form of the answer
    #[arg(long, value_enum, default_value = F::DEFAULT, value_name = "FORMAT")]
    pub(crate) format: F,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// The form of an answer that depends on no settings, and where it goes.
#[derive(Debug, Args)]
pub(crate) struct FormatArguments {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
