//! The columns of the table of questions: what a question is about, its example, and the WebAssembly module that answers it.

use rootstock_analysis::Role;

/// The subject of a question. It decides what a face takes next to the question, and where the question is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Rootstock itself: nothing but the program decides the answer, no settings either.
    Rootstock,
    /// A profile.
    Profile,
    /// A profile, or Shoots that use it.
    ProfileOrShoots,
    /// Shoots, one after the other.
    Shoots,
    /// Manifests that come with the question.
    Manifests,
    /// Manifests, judged as an operation.
    Operation,
    /// A manifest of a profile, next to the profile that is there.
    Change,
}

impl About {
    /// Whether manifests come with the question.
    #[must_use]
    pub const fn has_manifests(self) -> bool {
        matches!(self, Self::Manifests | Self::Operation | Self::Change)
    }
}

/// A question about the fixtures. The documentation shows its answer, and every face is held to that answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The arguments of the command, without settings.
    pub command: &'static str,
    /// The question, in JSON.
    pub question: &'static str,
    /// The files that it is about, each with its role.
    pub files: &'static [(Role, &'static str)],
}

/// The WebAssembly modules, from the smallest to the largest. Each answers everything that those before it answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WasmModule {
    /// `queries.wasm`, for pages that ask about a profile.
    Queries,
    /// `rootstock.wasm`.
    Rootstock,
    /// `everything.wasm`.
    Everything,
}

impl WasmModule {
    /// Whether this module answers what is first answered by the other one.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        other as u8 <= self as u8
    }
}
