//! The judgement of one object, together with the objects it refers to.

mod across_sections;

use std::sync::Arc;

use rootstock_admission::{
    ReferenceChange, ReferencedProfile, check_defaulted_cloud_profile, check_namespaced_cloud_profile_for_provider,
    check_shoot_changing_profile, default_namespaced_cloud_profile, default_shoot, defaulted_cloud_profile,
    in_parent_format,
};
use rootstock_advice::{
    AdviceSubject, CoreSubject, advise, advise_mapping, advise_namespaced, advise_namespaced_mapping, advise_shoot,
    advise_verbs,
};
use rootstock_core_model::{
    CloudProfile, NamespacedCloudProfile, NodeKind, NodeRef, Path, RawObject, Shoot, Violation,
};
use rootstock_judge::Judge;
use rootstock_provider_api::{NamespacedSection, Provider, ProviderConfig};

use self::across_sections::{
    drop_predicted, name_extension_that_needs, without_follow_up_errors, without_missing_in_regions, without_unmapped,
};
use crate::child::Child;
use crate::context::{CheckContext, CheckMode};
use crate::guarantees;
use crate::key::ProfileKey;
use crate::memo::{depends_on, depends_on_optional};
use crate::no_profile::NoProfile;
use crate::profile::{Profile, received_child};
use crate::verdict::ListOrder;
use crate::written::{CheckResult, Written};

/// Judges a CloudProfile on its own, or as an update of an old one. Advice takes the NamespacedCloudProfiles below it
/// into account. Returns `None` for a rendered profile.
pub(crate) fn cloud_profile(
    profile: &Profile,
    old: Option<&Arc<Profile>>,
    children: &[&Arc<Child>],
    context: &Arc<CheckContext>,
) -> Option<Arc<CheckResult>> {
    let written = profile.written()?;
    // Only advice looks at them.
    let children = if context.advice.is_some() { children } else { &[] };
    let judge = || {
        context.counts().cloud_profiles += 1;
        let judge = |context: &_| violations_of(profile, written, old, children, context);
        Ok(written.located_with_all(context.compared(judge)))
    };
    let of = [depends_on(context), depends_on_optional(old)]
        .into_iter()
        .chain(children.iter().map(|child| depends_on(&child.written)));
    Some(context.cached(&written.memos.judged, of.collect(), judge))
}

fn violations_of(
    profile: &Profile,
    written: &Written<CloudProfile>,
    old: Option<&Arc<Profile>>,
    children: &[&Arc<Child>],
    context: &CheckContext,
) -> Vec<Violation> {
    let settings = &context.settings;
    let profile = profile.under(context);
    let built_in = profile.provider().map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
    let operation = context.operation(old.map(|old| old.under(context).stored()));
    let validated = profile.validated().unwrap_or(&written.object);
    let defaulted = defaulted_cloud_profile(validated);
    let checked = check_defaulted_cloud_profile(built_in, &defaulted, operation, settings);
    let section = check_provider_section(profile, &defaulted, context);
    // All findings are added to those of the core section, which may be thousands.
    let (mut later, stored) = match context.advice {
        Some(_) => checked.into_accepted(),
        None => (checked.violations, None),
    };
    let mapping = without_unmapped(section.mapping, &section.violations);
    drop_predicted(&mut later, &section.violations);
    if let Some(plugin) = profile.provider() {
        name_extension_that_needs(&mut later, &defaulted.spec, &plugin.extension().at(settings));
    }
    later.splice(..0, profile.left_to_extension().iter().cloned());
    let of_provider = without_follow_up_errors(&later, section.violations, settings);
    later.reserve_exact(of_provider.len());
    later.extend(of_provider);
    later.extend(mapping);
    let mut violations = written.with_later(later);
    if let Some(options) = &context.advice {
        let providers: Vec<&'static str> = context.registry.names().collect();
        let children: Vec<&NamespacedCloudProfile> = children.iter().map(|child| &*child.object).collect();
        let core = CoreSubject {
            profile: &defaulted,
            stored: stored.as_ref(),
            raw: written.is_whole().then(|| written.raw.node()),
            built_in,
            providers: &providers,
            settings,
        };
        let subject =
            AdviceSubject { core, config: section.config.as_deref(), children: &children, found: &violations };
        let advice = advise(&subject, options);
        violations.extend(advice);
    }
    violations.extend(guarantees::findings(profile, old, context));
    violations
}

/// The findings about the provider section.
struct CheckedProviderSection {
    config: Option<Arc<dyn ProviderConfig>>,
    violations: Vec<Violation>,
    /// Advice about its mapping of the core section.
    mapping: Vec<Violation>,
}

/// Returns the plug-in's findings about the provider section, and advice about its mapping of the core section.
fn check_provider_section(
    profile: &Profile,
    defaulted: &CloudProfile,
    context: &CheckContext,
) -> CheckedProviderSection {
    let settings = &context.settings;
    let decode =
        |provider: &dyn Provider, raw: &RawObject, path: &Path<'_>| profile.decoded(provider, raw, path, settings);
    let outcome = context.registry.check_cloud_profile_decoded_by(&defaulted.spec, settings, decode);
    let mapping = advise_mapping(&defaulted.spec, &outcome, settings);
    CheckedProviderSection { config: outcome.config, violations: outcome.violations, mapping }
}

/// Judges a NamespacedCloudProfile against its parent. Without one, only mistakes that do not depend on the parent are
/// found, and a note says so.
pub(crate) fn namespaced_cloud_profile(
    child: &Written<NamespacedCloudProfile>,
    parent: Option<&Arc<Profile>>,
    old: Option<&Arc<Child>>,
    context: &Arc<CheckContext>,
) -> Arc<CheckResult> {
    let judge = || {
        context.counts().namespaced_cloud_profiles += 1;
        let judge = |context: &_| violations_of_child(child, parent, old, context);
        Ok(child.located_with_all(context.compared(judge)))
    };
    context.cached(
        &child.memos.judged,
        vec![depends_on(context), depends_on_optional(parent), depends_on_optional(old)],
        judge,
    )
}

fn violations_of_child(
    written: &Written<NamespacedCloudProfile>,
    parent: Option<&Arc<Profile>>,
    old: Option<&Arc<Child>>,
    context: &CheckContext,
) -> Vec<Violation> {
    let settings = &context.settings;
    let parent = parent.map(|parent| parent.under(context));
    let plugin = parent.and_then(Profile::provider);
    let received_from = parent;
    let (object, received) = received_child(&written.object, parent, settings);
    let built_in = plugin.map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
    let parent = parent.map(Profile::stored);
    let old_object = old.map(|old| &*old.object);
    let old = old.map(|old| stored_child(&received_child(&old.object, received_from, settings).0));
    let operation = context.operation(old.as_ref());
    let mut outcome = check_namespaced_cloud_profile_for_provider(built_in, &object, parent, operation, settings);
    let advice = match (&context.advice, parent, &outcome.rendered) {
        (Some(_), Some(parent), Some(rendered)) => {
            let found = written.violations().iter().chain(&outcome.violations);
            advise_namespaced(&written.object, &parent.spec, &rendered.spec, settings, found)
        }
        _ => Vec::new(),
    };
    let mut later = std::mem::take(&mut outcome.violations);
    later.splice(..0, received);
    if let (Some(plugin), Some(parent), Some(rendered)) = (plugin, parent, outcome.rendered) {
        let child = outcome.stored.as_ref().unwrap_or(&object);
        let rendered = rendered.with_provider_config(plugin, &child.spec, settings);
        let section = NamespacedSection {
            parent: &parent.spec,
            written: &child.spec,
            child: &in_parent_format(&child.spec, &parent.spec),
            rendered: &rendered.spec,
        };
        let provider = context.registry.check_namespaced_cloud_profile(&section, settings);
        let mapping = advise_namespaced_mapping(&section, &provider, settings);
        later.extend(without_missing_in_regions(provider.violations));
        later.extend(mapping);
    }
    let mut violations = written.with_later(later);
    violations.extend(advice);
    if context.advice.is_some() && context.mode != CheckMode::State {
        violations.extend(advise_verbs(&written.object, old_object.filter(|_| context.mode == CheckMode::Update)));
    }
    violations
}

/// Returns a NamespacedCloudProfile as Gardener stores it, whatever is wrong with it.
pub(crate) fn stored_child(received: &NamespacedCloudProfile) -> NamespacedCloudProfile {
    let mut child = received.clone();
    default_namespaced_cloud_profile(&mut child);
    child
}

/// Returns a Shoot with the API server's defaults.
pub(crate) fn stored_shoot(written: &Written<Shoot>) -> Shoot {
    let mut shoot = Shoot::clone(&written.object);
    default_shoot(&mut shoot);
    shoot
}

/// The profile that a Shoot referred to before an update that changes the reference.
#[derive(Debug)]
pub(crate) struct OldProfile {
    pub(crate) key: ProfileKey,
    /// The profile, if it is known.
    pub(crate) profile: Option<Arc<Profile>>,
}

impl OldProfile {
    fn as_referenced(&self) -> ReferencedProfile<'_> {
        match &self.profile {
            Some(profile) => referenced(profile),
            None => {
                let root = self.key.namespace.is_none().then_some(self.key.name.as_str());
                ReferencedProfile { name: &self.key.name, root, spec: None }
            }
        }
    }
}

fn referenced(profile: &Profile) -> ReferencedProfile<'_> {
    let parent = profile.child().map(|child| child.object.spec.parent.name.as_str());
    let root = parent.unwrap_or_else(|| profile.name());
    ReferencedProfile { name: &profile.key().name, root: Some(root), spec: Some(profile.spec()) }
}

/// Returns whether an object sets a field of the spec that the old one does not have, or has with another value. A field that
/// only the old one has may be a default of the API server.
fn changes_spec(new: NodeRef<'_>, old: NodeRef<'_>) -> bool {
    new.get("spec").zip(old.get("spec")).is_some_and(|(new, old)| changes(new, old))
}

fn changes(new: NodeRef<'_>, old: NodeRef<'_>) -> bool {
    match (new.kind(), old.kind()) {
        (NodeKind::Object, NodeKind::Object) => {
            let old = old.by_key();
            new.entries().any(|(key, new)| old.get(key).map_or(!new.is_null(), |old| changes(new, *old)))
        }
        (NodeKind::List, NodeKind::List) if new.len() == old.len() => {
            new.items().zip(old.items()).any(|(new, old)| changes(new, old))
        }
        _ => new != old,
    }
}

/// Judges a Shoot against its profile.
pub(crate) fn shoot(
    written: &Written<Shoot>,
    profile: &Arc<Profile>,
    old: Option<&Arc<Written<Shoot>>>,
    old_profile: Option<&OldProfile>,
    context: &Arc<CheckContext>,
) -> Arc<CheckResult> {
    let judge = || {
        let change = old_profile.map(|old| ReferenceChange { old: old.as_referenced(), new: referenced(profile) });
        let compiled = profile.compiled(context.settings.gates).map_err(NoProfile::TooLarge)?;
        context.counts().shoots += 1;
        let mut object = Shoot::clone(&written.object);
        if old.is_some_and(|old| changes_spec(written.raw.node(), old.raw.node())) {
            // As the API server does: a change counts even if it is in a part of the Shoot that is not decoded.
            object.metadata.generation = object.metadata.generation.saturating_add(1);
        }
        let old = old.map(|old| stored_shoot(old));
        let operation = context.operation(old.as_ref());
        let judge = |context: &CheckContext| {
            let settings = context.settings;
            let other = profile.under(context).compiled(settings.gates);
            let judge = Judge::new(other.as_deref().unwrap_or(&compiled), settings);
            let mut violations =
                written.with_later(check_shoot_changing_profile(&object, operation, judge, change.as_ref()).violations);
            if context.advice.is_some() {
                let advice = advise_shoot(&object, &settings, &violations);
                violations.extend(advice);
            }
            violations
        };
        Ok(written.located_with_all(context.compared_as(ListOrder::AsWritten, judge)))
    };
    context.cached(
        &written.memos.judged,
        vec![
            depends_on(context),
            depends_on(profile),
            depends_on_optional(old),
            depends_on_optional(old_profile.and_then(|old| old.profile.as_ref())),
        ],
        judge,
    )
}
