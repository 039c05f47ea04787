//! The check of a provider flavor's capabilities against the registered ones.

use rootstock_core_model::{ARCHITECTURE, BadValue, Capabilities, Path, Source, Violation, is_registered_by_alias};
use rootstock_worker_capabilities::needs_gate;

use crate::Checker;

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
        let mut found = Vec::new();
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
                    None => violation,
                });
                continue;
            };
            for (index, value) in values.iter().enumerate().filter(|(_, value)| !known.known.contains(value.as_str())) {
                // So is an architecture that is registered under another name.
                let is_right = name == ARCHITECTURE && is_registered_by_alias(value, &known.listed);
                if is_right && is_said_elsewhere {
                    continue;
                }
                let place = path.field(name);
                let place = place.index(index);
                found.push(Violation::not_supported(
                    &PROVIDER_CAPABILITY_VALUE_UNREGISTERED,
                    &place,
                    value.as_str(),
                    &known.listed,
                ));
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
        found.into_iter().for_each(|violation| self.report(violation));
    }
}
