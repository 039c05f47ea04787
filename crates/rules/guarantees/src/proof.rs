//! Decisions about invariants: each class of workers is tried, so that an invariant holds for all of them or has a
//! counterexample.

mod claims;
mod counterexample;
mod findings;
mod pools;

use rootstock_judge::Judge;
use serde::Serialize;

pub use counterexample::Counterexample;
pub use findings::{invariant_findings, unprovable};
pub use pools::FleetPools;

use crate::Invariant;
use crate::booted_images::BootedImages;
use crate::space::WorkerSpace;

/// The decision about an invariant.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "verdict")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InvariantVerdict {
    /// Holds for every worker that the profile admits.
    Holds {
        /// The number of classes of workers that it is about. 0 if it is about nothing: it selects no worker, or the profile
        /// does not register the value that they never get.
        classes: usize,
    },
    /// Does not hold for some worker.
    Broken {
        /// The first worker for which it does not, with the fewest demands.
        counterexample: Box<Counterexample>,
    },
    /// Cannot be decided without an old profile, because it is about a change.
    NeedsOld,
}

/// The classes of workers of a profile and, if there is one, of the old profile.
#[derive(Debug)]
pub struct Prover<'p> {
    space: WorkerSpace<'p>,
    /// The workers of the old profile, in classes of both profiles.
    old: Option<WorkerSpace<'p>>,
    images: BootedImages<'p>,
    old_images: BootedImages<'p>,
}

impl<'p> Prover<'p> {
    /// Prepares the decisions about a profile, and its change since an old one.
    #[must_use]
    pub fn new(judge: Judge<'p>, old: Option<Judge<'p>>) -> Self {
        let new = judge.profile();
        let class_of = |name: &str| new.provider_class(new.machine_type(name)?.1.index);
        Self {
            space: WorkerSpace::new(judge, |_| None),
            old: old.map(|old| WorkerSpace::new(old, class_of)),
            images: BootedImages::default(),
            old_images: BootedImages::default(),
        }
    }

    /// Decides about an invariant.
    #[must_use]
    pub fn prove(&self, invariant: &Invariant) -> InvariantVerdict {
        if invariant.needs_old() && self.old.is_none() {
            return InvariantVerdict::NeedsOld;
        }
        match claims::try_all(self, invariant) {
            (_, Some(counterexample)) => InvariantVerdict::Broken { counterexample: Box::new(counterexample) },
            (classes, None) => InvariantVerdict::Holds { classes },
        }
    }
}
