//! The judgement of one object, together with the objects it refers to.

use std::sync::Arc;

use rootstock_admission::{
    check_defaulted_cloud_profile, check_namespaced_cloud_profile_of, check_shoot, default_namespaced_cloud_profile,
    default_shoot, defaulted_cloud_profile, in_parent_format,
};
use rootstock_advice::{
    AdviceSubject, CoreSubject, advise, advise_mapping, advise_namespaced, advise_namespaced_mapping,
};
use rootstock_core_model::{
    ARCHITECTURE, CloudProfile, NamespacedCloudProfile, Path, RawObject, Settings, Shoot, Violation,
};
use rootstock_judge::Judge;
use rootstock_provider_api::{NamespacedHalf, Provider, ProviderConfig};

use crate::accepted_by;
use crate::child::Child;
use crate::conditions::Conditions;
use crate::memo::{on, on_any};
use crate::no_profile::NoProfile;
use crate::profile::{Profile, received_child};
use crate::rules::{ARCHITECTURE_NOT_REGISTERED, PROVIDER_CAPABILITY_UNREGISTERED, PROVIDER_FLAVOR_REPEATED};
use crate::written::{Judged, Written};

/// Judges a CloudProfile on its own, or as an update of an old one. Advice takes the NamespacedCloudProfiles below it
/// into account. Returns `None` for a rendered profile.
pub(crate) fn cloud_profile(
    profile: &Profile,
    old: Option<&Arc<Profile>>,
    children: &[&Arc<Child>],
    conditions: &Arc<Conditions>,
) -> Option<Arc<Judged>> {
    let written = profile.written()?;
    // Only advice looks at them.
    let children = if conditions.advice.is_some() { children } else { &[] };
    let judge = || {
        conditions.counts().cloud_profiles += 1;
        let violations_under = |conditions: &_| violations_of(profile, written, old, children, conditions);
        let violations = accepted_by::marked(
            &conditions.settings,
            || violations_under(conditions),
            |settings| violations_under(&conditions.without_advice(settings)),
        );
        Ok(written.located_with_all(violations))
    };
    let of = [on(conditions), on_any(old)].into_iter().chain(children.iter().map(|child| on(&child.written)));
    Some(conditions.remembered(&written.memos.judged, of.collect(), judge))
}

fn violations_of(
    profile: &Profile,
    written: &Written<CloudProfile>,
    old: Option<&Arc<Profile>>,
    children: &[&Arc<Child>],
    conditions: &Conditions,
) -> Vec<Violation> {
    let settings = &conditions.settings;
    let built_in = profile.provider().map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
    let operation = conditions.operation(old.map(|old| old.stored()));
    let validated = profile.validated().unwrap_or(&written.object);
    let defaulted = defaulted_cloud_profile(validated);
    let checked = check_defaulted_cloud_profile(built_in, &defaulted, operation, settings);
    let half = provider_half(profile, &defaulted, conditions);
    let mut later = profile.left_to_extension().to_vec();
    let (of_core, stored) = match conditions.advice {
        Some(_) => checked.into_accepted(),
        None => (checked.violations, None),
    };
    later.extend(of_core);
    later.extend(without_consequences(&later, half.violations, settings));
    later.extend(half.mapping);
    let mut violations = written.with_later(later);
    if let Some(options) = &conditions.advice {
        let children: Vec<&NamespacedCloudProfile> = children.iter().map(|child| &*child.object).collect();
        let core = CoreSubject {
            profile: &defaulted,
            stored: stored.as_ref(),
            raw: written.is_whole().then(|| written.raw.node()),
            built_in,
            settings,
        };
        let subject = AdviceSubject { core, config: half.config.as_deref(), children: &children, found: &violations };
        let advice = advise(&subject, options);
        violations.extend(advice);
    }
    violations
}

/// The findings about the provider's half.
struct CheckedHalf {
    config: Option<Arc<dyn ProviderConfig>>,
    violations: Vec<Violation>,
    /// Advice about its mapping of the core half.
    mapping: Vec<Violation>,
}

/// Returns the plug-in's findings about the provider's half, and advice about its mapping of the core half.
fn provider_half(profile: &Profile, defaulted: &CloudProfile, conditions: &Conditions) -> CheckedHalf {
    let settings = &conditions.settings;
    let decode = |provider: &dyn Provider, raw: &RawObject, path: &Path<'_>| {
        profile.decoded(provider, raw, path, &settings.quirks)
    };
    let outcome = conditions.registry.check_cloud_profile_decoded_by(&defaulted.spec, settings, decode);
    let mapping = advise_mapping(&defaulted.spec, &outcome, settings);
    CheckedHalf { config: outcome.config, violations: outcome.violations, mapping }
}

/// Removes those findings about the provider's half that follow from a mistake in the core half: where `architecture`
/// is not registered, no flavor may name it, and flavors that differ only in it count as equal.
fn without_consequences(core: &[Violation], mut provider: Vec<Violation>, settings: &Settings) -> Vec<Violation> {
    let is_missing = core.iter().any(|found| found.rule.name == ARCHITECTURE_NOT_REGISTERED);
    if is_missing && !settings.quirks.findings.follow_up_errors {
        provider.retain(|found| match found.rule.name {
            PROVIDER_CAPABILITY_UNREGISTERED => found.bad.as_str() != ARCHITECTURE,
            name => name != PROVIDER_FLAVOR_REPEATED,
        });
    }
    provider
}

/// Judges a NamespacedCloudProfile against its parent. Without one, only mistakes that do not depend on the parent are
/// found, and a note says so.
pub(crate) fn namespaced_cloud_profile(
    child: &Written<NamespacedCloudProfile>,
    parent: Option<&Arc<Profile>>,
    old: Option<&Arc<Child>>,
    conditions: &Arc<Conditions>,
) -> Arc<Judged> {
    let judge = || {
        conditions.counts().namespaced_cloud_profiles += 1;
        let violations_under = |conditions: &_| violations_of_child(child, parent, old, conditions);
        let violations = accepted_by::marked(
            &conditions.settings,
            || violations_under(conditions),
            |settings| violations_under(&conditions.without_advice(settings)),
        );
        Ok(child.located_with_all(violations))
    };
    conditions.remembered(&child.memos.judged, vec![on(conditions), on_any(parent), on_any(old)], judge)
}

fn violations_of_child(
    written: &Written<NamespacedCloudProfile>,
    parent: Option<&Arc<Profile>>,
    old: Option<&Arc<Child>>,
    conditions: &Conditions,
) -> Vec<Violation> {
    let settings = &conditions.settings;
    let plugin = parent.and_then(|parent| parent.provider());
    let profile_of_parent = parent.map(|parent| &**parent);
    let (object, mut later) = received_child(&written.object, profile_of_parent, settings);
    let built_in = plugin.map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
    let parent = parent.map(|parent| parent.stored());
    let old = old.map(|old| stored_child(&received_child(&old.object, profile_of_parent, settings).0));
    let operation = conditions.operation(old.as_ref());
    let outcome = check_namespaced_cloud_profile_of(built_in, &object, parent, operation, settings);
    later.extend(outcome.violations.iter().cloned());
    if let (Some(plugin), Some(parent), Some(rendered)) = (plugin, parent, &outcome.rendered) {
        let child = outcome.stored.as_ref().unwrap_or(&object);
        let rendered = rendered.clone().with_provider_config(plugin, &child.spec, settings);
        let half = NamespacedHalf {
            parent: &parent.spec,
            written: &child.spec,
            child: &in_parent_format(&child.spec, &parent.spec),
            rendered: &rendered.spec,
        };
        let provider = conditions.registry.check_namespaced_cloud_profile(&half, settings);
        let mapping = advise_namespaced_mapping(&half, &provider, settings);
        later.extend(provider.violations);
        later.extend(mapping);
    }
    let mut violations = written.with_later(later);
    if let (Some(_), Some(parent), Some(rendered)) = (&conditions.advice, parent, &outcome.rendered) {
        let found: Vec<Violation> = written.violations().iter().chain(&outcome.violations).cloned().collect();
        violations.extend(advise_namespaced(&written.object, &parent.spec, &rendered.spec, settings, &found));
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

/// Judges a Shoot against its profile.
pub(crate) fn shoot(
    written: &Written<Shoot>,
    profile: &Arc<Profile>,
    old: Option<&Arc<Written<Shoot>>>,
    conditions: &Arc<Conditions>,
) -> Arc<Judged> {
    let judge = || {
        let settings = conditions.settings;
        let compiled = profile.compiled(settings.gates).map_err(NoProfile::TooLarge)?;
        conditions.counts().shoots += 1;
        let old = old.map(|old| stored_shoot(old));
        let operation = conditions.operation(old.as_ref());
        let check = |settings| {
            written.with_later(check_shoot(&written.object, operation, Judge::new(&compiled, settings)).violations)
        };
        let violations = accepted_by::marked(&settings, || check(settings), |settings| check(*settings));
        Ok(written.located_with_all(violations))
    };
    conditions.remembered(&written.memos.judged, vec![on(conditions), on(profile), on_any(old)], judge)
}
