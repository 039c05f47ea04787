//! The use of capabilities in a flavor or a machine type: only registered names and values, and no empty list.

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, Path, RESERVED_PREFIX, Rule, Source, Violation, already_set_help,
    architecture_from_alias, is_registered_by_alias, nearest, unregistered_name_help, unregistered_value_help,
};
use rootstock_worker_capabilities::needs_gate;

use crate::registered::Index;
use crate::scope::Scope;

rootstock_core_model::rules! {
    /// Accepted, but can never match.
    CAPABILITY_LIST_EMPTY: Warning, since "0.1.0",
        Source::CapabilitiesGuide("Defaulting: Omission Means \"All Registered Values\"");
}

/// The rules for one kind of use.
pub(super) struct UsageRules {
    /// For a name that is not registered.
    pub(super) name_unregistered: &'static Rule,
    /// For a value that is not registered.
    pub(super) value_unregistered: &'static Rule,
}

/// Checks the map at `path`.
pub(super) fn check(
    usage: &UsageRules,
    scope: &Scope<'_>,
    capabilities: &Capabilities,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    for (name, values) in capabilities.iter() {
        let key = path.field(name);
        let Some(registered) = scope.registered.values(name) else {
            // A missing registration of `architecture` is reported once, at the definitions.
            if name != ARCHITECTURE || scope.quirks().findings.follow_up_errors {
                let at = if scope.quirks().findings.gardener_paths { path } else { &key };
                findings.push(name_unregistered(usage, scope, capabilities, name, at));
            }
            continue;
        };
        if values.is_empty() && !(name == ARCHITECTURE && scope.registered.is_multi_architecture()) {
            let detail = format!("no value of `{name}` is supported, so nothing can ever match");
            findings.push(
                Violation::invalid(&CAPABILITY_LIST_EMPTY, &key, crate::bad_value::list(values), detail)
                    .with_help("leave the capability out if all its values are supported, or list the supported ones"),
            );
        }
        // A definition without values is reported once, at the definition; that of a parent is not checked here.
        let is_sound = !registered.names().is_empty() || scope.parent.is_some();
        if !is_sound && !scope.quirks().findings.follow_up_errors {
            continue;
        }
        // A list may have thousands of values, each with a finding.
        if values.len() > findings.len() {
            findings.reserve_exact(values.len());
        }
        for (v, value) in values.iter().enumerate() {
            // An architecture registered under another name is reported once, at its registration.
            let is_follow_up = || name == ARCHITECTURE && is_registered_by_alias(value, registered.names());
            if !registered.contains(value) && (scope.quirks().findings.follow_up_errors || !is_follow_up()) {
                findings.push(value_unregistered(usage, scope, name, value, registered, &key.index(v)));
            }
        }
    }
}

fn name_unregistered(
    usage: &UsageRules,
    scope: &Scope<'_>,
    capabilities: &Capabilities,
    name: &str,
    path: &Path<'_>,
) -> Violation {
    let violation = Violation::name_not_supported(usage.name_unregistered, path, name, scope.registered.names());
    if let Some(help) = needs_gate(name, scope.settings.gates, scope.provider) {
        return violation.with_help(help);
    }
    // If there is a near name, the violation already suggests it.
    let is_near = !violation.help.is_empty();
    let near = is_near.then(|| nearest(name, scope.registered.names().iter().copied())).flatten();
    if name.starts_with(RESERVED_PREFIX) {
        let near = near.filter(|_| !scope.quirks().findings.gardener_paths);
        return match near {
            Some(near) => violation.with_suggested_name(near),
            None => violation.with_help(unregistered_name_help(name, None, "")),
        };
    }
    if let Some(near) = near {
        if capabilities.get(near).is_some() {
            return violation.with_help(already_set_help(near, name));
        }
        // If the path is not that of the key, there is nothing to rename.
        return if scope.quirks().findings.gardener_paths { violation } else { violation.with_suggested_name(near) };
    }
    let owner = scope.registered.owner_of(name);
    violation.with_help(unregistered_name_help(name, owner, &scope.vocabulary_place()))
}

fn value_unregistered(
    usage: &UsageRules,
    scope: &Scope<'_>,
    name: &str,
    value: &str,
    registered: &Index<'_>,
    path: &Path<'_>,
) -> Violation {
    let violation = Violation::not_supported(usage.value_unregistered, path, value, registered.names());
    let architecture =
        || architecture_from_alias(value).filter(|meant| name == ARCHITECTURE && registered.contains(meant));
    if let Some(meant) = architecture() {
        return violation.with_suggestion(meant);
    }
    // A near value has already been suggested.
    if violation.fix.is_some() {
        return violation;
    }
    // Values of built-in capabilities cannot be registered.
    let is_registered = scope.spec.capability_definitions().iter().any(|definition| definition.name == name);
    let place = is_registered.then(|| scope.vocabulary_place());
    let owner = scope.registered.owner_of(value);
    violation.with_help(unregistered_value_help(value, name, owner, registered.names(), place.as_deref()))
}
