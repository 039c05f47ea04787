//! The check of a provider flavor's capabilities against the registered ones.

use rootstock_core_model::{
    ARCHITECTURE, BadValue, Capabilities, Path, Source, Violation, architecture_from_alias, is_registered_by_alias,
    unregistered_name_help, unregistered_value_help,
};
use rootstock_worker_capabilities::needs_gate;

use crate::Checker;
use crate::registered::Values;

/// The field that registers capabilities, for a CloudProfile and for its children.
const PLACE: &str = "the CloudProfile's `spec.machineCapabilities`";

rootstock_core_model::rules! {
    /// A capability that the profile does not register.
    PROVIDER_CAPABILITY_UNREGISTERED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A value that the profile does not register.
    PROVIDER_CAPABILITY_VALUE_UNREGISTERED: Error, since "0.1.0",
        Source::CapabilitiesGuide("Provider Extension Contract");
    /// A flavor that is not for exactly one of several registered architectures.
    PROVIDER_FLAVOR_ARCHITECTURE: Error, since "0.1.0", Source::CapabilitiesGuide("The architecture Capability");
}

impl Checker<'_> {
    /// Checks the capabilities of a flavor; `path` is their path (`….capabilityFlavors[k].capabilities`).
    pub fn check_flavor_capabilities(&mut self, capabilities: &Capabilities, path: &Path<'_>) {
        if self.core.registered.is_sound(capabilities) {
            return;
        }
        // Thousands of values may be unregistered, so their findings are not collected twice.
        let mut found = std::mem::take(&mut self.findings);
        let is_said_elsewhere = !self.quirks().findings.follow_up_errors;
        for (name, values) in capabilities.iter() {
            let Some(known) = self.core.registered.values.get(name) else {
                // A missing registration of `architecture` is reported once, where it belongs.
                if name == ARCHITECTURE && is_said_elsewhere {
                    continue;
                }
                let key = path.field(name);
                let place = if self.quirks().findings.gardener_paths { path } else { &key };
                let names = &self.core.registered.names;
                let violation = Violation::name_not_supported(&PROVIDER_CAPABILITY_UNREGISTERED, place, name, names);
                found.push(match needs_gate(name, self.settings().gates, self.worker_capabilities) {
                    Some(help) => violation.with_help(help),
                    // A near name has already been suggested.
                    None if !violation.help.is_empty() => violation,
                    None => {
                        violation.with_help(unregistered_name_help(name, self.core.registered.owner_of(name), PLACE))
                    }
                });
                continue;
            };
            // So is a definition without values.
            if known.listed.is_empty() && is_said_elsewhere {
                continue;
            }
            // A list may have thousands of values, each with a finding.
            if values.len() > found.len() {
                found.reserve_exact(values.len());
            }
            for (index, value) in values.iter().enumerate().filter(|(_, value)| !known.known.contains(value.as_str())) {
                // So is an architecture that is registered under another name.
                let is_right = name == ARCHITECTURE && is_registered_by_alias(value, &known.listed);
                if is_right && is_said_elsewhere {
                    continue;
                }
                let place = path.field(name);
                let place = place.index(index);
                found.push(self.value_unregistered(name, value, known, &place));
            }
        }
        if self.core.registered.requires_architecture() {
            let architectures = capabilities.get(ARCHITECTURE);
            if architectures.is_none_or(|one| one.len() != 1) {
                let all = self.core.registered.values.get(ARCHITECTURE).map(|values| values.listed.join("`, `"));
                let problem = match architectures {
                    None => "is not set",
                    Some([]) => "is empty",
                    Some(_) => "has several values",
                };
                let detail = format!(
                    "must have exactly one value, because several architectures are registered, but {problem}; write \
                     one flavor for each of `{}`",
                    all.unwrap_or_default(),
                );
                let bad = architectures.map_or(BadValue::None, BadValue::list);
                found.push(Violation::invalid(&PROVIDER_FLAVOR_ARCHITECTURE, &path.field(ARCHITECTURE), bad, detail));
            }
        }
        self.findings = found;
    }

    fn value_unregistered(&self, name: &str, value: &str, known: &Values<'_>, path: &Path<'_>) -> Violation {
        let violation = Violation::not_supported(&PROVIDER_CAPABILITY_VALUE_UNREGISTERED, path, value, &known.listed);
        let meant = architecture_from_alias(value).filter(|meant| name == ARCHITECTURE && known.known.contains(meant));
        if let Some(meant) = meant {
            return violation.with_suggestion(meant);
        }
        // A near value has already been suggested.
        if violation.fix.is_some() {
            return violation;
        }
        // Values of built-in capabilities cannot be registered.
        let is_registered = self.definitions().iter().any(|definition| definition.name == name);
        let place = is_registered.then_some(PLACE);
        let owner = self.core.registered.owner_of(value);
        violation.with_help(unregistered_value_help(value, name, owner, &known.listed, place))
    }
}
