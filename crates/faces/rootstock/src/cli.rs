//! Arguments that several commands share.

mod cloud_profile;
mod cluster;
mod fleet;
mod format;
mod settings;
mod worker;
mod yaml;

use std::path::PathBuf;

use clap::Args;

use crate::garden::name::PROFILES;

pub(crate) use cloud_profile::CloudProfileArguments;
pub(crate) use cluster::{CLUSTER, ClusterArguments};
pub(crate) use fleet::FleetArguments;
pub(crate) use format::{
    CommandFormat, Format, MatrixFormat, MergeRequestFormat, OutputFormat, PlanFormat, TableFormat, TestFormat,
    UpgradeFormat, VersionsFormat,
};
pub(crate) use settings::{COMMON_HEADING, LandscapeArguments, SettingsArguments, beginning, end};
pub(crate) use worker::{
    ChoiceArguments, WorkerArguments, WorkerContextArguments, capabilities_by_name, capability_value,
};
pub(crate) use yaml::YamlArguments;

/// The path that means the profiles which `rootstock.toml` names.
pub(crate) const LANDSCAPE: &str = "landscape:";

#[derive(Debug, Clone, Args)]
pub(crate) struct ProfileArguments {
    /// A file with a CloudProfile or a NamespacedCloudProfile, a folder with profiles, or - for standard input [default: the profiles
    /// listed in rootstock.toml]
    #[arg(value_name = "PROFILE", required = false, default_value = LANDSCAPE, hide_default_value = true)]
    #[arg(default_value_if(CLUSTER, "true", PROFILES))]
    pub(crate) path: PathBuf,

    /// The profile to use if there are several: NAME, or NAMESPACE/NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// A file with the parent of a NamespacedCloudProfile, if PROFILE does not contain it; without a parent, the profile must
    /// have `status.cloudProfileSpec`
    #[arg(long, short, alias = "profile", value_name = "PATH")]
    pub(crate) parent: Option<PathBuf>,
}

/// The destination of an answer.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// Write the answer to this file once it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The settings, format and destination of an answer.
#[derive(Debug, Args)]
pub(crate) struct AnswerArguments<F: CommandFormat = Format> {
    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    /// Output format
    #[arg(long, value_enum, default_value = F::DEFAULT, value_name = "FORMAT")]
    pub(crate) format: F,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// The format and destination of an answer that depends on no settings.
#[derive(Debug, Args)]
pub(crate) struct FormatArguments {
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
