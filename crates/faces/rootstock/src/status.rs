//! How a run ends.

use std::process::ExitCode;

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
    /// 6: the surroundings do not let it end: a full disk, no folder for temporary files.
    Surroundings,
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
            Self::Surroundings => 6,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}
