//! Checks of the OpenStack parts of a Shoot, on their own and against the profile.

pub(crate) mod control_plane;
pub(crate) mod infrastructure;
pub(crate) mod networks;
pub(crate) mod workers;

use rootstock_core_model::{Decode, Path, RawObject, Source, Violation};
use rootstock_document::Decodable;
use rootstock_provider_api::{ConfigIdentity, ShootChange, read_shoot_config};

use crate::config::CloudProfileConfig;
use crate::shoot_config::{ControlPlaneConfig, InfrastructureConfig};

rootstock_core_model::rules! {
    /// A Shoot without `infrastructureConfig` or `controlPlaneConfig`.
    OPENSTACK_SHOOT_CONFIG_MISSING: Error, since "0.1.0", Source::ProviderExtension("openstack");
}

/// The common input of the checks of a Shoot's configurations.
struct Scope<'a> {
    config: &'a CloudProfileConfig,
    change: &'a ShootChange<'a>,
    infrastructure: Option<InfrastructureConfig>,
    old_infrastructure: Option<InfrastructureConfig>,
}

impl Scope<'_> {
    fn region(&self) -> &str {
        &self.change.shoot.spec.region
    }

    fn floating_pool_name(&self) -> &str {
        self.infrastructure.as_ref().map(|one| one.floating_pool_name.as_str()).unwrap_or_default()
    }
}

pub(crate) fn check(config: &CloudProfileConfig, change: &ShootChange<'_>) -> Vec<Violation> {
    let mut findings = Vec::new();
    let spec = Path::root("spec");
    let provider = spec.field("provider");
    let (own, old) = (&change.shoot.spec.provider, change.old.map(|old| &old.spec.provider));
    if own.workers.is_empty() {
        // A cluster without workers has no infrastructure.
        return findings;
    }
    let path = provider.field("infrastructureConfig");
    let infrastructure = required::<InfrastructureConfig>(
        own.infrastructure_config.as_ref(),
        &path,
        InfrastructureConfig::IDENTITY,
        &mut findings,
    );
    let control_plane_path = provider.field("controlPlaneConfig");
    let control_plane = required::<ControlPlaneConfig>(
        own.control_plane_config.as_ref(),
        &control_plane_path,
        ControlPlaneConfig::IDENTITY,
        &mut findings,
    );
    if !findings.is_empty() && change.quirks().findings.shoot_errors_hide_others {
        return findings;
    }
    let unreadable = std::mem::take(&mut findings);
    let old_infrastructure = old.and_then(|old| Some(decode_accepted(old.infrastructure_config.as_ref()?)));
    let old_control_plane: Option<ControlPlaneConfig> =
        old.and_then(|old| Some(decode_accepted(old.control_plane_config.as_ref()?)));
    let scope = Scope { config, change, infrastructure, old_infrastructure };
    if let Some(infrastructure) = &scope.infrastructure {
        infrastructure::check(&scope, infrastructure, &path, &mut findings);
        networks::check(&scope, infrastructure, &path, &mut findings);
    }
    if let Some(control_plane) = &control_plane {
        control_plane::check(&scope, control_plane, old_control_plane.as_ref(), &control_plane_path, &mut findings);
    }
    let workers = change.for_each_worker(|worker, old, path, findings| {
        workers::check(config, change, worker, old, path, findings);
    });
    // Unreadable parts are not reported a second time.
    let mut all = unreadable;
    let findings = rootstock_core_model::without_follow_ups(&all, findings);
    all.extend(findings);
    all.extend(workers);
    all
}

/// Decodes a required configuration.
fn required<T: Decodable + Default>(
    raw: Option<&RawObject>,
    path: &Path<'_>,
    identity: ConfigIdentity,
    findings: &mut Vec<Violation>,
) -> Option<T> {
    let Some(raw) = raw.filter(|raw| !raw.is_null()) else {
        let detail = format!("must be set for provider `openstack`: an object of kind `{}`", identity.kind);
        findings.push(Violation::required(&OPENSTACK_SHOOT_CONFIG_MISSING, path, detail));
        return None;
    };
    let (config, violations) = read_shoot_config(raw, path, identity);
    findings.extend(violations);
    Some(config)
}

/// Decodes a previously accepted configuration.
fn decode_accepted<T: Decodable + Default>(raw: &RawObject) -> T {
    raw.decode_known(&Path::object()).0
}
