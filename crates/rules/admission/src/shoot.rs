//! The admission of Shoots as far as profiles are concerned: the fields that are filled in, the rules for the Shoot
//! itself, and the rules of the profile.

mod filled_in;
mod form;
mod kubelet_amounts;
mod maintenance_window;
mod mutator;
mod new_versions;
mod operation;
mod options;
mod partial_version;
mod profile_change;
mod spec_change;
mod validator;
mod worker_form;

use rootstock_core_model::{DEFAULT_CRI, Path, Quirks, Shoot, UpdateStrategy, Violation, Worker, WorkerCri};
use rootstock_judge::Judge;

pub use filled_in::{FillReason, Filled, PassedImage, PassedVersion};
pub use mutator::{MutatedShoot, mutate_shoot};
pub use operation::{ShootOperation, ShootOutcome};
pub use options::{
    ImageOption, ImageOptions, MachineTypeOption, MachineTypeOptions, MachineTypeRejection, NodeImage, OfferedFlavor,
    RejectedImage, RejectedMachineType, WorkerOptions, WorkerQuestion, image_options, machine_type_options,
};
pub use profile_change::{ReferenceChange, ReferencedProfile};
pub use validator::validate_shoot;

/// Takes a Shoot through admission: defaults, fields filled in by the mutator, rules of form, and the rules of the
/// profile.
///
/// Reports all findings. In Gardener's semantics one phase hides the next, as in Gardener.
///
/// ```
/// use rootstock_admission::{ShootOperation, check_shoot};
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings, Shoot};
/// use rootstock_judge::{CompiledProfile, Judge};
/// let spec: CloudProfileSpec = serde_json::from_str(r#"{
///   "type": "local", "regions": [{"name": "local"}],
///   "kubernetes": {"versions": [{"version": "1.33.5"}]},
///   "machineCapabilities": [{"name": "architecture", "values": ["amd64"]}, {"name": "disk", "values": ["fast", "slow"]}],
///   "machineTypes": [{"name": "medium", "capabilities": {"disk": ["slow"]}}],
///   "machineImages": [{"name": "plain", "versions": [
///     {"version": "1.0.0", "cri": [{"name": "containerd"}]},
///     {"version": "1.1.0", "cri": [{"name": "containerd"}], "capabilityFlavors": [{"disk": ["fast"]}]}]}]
/// }"#)?;
/// let shoot: Shoot = serde_json::from_str(r#"{"spec": {
///   "region": "local", "kubernetes": {"version": "1.33"},
///   "provider": {"type": "local", "workers": [
///     {"name": "a", "machine": {"type": "medium", "image": {"name": "plain", "version": "1.1.0"}}}]}
/// }}"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
/// let outcome = check_shoot(&shoot, ShootOperation::Create, Judge::new(&profile, settings));
/// assert_eq!(outcome.violations[0].rule.name, "worker-image-incompatible");
/// assert_eq!(outcome.violations[0].help, "the nearest version that fits is `1.0.0`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_shoot(shoot: &Shoot, operation: ShootOperation<'_>, judge: Judge<'_>) -> ShootOutcome {
    check_shoot_changing_profile(shoot, operation, judge, None)
}

/// Like [`check_shoot`], but for an update that may refer to another profile than before; the judge is that of the new one.
#[must_use]
pub fn check_shoot_changing_profile(
    shoot: &Shoot,
    operation: ShootOperation<'_>,
    judge: Judge<'_>,
    change: Option<&ReferenceChange<'_>>,
) -> ShootOutcome {
    let mut shoot = shoot.clone();
    default_shoot(&mut shoot);
    let is_same = operation.old().is_some_and(|old| old.spec == shoot.spec && old.metadata == shoot.metadata);
    let stored = operation.old().map(|old| shoot_as_stored(old, judge));
    let operation = stored.as_ref().map_or(operation, |old| ShootOperation::Update { old });
    let written = shoot;
    let MutatedShoot { shoot, filled, mut violations, mut unfilled } = mutate_shoot(&written, operation, judge);
    let is_filled = violations.is_empty();
    if is_same || is_filled && operation.old().is_some_and(|old| is_unchanged(&shoot, old, judge)) {
        // Gardener checks the form of an unchanged Shoot, but not what its profile offers.
        unfilled.images.extend(workers_without_version(&shoot));
        let form = || form::check(&shoot, operation, judge.quirks(), &unfilled);
        let violations = if is_filled { form() } else { Vec::new() };
        return match is_same {
            true => ShootOutcome { violations, shoot: written, filled: Vec::new() },
            false => ShootOutcome { violations, shoot, filled },
        };
    }
    let hides = judge.quirks().findings.shoot_errors_hide_others;
    if violations.is_empty() || !hides {
        violations.extend(form::check(&shoot, operation, judge.quirks(), &unfilled));
    }
    if let Some(change) = change.filter(|_| violations.is_empty() || !hides) {
        change.check(&shoot, &mut violations);
        judge.quirks().retain_rules(&mut violations);
    }
    if violations.is_empty() || !hides {
        violations.extend(validator::validate(&shoot, operation, judge, &unfilled));
    }
    new_versions::check(&written, operation, judge, &mut violations);
    ShootOutcome { violations, shoot, filled }
}

/// Returns the indices of workers without an image version. If nothing changes, this is a manifest: a stored Shoot has one.
fn workers_without_version(shoot: &Shoot) -> impl Iterator<Item = usize> {
    let lacks_version = |worker: &Worker| {
        let image = worker.machine.image.as_ref();
        image.and_then(|image| image.version.as_deref()).unwrap_or_default().is_empty()
    };
    let workers = shoot.spec.provider.workers.iter().enumerate();
    workers.filter(move |(_, worker)| lacks_version(worker)).map(|(index, _)| index)
}

/// Returns whether an update changes nothing once both objects are filled in: a field that the new manifest leaves out is not
/// a change.
fn is_unchanged(filled: &Shoot, old: &Shoot, judge: Judge<'_>) -> bool {
    let same_as = |old: &Shoot| filled.spec == old.spec && filled.metadata == old.metadata;
    // The old manifest may leave out the same fields.
    same_as(old) || same_as(&mutate_shoot(old, ShootOperation::Update { old }, judge).shoot)
}

/// Reports errors of a Shoot that do not depend on its profile, for use when there is none.
///
/// ```
/// use rootstock_admission::{ShootOperation, check_shoot_alone};
/// use rootstock_core_model::{Quirks, Shoot};
/// let window = r#"{"begin": "22:00", "end": "230000+0100"}"#;
/// let text = format!(r#"{{"spec": {{"region": "north", "maintenance": {{"timeWindow": {window}}}}}}}"#);
/// let shoot: Shoot = serde_json::from_str(&text)?;
/// let violations = check_shoot_alone(&shoot, ShootOperation::State, &Quirks::NONE);
/// assert_eq!(violations[0].path.to_string(), "spec.maintenance.timeWindow.begin");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn check_shoot_alone(shoot: &Shoot, operation: ShootOperation<'_>, quirks: &Quirks) -> Vec<Violation> {
    let mut shoot = shoot.clone();
    default_shoot(&mut shoot);
    form::check(&shoot, operation, quirks, &mutator::UnfilledFields::all_of(&shoot))
}

/// Returns a Shoot as it is stored, with the API's defaults and the architecture of each worker: Gardener fills them in
/// on every write, even if the manifest omits them.
#[must_use]
pub fn shoot_as_stored(written: &Shoot, judge: Judge<'_>) -> Shoot {
    let mut shoot = written.clone();
    default_shoot(&mut shoot);
    for worker in &mut shoot.spec.provider.workers {
        mutator::fill_in_architecture(worker, judge, &Path::object(), &mut Vec::new());
    }
    shoot
}

/// Fills in the API's defaults for workers in place: containerd and rolling updates.
///
/// ```
/// use rootstock_core_model::Shoot;
/// let mut shoot: Shoot = serde_json::from_str(r#"{"spec": {"provider": {"workers": [{"name": "a"}]}}}"#)?;
/// rootstock_admission::default_shoot(&mut shoot);
/// let worker = &shoot.spec.provider.workers[0];
/// assert_eq!(worker.cri.as_ref().map(|cri| cri.name.as_str()), Some("containerd"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn default_shoot(shoot: &mut Shoot) {
    for worker in &mut shoot.spec.provider.workers {
        worker.cri.get_or_insert_with(|| WorkerCri { name: DEFAULT_CRI.to_owned(), container_runtimes: Vec::new() });
        worker.update_strategy.get_or_insert(UpdateStrategy::AutoRollingUpdate);
    }
}
