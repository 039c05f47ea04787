//! NamespacedCloudProfiles among the documents: kept until their parent is known.

use rootstock_admission::{
    NamespacedOutcome, Operation, Origin, Rendered, check_namespaced_cloud_profile_of, in_parent_format, render,
};
use rootstock_advice::advise_namespaced;
use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::read::Object;
use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, NamespacedCloudProfile, Path, RawObject, Settings, Violation,
};
use rootstock_provider_api::{NamespacedHalf, ProviderConfig, Registry};
use rootstock_report::{Outcome, Report, SourceId};

use super::{Conditions, Locate};

/// A NamespacedCloudProfile that could be read, and waits for its parent.
#[derive(Debug)]
pub struct WaitingProfile {
    /// Its place in [`Report::documents`].
    pub document: usize,
    /// The profile as it is written.
    pub profile: NamespacedCloudProfile,
    /// All of it.
    pub raw: RawObject,
    /// Its text in the report.
    pub source: SourceId,
    /// What was found when it was read.
    pub violations: Vec<Violation>,
}

/// What the Shoots of a NamespacedCloudProfile get.
#[derive(Debug)]
pub struct RenderedProfile {
    /// The namespace in which it may be used.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The profile that its Shoots are judged by.
    pub spec: CloudProfileSpec,
    /// The provider's half, as far as a plug-in knows it and could read it.
    pub config: Option<Box<dyn ProviderConfig>>,
    /// What in it is not the parent's; `None` if it is what Gardener rendered last, and the parent is not known.
    pub origins: Option<Vec<Origin>>,
}

impl WaitingProfile {
    pub(super) fn new(object: Object, read: Vec<Violation>, document: usize, source: SourceId) -> Self {
        let (profile, decoded) = object.decode::<NamespacedCloudProfile>();
        let mut violations = read;
        violations.extend(decoded);
        Self { document, profile, raw: object.raw, source, violations }
    }

    /// Checks it beside its parent, which is canonical, and adds what is found to the report that has its document.
    ///
    /// Without a parent only what is wrong whatever the parent says is found, and a note says so.
    pub fn check(
        &self,
        parent: Option<&CloudProfile>,
        operation: Operation<'_, NamespacedCloudProfile>,
        conditions: Conditions<'_>,
        report: &mut Report,
    ) -> NamespacedOutcome {
        let settings = conditions.settings;
        let plugin = parent.and_then(|parent| conditions.registry.get(&parent.spec.provider_type));
        let built_in = plugin.map_or(&[][..], |plugin| plugin.worker_capabilities());
        let outcome = check_namespaced_cloud_profile_of(built_in, &self.profile, parent, operation, settings);
        let mut later = outcome.violations.clone();
        if let (Some(plugin), Some(parent), Some(rendered)) = (plugin, parent, &outcome.rendered) {
            let child = outcome.stored.as_ref().unwrap_or(&self.profile);
            let rendered = rendered.clone().with_provider_config(plugin, &child.spec, settings);
            let half = NamespacedHalf {
                parent: &parent.spec,
                child: &in_parent_format(&child.spec, &parent.spec),
                rendered: &rendered.spec,
            };
            later.extend(conditions.registry.check_namespaced_cloud_profile(&half, settings).violations);
        }
        let later = without_echoes(&self.violations, later);
        let violations: Vec<Violation> = self.violations.iter().cloned().chain(later).collect();
        if !violations.is_empty() {
            self.locate().add(violations, report);
        }
        if let Some(record) = report.documents.get_mut(self.document) {
            record.outcome = Outcome::Checked;
            record.reason.clear();
        }
        outcome
    }

    /// Adds advice about it beside its parent, after a [`check`](Self::check) with that outcome.
    pub fn advise(
        &self,
        parent: Option<&CloudProfile>,
        outcome: &NamespacedOutcome,
        settings: &Settings,
        report: &mut Report,
    ) {
        let (Some(parent), Some(rendered)) = (parent, &outcome.rendered) else { return };
        let found: Vec<Violation> = self.violations.iter().chain(&outcome.violations).cloned().collect();
        let advice = advise_namespaced(&self.profile, &parent.spec, &rendered.spec, settings, &found);
        self.report(advice, report);
    }

    /// Adds findings that are made when others are known, too.
    pub fn report(&self, violations: Vec<Violation>, report: &mut Report) {
        self.locate().add(violations, report);
    }

    fn locate(&self) -> Locate<'_> {
        Locate { source: self.source, document: self.document, root: self.raw.node() }
    }

    /// Adds what was found when it was read to the report that has its document.
    pub fn report_form(&self, report: &mut Report) {
        if !self.violations.is_empty() {
            self.locate().add(self.violations.clone(), report);
        }
    }

    /// What its Shoots get: rendered over the parent, or else what Gardener rendered last, which stands in its status.
    ///
    /// # Errors
    ///
    /// Why there is neither, as a clause.
    pub fn render(
        &self,
        parent: Option<&CloudProfile>,
        registry: &Registry,
        settings: &Settings,
    ) -> Result<RenderedProfile, String> {
        let (spec, origins) = match parent {
            Some(parent) => {
                let mut rendered = render(parent, &self.profile, settings);
                if let Some(provider) = registry.get(&parent.spec.provider_type) {
                    rendered = rendered.with_provider_config(provider, &self.profile.spec, settings);
                }
                let Rendered { spec, origins } = rendered;
                (spec, Some(origins))
            }
            None => (self.rendered_last()?, None),
        };
        let config = registry.get(&spec.provider_type).zip(spec.provider_config.as_ref()).and_then(|(plugin, raw)| {
            let decoded = plugin.decode(raw, &Path::root("spec").field("providerConfig"));
            decoded.usable.then_some(decoded.config)
        });
        let metadata = &self.profile.metadata;
        Ok(RenderedProfile {
            namespace: metadata.namespace.clone(),
            name: metadata.name.clone(),
            spec,
            config,
            origins,
        })
    }

    fn rendered_last(&self) -> Result<CloudProfileSpec, String> {
        let has_status = self.raw.get("status").is_some_and(|status| status.get("cloudProfileSpec").is_some());
        match &self.profile.status {
            Some(status) if has_status => Ok(status.cloud_profile_spec.clone()),
            _ => Err(format!(
                "its parent CloudProfile `{}` is not among the inputs, and it has no `status.cloudProfileSpec`",
                self.profile.spec.parent.name,
            )),
        }
    }
}
