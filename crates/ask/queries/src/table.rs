//! The table of questions: everything that lists them is a fold over it.

use rootstock_analysis::Role;

use crate::{
    CanonicalizeQuery, CheckQuery, DefaultQuery, DiffQuery, ImagesQuery, MachineTypesQuery, MatrixQuery, MigrateQuery,
    MissingQuery, PlanExplainQuery, PlanQuery, ProposalQuery, Query, QuirksQuery, RenderQuery, ResolveQuery,
    RollsQuery, SelectQuery, UpkeepQuery, UsageQuery, VersionsQuery,
};
#[cfg(feature = "rules")]
use crate::{ProviderQuery, ProvidersQuery, RuleQuery, RulesQuery};

/// Something that is done with each question.
pub trait EachQuestion {
    /// Does it with one question.
    fn question<Q: Query>(&mut self);
}

/// Goes through all questions, in the order of the forms of their answers.
pub fn each_question(each: &mut impl EachQuestion) {
    each.question::<CanonicalizeQuery>();
    each.question::<CheckQuery>();
    each.question::<DefaultQuery>();
    each.question::<DiffQuery>();
    #[cfg(feature = "rules")]
    each.question::<RuleQuery>();
    each.question::<ImagesQuery>();
    each.question::<MachineTypesQuery>();
    each.question::<MatrixQuery>();
    each.question::<MigrateQuery>();
    each.question::<MissingQuery>();
    each.question::<PlanQuery>();
    each.question::<PlanExplainQuery>();
    #[cfg(feature = "rules")]
    each.question::<ProviderQuery>();
    #[cfg(feature = "rules")]
    each.question::<ProvidersQuery>();
    each.question::<QuirksQuery>();
    each.question::<RenderQuery>();
    each.question::<ResolveQuery>();
    each.question::<RollsQuery>();
    #[cfg(feature = "rules")]
    each.question::<RulesQuery>();
    each.question::<SelectQuery>();
    each.question::<UpkeepQuery>();
    each.question::<ProposalQuery>();
    each.question::<UsageQuery>();
    each.question::<VersionsQuery>();
}

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
