//! `spec.type`.

use rootstock_core_model::{Source, Violation};

use crate::scope::Scope;

rootstock_core_model::rules! {
    TYPE_MISSING: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    if scope.spec.provider_type.is_empty() {
        findings.push(Violation::required(
            &TYPE_MISSING,
            &scope.path.field("type"),
            "name the provider, for example `openstack`",
        ));
    }
}
