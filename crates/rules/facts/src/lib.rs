//! Facts that clouds and vendors print about images and machine types, and their comparison with a CloudProfile.
//!
//! A [`FactSource`] reads the output of a command, or a published file, and adds facts to a [`FactSheet`]: which images and machine
//! types there are, with their architecture, boot modes, sizes, zones, and dates. [`verify`] reports where a profile says
//! otherwise. A fact that is not known has no effect: without a fact, there is no finding.
//!
//! The names of facts do not depend on the cloud. A [`FactMapping`] translates a fact to a capability and its values; each
//! provider has a table ([`FactMapping::built_in`]) of them with the document that each row follows.
//!
//! ```
//! use rootstock_facts::{FactList, FactSource, read_facts};
//! let text = br#"{"InstanceTypes": [{
//!     "InstanceType": "m7g.large", "SupportedBootModes": ["uefi"], "VCpuInfo": {"DefaultVCpus": 2},
//!     "MemoryInfo": {"SizeInMiB": 8192}, "ProcessorInfo": {"SupportedArchitectures": ["arm64"]}
//! }]}"#;
//! let read = read_facts(&FactSource::ALL, "types.json", text, Some("eu-west-1"))?;
//! let list = FactList { facts: read.sheets };
//! assert_eq!(list.facts[0].source, "aws-instance-types");
//! assert_eq!(list.facts[0].machine_types[0].attributes.get("bootMode"), Some(&["uefi".to_owned()][..]));
//! # Ok::<(), rootstock_facts::SourceError>(())
//! ```

mod fact_list;
mod mapping;
mod nodes;
mod release_notes;
mod source;
mod sources;
mod verify;

pub use fact_list::{FactList, FactSheet, ImageFact, KubernetesFact, MachineTypeFact};
pub use mapping::{FactMapping, FactMeaning, VOLUME_TYPE};
pub use source::{FactFile, FactSource, SourceError, UnreadFact, read_facts};
pub use verify::{FactIndex, Verification, VerifySubject, verify};

/// Returns the rules of this crate.
#[must_use]
pub fn rules() -> Vec<&'static rootstock_core_model::Rule> {
    rootstock_core_model::Rule::of(env!("CARGO_PKG_NAME"))
}
