//! Which errors the other semantics do not have.

use rootstock_core_model::{
    FieldPath, FindingQuirks, NamespacedCloudProfileQuirks, Quirks, Semantics, Settings, Severity, Violation,
};

/// Says of each error that the other semantics would accept what it is about; `judge` judges the object under other settings.
pub(crate) fn mark(violations: &mut [Violation], settings: &Settings, judge: impl Fn(&Settings) -> Vec<Violation>) {
    let is_error = |violation: &&mut Violation| violation.severity == Severity::Error;
    if !violations.iter_mut().any(|violation| is_error(&violation)) {
        return;
    }
    let semantics = [Semantics::Documented, Semantics::Gardener].into_iter();
    let Some(own) = semantics.into_iter().find(|one| one.quirks() == settings.quirks) else { return };
    let errors = |semantics: Semantics| -> Vec<Violation> {
        let settings = Settings { quirks: telling_all(semantics.quirks()), own_warnings: false, ..*settings };
        judge(&settings).into_iter().filter(|found| found.severity == Severity::Error).collect()
    };
    let theirs = errors(own.other());
    // Under Gardener's quirks the paths are others.
    let ours = (own == Semantics::Gardener).then(|| errors(own));
    for violation in violations.iter_mut().filter(is_error) {
        let accepts = |path: &FieldPath| !theirs.iter().any(|other| is_about(&other.path, path));
        let is_accepted = match &ours {
            None => accepts(&violation.path),
            Some(ours) => {
                let mut same = ours.iter().filter(|one| one.rule == violation.rule).peekable();
                same.peek().is_some() && same.all(|one| accepts(&one.path))
            }
        };
        violation.accepted_by = is_accepted.then(|| own.other());
    }
}

/// The same without quirks that say where and how often a thing is reported, and nothing of what is refused.
const fn telling_all(quirks: Quirks) -> Quirks {
    let children = quirks.namespaced_cloud_profile;
    Quirks {
        findings: FindingQuirks::NONE,
        namespaced_cloud_profile: NamespacedCloudProfileQuirks { namespaced_stages_hide_others: false, ..children },
        ..quirks
    }
}

/// Whether a finding at one path may be about what stands at another: the same, what is in it, or what holds it.
fn is_about(one: &FieldPath, other: &FieldPath) -> bool {
    one.segments().iter().zip(other.segments()).all(|(one, other)| one == other)
}
