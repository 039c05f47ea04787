//! Tests that exactly the shipped providers are linked, and that the names of their rules are unique.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

use std::fs;

use rootstock_provider_api::{Held, Registry, RegistryError};

#[test]
fn exactly_the_shipped_providers_are_linked() {
    let registry = rootstock_providers::registry().unwrap();
    assert_eq!(registry.names().collect::<Vec<_>>(), rootstock_providers::SHIPPED);
    for provider in registry.iter() {
        assert_eq!(provider.extension().package.name, format!("rootstock-provider-{}", provider.name()));
    }
}

/// A README and its plug-in must agree about the extension.
#[test]
fn readmes_agree_with_the_plug_ins() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let read = |path: &str| {
        let text = fs::read_to_string(format!("{directory}/{path}")).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let table = fs::read_to_string(format!("{directory}/README.md")).unwrap();
    for provider in rootstock_providers::registry().unwrap().iter() {
        let (name, extension) = (provider.name(), provider.extension());
        let readme = read(&format!("{name}/README.md"));
        let file = format!("providers/{name}/README.md");
        assert!(readme.contains(extension.follows), "{file} should say that it follows {}", extension.follows);
        if let Some(known) = extension.releases {
            let followed = format!("after v{}", known.newest);
            assert_eq!(
                extension.follows, followed,
                "{name}: a newer release than the newest known one is not followed"
            );
        }
        let ignorant = "knows no capabilities";
        assert_eq!(readme.contains(ignorant), !extension.released().knows_capabilities(), "{file}: {ignorant}");
        let alone = "No verdicts of the extension are recorded";
        let is_recorded = |(_, held)| matches!(held, Held::Recorded(_));
        let has_recorded = extension.evidence.by_question().into_iter().any(is_recorded);
        assert_eq!(readme.contains(alone), !has_recorded, "{file}: {alone}");
        let Some(row) = table.lines().find(|line| line.starts_with(&format!("| [`{name}`]"))) else {
            panic!("the table of providers/README.md should have a row for {name}");
        };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[4], if extension.released().knows_capabilities() { "yes" } else { "no" }, "{row}");
        if extension.released().knows_capabilities() {
            assert_eq!(cells[5], if extension.mixes_formats() { "yes" } else { "no" }, "{row}");
        }
        assert!(extension.follows.contains(cells[6]), "{row}: {} is not {}", cells[6], extension.follows);
    }
}

/// Every crate next to the bundle must be in it: a plug-in that is only in the workspace would register nothing.
#[test]
fn every_plug_in_of_the_workspace_is_shipped() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut names: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| name != "bundle")
        .collect();
    names.sort();
    assert_eq!(names, rootstock_providers::SHIPPED);
}

#[test]
fn missing_expected_plug_in_is_an_error() {
    let error = Registry::from_inventory(&["local", "acme"]).unwrap_err();
    assert_eq!(error, RegistryError::Missing { name: "acme".to_owned() });
}

#[test]
fn rule_names_are_unique() {
    let rules = rootstock_providers::registry().unwrap().rules();
    assert!(rules.windows(2).all(|pair| pair[0].name < pair[1].name));
}
