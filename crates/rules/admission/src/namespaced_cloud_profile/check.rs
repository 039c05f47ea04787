//! The check of a NamespacedCloudProfile: preparation and four stages.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

use rootstock_core_model::{CloudProfile, FieldPath, NamespacedCloudProfile, Settings, Severity, Violation};
use rootstock_provider_api::{NamespacedSection, Registry};
use rootstock_worker_capabilities::Entry;

use super::converted_paths::restore_written_paths;
use super::outcome::{NamespacedOutcome, NamespacedStage};
use super::overrides::{Comparison, kubernetes, machine_images, without_definition};
use super::preparation::{drop_inactive, prepare};
use super::{
    default_namespaced_cloud_profile, in_parent_format, overrides, parent, parent_suggestions, result, validation,
};
use crate::{Operation, canonicalized_cloud_profile};

/// Checks a NamespacedCloudProfile: as a desired state, as a new object, or as an update.
///
/// Without `parent`, only the first stage can run: the rules that do not depend on the parent.
///
/// ```
/// use rootstock_admission::{Operation, check_namespaced_cloud_profile};
/// use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Semantics, Settings};
/// let parent: CloudProfile = serde_json::from_str(
///     r#"{"spec": {"kubernetes": {"versions": [{"version": "1.33.1"}, {"version": "1.32.4"}]}}}"#,
/// )?;
/// let child: NamespacedCloudProfile = serde_json::from_str(r#"{
///     "metadata": {"name": "ours", "namespace": "garden-dev"},
///     "spec": {
///         "parent": {"kind": "CloudProfile", "name": "local"},
///         "kubernetes": {"versions": [{"version": "1.32.5", "expirationDate": "2027-01-01T00:00:00Z"}]}
///     }
/// }"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let outcome = check_namespaced_cloud_profile(&child, Some(&parent), Operation::Create, &settings);
/// let found = outcome.errors().next().map(|violation| violation.path.to_string());
/// assert_eq!(found.as_deref(), Some("spec.kubernetes.versions[0].version"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_namespaced_cloud_profile(
    child: &NamespacedCloudProfile,
    parent: Option<&CloudProfile>,
    operation: Operation<'_, NamespacedCloudProfile>,
    settings: &Settings,
) -> NamespacedOutcome {
    check_namespaced_cloud_profile_for_provider(&[], child, parent, operation, settings)
}

/// Like [`check_namespaced_cloud_profile`], but for a parent whose provider's plug-in brings capabilities that need no
/// registration (with the gate `WorkerCapabilities`).
#[must_use]
pub fn check_namespaced_cloud_profile_for_provider(
    provider: &'static [Entry],
    child: &NamespacedCloudProfile,
    parent: Option<&CloudProfile>,
    operation: Operation<'_, NamespacedCloudProfile>,
    settings: &Settings,
) -> NamespacedOutcome {
    check(provider, child, parent, operation, false, settings)
}

/// Checks a stored profile against `parent` as an update would that changes nothing but a label. If there is an error,
/// Gardener refuses every update of the profile: this is how a change to the parent breaks it.
///
/// `provider` lists the capabilities that the provider's plug-in brings.
///
/// ```
/// use rootstock_admission::recheck_namespaced_cloud_profile;
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
/// let errors = |parent: CloudProfile| recheck_namespaced_cloud_profile(&[], &child, &parent, &settings).len();
/// assert_eq!(errors(parent(r#", {"version": "1.32.4"}"#)?), 0);
/// assert_eq!(errors(parent("")?), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn recheck_namespaced_cloud_profile(
    provider: &'static [Entry],
    stored: &NamespacedCloudProfile,
    parent: &CloudProfile,
    settings: &Settings,
) -> Vec<Violation> {
    check(provider, stored, Some(parent), Operation::Update { old: stored }, true, settings).violations
}

/// Like [`recheck_namespaced_cloud_profile`], but includes the findings of the provider's plug-in if `registry` has
/// one.
pub(crate) fn recheck_with_provider(
    provider: &'static [Entry],
    registry: Option<&Registry>,
    stored: &NamespacedCloudProfile,
    parent: &CloudProfile,
    settings: &Settings,
) -> Vec<Violation> {
    let outcome = check(provider, stored, Some(parent), Operation::Update { old: stored }, true, settings);
    let mut violations = outcome.violations;
    let plugin = registry.and_then(|registry| registry.get(&parent.spec.provider_type));
    if let (Some(registry), Some(plugin), Some(rendered)) = (registry, plugin, outcome.rendered) {
        let rendered = rendered.with_provider_config(plugin, &stored.spec, settings);
        let section = NamespacedSection {
            parent: &parent.spec,
            written: &stored.spec,
            child: &in_parent_format(&stored.spec, &parent.spec),
            rendered: &rendered.spec,
        };
        violations.extend(registry.check_namespaced_cloud_profile(&section, settings).violations);
    }
    violations
}

/// Runs the check; `is_touched` means that the update also changes something that is not compared here.
fn check(
    provider: &'static [Entry],
    child: &NamespacedCloudProfile,
    parent: Option<&CloudProfile>,
    operation: Operation<'_, NamespacedCloudProfile>,
    is_touched: bool,
    settings: &Settings,
) -> NamespacedOutcome {
    let mut child = child.clone();
    default_namespaced_cloud_profile(&mut child);
    let mut stages = Stages::new(settings);
    prepare(&mut child, operation, settings, &mut stages.found);
    validation::check(&child, operation, parent.is_some(), settings, &mut stages.found);
    if parent.is_none() && operation.old().is_none_or(|old| old.spec.parent == child.spec.parent) {
        stages.found.extend(parent::unknown(&child.spec.parent));
    }
    stages.end(NamespacedStage::Form);

    let rendered = parent.map(|parent| {
        let parent = canonicalized_cloud_profile(parent);
        let comparison = Comparison::new(&child, &parent, operation, settings, provider);
        if is_touched || !is_unchanged(&child, operation, settings) {
            if settings.quirks.namespaced_cloud_profile.machine_types_of_parent_are_refused {
                stages.run(NamespacedStage::MachineTypes, |findings| result::refuse_replaced(&comparison, findings));
            }
            stages.run(NamespacedStage::Kubernetes, |findings| kubernetes::check(&comparison, findings));
            stages.run(NamespacedStage::MachineImages, |findings| {
                without_definition::check(&comparison, findings);
                machine_images::check(&comparison, findings);
                restore_written_paths(&comparison, findings);
            });
            stages.run(NamespacedStage::Rendered, |findings| {
                result::check(&comparison, findings);
                restore_written_paths(&comparison, findings);
                parent_suggestions::suggest_parent_images(&comparison, findings);
            });
        }
        comparison.into_rendered()
    });
    let stored = stages.refused_at.is_none().then(|| {
        // If versions were dropped before validation, there is nothing left to drop.
        if operation != Operation::State {
            drop_inactive(&mut child.spec, operation.old().map(|old| &old.spec), settings.now);
        }
        child
    });
    stages.drop_advice_about_errors();
    NamespacedOutcome { violations: stages.violations, refused_at: stages.refused_at, stored, rendered }
}

/// Returns whether an update changes nothing that users write: Gardener accepts such an update, whatever the parent has
/// become.
fn is_unchanged(
    child: &NamespacedCloudProfile,
    operation: Operation<'_, NamespacedCloudProfile>,
    settings: &Settings,
) -> bool {
    let Some(old) = operation.old() else { return false };
    let has_empty_list = child.spec.machine_images.as_ref().is_some_and(Vec::is_empty);
    if has_empty_list && settings.quirks.namespaced_cloud_profile.empty_list_is_a_change {
        return false;
    }
    let mut old_spec = old.clone();
    default_namespaced_cloud_profile(&mut old_spec);
    // Versions that Gardener drops count as a change.
    let mut child = child.clone();
    drop_inactive(&mut child.spec, Some(&old.spec), settings.now);
    let (new, was) = (&child.metadata, &old.metadata);
    let has_same_metadata =
        new.labels == was.labels && new.annotations == was.annotations && new.finalizers == was.finalizers;
    child.spec == old_spec.spec && (has_same_metadata || new.deletion_timestamp.is_some())
}

/// The stages of a check and their findings.
struct Stages<'s> {
    settings: &'s Settings,
    violations: Vec<Violation>,
    refused_at: Option<NamespacedStage>,
    /// The findings of the current stage.
    found: Vec<Violation>,
    /// The hashes of findings that have already been reported: rule, kind, path, and value.
    reported: HashSet<u64>,
    /// The secret key of the hashes, so that no document can choose equal ones.
    state: RandomState,
    /// Paths at which earlier stages found errors.
    error_paths: HashSet<FieldPath>,
}

impl<'s> Stages<'s> {
    fn new(settings: &'s Settings) -> Self {
        Self {
            settings,
            violations: Vec::new(),
            refused_at: None,
            found: Vec::new(),
            reported: HashSet::new(),
            state: RandomState::new(),
            error_paths: HashSet::new(),
        }
    }

    /// Runs one stage, unless an earlier one hides it.
    fn run(&mut self, stage: NamespacedStage, check: impl FnOnce(&mut Vec<Violation>)) {
        if self.refused_at.is_none() || !self.settings.quirks.namespaced_cloud_profile.namespaced_stages_hide_others {
            check(&mut self.found);
            self.end(stage);
        }
    }

    /// Takes over the findings of a stage, except those that were reported before at the same path or a parent of it.
    fn end(&mut self, stage: NamespacedStage) {
        let mut error_paths = Vec::new();
        let hides_others = self.settings.quirks.namespaced_cloud_profile.namespaced_stages_hide_others;
        self.settings.quirks.retain_rules(&mut self.found);
        let mut found = std::mem::take(&mut self.found);
        // In place: with thousands of findings, two lists of them take too much memory.
        found.retain(|violation| {
            let key = (violation.rule.name, violation.kind, &violation.path, &violation.bad);
            let is_new = self.reported.insert(self.state.hash_one(key));
            // Gardener reports some findings twice.
            let is_repeated = !is_new && stage != NamespacedStage::Form && !hides_others;
            if is_repeated || self.is_within_error(&violation.path) {
                return false;
            }
            if violation.severity == Severity::Error {
                self.refused_at.get_or_insert(stage);
                error_paths.push(violation.path.clone());
                // The fields that an override must not set are not checked as a definition.
                error_paths.extend(
                    overrides::machine_images::is_definition_error(violation.rule)
                        .then(|| violation.path.parent())
                        .flatten(),
                );
            }
            true
        });
        self.violations.extend(found);
        self.error_paths.extend(error_paths);
    }

    /// Drops warnings at paths that have an error.
    fn drop_advice_about_errors(&mut self) {
        if !self.error_paths.is_empty() {
            self.violations.retain(|it| it.severity == Severity::Error || !self.error_paths.contains(&it.path));
        }
    }

    /// Returns whether an earlier stage refused this path or a parent of it.
    fn is_within_error(&self, path: &FieldPath) -> bool {
        !self.error_paths.is_empty()
            && std::iter::successors(Some(path.clone()), FieldPath::parent).any(|path| self.error_paths.contains(&path))
    }
}
