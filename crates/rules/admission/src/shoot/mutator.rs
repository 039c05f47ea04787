//! The fields that Gardener fills in before it validates: versions, architectures, machine images.

mod architecture;
mod kubernetes;
mod machine_image;

use std::collections::BTreeSet;

use rootstock_core_model::{Path, Shoot, Violation};
use rootstock_judge::{Judge, PoolContext};

use super::{Filled, ShootOperation};

pub(super) use architecture::fill_in as fill_in_architecture;

/// A Shoot after the mutator.
#[derive(Debug, Clone)]
pub struct MutatedShoot {
    /// The Shoot.
    pub shoot: Shoot,
    /// The fields that were filled in, and the reasons.
    pub filled: Vec<Filled>,
    /// Fields that could not be filled in; Gardener refuses the Shoot because of them.
    pub violations: Vec<Violation>,
    pub(super) unfilled: UnfilledFields,
}

/// Fields that could not be filled in; no other rule reports them again.
#[derive(Debug, Clone, Default)]
pub(super) struct UnfilledFields {
    /// The control plane's version.
    pub(super) kubernetes: bool,
    /// Indices of workers whose own Kubernetes version is open.
    pub(super) worker_kubernetes: BTreeSet<usize>,
    /// Indices of workers whose image is open.
    pub(super) images: BTreeSet<usize>,
}

impl UnfilledFields {
    /// Marks everything as open, for lack of a profile to fill it in from.
    pub(super) fn all_of(shoot: &Shoot) -> Self {
        let workers: BTreeSet<usize> = (0..shoot.spec.provider.workers.len()).collect();
        Self { kubernetes: true, worker_kubernetes: workers.clone(), images: workers }
    }
}

/// Fills in fields that a Shoot leaves open, as Gardener's mutator does on create and on every update: partial
/// Kubernetes versions, the architecture of workers, machine images.
///
/// Whole versions are left alone, even invalid ones, which [`validate_shoot`](super::validate_shoot) reports. The
/// function is idempotent.
///
/// ```
/// use rootstock_admission::{ShootOperation, mutate_shoot};
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings, Shoot};
/// use rootstock_judge::{CompiledProfile, Judge};
/// let spec: CloudProfileSpec = serde_json::from_str(r#"{
///   "kubernetes": {"versions": [{"version": "1.33.4"}, {"version": "1.33.5"}]},
///   "machineTypes": [{"name": "medium", "architecture": "amd64"}],
///   "machineImages": [{"name": "plain", "versions": [{"version": "1.0.0", "cri": [{"name": "containerd"}]}]}]
/// }"#)?;
/// let shoot: Shoot = serde_json::from_str(r#"{"spec": {
///   "kubernetes": {"version": "1.33"},
///   "provider": {"workers": [{"name": "a", "machine": {"type": "medium"}}]}
/// }}"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
/// let mutated = mutate_shoot(&shoot, ShootOperation::Create, Judge::new(&profile, settings));
/// assert_eq!(mutated.shoot.spec.kubernetes.version, "1.33.5");
/// let lines: Vec<String> = mutated.filled.iter().map(|one| format!("{}: {}", one.path, one.value)).collect();
/// assert_eq!(lines, [
///     "spec.kubernetes.version: 1.33.5",
///     "spec.provider.workers[0].machine.architecture: amd64",
///     "spec.provider.workers[0].machine.image.name: plain",
///     "spec.provider.workers[0].machine.image.version: 1.0.0",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn mutate_shoot(shoot: &Shoot, operation: ShootOperation<'_>, judge: Judge<'_>) -> MutatedShoot {
    let mut mutated = MutatedShoot {
        shoot: shoot.clone(),
        filled: Vec::new(),
        violations: Vec::new(),
        unfilled: UnfilledFields::default(),
    };
    kubernetes::fill_in(&mut mutated, operation, judge);
    let spec = Path::root("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    for (index, worker) in mutated.shoot.spec.provider.workers.iter_mut().enumerate() {
        architecture::fill_in(worker, judge, &list.index(index), &mut mutated.filled);
    }
    if mutated.shoot.metadata.deletion_timestamp.is_some() {
        return mutated;
    }
    let old_workers = operation.old_workers();
    for index in 0..mutated.shoot.spec.provider.workers.len() {
        let path = list.index(index);
        let Some(worker) = mutated.shoot.spec.provider.workers.get(index) else { continue };
        let old = old_workers.get(worker.name.as_str()).copied();
        let around = PoolContext {
            before: operation.before(old),
            region: &mutated.shoot.spec.region,
            kubernetes_version: &mutated.shoot.spec.kubernetes.version,
            ignores_unknown_architecture: true,
        };
        let old = old.and_then(|old| old.machine.image.as_ref());
        match machine_image::choose(judge, worker, old, around, &path) {
            Ok((image, mut filled)) => {
                mutated.filled.append(&mut filled);
                if let Some(worker) = mutated.shoot.spec.provider.workers.get_mut(index) {
                    worker.machine.image = image;
                }
            }
            Err(violation) => {
                mutated.violations.push(*violation);
                mutated.unfilled.images.insert(index);
            }
        }
    }
    mutated
}
