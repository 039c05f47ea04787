//! The provider's half of a NamespacedCloudProfile: entries for its own images and versions, laid over the parent's.
//!
//! What is the same for all providers is here, once; a plug-in says where it differs with [`NamespacedRules`].

mod check;
mod compared_apart;
mod complete_regions;
mod half;
mod merge;
mod merged;
mod other_fields;
mod rules;
mod value;

pub(crate) use check::check;
pub(crate) use complete_regions::PROVIDER_REGIONS_INCOMPLETE;
pub use half::NamespacedHalf;
pub(crate) use merge::{converted, merge};
pub use merged::{MergedConfig, MergedEntry};
pub use rules::{AllowedField, FieldMerge, NamespacedRules, OtherFields};
