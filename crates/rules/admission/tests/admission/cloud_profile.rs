//! The rules of CloudProfiles, one file per part of the object, in both semantics; and the properties that hold for all
//! of them together. A case is a small profile that is [`edited`], or a fragment that is [`laid_over`] one of the
//! fixtures.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod bastion;
mod capabilities;
mod documents;
mod edited;
mod flavors;
mod hostile;
mod kubernetes;
mod laid_over;
mod laws;
mod machine_images;
mod machine_types;
mod metadata;
mod overlap;
mod phases;
mod quirks;
mod regions_and_volumes;
mod selectors_and_the_rest;
mod size;
mod stages;
mod texts;
