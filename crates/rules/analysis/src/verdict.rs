//! The verdict of the other semantics on an object, next to that of its own.

mod comparison;
mod named_quirks;

use std::collections::HashMap;

use rootstock_core_model::{
    FindingQuirks, GardenerRelease, NamespacedCloudProfileQuirks, Quirks, Semantics, Settings, Severity, Violation,
};

use self::comparison::Comparison;
pub(crate) use self::comparison::{ErrorPaths, ListOrder, without_indices};
use crate::finding_limit;

/// The judgement of one object under any settings.
pub(crate) struct Judgement<'a> {
    /// The settings of the caller.
    pub(crate) settings: &'a Settings,
    /// Judges the object as requested.
    pub(crate) own: &'a dyn Fn() -> Vec<Violation>,
    /// Judges the object under other settings, without advice.
    pub(crate) under: &'a dyn Fn(&Settings) -> Vec<Violation>,
    /// The order in which Gardener checks the lists of the object.
    pub(crate) order: ListOrder,
}

impl Judgement<'_> {
    /// Returns the findings with the verdict of the other semantics on each of them. In documented semantics, these include
    /// what only Gardener refuses, as warnings.
    ///
    /// An error remains that Gardener does not accept, or a finding that only Gardener refuses, if and only if Gardener's
    /// semantics refuse the object.
    pub(crate) fn findings(&self) -> Vec<Violation> {
        let gardener = self.settings.gardener;
        let mut findings = match self.settings.quirks.semantics(gardener) {
            Some(Semantics::Documented) => self.compared_with_gardener(),
            Some(Semantics::Gardener) => self.accepted_by_documents(),
            None => return (self.own)(),
        };
        if gardener != GardenerRelease::NEWEST {
            for violation in &mut findings {
                let differs = violation.accepted_by.is_some() || violation.refused_by.is_some();
                violation.gardener = differs.then_some(gardener.release());
            }
        }
        findings
    }

    fn compared_with_gardener(&self) -> Vec<Violation> {
        let mut theirs = self.errors_of_gardener();
        // Many violations are dropped here and found again below, so that both sets are never in memory at once.
        let exceeds_limit = theirs.len() > finding_limit::MAX_FINDINGS;
        let keys: Vec<comparison::Key> = if exceeds_limit {
            let mut keys: Vec<_> = std::mem::take(&mut theirs).into_iter().map(comparison::Key::from).collect();
            // Collecting in place keeps the capacity of the errors' buffer.
            keys.shrink_to_fit();
            keys
        } else {
            theirs.iter().cloned().map(comparison::Key::from).collect()
        };
        let mut ours = (self.own)();
        if keys.is_empty() && !ours.iter().any(is_error) {
            return ours;
        }
        let unmatched = Comparison::new(keys, self.order).mark(&mut ours);
        if exceeds_limit && !unmatched.is_empty() {
            theirs = self.errors_of_gardener();
        }
        ours.extend(theirs.into_iter().enumerate().filter(|(at, _)| unmatched.contains(at)).map(|(_, error)| {
            Violation { severity: Severity::Warning, refused_by: Some(Semantics::Gardener), ..error }
        }));
        named_quirks::name(&mut ours, self);
        ours
    }

    /// Under Gardener's quirks the paths differ: there, either all errors of a rule are accepted or none.
    fn accepted_by_documents(&self) -> Vec<Violation> {
        let mut violations = (self.own)();
        if !violations.iter().any(is_error) {
            return violations;
        }
        let exceeds_limit = violations.len() > finding_limit::MAX_FINDINGS;
        if exceeds_limit {
            violations = Vec::new();
        }
        let theirs = ErrorPaths::new(self.errors_under(Semantics::Documented).iter().map(|error| &error.path));
        let mut accepted: HashMap<&str, bool> = HashMap::new();
        for one in self.errors_under(Semantics::Gardener) {
            *accepted.entry(one.rule.name).or_insert(true) &= !theirs.covers(&one.path);
        }
        if exceeds_limit {
            violations = (self.own)();
        }
        for violation in violations.iter_mut().filter(|violation| is_error(violation)) {
            let is_accepted = accepted.get(violation.rule.name).copied().unwrap_or(false);
            violation.accepted_by = is_accepted.then_some(Semantics::Documented);
        }
        violations
    }

    /// Returns the errors for which Gardener refuses the object; none if it accepts the object. Errors that Gardener hides behind
    /// others are among them.
    fn errors_of_gardener(&self) -> Vec<Violation> {
        let reported = self.errors_under_quirks(self.settings.under(Semantics::Gardener).quirks);
        if reported.is_empty() {
            return reported;
        }
        // Many errors are dropped here and found again below, so that both sets are never in memory at once.
        let reported = (reported.len() <= finding_limit::MAX_FINDINGS).then_some(reported);
        let all = self.errors_under(Semantics::Gardener);
        if !all.is_empty() {
            return all;
        }
        reported.unwrap_or_else(|| self.errors_under_quirks(self.settings.under(Semantics::Gardener).quirks))
    }

    /// Returns the errors under the quirks of a semantics, each at the path of its own field.
    fn errors_under(&self, semantics: Semantics) -> Vec<Violation> {
        self.errors_under_quirks(without_reporting_quirks(self.settings.under(semantics).quirks))
    }

    fn errors_under_quirks(&self, quirks: Quirks) -> Vec<Violation> {
        let mut errors = (self.under)(&Settings { quirks, own_warnings: false, ..*self.settings });
        errors.retain(is_error);
        // Collecting in place keeps the capacity of the errors' buffer.
        errors.shrink_to_fit();
        errors
    }
}

fn is_error(violation: &Violation) -> bool {
    violation.severity == Severity::Error
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
