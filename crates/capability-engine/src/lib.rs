//! Which machine image fits which machine type: capability matching and selection (GEP-33), with explanations.

mod capability_set;
mod explanation;
mod layout;
mod matching;
mod selection;
mod vocabulary;

pub use capability_set::CapabilitySet;
pub use explanation::{CapabilityRow, Criterion, Explanation, FlavorValues, Outcome, Standing, StepVerdict, WalkStep};
pub use matching::Mismatch;
pub use selection::{Selection, SelectionError};
pub use vocabulary::{Capability, Vocabulary};
