//! What a change of a CloudProfile does to the NamespacedCloudProfiles below it (MG-20…MG-25).

use rootstock_core_model::{
    CloudProfile, NamespacedCloudProfile, NamespacedCloudProfileStatus, Settings, Severity, Violation,
};
use rootstock_worker_capabilities::Entry;

use crate::namespaced_cloud_profile::check_touched;
use crate::{Rendered, render};

/// What a change of its parent does to a NamespacedCloudProfile.
#[derive(Debug, Clone)]
pub struct ChildEffect {
    /// What its Shoots got, and get.
    pub before: Rendered,
    /// What they would get.
    pub after: Rendered,
    /// What an update of the NamespacedCloudProfile would find that changes nothing but a label: if there is an error,
    /// every update of it is refused from then on.
    pub violations: Vec<Violation>,
    /// Those among them that it did not have under the old parent.
    pub new_violations: Vec<Violation>,
}

impl ChildEffect {
    /// Whether its Shoots get something else.
    #[must_use]
    pub fn changes_rendering(&self) -> bool {
        self.before.spec != self.after.spec
    }

    /// Whether updates of it were accepted, and would be refused.
    #[must_use]
    pub fn breaks(&self) -> bool {
        let is_error = |violation: &Violation| violation.severity == Severity::Error;
        let had_errors = self.violations.iter().filter(|it| is_error(it)).count()
            > self.new_violations.iter().filter(|it| is_error(it)).count();
        !had_errors && self.new_violations.iter().any(is_error)
    }
}

/// What happens to a NamespacedCloudProfile when `new` takes the place of its parent `old`.
///
/// `provider` are the capabilities that the provider's plug-in brings
/// ([`Provider::worker_capabilities`](rootstock_provider_api::Provider::worker_capabilities)). The provider's halves are
/// not merged; [`Rendered::with_provider_config`] does that.
///
/// ```
/// use rootstock_admission::effect_on_child;
/// use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Semantics, Settings};
/// let parent = |versions: &str| serde_json::from_str::<CloudProfile>(
///     &format!(r#"{{"spec": {{"kubernetes": {{"versions": [{{"version": "1.33.1"}}{versions}]}}}}}}"#),
/// );
/// let child: NamespacedCloudProfile = serde_json::from_str(r#"{
///     "metadata": {"name": "ours", "namespace": "garden-dev"},
///     "spec": {
///         "parent": {"kind": "CloudProfile", "name": "local"},
///         "kubernetes": {"versions": [{"version": "1.32.4", "expirationDate": "2027-01-01T00:00:00Z"}]}
///     }
/// }"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let effect = effect_on_child(&[], &child, &parent(r#", {"version": "1.32.4"}"#)?, &parent("")?, &settings);
/// assert!(effect.breaks() && effect.changes_rendering());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn effect_on_child(
    provider: &'static [Entry],
    child: &NamespacedCloudProfile,
    old: &CloudProfile,
    new: &CloudProfile,
    settings: &Settings,
) -> ChildEffect {
    let (before, after) = (render(old, child, settings), render(new, child, settings));
    // What it has been so far is what its Shoots have.
    let mut stored = child.clone();
    stored.status =
        Some(NamespacedCloudProfileStatus { cloud_profile_spec: before.spec.clone(), ..Default::default() });
    let earlier = check_touched(provider, &stored, old, settings);
    let violations = check_touched(provider, &stored, new, settings);
    let is_known = |violation: &Violation| {
        earlier.iter().any(|earlier| earlier.rule == violation.rule && earlier.path == violation.path)
    };
    let new_violations = violations.iter().filter(|violation| !is_known(violation)).cloned().collect();
    ChildEffect { before, after, violations, new_violations }
}
