//! The rules of CloudProfiles, one file per part of the object, in both semantics; and the properties that hold for all
//! of them together. A case is a small profile that is [`edited`], or a fragment that is [`overlay`] one of the
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
mod laws;
mod machine_images;
mod machine_types;
mod metadata;
mod other_fields;
mod overlap;
mod overlay;
mod phases;
mod quirks;
mod regions_and_volumes;
mod size;
mod stages;
mod texts;
