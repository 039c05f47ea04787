//! Rootstock's answers as HTML, for readers who prefer a page to a terminal.
//!
//! A page shows which machine types are compatible with which images, when versions are deprecated and expire, and the findings.
//! It contains no logic of its own: it runs the [queries](rootstock_queries) and renders their answers. It is a single file,
//! loads nothing, works without its script, and treats every string of a document as hostile.
//!
//! ```
//! use rootstock_analysis::{Analysis, Role};
//! use rootstock_core_model::Semantics;
//! use rootstock_pages::{ReportParts, write_report};
//! use rootstock_queries::{QueryContext, CheckAnswer, CheckInput};
//!
//! let asked = QueryContext::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let mut analysis = Analysis::new(rootstock_providers::registry()?, asked.settings);
//! analysis.set(Role::Checked, "profile.yaml", b"
//! apiVersion: core.gardener.cloud/v1beta1
//! kind: CloudProfile
//! metadata: {name: local}
//! spec: {type: local, kubernetes: {versions: [{version: 1.33.1}]}}
//! ");
//! let profiles: Vec<_> = analysis.profiles().filter_map(|(_, profile)| profile.ok()).collect();
//! let report = analysis.check().report;
//! let check = CheckAnswer::new(CheckInput { analysis: &analysis, asked }, &report);
//! let mut page = Vec::new();
//! let parts = ReportParts { profiles: &profiles, compared: None, check: &check, fleet: None, sources: &report.sources, asked, unknown_releases: &[], tool_version: "1.0" };
//! write_report(parts, &mut page)?;
//! assert!(String::from_utf8(page)?.contains("1.33.1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod changes;
mod compatibility;
mod escape;
mod findings;
mod fleet;
mod instant;
mod lifecycles;
mod overview;
mod picture;
mod playground;
mod profile;
mod prose;
mod report;
mod served;
mod urls;

pub use assets::{Asset, assets};
pub use changes::ComparedProfile;
pub use fleet::{EvaluatedShoot, FleetAnswers, FleetEvaluator, FleetParts, FleetQuestion};
pub use overview::{ListedProfile, ListedShoot, ProfileList, write_profile_list};
pub use picture::{write_matrix_picture, write_matrix_table, write_versions_picture};
pub use playground::{PLAYGROUND_MODULES, PLAYGROUND_POLICY, playground};
pub use report::{ReportParts, write_report};
pub use served::{SERVED_POLICY, ServedProfile, write_profile_page};
pub use urls::profile_path;
