//! What several commands take from the command line.

mod cloud_profile;
mod fleet;
mod settings;
mod worker;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub(crate) use cloud_profile::CloudProfileArguments;
pub(crate) use fleet::{FleetArguments, TableFormat};
pub(crate) use settings::{SettingsArguments, end};
pub(crate) use worker::{ChoiceArguments, SurroundingsArguments, WorkerArguments};

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
