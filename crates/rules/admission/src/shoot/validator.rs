//! Rules of the profile for a Shoot, in the order in which Gardener checks them.

mod cri;
mod fitting;
mod kubelet;
mod kubernetes;
mod limits;
mod machine_image;
mod machine_type;
mod placement;
mod region;
mod requirements;
mod volume;
mod zones;

use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{Path, Quirks, Severity, Shoot, Source, Violation, Worker, WorkerImage};
use rootstock_judge::{CompiledProfile, Judge, Pool, PoolContext};
use rootstock_provider_api::ShootChange;
use rootstock_versioning::Version;

use super::ShootOperation;
use super::mutator::UnfilledFields;
use machine_type::FittingTypes;

pub(super) use machine_type::WORKER_ARCHITECTURE_UNKNOWN;

rootstock_core_model::rules! {
    SHOOT_PROVIDER_TYPE: Error, since "0.1.0", Source::Gardener;
    SHOOT_KUBERNETES_VERSION_UNREADABLE: Error, since "0.1.0", Source::Gardener;
}

/// Checks a Shoot against its profile, as Gardener's validator does on create and update. The Shoot must have been
/// through the mutator.
///
/// Worker pools, machine types and images that did not change are not checked again, as in Gardener.
///
/// ```
/// use rootstock_admission::{ShootOperation, validate_shoot};
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings, Shoot};
/// use rootstock_judge::{CompiledProfile, Judge};
/// let spec: CloudProfileSpec = serde_json::from_str(r#"{"type": "local", "kubernetes": {"versions": [{"version": "1.33.5"}]}}"#)?;
/// let shoot: Shoot = serde_json::from_str(r#"{"spec": {"kubernetes": {"version": "1.33.4"}, "provider": {"type": "local"}}}"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
/// let violations = validate_shoot(&shoot, ShootOperation::Create, Judge::new(&profile, settings));
/// assert_eq!(violations[0].path.to_string(), "spec.kubernetes.version");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn validate_shoot(shoot: &Shoot, operation: ShootOperation<'_>, judge: Judge<'_>) -> Vec<Violation> {
    validate(shoot, operation, judge, &UnfilledFields::default())
}

/// Like [`validate_shoot`], but does not report fields that could not be filled in.
pub(super) fn validate(
    shoot: &Shoot,
    operation: ShootOperation<'_>,
    judge: Judge<'_>,
    unfilled: &UnfilledFields,
) -> Vec<Violation> {
    let scope = ShootScope { shoot, operation, judge, unfilled, fitting: &FittingTypes::default() };
    let mut findings = Vec::new();
    kubernetes::check_control_plane(&scope, &mut findings);
    region::check(&scope, &mut findings);
    placement::check(&scope, &mut findings);
    check_provider(&scope, &mut findings);
    limits::check(&scope, &mut findings);
    check_provider_settings(&scope, &mut findings);
    judge.quirks().retain_rules(&mut findings);
    findings
}

/// Checks the provider's parts of the Shoot. Gardener calls the extension last, and only if there are no other errors.
fn check_provider_settings(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    let is_foreign = scope.shoot.spec.provider.provider_type != scope.judge.profile().spec().provider_type;
    let is_refused = findings.iter().any(|found| found.severity == Severity::Error);
    let is_hidden = scope.quirks().findings.shoot_errors_hide_others && is_refused;
    let Some(config) = scope.profile().config().filter(|_| !is_foreign && !is_hidden) else {
        return;
    };
    let settings = scope.judge.settings();
    let found = config.checks().check_shoot(&ShootChange { shoot: scope.shoot, old: scope.operation.old(), settings });
    // Requirements of workers that could not be parsed have been reported already.
    let mut found = without_follow_ups(findings, found);
    found.retain(|new| !findings.iter().any(|known| known.rule == new.rule && known.path == new.path));
    findings.extend(found);
}

/// The context of every check of a Shoot.
#[derive(Debug, Clone, Copy)]
struct ShootScope<'a> {
    shoot: &'a Shoot,
    operation: ShootOperation<'a>,
    judge: Judge<'a>,
    unfilled: &'a UnfilledFields,
    fitting: &'a FittingTypes<'a>,
}

/// The context of every check of a worker.
#[derive(Debug)]
struct WorkerScope<'a> {
    shoot: ShootScope<'a>,
    worker: &'a Worker,
    /// The previous worker, on an update that does not add it.
    old: Option<&'a Worker>,
    pool: Pool<'a>,
    index: usize,
}

impl<'a> ShootScope<'a> {
    const fn quirks(&self) -> &Quirks {
        self.judge.quirks()
    }

    const fn profile(&self) -> &'a CompiledProfile {
        self.judge.profile()
    }
}

impl<'a> WorkerScope<'a> {
    const fn quirks(&self) -> &Quirks {
        self.shoot.quirks()
    }

    const fn judge(&self) -> Judge<'a> {
        self.shoot.judge
    }

    const fn profile(&self) -> &'a CompiledProfile {
        self.shoot.profile()
    }

    fn image(&self) -> Option<&'a WorkerImage> {
        self.worker.machine.image.as_ref()
    }

    const fn worker(&self) -> &'a Worker {
        self.worker
    }

    /// Returns whether its image could not be filled in, which has been reported.
    fn has_unfilled_image(&self) -> bool {
        self.shoot.unfilled.images.contains(&self.index)
    }
}

/// Checks the provider type and the workers.
fn check_provider(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let provider = spec.field("provider");
    let hides = scope.quirks().findings.shoot_errors_hide_others;
    let (own, expected) = (&scope.shoot.spec.provider.provider_type, &scope.judge.profile().spec().provider_type);
    // A change of the provider has been reported.
    let is_reported = !hides
        && scope.operation.old().is_some_and(|old| {
            let old = &old.spec.provider.provider_type;
            old != own && !old.is_empty()
        });
    if own != expected && is_reported {
        return;
    }
    if own != expected {
        let detail = format!("the profile is for provider `{expected}`");
        findings.push(Violation::invalid(&SHOOT_PROVIDER_TYPE, &provider.field("type"), own.as_str(), detail));
        // The rules below do not apply to workers of another provider.
        return;
    }
    let version = scope.shoot.spec.kubernetes.version.as_str();
    if let Err(error) = version.parse::<Version>() {
        // In documented semantics the version has already been reported as not offered.
        if hides {
            let kubernetes = spec.field("kubernetes");
            let path = kubernetes.field("version");
            findings.push(Violation::invalid(&SHOOT_KUBERNETES_VERSION_UNREADABLE, &path, version, error.to_string()));
            return;
        }
    }
    let list = provider.field("workers");
    let mut leaking = None;
    let old_workers = scope.operation.old_workers();
    for (index, worker) in scope.shoot.spec.provider.workers.iter().enumerate() {
        let path = list.index(index);
        let old = old_workers.get(worker.name.as_str()).copied();
        let around = PoolContext {
            before: scope.operation.before(old),
            region: &scope.shoot.spec.region,
            kubernetes_version: version,
            ignores_unknown_architecture: true,
        };
        let pool = Pool::at(scope.judge, worker.into(), around, &path);
        let scope = WorkerScope { shoot: *scope, worker, old, pool, index };
        let found = findings.len();
        check_machine(&scope, &path, findings);
        if !hides || findings.len() == found {
            cri::check(&scope, &path, findings);
            if kubelet::check_constraint(&scope, &path, findings).is_break() {
                return;
            }
        }
        volume::check(&scope, &path, findings);
        kubelet::check_reservations(&scope, &mut leaking, &path, findings);
        kubernetes::check_worker(&scope, &path, findings);
        zones::check(&scope, &path, findings);
        machine_image::check_mapping(&scope, &path, findings);
    }
}

/// Checks architecture, machine type, image and capabilities. If errors hide others, stops at the first.
fn check_machine(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let checks = [
        requirements::check,
        machine_type::check_architecture,
        machine_type::check,
        machine_image::check,
        machine_image::check_capabilities,
    ];
    let before = findings.len();
    for check in checks {
        check(scope, path, findings);
        if scope.quirks().findings.shoot_errors_hide_others && findings.len() > before {
            return;
        }
    }
}
