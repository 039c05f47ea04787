//! The generated part of `docs/gardener-versions.md`: what differs between the releases of Gardener.

use std::fmt::Write as _;

use rootstock_advice::SupportedKubernetes;
use rootstock_core_model::{FeatureGate, Quirks, Rule, limited_fields};
use rootstock_provider_api::{CapabilitySupport, Provider, Registry, ReleaseDeparture};

/// The page, with the names of the tables in braces.
const PAGE: &str = include_str!("gardener_versions.md");

pub(super) fn text(registry: &Registry) -> String {
    PAGE.replace("{GATES}", &gates())
        .replace("{FIELDS}", &fields())
        .replace("{QUIRKS}", &quirks())
        .replace("{RULES}", &rules())
        .replace("{KUBERNETES}", &kubernetes())
        .replace("{EXTENSIONS}", &extensions(registry))
        .replace("{DEPARTURES}", &departures(registry))
}

fn gates() -> String {
    let mut table = "| gate | known | on by default |\n|---|---|---|\n".to_owned();
    for gate in FeatureGate::ALL.into_iter().filter(|gate| !gate.releases().are_all()) {
        let on = gate.on_by_default().map_or_else(|| "never".to_owned(), |releases| releases.to_string());
        let _ = writeln!(table, "| `{}` | {} | {on} |", gate.name(), gate.releases());
    }
    table
}

fn fields() -> String {
    let mut table = "| object | field | releases | instead |\n|---|---|---|---|\n".to_owned();
    for (kind, path, releases) in limited_fields() {
        let _ = writeln!(table, "| {kind} | `{path}` | {releases} | {} |", releases.instead);
    }
    table
}

/// Returns the extensions with known releases.
fn extensions(registry: &Registry) -> String {
    let mut table = "| extension | known releases | flavors (`capabilityFlavors`) since | legacy entries next to flavors |\n|---|---|---|---|\n".to_owned();
    for extension in registry.iter().map(Provider::extension) {
        let Some(known) = extension.releases else { continue };
        let since = match extension.capabilities {
            CapabilitySupport::Since(since) => since,
            _ => "",
        };
        let refuses_legacy = |departure: &&ReleaseDeparture| {
            let mut changed = *extension;
            (departure.change)(&mut changed);
            !changed.mixes_formats()
        };
        let single = known.departures.iter().find(refuses_legacy);
        let mixed =
            single.and_then(|one| one.releases.until).map_or_else(|| since.to_owned(), |until| format!("v{until}"));
        let _ = writeln!(
            table,
            "| {} | v{} to v{} | {since} | since {mixed} |",
            extension.name, known.oldest, known.newest
        );
    }
    table.trim_end().to_owned()
}

/// Returns the differences between the releases of the extensions.
fn departures(registry: &Registry) -> String {
    let mut table = "| extension | releases | what it does there | semantics |\n|---|---|---|---|\n".to_owned();
    for extension in registry.iter().map(Provider::extension) {
        for departure in extension.releases.iter().flat_map(|known| known.departures) {
            let releases = if departure.releases.are_all() { "all".to_owned() } else { departure.releases.to_string() };
            let semantics = if departure.is_format { "both" } else { "Gardener's" };
            let _ = writeln!(table, "| {} | {releases} | {} | {semantics} |", extension.name, departure.what);
        }
    }
    table.trim_end().to_owned()
}

fn quirks() -> String {
    let mut table = "| quirk | releases | what Gardener does there |\n|---|---|---|\n".to_owned();
    for quirk in Quirks::table().filter(|quirk| !quirk.releases.are_all()) {
        let gardener = quirk.gardener.replace('|', "\\|");
        let _ = writeln!(table, "| `{}` | {} | {gardener} |", quirk.name, quirk.releases);
    }
    table
}

/// Returns the rules that only some releases have.
fn rules() -> String {
    let mut table = "| rule | releases | source |\n|---|---|---|\n".to_owned();
    for rule in Rule::limited() {
        let _ = writeln!(table, "| `{}` | {} | {} |", rule.name, rule.releases, rule.source);
    }
    table
}

/// Returns the versions of Kubernetes that the releases support.
fn kubernetes() -> String {
    let mut table = "| releases | Kubernetes |\n|---|---|\n".to_owned();
    for supported in SupportedKubernetes::all() {
        let _ = writeln!(table, "| {} | {supported} |", supported.releases);
    }
    table
}
