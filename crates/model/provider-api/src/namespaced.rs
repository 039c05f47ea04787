//! The provider section of a NamespacedCloudProfile: entries for its own images and versions, merged over the parent's.
//!
//! This module has the behaviour that all providers share; a plug-in lists its differences in [`NamespacedRules`].

mod check;
mod compared_apart;
mod complete_regions;
mod merge;
mod merged;
mod other_fields;
mod rules;
mod section;
mod value;

pub(crate) use check::check;
pub(crate) use complete_regions::PROVIDER_REGIONS_INCOMPLETE;
pub(crate) use merge::{converted, merge};
pub use merged::{MergedConfig, MergedEntry};
pub use rules::{AllowedField, FieldMerge, NamespacedRules, OtherFields};
pub use section::NamespacedSection;
