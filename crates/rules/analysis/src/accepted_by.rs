//! The errors that the other semantics do not report.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{
    FieldPath, FindingQuirks, NamespacedCloudProfileQuirks, Quirks, Segment, Semantics, Settings, Severity, Violation,
};

use crate::finding_limit;

/// Returns the findings, each error marked with the other semantics if they would accept the object. `judge` judges the
/// object as requested, `judge_under` under other settings and without advice.
pub(crate) fn mark_accepted(
    settings: &Settings,
    judge: impl Fn() -> Vec<Violation>,
    judge_under: impl Fn(&Settings) -> Vec<Violation>,
) -> Vec<Violation> {
    let is_error = |violation: &Violation| violation.severity == Severity::Error;
    let mut violations = judge();
    if !violations.iter().any(is_error) {
        return violations;
    }
    let semantics = [Semantics::Documented, Semantics::Gardener].into_iter();
    let Some(own) = semantics.into_iter().find(|one| Quirks::of(*one) == settings.quirks) else { return violations };
    // Violations beyond the limit are dropped here and found again below, so that both sets are never in memory at once.
    let exceeds_limit = violations.len() > finding_limit::MAX_FINDINGS;
    if exceeds_limit {
        violations = Vec::new();
    }
    let errors = |semantics: Semantics| {
        let settings =
            Settings { quirks: without_reporting_quirks(Quirks::of(semantics)), own_warnings: false, ..*settings };
        judge_under(&settings).into_iter().filter(is_error)
    };
    let mut theirs: Vec<FieldPath> = errors(own.other()).map(|error| error.path).collect();
    // Collecting in place keeps the capacity of the errors' buffer.
    theirs.shrink_to_fit();
    let theirs = ErrorPaths::new(&theirs);
    // Under Gardener's quirks the paths differ: there, either all errors of a rule are accepted or none.
    let ours = (own == Semantics::Gardener).then(|| {
        let mut accepted: HashMap<&str, bool> = HashMap::new();
        for one in errors(own) {
            *accepted.entry(one.rule.name).or_insert(true) &= !theirs.covers(&one.path);
        }
        accepted
    });
    if exceeds_limit {
        violations = judge();
    }
    for violation in violations.iter_mut().filter(|violation| is_error(violation)) {
        let is_accepted = match &ours {
            None => !theirs.covers(&violation.path),
            Some(ours) => ours.get(violation.rule.name).copied().unwrap_or(false),
        };
        violation.accepted_by = is_accepted.then(|| own.other());
    }
    violations
}

/// The paths of errors, possibly very many.
struct ErrorPaths<'e> {
    paths: HashSet<&'e [Segment]>,
    /// The paths and all their prefixes.
    prefixes: HashSet<&'e [Segment]>,
}

impl<'e> ErrorPaths<'e> {
    fn new(errors: &'e [FieldPath]) -> Self {
        let paths: HashSet<&[Segment]> = errors.iter().map(FieldPath::segments).collect();
        let prefixes = paths.iter().flat_map(|path| prefixes(path)).collect();
        Self { paths, prefixes }
    }

    /// Returns whether an error may be about the value at a path: there, inside it, or at one of its parents.
    fn covers(&self, path: &FieldPath) -> bool {
        let path = path.segments();
        self.prefixes.contains(path) || prefixes(path).any(|path| self.paths.contains(path))
    }
}

fn prefixes(path: &[Segment]) -> impl Iterator<Item = &[Segment]> {
    (0..=path.len()).filter_map(|length| path.get(..length))
}

/// Removes the quirks that decide where and how often a finding is reported, and keeps those that decide what is refused.
const fn without_reporting_quirks(quirks: Quirks) -> Quirks {
    let children = quirks.namespaced_cloud_profile;
    Quirks {
        findings: FindingQuirks::NONE,
        namespaced_cloud_profile: NamespacedCloudProfileQuirks { namespaced_stages_hide_others: false, ..children },
        ..quirks
    }
}
