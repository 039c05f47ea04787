//! What is reported: findings with their place, the rule that found them, and the change that mends them.
//!
//! A [`Rule`] is declared with [`rules!`] beside the code that checks it, has a page of Markdown, and is registered by being
//! declared. A [`Violation`] is one finding: its `Display` is Kubernetes' own form. Places and changes come from
//! `rootstock-document`, whose objects and texts they are about.
//!
//! ```
//! use rootstock_findings::{Path, Rule, Severity, Source, Violation};
//! static SIZE_TOO_SMALL: Rule = Rule {
//!     name: "size-too-small", package: "acme", since: "0.1.0", severity: Severity::Error, source: Source::Gardener, page: "",
//! };
//! let spec = Path::root("spec");
//! let found = Violation::invalid(&SIZE_TOO_SMALL, &spec.field("size"), "0Gi", "must be greater than 0");
//! assert_eq!(found.to_string(), r#"spec.size: Invalid value: "0Gi": must be greater than 0"#);
//! ```

mod alike;
mod declare;
mod listed;
mod rule;
mod semantics;
mod supported;
mod violation;

#[doc(hidden)]
pub use inventory::submit as __submit;
#[doc(hidden)]
pub use rootstock_macros::kebab_case as __kebab_case;

pub use listed::{counted, listed, listed_alike, listed_up_to};
pub use rule::{Registered, Rule, Severity, Source};
pub use semantics::Semantics;
pub use violation::{Violation, ViolationKind};

// What findings point into, and what mends them.
pub use rootstock_document::{Applicability, BadValue, Change, FieldPath, Fix, Path, Related, Segment, Span};
