//! The pipeline behind `rootstock check` as a library: documents in, findings with their places out.
//!
//! An [`Analysis`] holds documents by the names of their inputs: CloudProfiles, NamespacedCloudProfiles and Shoots, as bytes or
//! as JSON values. [`Analysis::check`] reads, decodes and judges all of them, each together with the objects it refers to, and
//! returns a [`Report`](rootstock_report::Report). [`Analysis::profile`] returns a profile as Gardener stores it, or as the
//! Shoots of a NamespacedCloudProfile get it. [`Analysis::apply_safe_fixes`] applies the fixes of findings.
//!
//! Replacing an input only judges the objects again that depend on it.
//!
//! This crate does not read a clock, the environment or files: the instant is part of the settings, the caller provides
//! the texts, and remarks that are not findings are returned as a [`Notice`]. Threads can share an analysis; cloning it
//! does not copy documents, and a clone shares the judgements made so far.
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

mod acceptance;
mod analysis;
mod baseline;
mod check;
mod checked_document;
mod child;
pub mod configuration;
mod context;
mod edited;
mod embedding;
mod finding_filter;
mod finding_limit;
mod fixing;
mod foreign;
mod guarantees;
mod index;
mod input;
mod judge;
mod key;
mod managed;
mod memo;
mod mentions;
mod named_path;
mod no_profile;
mod notice;
mod overlay;
mod patch_alone;
mod profile;
mod provider_section;
mod received;
mod recently_rendered;
mod rendering;
mod review;
mod rules;
pub mod stored_form;
mod strictness;
mod template;
mod unchecked;
mod users;
mod verdict;
mod written;

pub use analysis::Analysis;
pub use baseline::{Baseline, BaselineError, BaselineFile, BaselineSchema, KnownFinding};
pub use check::{Check, Checked, DocumentFindings, check};
pub use checked_document::CheckedDocument;
pub use child::Child;
pub use context::{CheckCounts, CheckMode};
pub use edited::new_findings;
pub use finding_filter::FindingFilter;
pub use fixing::{FixOutcome, FixedText};
pub use input::{Input, Object, Role};
pub use key::{ProfileKey, full_name};
pub use mentions::{Mention, MentionTarget, MentionedName};
pub use no_profile::NoProfile;
pub use notice::Notice;
pub use overlay::{Overlay, PatchError, PatchLists, ValueOrigins};
pub use profile::Profile;
pub use review::{AdmissionReview, ReviewError, ReviewOperation, ReviewText, SkipReason};
pub use rootstock_admission::UserNames;
pub use rules::{all_rules, rules};
pub use strictness::Strictness;
pub use written::Written;
