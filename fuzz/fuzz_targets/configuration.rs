//! Checks that any `rootstock.toml` is either valid or has located problems.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use rootstock_analysis::configuration::Configuration;
use rootstock_provider_api::Registry;

fuzz_target!(|text: &str| {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    let registry = REGISTRY.get_or_init(|| rootstock_providers::registry().expect("the shipped providers go together"));
    if let Err(problems) = Configuration::read("rootstock.toml", text, registry) {
        assert!(!problems.is_empty());
    }
});
