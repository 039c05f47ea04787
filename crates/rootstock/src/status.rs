//! How a run ends.

use std::convert::Infallible;
use std::io;
use std::process::ExitCode;

use rootstock_queries::{NoAnswer, UnknownRule, WorkerField};

use crate::run::HOW_TO_GIVE;

/// The exit status of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// 0: done, and nothing to complain about.
    Clean,
    /// 1: done, and there are findings (or the answer to the question is "none").
    Findings,
    /// 2: the arguments make no sense.
    Usage,
    /// 3: something that was given cannot be read.
    Unreadable,
    /// 4: a mistake in this program.
    Internal,
    /// 5: the change that was asked about would be refused.
    Refused,
}

impl Status {
    /// The number that the process ends with.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::Unreadable => 3,
            Self::Internal => 4,
            Self::Refused => 5,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments make no sense together, or name something that is not there.
    #[error("{0}")]
    Usage(String),
    /// Something that was given cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The answer cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(#[from] io::Error),
    /// A mistake in this program, or in how it was built.
    #[error("{0}")]
    Internal(String),
}

impl From<Infallible> for Failure {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<UnknownRule> for Failure {
    fn from(error: UnknownRule) -> Self {
        Self::Usage(format!("{error}\n`rootstock rules` lists all {}", error.known))
    }
}

impl From<NoAnswer> for Failure {
    /// In the words of the command line.
    fn from(error: NoAnswer) -> Self {
        let message = match &error {
            NoAnswer::NeedsGate(field) => format!(
                "{} means nothing while the gate WorkerCapabilities is off; add --feature-gates WorkerCapabilities=true",
                argument(*field)
            ),
            NoAnswer::KubernetesVersion { version, reason } => format!("--kubernetes {version}: {reason}"),
            NoAnswer::UntilThePast { until, from } => format!("--until {until} lies before --at {from}"),
            NoAnswer::WorkerConfig(violation) => format!("--worker-config: {violation}"),
            NoAnswer::LargeMatrix { .. } => format!("{error} (--machine-type, --image, --version)"),
            NoAnswer::NotFilledIn { shoot, reason } => {
                format!("Shoot `{shoot}` cannot be filled in: {}", reason.with_remedy(HOW_TO_GIVE))
            }
            _ => error.to_string(),
        };
        if error.is_about_the_question() { Self::Usage(message) } else { Self::Unreadable(message) }
    }
}

const fn argument(field: WorkerField) -> &'static str {
    match field {
        WorkerField::SecureBoot => "--secure-boot",
        WorkerField::Gpu => "--gpu",
        WorkerField::ProviderConfig => "--worker-config",
        WorkerField::UpdateStrategy => "--update-strategy",
    }
}

impl Failure {
    /// The status that the failure ends with. A reader that has seen enough is no failure.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Usage(_) => Status::Usage,
            Self::Unreadable(_) => Status::Unreadable,
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Clean,
            Self::Write(_) | Self::Internal(_) => Status::Internal,
        }
    }
}
