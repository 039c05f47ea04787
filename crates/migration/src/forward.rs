//! From legacy fields to capabilities.

mod architectures;
mod definitions;
mod edits;
mod entries;
mod expected;
mod machine_types;
mod members;
mod plan;
mod planner;
mod versions;

use std::sync::Arc;

use rootstock_analysis::{self as analysis, Analysis};

use crate::differences::Direction;
use crate::profile::Profile;
use crate::result::{Planned, conclude};
use crate::{Migration, Options, Refusal};

/// Migrates a CloudProfile of an input that is [`Checked`](analysis::Role::Checked), and proves that every machine gets the same
/// image, under the settings of the analysis. One that has capabilities already is migrated further: what is in the legacy format still.
///
/// # Errors
///
/// A [`Refusal`] when the profile, or the way it is written, does not allow it; when some machine would get another image
/// without that having been asked for; and when the result would have errors that the profile does not have.
///
/// ```
/// use rootstock_analysis::{Analysis, ProfileKey, Role};
/// use rootstock_core_model::{Semantics, Settings};
/// use rootstock_migration::{Options, migrate};
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: workshop}
/// spec:
///   type: local
///   kubernetes: {versions: [{version: 1.34.1}]}
///   machineImages:
///   - name: plain
///     versions:
///     - version: 1.0.0
///   machineTypes:
///   - {name: small, cpu: 1, gpu: 0, memory: 1Gi}
///   regions: [{name: here}]
///   providerConfig:
///     apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
///     kind: CloudProfileConfig
///     machineImages:
///     - name: plain
///       versions:
///       - version: 1.0.0
///         image: registry.example/plain:1.0.0 # signed
/// ";
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
/// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
/// let profile = analysis.profile(&ProfileKey::global("workshop"))?;
/// let migrated = migrate(&analysis, &profile, &Options::default())?;
/// assert!(migrated.text.contains("    - version: 1.0.0\n      capabilityFlavors:\n      - architecture: [amd64]\n"));
/// assert!(migrated.text.contains("image: registry.example/plain:1.0.0 # signed\n"));
/// assert!(migrated.proof.holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn migrate(analysis: &Analysis, profile: &Arc<analysis::Profile>, options: &Options) -> Result<Migration, Refusal> {
    let profile = Profile::of(profile, analysis)?;
    let Some(format) = profile.provider.conventions().legacy_format else {
        return Err(Refusal::Unsupported(format!(
            "provider `{}` does not know capabilities, or its plug-in does not say where legacy fields stand",
            profile.provider.name()
        )));
    };
    let plan = planner::plan(&profile, &format, options)?;
    let edits = edits::edits(&profile, &plan, &format)?;
    let planned = Planned {
        edits,
        expected: expected::profile(&profile, &plan),
        expected_entries: expected::entries(&profile, &plan),
        groups: plan.groups,
        declared: plan.declared,
        notes: plan.notes,
        direction: Direction::ToCapabilities,
    };
    conclude(&profile, planned, analysis)
}
