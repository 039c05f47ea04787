//! What the kit found, law by law.

use std::fmt;

use super::Law;

/// What became of every law for one provider.
#[derive(Debug, Clone)]
pub struct LawReport {
    /// The provider's name.
    pub provider: &'static str,
    /// One result for each law, in the order of [`Law::ALL`].
    pub results: Vec<LawResult>,
}

/// What became of one law.
#[derive(Debug, Clone)]
pub struct LawResult {
    /// The law.
    pub law: Law,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// Whether a law holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The law held in every case that was tried.
    Holds {
        /// How many cases were tried.
        cases: usize,
    },
    /// The law does not hold.
    Broken {
        /// The smallest case that shows it: what was given, what came, and what should have come.
        counterexample: String,
    },
    /// There is nothing to try it on.
    NotApplicable {
        /// Why, as a sentence.
        because: &'static str,
    },
}

impl Verdict {
    /// Whether the law is broken.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        matches!(self, Self::Broken { .. })
    }
}

impl LawReport {
    /// Whether no law is broken.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.broken().next().is_none()
    }

    /// The laws that are broken.
    pub fn broken(&self) -> impl Iterator<Item = Law> {
        self.results.iter().filter(|result| result.verdict.is_broken()).map(|result| result.law)
    }

    /// What became of a law.
    #[must_use]
    pub fn verdict(&self, law: Law) -> Option<&Verdict> {
        self.results.iter().find(|result| result.law == law).map(|result| &result.verdict)
    }
}

impl fmt::Display for LawReport {
    /// One line for each law, and the counterexample below a broken one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "provider `{}`", self.provider)?;
        self.results.iter().try_for_each(|result| writeln!(f, "  {result}"))
    }
}

impl fmt::Display for LawResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.law.name();
        match &self.verdict {
            Verdict::Holds { cases } => write!(f, "{name:<15} holds in {cases} cases"),
            Verdict::NotApplicable { because } => write!(f, "{name:<15} does not apply: {because}"),
            Verdict::Broken { counterexample } => {
                write!(f, "{name:<15} BROKEN: {}", self.law.sentence())?;
                counterexample.lines().try_for_each(|line| write!(f, "\n    {line}"))
            }
        }
    }
}

/// Why a law stopped before it had tried everything.
#[derive(Debug)]
pub(super) enum Stop {
    Broken(String),
    NotApplicable(&'static str),
}

/// How many cases a law was tried in.
pub(super) type Tried = Result<usize, Stop>;

impl From<Tried> for Verdict {
    fn from(tried: Tried) -> Self {
        match tried {
            Ok(0) => Self::NotApplicable { because: "there was no case to try" },
            Ok(cases) => Self::Holds { cases },
            Err(Stop::Broken(counterexample)) => Self::Broken { counterexample },
            Err(Stop::NotApplicable(because)) => Self::NotApplicable { because },
        }
    }
}

/// Ends a law with a counterexample if `condition` is false.
pub(super) fn ensure(condition: bool, counterexample: impl FnOnce() -> String) -> Result<(), Stop> {
    if condition { Ok(()) } else { Err(Stop::Broken(counterexample())) }
}
