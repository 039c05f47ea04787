//! Reasons why a command failed, in the words of the command line.

mod no_answer;
mod unusable;
mod usage;

use std::io;
use std::path::Path;

use rootstock_provider_api::RegistryError;
use rootstock_queries::NoAnswer;
use rootstock_sources::files::NotRead;

use crate::Status;

pub(crate) use no_answer::HOW_TO_GIVE;
pub(crate) use unusable::{Unusable, Wanted};
pub(crate) use usage::{TextAnswer, Usage};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments contradict each other, or name something that does not exist.
    #[error(transparent)]
    Usage(#[from] Usage),
    /// An input cannot be read, or is not what the command needs.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// The answer cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(#[from] io::Error),
    /// The file of an answer cannot be written.
    #[error("cannot write {file}: {error}")]
    WriteFile {
        /// The file.
        file: String,
        /// The reason.
        error: NotRead,
    },
    /// The linked providers conflict.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The connection to an editor failed.
    #[error(transparent)]
    Editor(#[from] rootstock_language_server::Failure),
    /// A bug in Rootstock.
    #[error("{0}; this is a bug in rootstock")]
    Internal(&'static str),
}

impl Failure {
    /// Reports that a file cannot be written.
    pub(crate) fn write_file(file: &Path, error: io::Error) -> Self {
        Self::WriteFile { file: file.display().to_string(), error: error.into() }
    }

    /// Returns the exit status. A closed pipe counts as success, because the reader has seen enough.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Usage(_) => Status::Usage,
            Self::Unusable(_) | Self::WriteFile { .. } => Status::Unreadable,
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Clean,
            Self::Editor(_) => Status::Unreadable,
            Self::Write(_) => Status::Surroundings,
            Self::Registry(_) | Self::Internal(_) => Status::Internal,
        }
    }
}

impl From<NoAnswer> for Failure {
    fn from(error: NoAnswer) -> Self {
        match error {
            NoAnswer::UnknownRule(rule) => Usage::from(rule).into(),
            NoAnswer::UnknownProvider(provider) => Usage::from(provider).into(),
            error if error.is_about_the_question() => Usage::Question(Box::new(error)).into(),
            error => Unusable::Question(Box::new(error)).into(),
        }
    }
}
