//! The check of all objects, and its report.

use std::sync::Arc;

use rootstock_advice::AdviceOptions;
use rootstock_core_model::{NamespacedCloudProfile, Rule, Settings, Shoot, Violation};
use rootstock_facts::{FactList, FactMapping, Verification, VerifySubject, verify};
use rootstock_provider_api::Registry;
use rootstock_report::{DocumentOutcome, DocumentRecord, Finding, Place, Report, SourceId, SourceText};
use rootstock_versioning::Day;

use crate::acceptance::{self, AcceptanceComment, Acceptances, Conditions};
use crate::analysis::Analysis;
use crate::checked_document::CheckedDocument;
use crate::child::Child;
use crate::context::CheckMode;
use crate::finding_filter::FindingFilter;
use crate::finding_limit;
use crate::index::Index;
use crate::input::{Document, Input, Object, Role};
use crate::judge::{self, OldProfile};
use crate::key::{ProfileKey, full_name};
use crate::no_profile::NoProfile;
use crate::notice::Notice;
use crate::patch_alone;
use crate::profile::Profile;
use crate::rules::PARENT_UNKNOWN;
use crate::strictness;
use crate::unchecked;
use crate::users::Users;
use crate::verdict::ListOrder;
use crate::written::{CheckResult, Written};

/// The result of a check.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Every document of the checked inputs, and the findings in order.
    pub report: Report,
    /// Remarks that are not findings.
    pub notices: Vec<Notice>,
}

/// Returns everything that `rootstock check` finds in one object: a CloudProfile, a NamespacedCloudProfile or a Shoot,
/// in both sections, with advice. References cannot be resolved; use an [`Analysis`] to judge several objects together.
///
/// ```
/// use rootstock_core_model::{Semantics, Settings};
/// let profile = serde_json::json!({
///     "apiVersion": "core.gardener.cloud/v1beta1",
///     "kind": "CloudProfile",
///     "metadata": {"name": "local"},
///     "spec": {"type": "local", "regions": [{"name": "here"}], "machineTypes": [{"name": "small", "cpu": "2"}]},
/// });
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let found = rootstock_analysis::check(&profile, rootstock_providers::registry()?, settings);
/// assert!(found.iter().any(|violation| violation.path.to_string() == "spec.kubernetes.versions"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check(object: &serde_json::Value, registry: impl Into<Arc<Registry>>, settings: Settings) -> Vec<Violation> {
    let mut analysis = Analysis::new(registry, settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set_object(Role::Checked, "object", object);
    analysis.check().report.findings.into_iter().map(|finding| finding.violation).collect()
}

impl Analysis {
    /// Judges every object of the checked inputs, unless its judgement is cached, and applies the configuration.
    ///
    /// The report accounts for every document; unreadable ones are findings, and the others are judged regardless.
    #[must_use]
    pub fn check(&self) -> Checked {
        let check = self.start_check();
        check.report(check.documents().map(|document| check.judge(document)))
    }

    /// Begins a [`check`](Self::check) in which the caller judges the documents, on several threads for example.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// for name in ["a.yaml", "b.yaml"] {
    ///     analysis.set(Role::Checked, name, b"apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\n");
    /// }
    /// let check = &analysis.start_check();
    /// let found: Vec<_> = std::thread::scope(|scope| {
    ///     let threads: Vec<_> = check.documents().map(|document| scope.spawn(move || check.judge(document))).collect();
    ///     threads.into_iter().flat_map(|thread| thread.join()).collect()
    /// });
    /// assert_eq!(check.report(found).report.findings.len(), analysis.check().report.findings.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn start_check(&self) -> Check<'_> {
        let inputs: Vec<&Arc<Input>> = self.inputs_in(Role::Checked).collect();
        let objects = inputs.iter().flat_map(|input| input.objects());
        let index = self.index();
        let users = (self.context().mode == CheckMode::Update).then(|| Users::new(index, objects));
        Check { analysis: self, index, users, inputs }
    }
}

impl Analysis {
    /// Returns the findings about one profile of this analysis, whatever its role, without the configuration: about a
    /// CloudProfile, or the NamespacedCloudProfile that it was rendered from. An update includes what it takes from the
    /// profile's users.
    #[must_use]
    pub fn report_on(&self, profile: &Profile) -> Report {
        match (profile.written(), profile.child()) {
            (_, Some(child)) => self.report_on_written(child),
            (Some(own), None) => {
                let described = described(own, &own.object.api_version, &own.object.kind);
                self.report_about(described, profile.name(), |check, found| check.cloud_profile(profile, found))
            }
            (None, None) => Report::default(),
        }
    }

    /// Returns the findings about one NamespacedCloudProfile of this analysis, as [`report_on`](Self::report_on) does, without
    /// rendering it for its Shoots.
    #[must_use]
    pub fn report_on_child(&self, child: &Child) -> Report {
        self.report_on_written(&child.written)
    }

    /// Compares a CloudProfile of this analysis with facts, and applies the configuration to the report. `table` has the meaning of
    /// facts as capabilities. Returns `None` for a NamespacedCloudProfile, which has no text of its own for most fields.
    #[must_use]
    pub fn report_on_facts(
        &self,
        profile: &Profile,
        table: &[FactMapping],
        facts: &FactList,
    ) -> Option<(Report, Verification)> {
        let own = profile.written().filter(|_| profile.child().is_none())?;
        let described = described(own, &own.object.api_version, &own.object.kind);
        let subject = VerifySubject {
            spec: &own.object.spec,
            references: profile.image_references(),
            table,
            now: self.settings().now,
        };
        let mut verification = verify(&subject, facts);
        let violations = std::mem::take(&mut verification.found);
        let mut report =
            self.report_about(described, profile.name(), |_, found| found.findings = own.located(violations));
        self.configuration().apply_to_facts(&mut report);
        Some((report, verification))
    }

    fn report_on_written(&self, child: &Written<NamespacedCloudProfile>) -> Report {
        let object = &child.object;
        let described = described(child, &object.api_version, &object.kind);
        self.report_about(described, &object.metadata.name, |check, found| check.child(child, found))
    }

    fn report_about(
        &self,
        (source, record): (SourceText, DocumentRecord),
        name: &str,
        judge: impl FnOnce(&Check<'_>, &mut Found),
    ) -> Report {
        let mut report = Report::default();
        let source = report.add_source(source);
        report.documents.push(DocumentRecord { source, name: name.to_owned(), ..record });
        let mut found = Found::default();
        judge(&self.start_check(), &mut found);
        let here = found.findings.into_iter().map(|finding| Finding { source, document: Some(0), ..finding });
        report.findings.extend(here);
        report.sort();
        report
    }
}

/// Returns the text that contains an object, and the report's record of it.
fn described<T>(written: &Written<T>, api_version: &str, kind: &str) -> (SourceText, DocumentRecord) {
    let record = DocumentRecord {
        place: Some(Place { span: written.raw.node().span().range(), exact: true }),
        api_version: api_version.to_owned(),
        kind: kind.to_owned(),
        ..DocumentRecord::default()
    };
    (written.source().clone(), record)
}

#[derive(Debug, Default)]
struct Found {
    findings: Vec<Finding>,
    notices: Vec<Notice>,
}

impl Found {
    fn add(&mut self, findings: &[Finding]) {
        self.findings.extend_from_slice(findings);
    }

    /// Adds the findings of a judgement, moving them unless they are shared.
    fn judged(&mut self, judged: Arc<CheckResult>) {
        match Arc::try_unwrap(judged) {
            Ok(Ok(findings)) => self.findings.extend(findings),
            Ok(Err(_)) => {}
            Err(shared) => shared.iter().for_each(|findings| self.add(findings)),
        }
    }
}

/// A check in progress.
#[derive(Debug)]
pub struct Check<'a> {
    analysis: &'a Analysis,
    index: &'a Index,
    /// The users of the profiles that are updated.
    users: Option<Users<'a>>,
    inputs: Vec<&'a Arc<Input>>,
}

/// The findings in a document.
#[derive(Debug)]
pub struct DocumentFindings<'a> {
    of: CheckedDocument<'a>,
    found: Found,
}

impl DocumentFindings<'_> {
    /// Returns the findings by themselves: without the configuration, and as those of the only document of its source.
    #[must_use]
    pub fn into_findings(self) -> Vec<Finding> {
        self.found.findings
    }
}

impl<'a> Check<'a> {
    /// Returns every document of the checked inputs.
    pub fn documents(&self) -> impl Iterator<Item = CheckedDocument<'a>> {
        let of_input = |(input, read): (usize, &&'a Arc<Input>)| {
            read.documents.iter().map(move |document| CheckedDocument { document, input })
        };
        self.inputs.iter().enumerate().flat_map(of_input)
    }

    /// Returns the text that contains a document of this check.
    #[must_use]
    pub fn source_of(&self, document: CheckedDocument<'_>) -> Option<&'a SourceText> {
        self.inputs.get(document.input).map(|input| &input.source)
    }

    /// Returns the Shoot that is updated to this one; `None` in checks of other operations.
    #[must_use]
    pub fn old_shoot(&self, shoot: &Shoot) -> Option<&'a Arc<Written<Shoot>>> {
        self.users.as_ref().and_then(|_| self.index.old_shoots.get(&full_name(shoot)))
    }

    /// Judges a document.
    #[must_use]
    pub fn judge(&self, document: CheckedDocument<'a>) -> DocumentFindings<'a> {
        let mut found = self.document(document.document);
        if self.is_patch(document.document) {
            found.findings.retain(patch_alone::is_about_values);
        }
        // Sorting here leaves less to sort once all findings are in one list.
        found.findings.sort_by(Finding::order);
        DocumentFindings { of: document, found }
    }

    /// Returns the report of all findings, with the configuration applied. `found` must be in document order; it is
    /// consumed one by one.
    #[must_use]
    pub fn report(&self, found: impl IntoIterator<Item = DocumentFindings<'a>>) -> Checked {
        let mut notices = self.notices();
        let mut report = Report::default();
        let sources: Vec<SourceId> = self.inputs.iter().map(|input| report.add_source(input.source.clone())).collect();
        for DocumentFindings { of, found } in found {
            let Some(source) = sources.get(of.input).copied() else { continue };
            notices.extend(found.notices);
            let number = Some(report.documents.len());
            let here = found.findings.into_iter().map(|finding| Finding { source, document: number, ..finding });
            report.findings.extend(here);
            report.documents.push(self.record(of, source));
        }
        let findings = report.findings.iter_mut();
        findings.for_each(|finding| {
            finding_limit::adjust_severity(finding, |violation| {
                unchecked::adjust_severity(violation, self.analysis.accepts_unchecked);
                self.analysis.strictness.adjust_severity(violation);
                if self.analysis.answers_review {
                    strictness::gardeners_severity(violation);
                    strictness::mention_dropped_versions(violation, self.analysis.mode());
                }
                true
            });
        });
        self.accept(&mut report, &sources);
        if let Some(baseline) = &self.analysis.baseline {
            baseline.apply(&mut report);
        }
        self.analysis.configuration().apply(&mut report, self.analysis.context().advice.is_some());
        Checked { report, notices }
    }

    /// Returns the report's record of a document.
    pub(crate) fn record(&self, of: CheckedDocument<'_>, source: SourceId) -> DocumentRecord {
        let mut record = of.document.record(source);
        if self.is_patch(of.document) {
            record.outcome = DocumentOutcome::NotChecked;
            record.reason = patch_alone::PATCH.to_owned();
        }
        record
    }

    /// Returns whether a document is a patch without its profile, as it may be in a folder of manifests; the API server gets objects.
    fn is_patch(&self, document: &Document) -> bool {
        let is_manifest = !self.analysis.answers_review && self.analysis.context().mode == CheckMode::State;
        is_manifest && document.object.as_ref().is_some_and(patch_alone::is_patch)
    }

    /// Removes the findings that comments of the documents accept.
    fn accept(&self, report: &mut Report, sources: &[SourceId]) {
        self.with_comments(sources, |comments, conditions| acceptance::apply(report, comments, conditions));
    }

    /// Calls a function with the comments of the documents that may accept findings, if there are any.
    fn with_comments<T>(
        &self,
        sources: &[SourceId],
        call: impl FnOnce(&[(SourceId, &[AcceptanceComment])], &Conditions<'_>) -> T,
    ) -> Option<T> {
        let comments = sources.iter().zip(&self.inputs).filter(|(_, input)| !input.comments.is_empty());
        let comments: Vec<(SourceId, &[AcceptanceComment])> =
            comments.map(|(source, input)| (*source, &*input.comments)).collect();
        if comments.is_empty() {
            return None;
        }
        let (context, configuration) = (self.analysis.context(), self.analysis.configuration());
        let is_reported = |rule: &'static Rule| configuration.reports(rule.name, context.advice.is_some());
        let conditions = Conditions {
            rules: &crate::all_rules(&context.registry),
            today: Day::of(context.settings.now),
            is_reported: &is_reported,
        };
        Some(call(&comments, &conditions))
    }

    /// Prepares to weigh single findings as [`report`](Self::report) does.
    #[must_use]
    pub fn finding_filter(&self) -> FindingFilter<'a> {
        let mut report = Report::default();
        let sources: Vec<SourceId> = self.inputs.iter().map(|input| report.add_source(input.source.clone())).collect();
        let acceptances = self.with_comments(&sources, |comments, conditions| {
            let source = |of: CheckedDocument<'_>| sources.get(of.input).copied().unwrap_or_default();
            report.documents = self.documents().map(|of| self.record(of, source(of))).collect();
            Acceptances::read(&report, comments, conditions).0
        });
        let sources = sources.into_iter().zip(self.inputs.iter().map(|input| &input.source)).collect();
        FindingFilter::new(self.analysis.configuration(), acceptances.unwrap_or_default(), sources)
    }

    /// Returns the notices about new profiles, about profiles with the same name, and then those about new
    /// NamespacedCloudProfiles.
    fn notices(&self) -> Vec<Notice> {
        let mut notices = Vec::new();
        let is_update = self.users.is_some();
        let no_old = |object: String| Notice::MissingOldObject { object };
        for input in &self.inputs {
            if is_update {
                let keys = input.objects().filter_map(Object::cloud_profile).map(|profile| profile.key());
                let new = keys.filter(|key| self.analysis.old_profile(key).is_none());
                notices.extend(new.map(|key| no_old(key.to_string())));
            }
        }
        notices.extend(self.index.duplicates(Role::Checked).filter(|notice| self.is_referred_to(notice)));
        if is_update {
            let children = self.inputs.iter().flat_map(|input| input.objects()).filter_map(Object::child);
            let keys = children.map(|child| ProfileKey::from(&*child.object));
            let new = keys.filter(|key| self.analysis.old_child(key).is_none());
            notices.extend(new.map(|key| no_old(key.to_string())));
        }
        notices
    }

    /// Returns whether a checked object refers to the profile of a notice; others are judged on their own.
    fn is_referred_to(&self, notice: &Notice) -> bool {
        let Notice::DuplicateProfile { key, .. } = notice else { return true };
        let mut objects = self.inputs.iter().flat_map(|input| input.objects());
        objects.any(|object| match object {
            Object::CloudProfile(_) => false,
            Object::NamespacedCloudProfile(child) => ProfileKey::parent_of(&child.object).as_ref() == Some(key),
            Object::Shoot(shoot) => shoot
                .object
                .profile()
                .is_some_and(|reference| ProfileKey::of(&reference, &shoot.object.metadata.namespace) == *key),
        })
    }

    fn document(&self, document: &Document) -> Found {
        let mut found = Found::default();
        found.add(&document.unreadable);
        found.add(&document.found);
        match &document.object {
            Some(Object::Shoot(shoot)) => {
                let judged = self.shoot(shoot, &mut found.notices);
                if let Err(none) = &*judged {
                    let violations = self.analysis.context().compared_as(ListOrder::AsWritten, |context| {
                        shoot.with_later(unchecked::standalone_findings(
                            &shoot.object,
                            none,
                            &context.settings,
                            self.analysis.supply_hint,
                            self.analysis.answers_review,
                        ))
                    });
                    found.add(&shoot.located_with_all(violations));
                }
                found.judged(judged);
            }
            Some(object) => self.profile(object, &mut found),
            None => {}
        }
        found
    }

    /// Judges a profile, and checks its update against the objects that use it.
    fn profile(&self, object: &Object, found: &mut Found) {
        match object {
            Object::CloudProfile(profile) => self.cloud_profile(profile, found),
            Object::NamespacedCloudProfile(child) => self.child(child, found),
            Object::Shoot(_) => {}
        }
    }

    fn cloud_profile(&self, profile: &Profile, found: &mut Found) {
        let context = self.analysis.context();
        let old = self.users.as_ref().and_then(|_| self.analysis.old_profile(profile.key()));
        let children = self.index.children_of(profile.key());
        let judged = judge::cloud_profile(profile, old, &children, context);
        judged.into_iter().for_each(|judged| found.judged(judged));
        if let (Some(users), Some(old)) = (&self.users, old)
            && let Some(user_findings) = users.check_users_of_profile(profile, old, context)
        {
            found.add(&user_findings);
        }
    }

    fn child(&self, child: &Written<NamespacedCloudProfile>, found: &mut Found) {
        let context = self.analysis.context();
        let key = ProfileKey::from(&*child.object);
        let old = self.users.as_ref().and_then(|_| self.analysis.old_child(&key));
        let parent = self.index.parent_of(&child.object);
        let judged = judge::namespaced_cloud_profile(child, parent, old, context);
        if let (Some(users), Some(old), Some(parent)) = (&self.users, old, parent) {
            found.add(&users.check_users_of_child(child, old, parent, context));
        }
        let missing = ProfileKey::parent_of(&child.object).filter(|_| parent.is_none());
        let completed = missing.clone().filter(|key| self.index.completed_elsewhere.contains(key));
        let completed = completed.map(|key| NoProfile::CompletedElsewhere { key });
        let meant = missing.and_then(|key| self.index.nearest(&key));
        let before = found.findings.len();
        found.judged(judged);
        // The judgement knows only one parent, so the suggestion of another is added here.
        for finding in found.findings.iter_mut().skip(before) {
            if let Some(reason) = completed.as_ref().filter(|_| finding.violation.rule.name == PARENT_UNKNOWN) {
                finding.violation.detail = reason.to_string().into();
                let remedy = self.analysis.supply_hint.and_then(|how| reason.remedy(how));
                finding.violation.help = remedy.unwrap_or_default().into();
            }
            if let Some(near) = meant.filter(|_| finding.violation.rule.name == PARENT_UNKNOWN) {
                let asked = child.located(vec![finding.violation.clone().with_suggestion(near)]);
                asked.into_iter().for_each(|asked| *finding = asked);
            }
        }
    }

    /// Returns the profile that the previous state of a Shoot refers to, if it is another one than the present `profile`.
    fn old_profile_of(&self, old: &Shoot, profile: &Profile) -> Option<OldProfile> {
        let key = ProfileKey::of(&old.profile()?, &old.metadata.namespace);
        if key == *profile.key() {
            return None;
        }
        let is_complete = |old: &&Arc<Profile>| old.written().is_none_or(|written| !written.is_completed_elsewhere());
        let old = || self.index.old_profile(&key).filter(is_complete).cloned();
        let known = self.analysis.profile(&key).ok().or_else(old);
        Some(OldProfile { key, profile: known })
    }

    fn shoot(&self, shoot: &Arc<Written<Shoot>>, notices: &mut Vec<Notice>) -> Arc<CheckResult> {
        let profile = match self.analysis.profile_of(&shoot.object) {
            Ok(profile) => profile,
            Err(none) => return Arc::new(Err(none)),
        };
        let name = full_name(&shoot.object);
        let old = self.old_shoot(&shoot.object);
        let old_profile = old.and_then(|old| self.old_profile_of(&old.object, &profile));
        let judged = judge::shoot(shoot, &profile, old, old_profile.as_ref(), self.analysis.context());
        if self.users.is_some() && old.is_none() && judged.is_ok() {
            notices.push(Notice::MissingOldObject { object: name });
        }
        judged
    }
}
