//! The shipped providers are in the link, no more and no less, and their rules do not collide.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

use std::fs;

use rootstock_provider_api::{Registry, RegistryError};

#[test]
fn exactly_the_shipped_providers_are_linked() {
    let registry = rootstock_providers::registry().unwrap();
    assert_eq!(registry.names().collect::<Vec<_>>(), rootstock_providers::SHIPPED);
    for provider in registry.iter() {
        assert_eq!(provider.package().name, format!("rootstock-provider-{}", provider.name()));
    }
}

/// Every crate beside the bundle is in it: a plug-in that only stands in the workspace would register nothing.
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
fn an_expected_plug_in_that_is_missing_fails_loudly() {
    let error = Registry::from_inventory(&["local", "acme"]).unwrap_err();
    assert_eq!(error, RegistryError::Missing { name: "acme".to_owned() });
}

#[test]
fn rule_names_are_unique() {
    let rules = rootstock_providers::registry().unwrap().rules();
    assert!(rules.windows(2).all(|pair| pair[0].name < pair[1].name));
}
