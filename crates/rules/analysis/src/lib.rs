//! The pipeline behind `rootstock check`, for programs: documents in, findings with their places out.
//!
//! An [`Analysis`] holds documents by the names of their inputs: CloudProfiles, NamespacedCloudProfiles and Shoots, as
//! bytes or as JSON values. [`Analysis::check`] reads, decodes and judges them all, each beside those it refers to, and
//! hands over a [`Report`](rootstock_report::Report). [`Analysis::profile`] is a profile as Gardener stores it, or what
//! Shoots get of a NamespacedCloudProfile. [`Analysis::mend`] makes the fixes that findings carry.
//!
//! When an input is replaced, what depends on it is judged again, and nothing else is.
//!
//! Nothing here reads a clock, the environment or a file: the instant is a part of the settings, texts are brought by the
//! caller, and what there is to say beside findings is handed over as a [`Notice`]. An analysis can be shared between
//! threads; cloning it copies no document, and a clone knows what the original has judged.
//!
//! ```
//! use rootstock_analysis::{Analysis, ProfileKey, Role};
//! use rootstock_core_model::{Semantics, Settings};
//!
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
//! analysis.set(Role::Checked, "profile.yaml", b"
//! apiVersion: core.gardener.cloud/v1beta1
//! kind: CloudProfile
//! metadata: {name: local}
//! spec: {type: local, kubernetes: {versions: [{version: 1.34}]}}
//! ");
//! let report = analysis.check().report;
//! assert!(report.findings.iter().any(|finding| finding.violation.path.to_string() == "spec.kubernetes.versions[0].version"));
//! let profile = analysis.profile(&ProfileKey::global("local"))?;
//! assert_eq!(profile.spec().provider_type, "local");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accepted_by;
mod analysis;
mod bounded;
mod check;
mod child;
mod conditions;
pub mod configuration;
mod edited;
mod foreign;
mod half;
mod held;
mod index;
mod input;
mod judge;
mod key;
mod managed;
mod memo;
mod mending;
mod mentions;
mod no_profile;
mod notice;
mod profile;
mod received;
mod review;
mod rules;
pub mod stored_form;
mod strictness;
mod unchecked;
mod users;
mod written;

pub use analysis::Analysis;
pub use check::{Check, Checked, CheckedDocument, DocumentFindings, check};
pub use child::Child;
pub use conditions::{Judgement, JudgementCounts};
pub use edited::new_findings;
pub use input::{Input, Object, Role};
pub use key::{ProfileKey, full_name};
pub use mending::{MendedText, Mending};
pub use mentions::{Mention, Mentioned, MentionedName};
pub use no_profile::NoProfile;
pub use notice::Notice;
pub use profile::Profile;
pub use review::{AdmissionReview, NotAReview, NotJudged, ReviewOperation, ReviewText};
pub use rules::{all_rules, rules};
pub use strictness::Strictness;
pub use written::Written;
