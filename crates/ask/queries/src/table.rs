//! The columns of the table of questions: the subject, the example, and the WebAssembly module of a question.

use rootstock_analysis::Role;

/// The subject of a question. It determines the inputs that a face provides, and where the question can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuerySubject {
    /// Rootstock itself: the answer depends on the program alone, not on settings.
    Rootstock,
    /// A profile.
    Profile,
    /// A profile, or Shoots that use it.
    ProfileOrShoots,
    /// Shoots, in any number.
    Shoots,
    /// Manifests that come with the question.
    Manifests,
    /// Manifests, judged as an operation.
    Operation,
    /// The manifest of a profile, compared with the existing profile.
    Change,
}

impl QuerySubject {
    /// Returns whether manifests come with the question.
    #[must_use]
    pub const fn has_manifests(self) -> bool {
        matches!(self, Self::Manifests | Self::Operation | Self::Change)
    }
}

/// A question about the fixtures. The documentation shows its answer, and every face is tested with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The arguments of the command, without settings.
    pub command: &'static str,
    /// The question, in JSON.
    pub question: &'static str,
    /// The files, each with its role.
    pub files: &'static [(Role, &'static str)],
}

/// The WebAssembly modules, from the smallest to the largest. Each answers everything that the smaller ones answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WasmModule {
    /// `queries.wasm`, for pages with questions about a profile.
    Queries,
    /// `rootstock.wasm`.
    Rootstock,
    /// `everything.wasm`.
    Everything,
}

impl WasmModule {
    /// Returns whether this module answers the questions of the other one.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        other as u8 <= self as u8
    }

    /// Returns the name of its file.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Queries => "queries.wasm",
            Self::Rootstock => "rootstock.wasm",
            Self::Everything => "everything.wasm",
        }
    }
}
