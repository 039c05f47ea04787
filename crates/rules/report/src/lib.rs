//! Findings in formats for people and programs: text with source excerpts, and data.
//!
//! There is one diagnostic type, [`Finding`]: a [`Violation`](rootstock_core_model::Violation) with its place in a
//! source text. A [`Report`] collects the findings of a run, in a total order, with an account of every document given.
//! Its serializable form is a [`ReportAnswer`]: JSON for programs, and the input of each renderer for people. A
//! renderer is one file below `render/`:
//!
//! | renderer | for |
//! |---|---|
//! | `render::text` (feature `terminal`) | a person at a terminal |
//! | `render::sarif` (feature `ci`, as are the following; on by default) | code scanning |
//! | `render::junit` | everything that reads test results |
//! | `render::github` | annotations in a GitHub workflow |
//! | `render::gitlab` | GitLab's Code Quality |
//! | `render::markdown` | a comment in a pull request |
//!
//! Nothing here reads a file, a clock or the environment, or decides whether colors are wanted: text is rendered with
//! styles, and the caller's stream strips them if they are not supported.
//!
//! ```
//! use rootstock_report::{Report, SourceText};
//!
//! let source = SourceText::new("profile.yaml", "kind: CloudProfile\nmetadata:\n  name: local\n");
//! let place = source.text().find("local").ok_or("not there")?;
//! let at = source.line_column(place);
//! assert_eq!((at.line, at.column), (3, 9));
//!
//! let mut report = Report::default();
//! report.add_source(source);
//! assert_eq!(report.worst(), None); // nothing was found
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod document_record;
mod finding;
mod fix_account;
mod fix_set;
mod headline;
mod line_diff;
pub mod render;
mod run;
mod source_text;
mod summary;
mod unified_diff;

pub use answer::{
    DocumentAnswer, EditAnswer, FindingAnswer, FixAnswer, LeftOutAnswer, Location, Point, RelatedAnswer, ReportAnswer,
    SuppressedAnswer,
};
pub use document_record::{DocumentOutcome, DocumentRecord};
pub use finding::{Finding, LeftOut, RelatedPlace, pointer};
pub use fix_account::{FixAccount, FixRecord};
pub use fix_set::FixSet;
pub use line_diff::replaced_lines;
pub use run::{Report, Suppressed};
pub use source_text::{Place, SourceId, SourceText};
pub use summary::Summary;
pub use unified_diff::{unified_diff, unified_diff_of_edits};
