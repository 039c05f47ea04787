//! `spec.caBundle` (CP-170).

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::certificates::first_certificate;

use crate::scope::Scope;

rules! {
    /// CP-170.
    CA_BUNDLE = "ca-bundle-invalid", "CP-170", Error, Source::Gardener;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let Some(bundle) = &scope.spec.ca_bundle else { return };
    if let Err(error) = first_certificate(bundle) {
        let spec = Path::root("spec");
        let path = spec.field("caBundle");
        findings.push(Violation::invalid(&CA_BUNDLE, &path, bundle.as_str(), error.to_string()));
    }
}
