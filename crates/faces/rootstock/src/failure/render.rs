//! Manifests that another program does not render.

use std::io;

use rootstock_core_model::listed;
use rootstock_sources::files::ReadFailure;

/// The reason why manifests are not rendered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RenderFailure {
    /// None of the programs is installed.
    #[error("{} {} not installed; install it, or render the manifests and pipe them to `rootstock check -`", listed(.0.iter().copied()), if .0.len() > 1 { "are" } else { "is" })]
    NotInstalled(Vec<&'static str>),
    /// The program failed.
    #[error("{program} failed: {message}")]
    Failed {
        /// The program.
        program: &'static str,
        /// The end of its messages.
        message: String,
    },
    /// The program cannot be run, or its output cannot be read.
    #[error("{0}")]
    Other(ReadFailure),
}

impl From<io::Error> for RenderFailure {
    fn from(error: io::Error) -> Self {
        Self::Other(error.into())
    }
}
