//! Everything that gets another answer when Gardener moves to another release.
//!
//! The checks, defaults, image selection, and maintenance plans of this workspace are asked once as each of two releases of Gardener
//! does it, and their answers compared. Nothing here knows a single change of a release: those are declared at the fields, feature
//! gates and quirks that they concern.
//!
//! - [`steps`] are the releases on the way, one minor at a time.
//! - [`UpgradeSide`] holds the objects as one release reads them.
//! - [`compare`] passes an [`UpgradeComparison`] of two sides to a function; its [`DocumentComparer`]s compare the documents one by
//!   one, in any number of threads.
//! - [`ReleaseSwitch`] is a declared difference between two releases, and the cause of a change.
//!
//! ```
//! use rootstock_analysis::{Analysis, Role};
//! use rootstock_core_model::{FeatureGateSettings, Semantics, Settings};
//! use rootstock_upgrade::{ChangeGroup, UpgradeSide, compare};
//!
//! let now = "2026-01-01T00:00:00Z".parse()?;
//! let mut analysis = Analysis::new(rootstock_providers::registry()?, Settings::new(Semantics::Gardener, now));
//! analysis.set(Role::Checked, "profile.yaml", br#"
//! apiVersion: core.gardener.cloud/v1beta1
//! kind: CloudProfile
//! metadata: {name: local}
//! spec:
//!   type: local
//!   machineCapabilities:
//!   - {name: architecture, values: [amd64]}
//!   - {name: gardener-disk, values: [fast, slow]}
//! "#);
//! let side = |release: &str| -> Result<UpgradeSide, Box<dyn std::error::Error>> {
//!     Ok(UpgradeSide::new(&analysis, release.parse()?, &FeatureGateSettings::default()))
//! };
//! let (before, after) = (side("1.146")?, side("1.147")?);
//! let changes = compare([&before, &after], |comparison| {
//!     let mut comparer = comparison.comparer();
//!     comparison.documents().flat_map(|document| comparer.compare(document).changes).collect::<Vec<_>>()
//! });
//! assert_eq!(changes[0].group, ChangeGroup::Refused);
//! assert_eq!(changes[0].finding.violation.path.to_string(), "spec.machineCapabilities[1].name");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cause;
mod change;
mod comparison;
mod findings;
mod profiles;
mod shoot;
mod side;
mod steps;
mod switch;

pub use change::{ChangeDetail, ChangeGroup, CheckedAs, DocumentChanges, UpgradeChange};
pub use comparison::{DocumentComparer, DocumentPair, UpgradeComparison, compare};
pub use side::UpgradeSide;
pub use steps::{StepsError, steps};
pub use switch::{ReleaseSwitch, SwitchKind, switches};
