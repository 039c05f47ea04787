//! The generated part of `docs/gardener-versions.md`: what differs between the releases of Gardener.

use std::fmt::Write as _;

use rootstock_core_model::{CloudProfile, Decodable, FeatureGate, NamespacedCloudProfile, Quirks, Releases, Shoot};
use rootstock_document::schema::Shape;

/// The page, with the names of the tables in braces.
const PAGE: &str = include_str!("gardener_versions.md");

pub(super) fn text() -> String {
    PAGE.replace("{GATES}", &gates()).replace("{FIELDS}", &fields()).replace("{QUIRKS}", &quirks())
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
    let of = |kind, shape| match shape {
        Shape::Object(schema) => schema.limited_fields().into_iter().map(|(path, has)| (kind, path, has)).collect(),
        _ => Vec::new(),
    };
    let mut all: Vec<(&str, String, Releases)> = of("CloudProfile", CloudProfile::SHAPE);
    all.extend(of("NamespacedCloudProfile", NamespacedCloudProfile::SHAPE));
    all.extend(Shoot::limited_fields().into_iter().map(|(path, has)| ("Shoot", path, has)));
    let mut table = "| object | field | releases | instead |\n|---|---|---|---|\n".to_owned();
    for (kind, path, releases) in all {
        let _ = writeln!(table, "| {kind} | `{path}` | {releases} | {} |", releases.instead);
    }
    table
}

fn quirks() -> String {
    let mut table = "| quirk | releases | what Gardener does there |\n|---|---|---|\n".to_owned();
    for quirk in Quirks::table().filter(|quirk| !quirk.releases.are_all()) {
        let gardener = quirk.gardener.replace('|', "\\|");
        let _ = writeln!(table, "| `{}` | {} | {gardener} |", quirk.name, quirk.releases);
    }
    table
}
