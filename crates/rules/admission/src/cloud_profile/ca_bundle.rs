//! `spec.caBundle`.

use rootstock_certificates::check_first_certificate;
use rootstock_core_model::{Source, Violation};

use crate::scope::Scope;

rootstock_core_model::rules! {
    CA_BUNDLE_INVALID: Error, since "0.1.0", Source::Gardener;
}

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let Some(bundle) = &scope.spec.ca_bundle else { return };
    if let Err(error) = check_first_certificate(bundle) {
        let path = scope.path.field("caBundle");
        let bad = if scope.quirks().findings.gardener_paths { bundle.clone() } else { beginning(bundle) };
        findings.push(Violation::invalid(&CA_BUNDLE_INVALID, &path, bad, error.to_string()));
    }
}

/// Returns the beginning of a text, enough to recognize it. A misplaced text may be a private key, and findings end up
/// in logs.
fn beginning(text: &str) -> String {
    const MAX_SHOWN: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    let start: String = line.chars().take(MAX_SHOWN).collect();
    if start.len() < text.trim_end().len() { format!("{start}…") } else { start }
}
