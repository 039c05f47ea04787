//! `spec.type`.

use rootstock_core_model::{Source, Violation};

use crate::scope::Scope;

rootstock_core_model::rules! {
    TYPE_MISSING: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    if scope.spec.provider_type.is_empty() {
        let path = scope.path.field("type");
        let violation = Violation::required(&TYPE_MISSING, &path, "name the provider, for example `openstack`");
        findings.push(match meant(scope) {
            Some(name) => violation.with_help(format!("`providerConfig` is for `{name}`: write `type: {name}`")),
            None => violation,
        });
    }
}

/// Returns the provider that `providerConfig` belongs to: the first part of the group in its `apiVersion`.
fn meant<'s>(scope: &Scope<'s>) -> Option<&'s str> {
    let version = scope.spec.provider_config.as_ref()?.get("apiVersion")?.as_str()?;
    version.split_once(".provider.extensions.gardener.cloud/").map(|(name, _)| name)
}
