//! Which machine image fits which machine type: capability matching and selection (GEP-33), with explanations.

mod capability_set;
mod catalog;
mod explanation;
mod layout;
mod matching;
mod matrix;
mod selection;
mod sorted_index;
mod vocabulary;

pub use capability_set::CapabilitySet;
pub use catalog::{Catalog, CatalogImage, CatalogMachineType, CatalogVersion, DuplicateFlavors, TooLarge};
pub use explanation::{CapabilityRow, Criterion, Explanation, FlavorValues, Outcome, Standing, StepVerdict, WalkStep};
pub use matching::Mismatch;
pub use matrix::{Cell, SupportMatrix};
pub use selection::{Selection, SelectionError};
pub use vocabulary::{Capability, Vocabulary};
