//! Checks that every provider is tested by the conformance kit.

use crate::failure::Failure;
use crate::repository;

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in repository::files()?.iter().map(|path| repository::shown(path)) {
        let parts: Vec<&str> = path.split('/').collect();
        let ["providers", name, "Cargo.toml"] = parts.as_slice() else { continue };
        let test = format!("providers/{name}/tests/conformance.rs");
        let line = "rootstock_conformance_kit::conformance!(";
        let has_line = repository::read(&test).is_ok_and(|text| text.contains(line));
        if *name != "bundle" && !has_line {
            findings.push(format!("{test}: there should be a line `{line}…);`, which tries every law on the provider"));
        }
    }
    Ok(findings)
}
