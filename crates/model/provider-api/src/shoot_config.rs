//! The provider's parts of a Shoot, decoded as strictly as those of a profile.

use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{Decode, Path, RawObject, Violation};
use rootstock_document::Decodable;

use crate::ConfigIdentity;
use crate::config_form::PROVIDER_CONFIG_IDENTITY;

/// Decodes `infrastructureConfig`, `controlPlaneConfig`, or the `providerConfig` of a worker at `path`: strictly, so
/// that nothing is ignored silently, and with recovery, so that one mistake does not hide the others.
///
/// `T` has fields for `apiVersion` and `kind`.
#[must_use]
pub fn read_shoot_config<T: Decodable + Default>(
    raw: &RawObject,
    path: &Path<'_>,
    identity: ConfigIdentity,
) -> (T, Vec<Violation>) {
    let (config, mut violations) = raw.decode::<T>(path);
    let fields = [("apiVersion", identity.api_version), ("kind", identity.kind)];
    let wrong = fields.into_iter().filter_map(|(field, expected)| {
        let written = raw.get(field).and_then(|node| node.as_str()).unwrap_or_default();
        let path = path.field(field);
        match written {
            _ if written == expected => None,
            "" => Some(Violation::required(&PROVIDER_CONFIG_IDENTITY, &path, format!("must be `{expected}`"))),
            _ => Some(Violation::not_supported(&PROVIDER_CONFIG_IDENTITY, &path, written, &[expected])),
        }
    });
    let wrong = without_follow_ups(&violations, wrong.collect());
    violations.splice(0..0, wrong);
    (config, violations)
}

/// Reports that the `providerConfig` of a worker at `path` is written for another provider than the one whose
/// `CloudProfileConfig` has this `identity`, so that its demands cannot be met.
#[must_use]
pub fn foreign_worker_config(raw: &RawObject, path: &Path<'_>, identity: ConfigIdentity) -> Option<Violation> {
    let written = raw.get("apiVersion").and_then(|node| node.as_str()).filter(|written| !written.is_empty())?;
    let group = |api_version: &str| api_version.rsplit_once('/').map(|(group, _)| group.to_owned());
    let is_foreign = group(written) != group(identity.api_version);
    let path = path.field("apiVersion");
    is_foreign.then(|| Violation::not_supported(&PROVIDER_CONFIG_IDENTITY, &path, written, &[identity.api_version]))
}
