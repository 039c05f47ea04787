//! A profile before and after, checked as an update and converted to the form in which it is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_analysis::{Analysis, Child as WrittenChild, Profile, ProfileKey, new_findings};
use rootstock_core_model::Severity;
use rootstock_maintenance::Profiles;
use rootstock_report::{Finding, Report};

use crate::{QueryContext, QueryError};

/// A profile before and after, and the NamespacedCloudProfiles below it.
#[derive(Debug)]
pub struct DiffSides {
    pub(super) old: Arc<Profile>,
    pub(super) new: Arc<Profile>,
    pub(super) children: Vec<DiffChild>,
    /// The findings about the update itself: a report about the new profile and nothing else.
    pub report: Report,
    /// The positions in the report of the errors that the old profile has as well.
    pub(super) older_errors: BTreeSet<usize>,
}

/// A NamespacedCloudProfile over the old and the new profile.
#[derive(Debug)]
pub struct DiffChild {
    pub(super) key: ProfileKey,
    pub(super) old: Profile,
    pub(super) new: Profile,
}

type Children = Vec<Arc<WrittenChild>>;

impl DiffSides {
    /// Compares a profile of one analysis with the profile of another that replaces it, whatever their names: a CloudProfile or a
    /// rendered NamespacedCloudProfile. `children` are the NamespacedCloudProfiles given next to the old profile, next to the new
    /// one, and elsewhere; children of other profiles are ignored. The update is checked against the objects of `after` in the role
    /// [`Old`](rootstock_analysis::Role::Old), and against the checked objects that use the profile.
    #[must_use]
    pub fn new(old: &Arc<Profile>, after: &mut Analysis, new: &Arc<Profile>, children: [Children; 3]) -> Self {
        after.set_predecessor(new.key().clone(), old.key().clone());
        let report = after.report_on(new);
        let older_errors = older_errors(old, after, new, &report);
        let new = Arc::new(new.in_place_of(old));
        let children = match old.child() {
            Some(_) => Vec::new(),
            None => render_children(children, old, &new, after),
        };
        Self { children, old: Arc::clone(old), new, report, older_errors }
    }

    /// Returns the key of the profile, as it was.
    #[must_use]
    pub fn key(&self) -> &ProfileKey {
        self.old.key()
    }

    /// Returns the new key of the profile, if it changed.
    #[must_use]
    pub(crate) fn new_key(&self) -> Option<&ProfileKey> {
        let key = self.new.key();
        (key != self.key()).then_some(key)
    }

    /// Returns whether the provider section is known on both sides, so that images can be compared.
    #[must_use]
    pub fn knows_images(&self) -> bool {
        self.old.config().is_some() && self.new.config().is_some()
    }

    /// Returns the profile and the NamespacedCloudProfiles below it, before and after, by the references that lead to
    /// them. The old references also lead to the new profile, whatever its name.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::Profile`] if one of the profiles is too large.
    pub fn profiles(&self, asked: QueryContext) -> Result<[Profiles; 2], QueryError> {
        let gates = asked.settings.gates;
        let [mut old, mut new] = [Profiles::new(), Profiles::new()];
        match &self.key().namespace {
            None => {
                old.insert(self.old.compiled(gates)?);
                new.insert(self.new.compiled(gates)?);
            }
            Some(namespace) => {
                old.insert_namespaced(namespace, self.old.compiled(gates)?);
                new.insert_namespaced(namespace, self.new.compiled(gates)?);
            }
        }
        for child in &self.children {
            let namespace = child.key.namespace.as_deref().unwrap_or_default();
            old.insert_namespaced(namespace, child.old.compiled(gates)?);
            new.insert_namespaced(namespace, child.new.compiled(gates)?);
        }
        Ok([old, new])
    }
}

/// Returns the positions of the errors that an update of the old profile without any change has as well.
fn older_errors(old: &Arc<Profile>, after: &Analysis, new: &Arc<Profile>, report: &Report) -> BTreeSet<usize> {
    let is_error = |finding: &Finding| finding.violation.severity == Severity::Error;
    let errors = report.findings.iter().enumerate().filter(|(_, finding)| is_error(finding));
    let Some(text) = old.written().map(|written| written.source().text()).filter(|_| errors.clone().next().is_some())
    else {
        return BTreeSet::new();
    };
    if new.name() == old.name() && new.written().is_some_and(|written| written.source().text() == text) {
        // This is the update without any change.
        return errors.map(|(position, _)| position).collect();
    }
    let unchanged = after.with_text_of(new, text);
    let Some((analysis, unchanged)) = unchanged.filter(|(_, unchanged)| unchanged.name() == old.name()) else {
        return BTreeSet::new();
    };
    let before = analysis.report_on(&unchanged);
    let new_findings = new_findings(&before, report);
    let is_new = |finding: &Finding| new_findings.iter().any(|one| std::ptr::eq(*one, finding));
    errors.filter(|(_, finding)| !is_new(finding)).map(|(position, _)| position).collect()
}

/// Renders the NamespacedCloudProfiles that refer to the old profile over both profiles.
fn render_children(
    found: [Children; 3],
    old: &Arc<Profile>,
    new: &Arc<Profile>,
    analysis: &Analysis,
) -> Vec<DiffChild> {
    let [old_children, new_children, given] = found.map(|list| {
        let mut known: BTreeMap<ProfileKey, Arc<WrittenChild>> = BTreeMap::new();
        for child in list.into_iter().filter(|child| child.object.spec.parent.name == old.name()) {
            known.entry(ProfileKey::from(&*child.object)).or_insert(child);
        }
        known
    });
    let keys: BTreeSet<&ProfileKey> = old_children.keys().chain(new_children.keys()).chain(given.keys()).collect();
    let render_children = keys.into_iter().filter_map(|key| {
        // A child that is given only once is the same before and after.
        let now = new_children.get(key).or_else(|| given.get(key)).or_else(|| old_children.get(key))?;
        let before = old_children.get(key).or_else(|| given.get(key)).or_else(|| new_children.get(key))?;
        let (old, new) = (analysis.render_over(before, old), analysis.render_over(now, new));
        Some(DiffChild { key: key.clone(), old, new })
    });
    render_children.collect()
}
