//! Reasons why a command failed, in the words of the command line.

mod input;
mod no_answer;
mod render;
mod usage;

use std::io;
use std::path::Path;

use rootstock_provider_api::RegistryError;
use rootstock_queries::QueryError;
use rootstock_sources::files::ReadFailure;

use crate::Status;

pub(crate) use input::{InputError, RequiredObject};
pub(crate) use no_answer::PROFILE_HINT;
pub(crate) use render::RenderFailure;
pub(crate) use usage::{TextAnswer, UsageError};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments contradict each other, or name something that does not exist.
    #[error(transparent)]
    UsageError(#[from] UsageError),
    /// An input cannot be read, or is not what the command needs.
    #[error(transparent)]
    InputError(#[from] InputError),
    /// The answer cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(#[from] io::Error),
    /// The file of an answer cannot be written.
    #[error("cannot write {file}: {error}")]
    WriteFile {
        /// The file.
        file: String,
        /// The reason.
        error: ReadFailure,
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
            Self::UsageError(_) => Status::UsageError,
            Self::InputError(InputError::ReplaceError { reason, .. }) => reason.status(),
            Self::WriteFile { error: ReadFailure::Other(error), .. } => Status::of_unwritten(error),
            Self::InputError(_) | Self::WriteFile { .. } => Status::Unreadable,
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Clean,
            Self::Editor(_) => Status::Unreadable,
            Self::Write(_) => Status::Environment,
            Self::Registry(_) | Self::Internal(_) => Status::Internal,
        }
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::UnknownRule(rule) => UsageError::from(rule).into(),
            QueryError::UnknownProvider(provider) => UsageError::from(provider).into(),
            error if error.is_invalid_query() => UsageError::Question(Box::new(error)).into(),
            error => InputError::Question(Box::new(error)).into(),
        }
    }
}
