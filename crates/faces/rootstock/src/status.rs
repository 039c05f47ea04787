//! Exit statuses.

use std::io;
use std::process::ExitCode;

/// The exit status of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// 0: success, no findings.
    Clean,
    /// 1: success, with findings (or the answer to the question is "none").
    Findings,
    /// 2: wrong usage.
    UsageError,
    /// 3: an input cannot be read.
    Unreadable,
    /// 4: a bug in this program.
    Internal,
    /// 5: the change in question would be refused.
    Refused,
    /// 6: the environment prevents the run: a full disk, no folder for temporary files.
    Environment,
}

impl Status {
    /// Returns the status for a file that cannot be written: a full disk is due to the environment, everything else to the file.
    pub(crate) fn of_unwritten(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Environment,
            _ => Self::Unreadable,
        }
    }

    /// Returns the exit code of the process.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::UsageError => 2,
            Self::Unreadable => 3,
            Self::Internal => 4,
            Self::Refused => 5,
            Self::Environment => 6,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}
