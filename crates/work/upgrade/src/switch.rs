//! The declared differences between two releases.

use rootstock_advice::SupportedKubernetes;
use rootstock_core_model::{
    FeatureGate, FeatureGates, QuirkInfo, Quirks, Release, Releases, Rule, Settings, limited_fields,
};
use rootstock_provider_api::{CapabilitySupport, Provider, Registry};
use serde::Serialize;

/// The kind of a declared difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SwitchKind {
    /// Another release of an extension.
    Extension,
    /// A feature gate with another default.
    FeatureGate,
    /// A field that only one of the releases has.
    Field,
    /// A behavior that only one of the releases has.
    Quirk,
    /// A rule that only one of the releases has, or that is about other values.
    Rule,
}

/// A declared difference between two releases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReleaseSwitch {
    /// The kind.
    pub kind: SwitchKind,
    /// The name: of the feature gate or quirk, or the path of the field below the kind of its object.
    pub name: String,
    /// The releases that have it, for a feature gate those that have it on by default.
    pub releases: Releases,
    /// The behavior from the later release on, as a sentence without a full stop.
    pub behavior: String,
    /// The form of an object that both releases treat alike; empty if there is none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub remedy: &'static str,
}

impl ReleaseSwitch {
    /// Returns the behavior, with the name and the releases of the difference.
    #[must_use]
    pub fn reason(&self) -> String {
        format!("{} ({} {})", self.behavior, self.name, self.releases)
    }
}

/// Returns the declared differences between two releases: extensions, feature gates, fields, quirks, then rules.
///
/// ```
/// use rootstock_core_model::{Semantics, Settings};
/// let now = "2026-01-01T00:00:00Z".parse()?;
/// let settings = |release: &str| release.parse().map(|it| Settings::at_release(Semantics::Gardener, it, now));
/// let switches = rootstock_upgrade::switches(&settings("1.148")?, &settings("1.149")?);
/// let names: Vec<&str> = switches.iter().map(|switch| switch.name.as_str()).collect();
/// assert!(names.contains(&"workers_default_to_amd64") && names.contains(&"supported_overlap_legacy_only"));
/// assert!(names.contains(&"Shoot spec.kubernetes.kubeAPIServer.tlsMinVersion"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn switches(before: &Settings, after: &Settings) -> Vec<ReleaseSwitch> {
    let gates = changed_gates(before, after).map(|gate| gate_switch(gate, before, after));
    let quirks = changed_quirks(before, after).map(|quirk| {
        let begins = after.quirks.get(quirk.name) == Some(true);
        ReleaseSwitch {
            kind: SwitchKind::Quirk,
            name: quirk.name.to_owned(),
            releases: quirk.releases,
            behavior: if begins { quirk.gardener } else { quirk.documented }.to_owned(),
            remedy: quirk.remedy,
        }
    });
    extensions(before, after)
        .chain(gates)
        .chain(fields(before, after))
        .chain(quirks)
        .chain(rules(before, after))
        .chain(kubernetes(before, after))
        .collect()
}

/// Returns the quirks that only one of the releases has.
pub(crate) fn changed_quirks(before: &Settings, after: &Settings) -> impl Iterator<Item = &'static QuirkInfo> + use<> {
    let (before, after) = (before.quirks, after.quirks);
    Quirks::table().filter(move |quirk| before.get(quirk.name) != after.get(quirk.name))
}

/// Returns the extensions with another release.
fn extensions(before: &Settings, after: &Settings) -> impl Iterator<Item = ReleaseSwitch> {
    let before = before.extensions;
    let changed = after.extensions.iter().collect::<Vec<_>>().into_iter();
    changed.filter(move |(provider, release)| before.of(provider) != Some(*release)).map(|(provider, release)| {
        ReleaseSwitch {
            kind: SwitchKind::Extension,
            name: provider.to_owned(),
            releases: Releases { since: Some(release), ..Releases::ALL },
            behavior: "no difference of the extension is known".to_owned(),
            remedy: "",
        }
    })
}

/// Adds to the switches of extensions what their plug-ins declare about the releases.
pub(crate) fn describe_extensions(switches: &mut [ReleaseSwitch], registry: &Registry, sides: [&Settings; 2]) {
    for switch in switches.iter_mut().filter(|switch| switch.kind == SwitchKind::Extension) {
        let Some(extension) = registry.get(&switch.name).map(Provider::extension) else { continue };
        let Some(known) = extension.releases else { continue };
        let [before, after] = sides.map(|side| side.extensions.of(&switch.name).unwrap_or(known.newest));
        let only = |has: Release, has_not: Release| {
            let departures = known.departures.iter();
            let departures = departures
                .filter(|one| one.releases.contains(has) && !one.releases.contains(has_not))
                .map(|one| one.what);
            departures.map(|what| format!("it {what}")).collect::<Vec<_>>().join(", and ")
        };
        let mut parts = Vec::new();
        if let CapabilitySupport::Since(since) = extension.capabilities
            && since
                .parse::<Release>()
                .is_ok_and(|since| after.has_reached(since, &[]) && !before.has_reached(since, &[]))
        {
            parts.push("it reads capabilities".to_owned());
        }
        parts.push(only(after, before));
        parts.retain(|part| !part.is_empty());
        let begins = Some(parts.join(", and ")).filter(|parts| !parts.is_empty());
        let ends = Some(only(before, after)).filter(|ends| !ends.is_empty());
        let sentences = ends.map(|ends| format!("until then {ends}"));
        let sentences = sentences.into_iter().chain(begins.map(|begins| format!("from then on {begins}")));
        let sentences = sentences.collect::<Vec<_>>().join("; ");
        if !sentences.is_empty() {
            switch.behavior = sentences;
        }
    }
}

/// Returns the feature gates with another default.
pub(crate) fn changed_gates(before: &Settings, after: &Settings) -> impl Iterator<Item = FeatureGate> + use<> {
    let (before, after) = (before.gates, after.gates);
    FeatureGate::ALL.into_iter().filter(move |gate| before.enabled(*gate) != after.enabled(*gate))
}

fn gate_switch(gate: FeatureGate, before: &Settings, after: &Settings) -> ReleaseSwitch {
    let is_on = after.gates.enabled(gate);
    let [by_default, has_both] = [
        FeatureGates::of(after.gardener).enabled(gate) == is_on,
        [before, after].into_iter().all(|side| side.has(&gate.releases())),
    ];
    let state = if is_on { "on" } else { "off" };
    ReleaseSwitch {
        kind: SwitchKind::FeatureGate,
        name: gate.name().to_owned(),
        releases: gate.on_by_default().filter(|_| by_default).unwrap_or(gate.releases()),
        behavior: match by_default {
            true => format!("the feature gate is {state} by default"),
            false => format!("the feature gate, which the earlier release does not have, is set to {state}"),
        },
        remedy: if has_both { "set the feature gate to the same value in both releases" } else { "" },
    }
}

/// Returns the fields that only one of the releases has.
fn fields(before: &Settings, after: &Settings) -> impl Iterator<Item = ReleaseSwitch> {
    let (before, after) = (*before, *after);
    let changed = move |(_, _, releases): &(&str, String, Releases)| before.has(releases) != after.has(releases);
    limited_fields().into_iter().filter(changed).map(move |(kind, path, releases)| {
        let behavior = match (after.has(&releases), releases.instead) {
            (true, _) => "the field is known".to_owned(),
            (false, "") => "the field is unknown".to_owned(),
            (false, instead) => format!("the field is unknown; use {instead}"),
        };
        ReleaseSwitch { kind: SwitchKind::Field, name: format!("{kind} {path}"), releases, behavior, remedy: "" }
    })
}

/// Returns the rules that only one of the releases has.
pub(crate) fn changed_rules(before: &Settings, after: &Settings) -> impl Iterator<Item = &'static Rule> + use<> {
    let (before, after) = (*before, *after);
    Rule::limited().into_iter().filter(move |rule| before.has(&rule.releases) != after.has(&rule.releases))
}

/// Returns the minors of Kubernetes that are supported from then on, if they are others.
pub(crate) fn changed_kubernetes(before: &Settings, after: &Settings) -> Option<&'static SupportedKubernetes> {
    let [old, new] = [before, after].map(SupportedKubernetes::of);
    new.filter(|_| new != old)
}

fn kubernetes(before: &Settings, after: &Settings) -> Option<ReleaseSwitch> {
    changed_kubernetes(before, after).map(|supported| ReleaseSwitch {
        kind: SwitchKind::Rule,
        name: SupportedKubernetes::RULE.name.to_owned(),
        releases: supported.releases,
        behavior: format!("Gardener supports Kubernetes {supported}"),
        remedy: "",
    })
}

fn rules(before: &Settings, after: &Settings) -> impl Iterator<Item = ReleaseSwitch> {
    let after_settings = *after;
    changed_rules(before, after).map(move |rule| {
        let begins = after_settings.has(&rule.releases);
        let behavior = if begins { "Gardener has the rule" } else { "Gardener no longer has the rule" };
        ReleaseSwitch {
            kind: SwitchKind::Rule,
            name: rule.name.to_owned(),
            releases: rule.releases,
            behavior: behavior.to_owned(),
            remedy: rule.remedy,
        }
    })
}
