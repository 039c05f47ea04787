//! A profile whose text was edited, in an otherwise unchanged analysis.

use std::collections::HashMap;
use std::sync::Arc;

use rootstock_core_model::Severity;
use rootstock_report::{Finding, Report};

use crate::analysis::Analysis;
use crate::finding_limit;
use crate::input::{Object, Role};
use crate::profile::Profile;

impl Analysis {
    /// Returns this analysis with another text in place of the one that contains a CloudProfile, and the CloudProfile at the same
    /// position in the new text. `None` if the profile is not checked, or there is no longer a CloudProfile at its position.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, ProfileKey, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: local}\nspec: {type: local}\n";
    /// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    /// let profile = analysis.profile(&ProfileKey::global("local"))?;
    /// let (_, edited) = analysis.with_text_of(&profile, &text.replace("type: local", "type: gcp")).ok_or("gone")?;
    /// assert_eq!(edited.spec().provider_type, "gcp");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_text_of(&self, profile: &Arc<Profile>, text: &str) -> Option<(Self, Arc<Profile>)> {
        let name = profile.written()?.source().name();
        let is_it = |object: &Object| matches!(object, Object::CloudProfile(one) if Arc::ptr_eq(one, profile));
        let place = self.objects(Role::Checked, name).position(is_it)?;
        let mut edited = self.clone();
        edited.set(Role::Checked, name, text.as_bytes());
        let after = Arc::clone(edited.objects(Role::Checked, name).nth(place)?.cloud_profile()?);
        Some((edited, after))
    }
}

/// Returns the findings of a report about an edited text that are new. Places may have moved, so findings of the same rule about
/// the same values are counted; one about fewer values than before is not new. Findings outside of documents are ignored, because
/// they do not come from a text. Advice is not given along with errors, so where errors were fixed, advice counts as known.
#[must_use]
pub fn new_findings<'r>(before: &Report, after: &'r Report) -> Vec<&'r Finding> {
    Baseline::of(before).new_findings(after)
}

/// The part of a report that is needed to recognize new findings in another one; much smaller than the report.
#[derive(Debug)]
pub(crate) struct Baseline {
    known: Vec<Identity<Box<str>>>,
    /// The number of omitted findings by document and rule; they count as known, whatever they are about.
    left_out: HashMap<(Option<usize>, &'static str), usize>,
    errors: HashMap<usize, usize>,
}

impl Baseline {
    pub(crate) fn of(report: &Report) -> Self {
        let mut left_out: HashMap<_, usize> = HashMap::new();
        let mut known = Vec::new();
        for finding in &report.findings {
            known.extend(values(finding).map(|value| identity(finding, value.into())));
            for one in &finding.left_out {
                *left_out.entry((finding.document, one.first.rule.name)).or_default() += one.count;
            }
        }
        Self { known, left_out, errors: errors_by_document(report) }
    }

    /// Returns the findings of a report that were not there before.
    pub(crate) fn new_findings<'r>(&self, after: &'r Report) -> Vec<&'r Finding> {
        let mut known: HashMap<Identity<&str>, usize> = HashMap::new();
        for (document, rule, severity, value) in &self.known {
            *known.entry((*document, *rule, *severity, value)).or_default() += 1;
        }
        let mut left_out = self.left_out.clone();
        let errors_after = errors_by_document(after);
        let errors = |counts: &HashMap<usize, usize>, document| counts.get(&document).copied().unwrap_or_default();
        let found = after.findings.iter().filter(|finding| {
            finding.document.is_some_and(|document| {
                finding.violation.severity == Severity::Error
                    || errors(&errors_after, document) >= errors(&self.errors, document)
            })
        });
        let is_new = |&finding: &&'r Finding| {
            let missing = values(finding).filter(|value| match known.get_mut(&identity(finding, *value)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            });
            missing.count() > 0
                && match left_out.get_mut(&(finding.document, finding.violation.rule.name)) {
                    Some(count) if *count > 0 => {
                        *count -= 1;
                        false
                    }
                    _ => true,
                }
        };
        found.filter(is_new).collect()
    }
}

fn errors_by_document(report: &Report) -> HashMap<usize, usize> {
    let mut counts = HashMap::new();
    let errors = report.findings.iter().filter(|finding| finding.violation.severity == Severity::Error);
    for finding in errors {
        if let Some(document) = finding.document {
            *counts.entry(document).or_default() += finding_limit::errors(finding);
        }
    }
    counts
}

/// The identity of a finding whose place may have moved: the document, the rule, the severity, and a value.
type Identity<V> = (Option<usize>, &'static str, Severity, V);

fn identity<V>(finding: &Finding, value: V) -> Identity<V> {
    let violation = &finding.violation;
    (finding.document, violation.rule.name, violation.severity, value)
}

/// Returns the values that a finding is about.
fn values(finding: &Finding) -> impl Iterator<Item = &str> {
    let violation = &finding.violation;
    let alone = violation.covers.is_empty().then(|| violation.bad.as_str());
    alone.into_iter().chain(violation.covers.iter().map(String::as_str))
}
