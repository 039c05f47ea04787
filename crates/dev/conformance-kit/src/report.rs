//! Results of testing the laws.

use std::fmt;

use super::Law;

/// The results of all laws for a provider.
#[derive(Debug, Clone)]
pub struct LawReport {
    /// The provider's name.
    pub provider: &'static str,
    /// One result for each law, in the order of [`Law::ALL`].
    pub results: Vec<LawResult>,
}

/// The result of a law.
#[derive(Debug, Clone)]
pub struct LawResult {
    /// The law.
    pub law: Law,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict about a law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The law held in all cases.
    Holds {
        /// The number of cases.
        cases: usize,
    },
    /// The law is broken.
    Broken {
        /// The smallest counterexample: the input, the actual and the expected output.
        counterexample: String,
    },
    /// The law does not apply to the provider.
    NotApplicable {
        /// The reason, as a sentence.
        reason: &'static str,
    },
}

impl Verdict {
    /// Returns whether the law is broken.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        matches!(self, Self::Broken { .. })
    }
}

impl LawReport {
    /// Returns whether no law is broken.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.broken().next().is_none()
    }

    /// Returns the broken laws.
    pub fn broken(&self) -> impl Iterator<Item = Law> {
        self.results.iter().filter(|result| result.verdict.is_broken()).map(|result| result.law)
    }

    /// Returns the verdict about a law.
    #[must_use]
    pub fn verdict(&self, law: Law) -> Option<&Verdict> {
        self.results.iter().find(|result| result.law == law).map(|result| &result.verdict)
    }
}

impl fmt::Display for LawReport {
    /// Formats each law on a line, followed by the counterexample if it is broken.
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
            Verdict::NotApplicable { reason } => write!(f, "{name:<15} does not apply: {reason}"),
            Verdict::Broken { counterexample } => {
                write!(f, "{name:<15} BROKEN: {}", self.law.sentence())?;
                counterexample.lines().try_for_each(|line| write!(f, "\n    {line}"))
            }
        }
    }
}

/// The reason why a law stopped early.
#[derive(Debug)]
pub(super) enum Stop {
    Broken(String),
    NotApplicable(&'static str),
}

/// The number of cases that a law was tested in.
pub(super) type CheckedCases = Result<usize, Stop>;

impl From<CheckedCases> for Verdict {
    fn from(tried: CheckedCases) -> Self {
        match tried {
            Ok(0) => Self::NotApplicable { reason: "there was no case to try" },
            Ok(cases) => Self::Holds { cases },
            Err(Stop::Broken(counterexample)) => Self::Broken { counterexample },
            Err(Stop::NotApplicable(reason)) => Self::NotApplicable { reason },
        }
    }
}

/// Stops a law with a counterexample if `condition` is false.
pub(super) fn ensure(condition: bool, counterexample: impl FnOnce() -> String) -> Result<(), Stop> {
    if condition { Ok(()) } else { Err(Stop::Broken(counterexample())) }
}
