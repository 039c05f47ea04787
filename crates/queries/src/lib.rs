//! Every question that Rootstock answers, and its answer, as types with one JSON form and one schema.
//!
//! A command, a server or an editor makes a [`Query`], asks it, and renders the answer; it decides nothing. An answer is
//! the same for all of them: what the command prints with `--format json` is the answer below two fields that name its form
//! ([`Envelope`]).
//!
//! ```
//! use rootstock_core_model::{CloudProfile, Semantics, Settings};
//! use rootstock_queries::{Asked, ProfileAsked, Query, VersionsQuery};
//!
//! let profile: CloudProfile = serde_json::from_str(
//!     r#"{"metadata": {"name": "local"}, "spec": {"kubernetes": {"versions": [
//!         {"version": "1.33.1", "expirationDate": "2026-06-30T23:59:59Z"}, {"version": "1.34.0"}]}}}"#,
//! )?;
//! let asked = Asked::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let Ok(answer) = VersionsQuery {}.ask(ProfileAsked { name: "local", spec: &profile.spec, asked });
//! assert_eq!(answer.next_change, Some("2026-06-30T23:59:59Z".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod providers;
mod quirks;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod versions;

use serde::Serialize;

pub use rootstock_report::render::json::Envelope;

pub use asked::{AppliedSettings, Asked, ProfileAsked};
pub use providers::{ProviderDescription, ProvidersAnswer, ProvidersQuery};
pub use quirks::{QuirksAnswer, QuirksQuery};
pub use rules::{RuleAnswer, RuleDescription, RuleQuery, RulesAnswer, RulesQuery, UnknownRule};
#[cfg(feature = "schema")]
pub use schema::{AnswerSchema, answer_schemas};
pub use versions::{OtherVersion, VersionsAnswer, VersionsQuery};

/// A question, as data.
pub trait Query: Serialize {
    /// Name and version of the answer's form: `rootstock.NAME/vN`. Within a version, fields are only added.
    const FORM: &'static str;
    /// The answer.
    type Answer: Serialize;
    /// What is asked: a profile, or the plug-ins that are there.
    type Over<'a>;
    /// Why there is no answer.
    type Error: std::error::Error;

    /// Answers it.
    ///
    /// # Errors
    ///
    /// When there is no answer, because the question names something that does not exist.
    fn ask(&self, over: Self::Over<'_>) -> Result<Self::Answer, Self::Error>;
}
