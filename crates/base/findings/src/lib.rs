//! Findings with their location, the rule that found them, and the change that fixes them.
//!
//! A [`Rule`] is declared with [`rules!`] next to the code that checks it, has a Markdown page, and is registered by
//! its declaration. A [`Violation`] is a finding: its `Display` is the format of Kubernetes. Locations and changes come
//! from `rootstock-document`, because they refer to its objects and texts.
//!
//! ```
//! use rootstock_findings::{Path, Releases, Rule, Severity, Source, Violation};
//! static SIZE_TOO_SMALL: Rule = Rule {
//!     name: "size-too-small", package: "acme", since: "0.1.0", severity: Severity::Error, source: Source::Gardener,
//!     releases: Releases::ALL, finds_in_equal_shoots: true, remedy: "", page: "",
//! };
//! let spec = Path::root("spec");
//! let found = Violation::invalid(&SIZE_TOO_SMALL, &spec.field("size"), "0Gi", "must be greater than 0");
//! assert_eq!(found.to_string(), r#"spec.size: Invalid value: "0Gi": must be greater than 0"#);
//! ```

mod declare;
mod listed;
mod rule;
mod semantics;
mod similarity;
mod supported;
mod violation;

#[doc(hidden)]
pub use inventory::submit as __submit;
#[doc(hidden)]
pub use rootstock_macros::kebab_case as __kebab_case;

pub use listed::{counted, listed, listed_by_similarity, listed_up_to};
pub use rule::{Registered, Rule, Severity, Source};
pub use semantics::Semantics;
pub use violation::{Violation, ViolationKind, other_verdict};

// The types of locations and fixes.
pub use rootstock_document::{Applicability, BadValue, Change, FieldPath, Fix, Path, Related, Releases, Segment, Span};
